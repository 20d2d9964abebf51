import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../../ui/figures/figures.tsx';
import { PlainList } from '../../ui/page/layout.tsx';
import { coloursOf, type FailureReason, type FailureRow } from './failureReasons.ts';
import { colourOf, OUTCOMES } from './OutcomeBar.tsx';

const MOST_CODES = 4;

/**
 * Reasons of failure: one bar of their shares, then each in a sentence with its advice and its codes. Their
 * colours are those of the outcomes, as in the bar of a campaign.
 */
export function ReasonList<Row extends FailureRow>({
  label,
  reasons,
  failed,
  most,
  to,
}: {
  label: string;
  reasons: readonly FailureReason<Row>[];
  /** All failed messages. */
  failed: number;
  /** More are only counted. */
  most: number;
  to(reason: FailureReason<Row>): string | undefined;
}) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  // A single reason more takes no more room by its name than counted.
  const shown = reasons.slice(0, reasons.length === most + 1 ? most + 1 : most);
  const rest = reasons.slice(shown.length).reduce((sum, { messages }) => sum + messages, 0);
  const colours = coloursOf(reasons);
  const colourAt = (theme: Theme, at: number) => {
    const { status, strength } = colours[at]!;
    const found = OUTCOMES.find(({ outcome }) => outcome === status.toLowerCase());
    const tone = found === undefined || found.tone === 'track' ? 'error' : found.tone;
    return `color-mix(in srgb, ${colourOf(theme, tone, found?.shade)} ${strength}%, transparent)`;
  };
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Box
        aria-hidden="true"
        sx={(theme) => ({
          display: 'flex',
          gap: '2px',
          height: 12,
          borderRadius: '6px',
          overflow: 'hidden',
          backgroundColor: theme.vars?.palette.surface.sunken,
        })}
      >
        {reasons.map(({ title, messages }, at) => (
          <Box
            key={title}
            title={`${title}: ${percent(messages / failed)}`}
            sx={(theme) => ({
              width: `${(messages / failed) * 100}%`,
              minWidth: '3px',
              backgroundColor: colourAt(theme, at),
            })}
          />
        ))}
      </Box>
      <PlainList component="ol" aria-label={label} gap={4}>
        {shown.map((reason, at) => (
          <Box
            component="li"
            key={reason.title}
            sx={{ display: 'grid', gridTemplateColumns: '12px minmax(0, 1fr) auto', columnGap: 3 }}
          >
            <Box
              aria-hidden="true"
              sx={(theme) => ({
                mt: '5px',
                width: 10,
                height: 10,
                borderRadius: '3px',
                backgroundColor: colourAt(theme, at),
              })}
            />
            <Reason reason={reason} to={to(reason)} />
            <Typography
              variant="body2"
              component="span"
              sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
            >
              {number(reason.messages)}
              <Box component="span" sx={{ color: 'text.secondary', ml: 2 }}>
                {percent(reason.messages / failed)}
              </Box>
            </Typography>
          </Box>
        ))}
      </PlainList>
      {reasons.length > shown.length && (
        <Typography
          variant="body2"
          component="p"
          color="textSecondary"
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            gap: 3,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {t('charts.more', {
            count: reasons.length - shown.length,
            value: number(reasons.length - shown.length),
          })}
          <span>
            {number(rest)}
            <Box component="span" sx={{ ml: 2 }}>
              {percent(rest / failed)}
            </Box>
          </span>
        </Typography>
      )}
    </Box>
  );
}

function Reason<Row extends FailureRow>({
  reason: { title, text, codes },
  to,
}: {
  reason: FailureReason<Row>;
  to: string | undefined;
}) {
  const { number } = useFormat();
  return (
    <Box sx={{ minWidth: 0 }}>
      {to === undefined ? (
        <Typography variant="subtitle2" component="span">
          {title}
        </Typography>
      ) : (
        <Link component={RouterLink} to={to} color="textPrimary" variant="subtitle2">
          {title}
        </Link>
      )}
      {text !== '' && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, maxWidth: 720 }}>
          {text}
        </Typography>
      )}
      {codes.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2 }}>
          {codes.slice(0, MOST_CODES).map(({ code, messages }) => (
            <Chip
              key={code}
              size="small"
              label={`${code} · ${number(messages)}`}
              sx={(theme) => ({
                fontSize: 11,
                height: 22,
                color: 'text.secondary',
                backgroundColor: theme.vars?.palette.surface.sunken,
              })}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}
