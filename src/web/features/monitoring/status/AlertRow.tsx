import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Acknowledgement, Alert } from '../../../../contract/api/monitoring.ts';
import { useAlertWords } from '../../../parts/monitoring/useAlertWords.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';

/** One problem or alert of the list, with the line of time from its dot to the next. */
export function AlertRow({
  tone,
  occurrence,
  times,
  acknowledgement,
  isAbove,
  address,
  action,
}: {
  tone: Tone;
  occurrence: Pick<Alert, 'kind' | 'subject' | 'facts'>;
  times: ReactNode;
  acknowledgement: Acknowledgement | null;
  /** The bar has its figures, of which the most important stand here. */
  isAbove: boolean;
  /** The page of its incident or connector, in place of advice. */
  address: string | undefined;
  action?: ReactNode;
}) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  const words = useAlertWords();
  const facts = isAbove ? words.brief(occurrence) : words.facts(occurrence);
  const isPresent = tone === 'error' || tone === 'warning';
  return (
    <Box
      component="li"
      sx={(theme) => ({
        position: 'relative',
        pl: 5,
        fontSize: 13,
        lineHeight: '18px',
        // The line of time, from one dot to the next.
        '&::before': {
          content: '""',
          position: 'absolute',
          left: 4,
          top: 14,
          bottom: -16,
          width: '1px',
          backgroundColor: theme.vars?.palette.divider,
        },
        '&:last-child::before': { display: 'none' },
        '&::after': {
          content: '""',
          position: 'absolute',
          left: 0,
          top: 5,
          width: 9,
          height: 9,
          borderRadius: '50%',
          backgroundColor: theme.vars?.palette.tone[tone].solid,
        },
      })}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'start' }}>
        <Box sx={{ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography
            variant="body2"
            component="p"
            sx={{ fontWeight: tone === 'neutral' ? 400 : 550 }}
          >
            {address ? (
              <MuiLink component={Link} to={address} color="inherit" sx={{ fontWeight: 'inherit' }}>
                {words.title(occurrence)}
              </MuiLink>
            ) : (
              words.title(occurrence)
            )}
          </Typography>
          <Typography
            variant="caption"
            component="p"
            color="textSecondary"
            sx={{ '&::first-letter': { textTransform: 'uppercase' } }}
          >
            {times}
          </Typography>
          {tone !== 'neutral' && (
            <Typography variant="caption" component="p" color="textSecondary">
              {[facts && `${facts}.`, isPresent && !address && words.advice(occurrence)]
                .filter(Boolean)
                .join(' ')}
            </Typography>
          )}
        </Box>
        {action}
      </Box>
      {acknowledgement !== null && (
        <Typography variant="caption" component="p" sx={{ mt: '2px', overflowWrap: 'anywhere' }}>
          {t(acknowledgement.note === '' ? 'monitoring.takenBy' : 'monitoring.takenByNote', {
            name: acknowledgement.name,
            time: clock(acknowledgement.timestamp),
            note: acknowledgement.note,
          })}
        </Typography>
      )}
    </Box>
  );
}
