import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { sms } from '../../../contract/api/campaign-sending.ts';
import { useGet } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { Page, Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StepHeader } from '../../ui/StepHeader.tsx';
import { draftOf, endPrepared, stepAddress } from './from-file/draft.ts';
import { MessageStep } from './from-file/MessageStep.tsx';
import { RecipientsStep } from './from-file/RecipientsStep.tsx';
import { Review } from './review/Review.tsx';

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
    if (before.current !== step) place.current?.focus({ preventScroll: true });
    before.current = step;
  }, [step]);

  function content() {
    if (step === 3) {
      const back =
        known.upload === ''
          ? undefined
          : { toText: stepAddress(2, known), toRecipients: stepAddress(1, known) };
      return (
        <Review
          key={campaign}
          campaignId={campaign}
          operationId={task}
          back={back}
          fromFile
          onOver={(sent) => endPrepared(known.upload, campaign, sent)}
        />
      );
    }
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
          {step === 2 ? (
            <MessageStep key={upload} preview={preview} draft={draft} />
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
    <Page title={t('fromFile.title')} purpose={t('fromFile.purpose')}>
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
      <Box ref={place} tabIndex={-1} sx={{ outline: 'none' }}>
        {content()}
      </Box>
    </Page>
  );
}
