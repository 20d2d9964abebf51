import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Incident, IncidentStep } from '../../../../contract/api/healing.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { FigureRow } from '../../../ui/figures/FigureRow.tsx';
import { Section } from '../../../ui/page/Page.tsx';

/** The scale begins at a whole step, and leaves half of one before the lowest value. */
const STEP = 0.05;

/** The share on time on a scale, between its normal range and what it lacks to it, and how much of the traffic was moved away. */
export function IncidentRange({
  incident: { status, figures, keep },
  steps,
}: {
  incident: Incident;
  steps: readonly IncidentStep[];
}) {
  const { t } = useTranslation();
  const { minute, number, rate, percent, duration } = useFormat();
  const { sent, onTime, dueSeconds, usual, floor, seconds } = figures;
  const share = sent === 0 ? 0 : onTime / sent;
  // Steps of people have no figures.
  const measured = steps.findLast((step) => step.figures !== null)?.timestamp;
  // From nothing on, the end where everything happens would be a few pixels wide.
  const least = Math.max(0, Math.floor((Math.min(share, floor) - STEP / 2) / STEP) * STEP);
  const at = (value: number) => ((value - least) / (1 - least)) * 100;
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
      <Box sx={{ mt: 4 }} aria-hidden="true">
        <Mark at={at(share)}>{t('incidents.nowAt', { now: rate(share) })}</Mark>
        <Box
          sx={(theme) => ({
            position: 'relative',
            height: 12,
            my: 1,
            borderRadius: 'var(--corner-small)',
            backgroundColor: theme.vars?.palette.surface.sunken,
          })}
        >
          <Zone from={at(floor)} to={100} colour="success" />
          {share < floor && <Zone from={at(share)} to={at(floor)} colour="warning" />}
          <Needle at={at(usual)} />
          <Needle at={at(share)} tone={share < floor ? 'warning' : 'success'} />
        </Box>
        <Mark at={at(floor)}>{t('incidents.normalAt', { floor: rate(floor) })}</Mark>
        <Mark at={at(usual)}>{t('incidents.usualAt', { usual: rate(usual) })}</Mark>
        <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
          {[least, 1].map((end) => (
            <Typography key={end} variant="caption" color="textSecondary">
              {percent(end)}
            </Typography>
          ))}
        </Box>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
        {t(measured === undefined ? 'incidents.arrived' : 'incidents.arrivedUntil', {
          count: sent,
          value: number(sent),
          onTime: number(onTime),
          due: duration(dueSeconds),
          span: duration(seconds),
          time: measured === undefined ? '' : minute(measured),
        })}
      </Typography>
    </Section>
  );
}

/** A part of the scale in the ground or, for what is missing, the full colour of a tone. */
function Zone({ from, to, colour }: { from: number; to: number; colour: 'success' | 'warning' }) {
  return (
    <Box
      sx={({ vars }) => ({
        position: 'absolute',
        insetBlock: 0,
        left: `${from}%`,
        width: `${to - from}%`,
        ...(to === 100 && {
          borderTopRightRadius: 'inherit',
          borderBottomRightRadius: 'inherit',
        }),
        backgroundColor:
          colour === 'success'
            ? vars?.palette.tone.success.ground
            : vars?.palette.tone.warning.solid,
      })}
    />
  );
}

/** A place on the scale; the present one has a tone and stands out of it. */
function Needle({ at, tone }: { at: number; tone?: 'warning' | 'success' }) {
  return (
    <Box
      sx={({ vars }) => ({
        position: 'absolute',
        insetBlock: tone === undefined ? 0 : -4,
        left: `clamp(0px, calc(${at}% - 1.5px), calc(100% - 3px))`,
        width: 3,
        borderRadius: 1,
        backgroundColor:
          tone === undefined ? vars?.palette.text.primary : vars?.palette.tone[tone].solid,
      })}
    />
  );
}

/** The name of a place on the scale, at the side of it that has more room. */
function Mark({ at, children }: { at: number; children: string }) {
  return (
    <Typography
      variant="caption"
      component="p"
      color="textSecondary"
      noWrap
      sx={at < 50 ? { ml: `${at}%` } : { width: `${at}%`, textAlign: 'right' }}
    >
      {children}
    </Typography>
  );
}
