import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Page } from '../ui/Page.tsx';
import { StepHeader } from '../ui/StepHeader.tsx';
import { readDraft, stepAddress } from './from-file/draft.ts';
import { MessageStep } from './from-file/MessageStep.tsx';
import { RecipientsStep } from './from-file/RecipientsStep.tsx';
import { ReviewStep } from './from-file/ReviewStep.tsx';

/** Send from file: recipients, message, review. Where one is and with what stands in the address. */
export function Screen() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const upload = parameters.get('upload') ?? '', campaign = parameters.get('campaign') ?? '', task = parameters.get('task') ?? '';
  const draft = upload === '' ? null : readDraft(upload);
  const asked = parameters.get('step');
  const step = asked === '3' && campaign !== '' ? 3 : asked === '2' && draft !== null && draft.phoneColumn !== '' ? 2 : 1;
  const known = { upload: draft === null ? '' : upload };
  return (
    <Page title={t('fromFile.title')} purpose={t('fromFile.purpose')}>
      <StepHeader
        label={t('fromFile.step', { n: step })} current={step - 1}
        steps={[
          { label: t('fromFile.steps.recipients'), to: draft === null ? undefined : stepAddress(1, known) },
          { label: t('fromFile.steps.message'), to: draft === null ? undefined : stepAddress(2, known) },
          { label: t('fromFile.steps.review') },
        ]}
      />
      {step === 1 && <RecipientsStep key={upload} draft={draft} gone={upload !== '' && draft === null} />}
      {step === 2 && draft !== null && <MessageStep key={upload} draft={draft} />}
      {step === 3 && <ReviewStep key={campaign} campaignId={campaign} operationId={task} uploadId={draft === null ? '' : upload} />}
    </Page>
  );
}
