import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import OkIcon from '@mui/icons-material/CheckCircleOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Theme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Problem, StatusPage, Verdict } from '../../../../contract/api/monitoring.ts';
import { isLinked } from '../../../parts/monitoring/isLinked.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { problemAddress } from './problemAddress.ts';
import { useAlertWords } from '../../../parts/monitoring/useAlertWords.ts';

const ICONS = { OK: OkIcon, WARNING: WarningIcon, URGENT: ErrorIcon };

/** Red is the one loud thing of the portal: words in the colour of its ground, and the reverse. */
function coloursOf(theme: Theme, tone: Verdict['tone']) {
  const { vars } = theme;
  const tones = vars?.palette.tone;
  if (tone === 'URGENT')
    return {
      backgroundColor: tones?.error.text,
      color: tones?.error.ground,
      border: 0,
      // On a dark display the ground is dark red as well, and its edge is the loud part.
      ...theme.applyStyles('dark', {
        backgroundColor: tones?.error.ground,
        color: vars?.palette.text.primary,
        boxShadow: `inset 0 0 0 1px ${tones?.error.solid}, inset 4px 0 0 ${tones?.error.solid}`,
      }),
    };
  const own = tone === 'OK' ? tones?.success : tones?.warning;
  return {
    backgroundColor: own?.ground,
    color: own?.text,
    boxShadow: `inset 4px 0 0 ${own?.solid}`,
  };
}

/** The state of the installation in one line, with the way to what is wrong and to take it on. */
export function VerdictBar({ page, onTake }: { page: StatusPage; onTake(problem: Problem): void }) {
  const { t } = useTranslation();
  const { number, clock } = useFormat();
  const words = useAlertWords();
  const { connectors, queued, now } = page;
  const { tone, problem, more } = page.verdict;
  const Icon = ICONS[tone];
  const linked = connectors.filter(isLinked);
  const sentence =
    problem === null
      ? t('monitoring.verdict.well', {
          bound: number(linked.filter(({ state }) => state === 'BOUND').length),
          all: number(linked.length),
          waiting: number(queued),
        })
      : words.sentence(problem);
  const taken = problem?.acknowledgement ?? null;
  const rest = [
    problem === null ? '' : words.since(problem, now),
    taken === null
      ? ''
      : t(taken.note === '' ? 'monitoring.verdict.has' : 'monitoring.verdict.hasNote', taken),
    more > 0 ? t('monitoring.verdict.more', { count: more, value: number(more) }) : '',
    problem === null ? t('monitoring.verdict.checked', { time: clock(now) }) : '',
  ].filter(Boolean);
  const to = problem === null ? undefined : problemAddress(problem, connectors);
  const button = {
    borderColor: 'currentColor',
    color: 'inherit',
    // The usual ring would not be seen on red.
    '&:focus-visible': { outlineColor: 'currentColor' },
  } as const;
  return (
    <Box
      component="section"
      aria-label={t('monitoring.verdict.label')}
      sx={(theme) => ({
        minHeight: 56,
        boxSizing: 'border-box',
        px: 4,
        py: 2,
        borderRadius: '10px',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 2,
        ...coloursOf(theme, tone),
      })}
    >
      <Icon aria-hidden="true" />
      <Box
        role="status"
        sx={{
          flex: '1 1 220px',
          minWidth: 0,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          columnGap: 3,
        }}
      >
        <Typography
          component="p"
          sx={{ fontSize: 15, lineHeight: '20px', fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {sentence}
        </Typography>
        {rest.length > 0 && (
          <Typography component="p" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {rest.join(' · ')}
          </Typography>
        )}
      </Box>
      {problem !== null && (
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button variant="outlined" size="small" sx={button} onClick={() => onTake(problem)}>
            {t(taken === null ? 'monitoring.verdict.take' : 'monitoring.verdict.takeOver')}
          </Button>
          {to !== undefined && (
            <Button variant="outlined" size="small" sx={button} component={Link} to={to}>
              {t('monitoring.verdict.open')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
