import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { MessageDetail } from '../../../../contract/api/messages.ts';
import { useReason } from '../../../parts/outcomes/useReason.ts';
import { en } from '../../../i18n/en.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import { toneOf } from '../../../ui/figures/status.ts';
import type { Tone } from '../../../ui/theme/tokens.ts';

type Step = MessageDetail['timeline'][number];

const TONES: Partial<Record<Step['kind'], Tone>> = {
  ACCEPTED: 'info',
  ROUTED: 'info',
  SUBMITTED: 'info',
  REQUEUED: 'warning',
  AMBIGUOUS: 'warning',
  RESENT: 'warning',
  FAILED_OVER: 'warning',
};

function toneOfStep(step: Step): Tone {
  const status = step.facts['status'] ?? step.facts['carrierStatus'];
  return (
    TONES[step.kind] ??
    (status === undefined || status === null ? 'neutral' : toneOf(String(status)))
  );
}

/** Every step with its moment and how long it took since the one before. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  const { exact, duration } = useFormat();
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {steps.map((step, index) => {
        const before = steps[index - 1],
          tone = toneOfStep(step);
        return (
          <Box
            component="li"
            key={index}
            sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: 3 }}
          >
            <Box
              aria-hidden="true"
              sx={{ display: 'grid', gridTemplateRows: '20px 1fr', justifyItems: 'center' }}
            >
              <Box
                sx={(theme) => ({
                  width: 12,
                  height: 12,
                  borderRadius: '50%',
                  alignSelf: 'center',
                  backgroundColor: theme.vars?.palette.tone[tone].solid,
                  boxShadow: `0 0 0 4px ${theme.vars?.palette.tone[tone].ground}`,
                })}
              />
              {index < steps.length - 1 && (
                <Box
                  sx={(theme) => ({
                    width: '2px',
                    my: '4px',
                    backgroundColor: theme.vars?.palette.divider,
                  })}
                />
              )}
            </Box>
            <Box sx={{ pb: index < steps.length - 1 ? 5 : 0, minWidth: 0 }}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
                <Typography variant="subtitle1" component="h3">
                  {t(`messages.kinds.${step.kind}`)}
                </Typography>
                {step.part !== null && (
                  <Typography variant="body2" component="span" color="textSecondary">
                    {t('messages.part', { part: step.part })}
                  </Typography>
                )}
                <Typography
                  variant="body2"
                  component="time"
                  dateTime={new Date(step.timestamp * 1000).toISOString()}
                  color="textSecondary"
                  sx={{ ml: { sm: 'auto' }, flexBasis: { xs: '100%', sm: 'auto' } }}
                >
                  {exact(step.timestamp)}
                </Typography>
              </Box>
              {before && step.timestamp - before.timestamp >= 0.05 && (
                <Typography variant="caption" component="p" color="textSecondary">
                  {t('messages.took', { time: duration(step.timestamp - before.timestamp) })}
                </Typography>
              )}
              <StepFacts step={step} />
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

type FactName = keyof typeof en.messages.factNames;
const isFactName = (name: string): name is FactName => Object.hasOwn(en.messages.factNames, name);

type SourceName = keyof typeof en.messages.sources;
const isSource = (value: unknown): value is SourceName =>
  typeof value === 'string' && Object.hasOwn(en.messages.sources, value);

function StepFacts({ step }: { step: Step }) {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const reason = useReason();
  const shown = Object.entries(step.facts).filter(([, value]) => value !== null && value !== '');
  if (shown.length === 0) return null;
  return (
    <Typography variant="body2" component="p" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {shown.map(([name, value], index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {isFactName(name) ? t(`messages.factNames.${name}`) : name}
          </Box>{' '}
          {name === 'status'
            ? statusWord(String(value))
            : name === 'errorCode' || name === 'reason'
              ? reason(String(value))
              : name === 'source' && isSource(value)
                ? t(`messages.sources.${value}`)
                : String(value)}
        </span>
      ))}
    </Typography>
  );
}
