import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Outcomes } from '../../../contract/api/dashboard.ts';
import type { MessageStatus } from '../../../contract/api/messages.ts';
import { OutcomeDot } from '../../parts/outcomes/OutcomeBar.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';
import { useStatusWord } from '../../ui/figures/StatusChip.tsx';
import type { Tone } from '../../ui/theme/tokens.ts';
import { SENT, type Preset } from './links.ts';

/** Outcomes of messages in the order of the stack. */
export const STACK = [
  ['delivered', 'success'],
  ['open', 'info'],
  ['notDelivered', 'error'],
  ['cancelled', 'neutral'],
] as const satisfies readonly (readonly [keyof Outcomes, Tone])[];

/** The statuses that each part of the stack counts. */
const STATUSES: Readonly<Record<(typeof STACK)[number][0], readonly MessageStatus[]>> = {
  delivered: ['DELIVERED'],
  open: ['QUEUED', 'CLAIMED', 'SUBMITTED', 'AMBIGUOUS'],
  notDelivered: ['UNDELIVERABLE', 'EXPIRED', 'FAILED', 'REJECTED', 'UNKNOWN'],
  cancelled: ['CANCELLED'],
};

const messagesOf = (days: Preset, statuses: readonly MessageStatus[]) =>
  `${SENT}?${new URLSearchParams([['days', days], ...statuses.map((status) => ['status', status])])}`;

export function useOutcomeWord(): (outcome: (typeof STACK)[number][0]) => string {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  return (outcome) =>
    outcome === 'cancelled'
      ? statusWord('CANCELLED')
      : outcome === 'notDelivered'
        ? t('dashboard.charts.notDelivered')
        : t(`charts.outcome.${outcome}`);
}

/**
 * The parts of the stack with their figures.
 * @param days of the messages that each figure leads to; undefined for those who may not read them
 */
export function MessagesLegend({
  columns,
  weekday,
  days,
}: {
  columns: readonly { readonly outcomes: Outcomes | null }[];
  weekday: string | undefined;
  days: Preset | undefined;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const wordOf = useOutcomeWord();
  const sums = STACK.map(
    ([outcome, tone]) =>
      [
        outcome,
        tone,
        columns.reduce((sum, { outcomes }) => sum + (outcomes?.[outcome] ?? 0), 0),
      ] as const,
  ).filter(([, , count]) => count > 0);
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        mt: 3,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 5,
        rowGap: 1.5,
        fontSize: 13,
        lineHeight: '18px',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {sums.length === 0 && weekday !== undefined && (
        <Box component="li" sx={{ color: 'text.secondary' }}>
          {t('dashboard.charts.noneYet')}
        </Box>
      )}
      {sums.map(([outcome, tone, count]) => (
        <Box
          component="li"
          key={outcome}
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}
        >
          <OutcomeDot tone={tone} />
          {days === undefined ? (
            wordOf(outcome)
          ) : (
            <Link
              component={RouterLink}
              to={messagesOf(days, STATUSES[outcome])}
              color="textPrimary"
            >
              {wordOf(outcome)}
            </Link>
          )}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {number(count)}
          </Box>
        </Box>
      ))}
      {weekday !== undefined && (
        <Box component="li" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
          <Box
            component="span"
            aria-hidden="true"
            sx={(theme) => ({
              width: 14,
              height: 2,
              borderRadius: '1px',
              backgroundColor: theme.vars?.palette.text.secondary,
            })}
          />
          <Box component="span" sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
            {weekday}
          </Box>
        </Box>
      )}
    </Box>
  );
}
