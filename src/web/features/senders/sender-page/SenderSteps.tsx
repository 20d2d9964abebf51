import DoneIcon from '@mui/icons-material/Done';
import StoppedIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { SenderDetail } from '../../../../contract/api/senders.ts';
import { Moment } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import { useListed } from '../../../ui/lists/useListed.ts';
import { lateOperators } from './late.ts';
import { senderSteps, type SenderStep, type StepState } from './steps.ts';

const TONE_OF: Record<StepState, Tone> = {
  done: 'success',
  now: 'info',
  later: 'neutral',
  stopped: 'error',
};

/** How far a request is: documents, fee, approval, operators, ready. */
export function SenderSteps({ sender }: { sender: SenderDetail }) {
  const { t } = useTranslation();
  const listed = useListed();
  const steps = senderSteps(sender);
  const late = lateOperators(sender).map(({ operator }) => operator);
  const isLate = ({ step, state }: SenderStep) =>
    step === 'operators' && state === 'now' && late.length > 0;
  const toneOf = (at: SenderStep) => (isLate(at) ? 'warning' : TONE_OF[at.state]);
  const wordOf = (at: SenderStep) => {
    const { step, state } = at;
    if (state === 'later') return null;
    if (isLate(at)) return t('senders.steps.waitsFor', { operators: listed(late) });
    const isNotNeeded = step === 'documents' && state === 'done' && sender.documents.length === 0;
    return t(`senders.steps.states.${isNotNeeded ? 'notNeeded' : state}`);
  };
  return (
    <Section>
      <Box
        component="ol"
        aria-label={t('senders.steps.label')}
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: { xs: 4, sm: 0 },
          // The last step needs no room for a line behind it.
          gridTemplateColumns: {
            xs: '1fr',
            sm: `repeat(${steps.length - 1}, minmax(0, 1fr)) minmax(72px, auto)`,
          },
        }}
      >
        {steps.map((each, at) => {
          const { step, state, timestamp } = each;
          return (
            <Box
              component="li"
              key={step}
              aria-current={state === 'now' || state === 'stopped' ? 'step' : undefined}
              sx={(theme) => ({
                position: 'relative',
                display: 'grid',
                alignContent: 'start',
                gridTemplateColumns: { xs: '28px minmax(0, 1fr)', sm: 'minmax(0, 1fr)' },
                columnGap: 3,
                rowGap: 2,
                pr: { sm: 3 },
                // The line to the next step.
                '&:not(:last-child)::after': {
                  content: '""',
                  position: 'absolute',
                  display: { xs: 'none', sm: 'block' },
                  top: 13,
                  left: 36,
                  right: 8,
                  height: '2px',
                  borderRadius: '1px',
                  backgroundColor:
                    theme.vars?.palette.tone[state === 'done' ? 'success' : 'neutral'].solid,
                  opacity: state === 'done' ? 1 : 0.5,
                },
              })}
            >
              <Box
                aria-hidden="true"
                sx={(theme) => ({
                  width: 28,
                  height: 28,
                  borderRadius: '50%',
                  display: 'grid',
                  placeItems: 'center',
                  fontSize: 13,
                  fontWeight: 600,
                  color: theme.vars?.palette.tone[toneOf(each)].text,
                  backgroundColor: theme.vars?.palette.tone[toneOf(each)].ground,
                  ...(state === 'now' && {
                    boxShadow: `inset 0 0 0 2px ${theme.vars?.palette.tone[toneOf(each)].solid}`,
                  }),
                  '& svg': { fontSize: 17 },
                })}
              >
                {state === 'done' ? <DoneIcon /> : state === 'stopped' ? <StoppedIcon /> : at + 1}
              </Box>
              <Box sx={{ minWidth: 0 }}>
                <Typography
                  variant="body2"
                  sx={{
                    fontWeight: state === 'now' || state === 'stopped' ? 600 : 450,
                    ...(state === 'later' && { color: 'text.secondary' }),
                  }}
                >
                  {t(`senders.steps.${step}`)}
                </Typography>
                <Typography
                  variant="caption"
                  component="div"
                  sx={(theme) => ({
                    color: isLate(each)
                      ? theme.vars?.palette.tone.warning.text
                      : theme.vars?.palette.text.secondary,
                  })}
                >
                  {state === 'done' && timestamp !== null ? (
                    <Moment at={timestamp} />
                  ) : (
                    wordOf(each)
                  )}
                </Typography>
              </Box>
            </Box>
          );
        })}
      </Box>
    </Section>
  );
}
