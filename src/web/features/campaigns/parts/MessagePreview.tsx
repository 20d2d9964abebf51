import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { renderAsSent } from '../../../../contract/shared/character-costs.ts';
import { bindTemplate, parseTemplate } from '../../../../contract/shared/template.ts';
import { MessageBubble } from '../../../parts/texts/MessageBubble.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { PhoneFrame } from '../../../ui/figures/PhoneFrame.tsx';
import type { MessageForm } from './messageForm.ts';
import { SampleSteps } from './SampleSteps.tsx';

export type Sample = { destination: string; fields: Readonly<Record<string, string>> };

/**
 * The phone of a recipient with the message as it is written, in every way of sending; arrows go through the recipients.
 * @param at the recipient that is shown, of the samples
 */
export function MessagePreview({
  message: { senderId, text, replaceLookalikes },
  clause,
  samples,
  at,
  isFile = false,
  onStep,
}: {
  message: Pick<MessageForm, 'senderId' | 'text' | 'replaceLookalikes'>;
  clause: string | null;
  samples: readonly Sample[];
  at: number;
  /** The recipients are rows of a file. */
  isFile?: boolean;
  onStep(at: number): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const sample = samples[at];
  const fields = sample?.fields ?? {};
  const missing = bindTemplate(parseTemplate(text), Object.keys(fields)).unknown;
  return (
    <Box component="section" aria-labelledby="preview-title">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36, mb: 2 }}>
        <Typography
          variant="subtitle2"
          component="h2"
          id="preview-title"
          noWrap
          sx={{ flex: 1, minWidth: 0 }}
        >
          {sample === undefined
            ? t('compose.preview')
            : t('compose.previewOf', { destination: sample.destination })}
        </Typography>
        {samples.length > 1 && (
          <Typography variant="body2" color="textSecondary" component="span" className="figure">
            {t('compose.nth', { at: number(at + 1), all: number(samples.length) })}
          </Typography>
        )}
        <SampleSteps
          at={at}
          count={samples.length}
          labels={{ previous: t('compose.previous'), next: t('compose.next') }}
          onStep={onStep}
        />
      </Box>
      <PhoneFrame from={senderId || t('fromFile.sender')} isTall>
        {text === '' ? (
          <Typography color="textSecondary" sx={{ textAlign: 'center', my: 'auto' }}>
            {t('fromFile.sampleEmpty')}
          </Typography>
        ) : (
          <MessageBubble>{renderAsSent({ text, clause, replaceLookalikes }, fields)}</MessageBubble>
        )}
      </PhoneFrame>
      {sample !== undefined && missing.length > 0 && (
        <Alert severity="warning" sx={{ mt: 3 }}>
          {t(isFile ? 'fromFile.missing' : 'compose.missing', {
            names: missing.map((name) => `#${name}#`).join(', '),
          })}
        </Alert>
      )}
    </Box>
  );
}
