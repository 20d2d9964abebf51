import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/figures/figures.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import { visuallyHidden } from '../../../ui/page/visuallyHidden.ts';
import type { Comparison } from './useComparison.ts';
import { Remark } from './Tile.tsx';

/** The factor from which a percentage is no help. */
const TIMES = 10;

/** A count compared with the same hours a week ago. More is neither good nor bad. */
export function Delta({
  now,
  before,
  comparison,
}: {
  now: number;
  before: number;
  comparison: Comparison;
}) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const { weekday, tip } = comparison;
  if (before === 0) return <Remark>{t('dashboard.figures.noneBefore', { weekday })}</Remark>;
  if (now === before) return <Remark>{t('dashboard.figures.same', { weekday })}</Remark>;
  // A quiet morning is no collapse.
  if (now === 0)
    return (
      <Tooltip describeChild title={tip}>
        <span>
          <Remark>{t('dashboard.figures.byNow', { value: number(before), weekday })}</Remark>
        </span>
      </Tooltip>
    );
  const ratio = now / before;
  return (
    <Chip
      isUp={ratio > 1}
      tone="neutral"
      tip={tip}
      after={t('dashboard.figures.versus', { weekday })}
    >
      {ratio >= TIMES
        ? t('dashboard.figures.times', { value: number(Math.round(ratio)) })
        : percent(Math.abs(ratio - 1))}
    </Chip>
  );
}

/** A share compared with the same hours a week ago, in percentage points. */
export function ShareDelta({
  now,
  before,
  comparison: { weekday, tip },
}: {
  now: number;
  before: number;
  comparison: Comparison;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const points = Math.round((now - before) * 1000) / 10;
  if (points === 0) return <Remark>{t('dashboard.figures.same', { weekday })}</Remark>;
  return (
    <Chip
      isUp={points > 0}
      tone={points > 0 ? 'success' : 'error'}
      tip={tip}
      after={t('dashboard.figures.versus', { weekday })}
    >
      {t('dashboard.figures.points', { count: Math.abs(points), value: number(Math.abs(points)) })}
    </Chip>
  );
}

function Chip({
  isUp,
  tone,
  tip,
  after,
  children,
}: {
  isUp: boolean;
  tone: Tone;
  tip: string;
  after: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Tooltip describeChild title={tip}>
      <Box
        component="p"
        sx={(theme) => ({
          m: 0,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1.5,
          fontSize: 12,
          lineHeight: '20px',
          color: theme.vars?.palette.text.secondary,
        })}
      >
        <Box
          component="span"
          sx={(theme) => ({
            px: 1.5,
            borderRadius: 'var(--corner-small)',
            fontWeight: 550,
            whiteSpace: 'nowrap',
            fontVariantNumeric: 'tabular-nums',
            color: theme.vars?.palette.tone[tone].text,
            backgroundColor: theme.vars?.palette.tone[tone].ground,
          })}
        >
          <span aria-hidden="true">{isUp ? '▲ ' : '▼ '}</span>
          <Box component="span" sx={visuallyHidden}>
            {t(isUp ? 'dashboard.figures.up' : 'dashboard.figures.down')}
          </Box>
          {children}
        </Box>
        <span>{after}</span>
      </Box>
    </Tooltip>
  );
}
