import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { renderAsSent } from '../../../../contract/shared/character-costs.ts';
import { placeholders } from '../../../../contract/shared/template.ts';
import { MessageBubble } from '../../../parts/MessageBubble.tsx';
import { Section } from '../../../ui/Page.tsx';
import { PhoneFrame } from '../../../ui/PhoneFrame.tsx';
import type { MessageForm } from '../parts/messageForm.ts';
import { SampleSteps } from '../parts/SampleSteps.tsx';
import type { Sample } from './useChosen.ts';

/** The message as a sample recipient gets it, with the placeholders that this recipient lacks. */
export function Preview({
  control,
  clause,
  samples,
}: {
  control: Control<MessageForm>;
  clause: string | null;
  samples: readonly Sample[];
}) {
  const { t } = useTranslation();
  const [senderId, text, replaceLookalikes] = useWatch({
    control,
    name: ['senderId', 'text', 'replaceLookalikes'],
  });
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, samples.length - 1);
  const sample = samples[at];
  const fields = sample?.fields ?? {};
  const known = new Set(Object.keys(fields).map((field) => field.toLowerCase()));
  const missing = placeholders(text).filter((name) => !known.has(name.toLowerCase()));
  return (
    <Section
      title={
        sample === undefined
          ? t('compose.preview')
          : t('compose.previewOf', { destination: sample.destination })
      }
      action={
        samples.length > 1 && (
          <SampleSteps
            at={at}
            count={samples.length}
            labels={{ previous: t('compose.previous'), next: t('compose.next') }}
            onStep={setChosen}
          />
        )
      }
    >
      <PhoneFrame from={senderId || t('fromFile.sender')}>
        {text === '' ? (
          <Typography color="textSecondary" sx={{ textAlign: 'center', my: 'auto' }}>
            {t('fromFile.sampleEmpty')}
          </Typography>
        ) : (
          <MessageBubble>{renderAsSent({ text, clause, replaceLookalikes }, fields)}</MessageBubble>
        )}
      </PhoneFrame>
      {sample !== undefined && missing.length > 0 && (
        <Alert severity="warning" sx={{ mt: 4 }}>
          {t('compose.missing', { names: missing.map((name) => `#${name}#`).join(', ') })}
        </Alert>
      )}
    </Section>
  );
}
