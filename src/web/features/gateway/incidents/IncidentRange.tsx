import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../../contract/api/healing.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { FigureRow } from '../../../ui/FigureRow.tsx';
import { Section } from '../../../ui/Page.tsx';

/** The share on time as a bar, with what it lacks to its normal range, and how much of the traffic was moved away. */
export function IncidentRange({ incident: { status, figures, keep } }: { incident: Incident }) {
  const { t } = useTranslation();
  const { number, rate, percent, duration } = useFormat();
  const { sent, onTime, dueSeconds, usual, floor } = figures;
  const share = sent === 0 ? 0 : onTime / sent;
  return (
    <Section>
      <FigureRow
        figures={[
          [t('incidents.onTime'), rate(share)],
          [t('incidents.usual'), rate(usual)],
          // The status says that nothing is moved yet.
          ...(status === 'NOTICED' ? [] : ([[t('incidents.moved'), percent(1 - keep)]] as const)),
        ]}
      />
      <Box sx={{ mt: 3 }}>
        <Mark at={usual}>{t('incidents.usualAt', { usual: rate(usual) })}</Mark>
        <Box
          aria-hidden="true"
          sx={(theme) => ({
            position: 'relative',
            height: 16,
            borderRadius: 'var(--corner-small)',
            overflow: 'hidden',
            backgroundColor: theme.vars?.palette.surface.sunken,
          })}
        >
          <Box
            sx={(theme) => ({
              position: 'absolute',
              insetBlock: 0,
              left: `${floor * 100}%`,
              right: 0,
              backgroundColor: theme.vars?.palette.tone.success.ground,
            })}
          />
          <Box
            sx={(theme) => ({
              position: 'absolute',
              insetBlock: 0,
              left: 0,
              width: `${share * 100}%`,
              backgroundColor: theme.vars?.palette.data.main,
            })}
          />
          {share < floor && (
            <Box
              sx={(theme) => ({
                position: 'absolute',
                insetBlock: 0,
                left: `${share * 100}%`,
                width: `${(floor - share) * 100}%`,
                backgroundColor: theme.vars?.palette.tone.error.solid,
              })}
            />
          )}
          <Box
            sx={(theme) => ({
              position: 'absolute',
              insetBlock: 0,
              left: `calc(${usual * 100}% - 1px)`,
              width: 2,
              backgroundColor: theme.vars?.palette.text.primary,
            })}
          />
        </Box>
        <Mark at={floor}>{t('incidents.floorAt', { floor: rate(floor) })}</Mark>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
        {t('incidents.due', {
          count: sent,
          value: number(sent),
          seconds: duration(dueSeconds),
        })}
        {share < floor && ` ${t('incidents.missing')}`}
      </Typography>
    </Section>
  );
}

/** The name of a place on the bar, whose end is at the place. */
function Mark({ at, children }: { at: number; children: string }) {
  return (
    <Typography
      variant="caption"
      component="p"
      color="textSecondary"
      noWrap
      sx={{ width: `${at * 100}%`, minWidth: 'min-content', textAlign: 'right', py: '2px' }}
    >
      {children}
    </Typography>
  );
}
