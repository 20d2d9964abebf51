/** One line of what needs attention. */
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WaitingIcon from '@mui/icons-material/PendingActionsOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { AttentionItem, dashboard } from '../../../contract/api/dashboard.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { useMe } from '../../parts/queries.ts';
import { Time, useFormat } from '../../ui/figures/figures.tsx';
import { useReason } from '../../parts/outcomes/useReason.ts';
import { WAYS, mayBuy, addressOf } from './attentionWays.ts';

export const ICONS = { error: ErrorIcon, warning: WarningIcon, info: WaitingIcon } as const;

export function AttentionRow({
  item,
  stock,
  facts,
  quote,
}: {
  item: AttentionItem;
  stock: Output<typeof dashboard.get>['stock'];
  /** The facts that the decision depends on, in a few words. */
  facts?: string;
  /** The text of a message, of which two lines show. */
  quote?: string;
}) {
  const { t } = useTranslation();
  const { money, number, units } = useFormat();
  const reasonWords = useReason();
  const { clientAccessLevel: role } = useMe();
  const { kind, count, countIsLowerBound, first } = item;
  const { tone } = WAYS[kind];
  const alone = count === 1 && !countIsLowerBound;
  const name = first.name ?? '';
  const text = () => {
    switch (kind) {
      case 'LOW_UNITS':
        // That there are none says it all.
        if (stock?.balance === 0) return undefined;
        return stock && stock.lowUnitsNotifyLevel > 0
          ? t('dashboard.attention.texts.LOW_UNITS_LEVEL', {
              units: units(stock.balance),
              level: number(stock.lowUnitsNotifyLevel),
            })
          : t('dashboard.attention.texts.LOW_UNITS', { units: units(stock?.balance ?? 0) });
      case 'CAMPAIGN_TOO_LATE':
      case 'CAMPAIGN_FAILED':
        return alone && first.reason ? reasonWords(first.reason) : undefined;
      case 'DOCUMENT_REJECTED':
        return [alone ? first.reason : null, t('dashboard.attention.texts.DOCUMENT_REJECTED')]
          .filter(Boolean)
          .join(' · ');
      case 'SENDER_FEE': {
        const [amount, currency] = first.reason?.split(' ') ?? [];
        return alone && amount && currency ? money(amount, currency) : undefined;
      }
      case 'CAMPAIGN_APPROVAL':
      case 'SENDER_REVIEW':
      case 'SECOND_APPROVAL':
        return undefined;
      default:
        return t(`dashboard.attention.texts.${kind}`);
    }
  };
  const detail = [alone ? first.clientName : null, facts, text()].filter(Boolean).join(' · ');
  const go =
    kind === 'LOW_UNITS' && !mayBuy(role)
      ? t('dashboard.attention.go.LOW_UNITS_SEE')
      : t(`dashboard.attention.go.${kind}`);
  const sentence =
    kind === 'LOW_UNITS' && stock?.balance === 0
      ? t('dashboard.attention.noUnits')
      : t(`dashboard.attention.items.${kind}`, {
          count: alone ? 1 : Math.max(2, count),
          value: `${number(count)}${countIsLowerBound ? '+' : ''}`,
          name,
        });
  return (
    <Matter
      tone={tone}
      sentence={sentence}
      go={go}
      to={addressOf(item, role)}
      details={
        (detail !== '' || first.sinceTimestamp !== null) && (
          <>
            {first.sinceTimestamp !== null && <Time at={first.sinceTimestamp} />}
            {first.sinceTimestamp !== null && detail !== '' && ' · '}
            {detail}
          </>
        )
      }
    >
      {quote !== undefined && <Quote>{quote}</Quote>}
    </Matter>
  );
}

/** The clients that run out of units, whom the list below has by their names. */
export function LowClientsRow({ count }: { count: number }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Matter
      tone="warning"
      sentence={t('dashboard.attention.lowClients', { count, value: number(count) })}
    />
  );
}

/** One matter with its link to the place where it is resolved. */
function Matter({
  tone,
  sentence,
  details,
  go,
  to,
  children,
}: {
  tone: keyof typeof ICONS;
  sentence: string;
  details?: ReactNode;
  go?: string;
  /** The place where it is resolved, unless that is here. */
  to?: string;
  children?: ReactNode;
}) {
  const Icon = ICONS[tone];
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'flex',
        columnGap: 3,
        alignItems: 'flex-start',
        px: { xs: 4, sm: 5 },
        py: 3,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box
        aria-hidden="true"
        sx={(theme) => ({
          width: 28,
          height: 28,
          flex: 'none',
          borderRadius: 'var(--corner)',
          display: 'grid',
          placeItems: 'center',
          color: theme.vars?.palette.tone[tone].text,
          backgroundColor: theme.vars?.palette.tone[tone].ground,
        })}
      >
        <Icon />
      </Box>
      <Box
        sx={{
          minWidth: 0,
          flex: 1,
          display: 'flex',
          gap: 3,
          '@container (min-width: 560px)': { alignItems: 'center', gap: 4 },
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Typography>
          {details && (
            <Typography variant="body2" component="p" color="textSecondary">
              {details}
            </Typography>
          )}
          {children}
        </Box>
        {to !== undefined && (
          <Link
            component={RouterLink}
            to={to}
            variant="body2"
            aria-label={`${go}: ${sentence}`}
            sx={{ fontWeight: 550, flex: 'none' }}
          >
            {go}
          </Link>
        )}
      </Box>
    </Box>
  );
}

function Quote({ children }: { children: string }) {
  return (
    <Typography
      variant="body2"
      component="blockquote"
      sx={(theme) => ({
        m: 0,
        mt: 1.5,
        pl: 3,
        maxWidth: 720,
        borderLeft: `2px solid ${theme.vars?.palette.divider}`,
        overflowWrap: 'anywhere',
        overflow: 'hidden',
        display: '-webkit-box',
        WebkitBoxOrient: 'vertical',
        WebkitLineClamp: 2,
      })}
    >
      {children}
    </Typography>
  );
}
