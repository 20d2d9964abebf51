import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Incident, IncidentStep } from '../../../../contract/api/healing.ts';
import { Moment, useFormat } from '../../../ui/figures/figures.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';
import { useIncidentWords } from './useIncidentWords.ts';

/**
 * Every decision of an incident, the latest first, with the figures that led to it.
 * @param present the incident, whose reason and figures the page shows above
 */
export function IncidentSteps({
  steps,
  present,
}: {
  steps: readonly IncidentStep[];
  present: Pick<Incident, 'reason' | 'figures'>;
}) {
  const { t } = useTranslation();
  const { percent } = useFormat();
  const { figures: inWords } = useIncidentWords();
  return (
    <PlainList component="ol" gap={5}>
      {steps.toReversed().map(({ kind, reason, keep, figures, operatorName, timestamp }, at) => (
        <Box
          component="li"
          key={`${timestamp} ${kind}`}
          sx={(theme) => ({
            position: 'relative',
            pl: 5,
            '&::before': {
              content: '""',
              position: 'absolute',
              left: 0,
              top: 6,
              width: 8,
              height: 8,
              borderRadius: '50%',
              backgroundColor: theme.vars?.palette.data.main,
            },
            // The line to the step before.
            '&:not(:last-child)::after': {
              content: '""',
              position: 'absolute',
              left: 3,
              top: 20,
              bottom: -16,
              width: 2,
              backgroundColor: theme.vars?.palette.divider,
            },
          })}
        >
          <Typography variant="subtitle1" component="h3">
            {t(`incidents.kinds.${kind}`, { keep: percent(keep) })}
          </Typography>
          <Typography variant="body2" color="textSecondary" component="p">
            <Moment at={timestamp} />
          </Typography>
          {(operatorName !== null || at > 0 || reason !== present.reason) && (
            <Typography variant="body2" component="p" sx={{ mt: 1 }}>
              {operatorName === null
                ? t(`incidents.reasons.${reason}`)
                : t('incidents.by', { name: operatorName })}
            </Typography>
          )}
          {figures && inWords(figures) !== inWords(present.figures) && (
            <Typography variant="body2" component="p" color="textSecondary">
              {inWords(figures)}
            </Typography>
          )}
        </Box>
      ))}
    </PlainList>
  );
}
