import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { sms } from '../../../contract/api/campaign-sending.ts';
import { useGet } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { Page, Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { StepHeader } from '../../ui/fields/StepHeader.tsx';
import { draftOf, endPrepared, readDraft, stepAddress } from './from-file/draft.ts';
import { MessageStep } from './from-file/MessageStep.tsx';
import { RecipientsStep } from './from-file/RecipientsStep.tsx';
import { LazyReview } from './review/LazyReview.tsx';
import { useIsPreparedHere } from './review/reviewLink.ts';
import { ReviewPanel } from './review/ReviewPanel.tsx';

/** Send from file: recipients, message, review. The step and its draft are part of the address. */
export function FromFile() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const upload = parameters.get('upload') ?? '',
    campaign = parameters.get('campaign') ?? '',
    task = parameters.get('task') ?? '';
  const file = useGet(sms.upload, { uploadId: upload }, { when: upload !== '' });
  const gone =
    file.error instanceof CallError && file.error.status >= 400 && file.error.status < 500;
  const preview = gone ? undefined : file.data;
  const draft = preview && draftOf(preview);
  const asked = parameters.get('step');
  const step =
    asked === '3' && campaign !== ''
      ? 3
      : asked === '2' &&
          upload !== '' &&
          !gone &&
          (draft === undefined || preview?.columns.includes(draft.phoneColumn))
        ? 2
        : 1;
  const known = { upload: gone ? '' : upload };

  // Keyboard users continue at the new step, not at the top of the page.
  const place = useRef<HTMLDivElement>(null),
    before = useRef(step);
  useEffect(() => {
    // A review is in a panel, which takes the focus and gives it back.
    if (before.current !== step && step !== 3 && before.current !== 3)
      place.current?.focus({ preventScroll: true });
    before.current = step;
  }, [step]);

  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const isHere =
    useIsPreparedHere(campaign, () => readDraft(upload)?.prepared?.campaignId === campaign) &&
    known.upload !== '';
  const review = (
    <LazyReview
      key={campaign}
      campaignId={campaign}
      operationId={task}
      back={
        known.upload === ''
          ? undefined
          : { toText: stepAddress(2, known), toRecipients: stepAddress(1, known) }
      }
      fromFile
      onOver={(sent) => endPrepared(known.upload, campaign, sent)}
    />
  );

  function content() {
    if (step === 3 && !isHere) return <Box sx={{ maxWidth: 760 }}>{review}</Box>;
    if (preview && draft) {
      return (
        <>
          {draft.sent !== undefined && (
            <Alert
              severity="info"
              sx={{ mb: 5 }}
              action={
                <Button
                  size="small"
                  color="inherit"
                  component={Link}
                  to={`/dashboard/campaigns/${draft.sent}`}
                >
                  {t('fromFile.open')}
                </Button>
              }
            >
              <AlertTitle>{t('fromFile.sentBefore')}</AlertTitle>
              {t('fromFile.sentBeforeText')}
            </Alert>
          )}
          {step > 1 ? (
            <MessageStep
              key={upload}
              preview={preview}
              draft={draft}
              slot={slot}
              isReviewing={step === 3}
            />
          ) : (
            <RecipientsStep key={upload} file={{ preview, draft }} gone={false} />
          )}
        </>
      );
    }
    if (upload === '' || gone) return <RecipientsStep key={upload} file={null} gone={gone} />;
    if (file.isError)
      return (
        <Section>
          <ErrorState
            title={t('list.failed')}
            text={messageOf(file.error)}
            retry={() => void file.refetch()}
          />
        </Section>
      );
    return <Skeleton variant="rounded" height={240} />;
  }

  return (
    <Page title={t('fromFile.title')} aside={<Box ref={setSlot} sx={{ minWidth: 0 }} />}>
      <StepHeader
        label={t('fromFile.step', { n: step })}
        current={step - 1}
        steps={[
          {
            label: t('fromFile.steps.recipients'),
            to: known.upload === '' ? undefined : stepAddress(1, known),
          },
          {
            label: t('fromFile.steps.message'),
            to:
              known.upload === '' || draft?.phoneColumn === '' ? undefined : stepAddress(2, known),
          },
          { label: t('fromFile.steps.review') },
        ]}
      />
      <Box ref={place} tabIndex={-1} sx={{ outline: 'none', '--beside-phone': '492px' }}>
        {content()}
      </Box>
      <ReviewPanel isOpen={step === 3 && isHere} closeTo={stepAddress(2, known)}>
        {review}
      </ReviewPanel>
    </Page>
  );
}
