import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { useGet } from '../../../parts/queries.ts';
import { StopTask } from '../../../parts/StopTask.tsx';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { Section } from '../../../ui/page/Page.tsx';
import { ProgressBar } from '../../../ui/figures/ProgressBar.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { shownStatus } from '../../../parts/campaigns/campaignState.ts';
import { useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import { BackLink } from './BackLink.tsx';
import { ReadyToSend } from './ReadyToSend.tsx';
import { RefusedRows } from './RefusedRows.tsx';

/** Most files are prepared in less than a second. */
const SOON = 700;

type Props = {
  campaignId: string;
  /** The task that prepares it; empty where that is done. */
  operationId: string;
  /** Links to edit the text and the recipients; undefined once neither can be edited. */
  back: { toText: string; toRecipients: string } | undefined;
  /** It came from a file, so that rows and columns are spoken of. */
  fromFile: boolean;
  /** Called when the campaign is no draft any more. @param sent true when it was sent from here */
  onOver(sent: boolean): void;
};

/** Shows the messages, the recipients left out and the cost; sends only after confirmation. */
export function Review({ campaignId, operationId, back, fromFile, onOver }: Props) {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const campaign = useGet(campaigns.get, { campaignId });
  const task = useGet(
    tasks.get,
    { operationId },
    {
      when: operationId !== '',
      every: (latest) => (latest === undefined || latest.status === 'PENDING' ? SOON : false),
    },
  );
  const waiting =
    operationId !== '' &&
    !task.isError &&
    (task.data === undefined || task.data.status === 'PENDING');
  const ended =
    operationId !== '' && (task.data?.status === 'FAILED' || task.data?.status === 'CANCELED');
  const draft = campaign.data?.status === 'PENDING';
  const preview = useGet(
    sms.fromFilePreview,
    { campaignId },
    { when: draft && !waiting && !ended },
  );
  const { refetch } = campaign;
  useEffect(() => {
    if (!waiting) void refetch();
  }, [waiting, refetch]);

  const over = ended || (campaign.data !== undefined && !draft);
  const told = useRef(onOver);
  useEffect(() => {
    told.current = onOver;
  });
  useEffect(() => {
    if (over) told.current(false);
  }, [over]);

  const backButton = back && <BackLink to={back.toText}>{t('fromFile.toText')}</BackLink>;

  if (campaign.isError && campaign.data === undefined) {
    const gone = campaign.error instanceof CallError && campaign.error.status === 404;
    return (
      <Section>
        <ErrorState
          title={gone ? t('campaigns.notFound') : t('list.failed')}
          text={gone ? t('campaigns.notFoundText') : messageOf(campaign.error)}
          retry={gone ? undefined : () => void campaign.refetch()}
          action={backButton}
        />
      </Section>
    );
  }
  if (campaign.data === undefined) return <Skeleton variant="rounded" height={240} />;
  if (ended) {
    const failed = task.data?.status === 'FAILED';
    // Each row says why it gives no recipient, and another column may give some.
    const nobody = campaign.data.reason === 'NO_RECIPIENTS';
    return (
      <Section>
        <ErrorState
          title={failed ? t('fromFile.prepareFailed') : t('fromFile.prepareCanceled')}
          text={[task.data?.error, t('fromFile.prepareFailedText')].filter(Boolean).join(' ')}
          action={
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>
              {nobody && <RefusedRows campaignId={campaignId} />}
              {nobody && back && fromFile ? (
                <Button
                  variant="outlined"
                  color="inherit"
                  size="small"
                  component={Link}
                  to={back.toRecipients}
                >
                  {t('fromFile.otherColumn')}
                </Button>
              ) : (
                backButton
              )}
            </Box>
          }
        />
      </Section>
    );
  }
  if (!draft) {
    return (
      <Alert
        severity="info"
        action={
          <Button
            size="small"
            color="inherit"
            component={Link}
            to={`/dashboard/campaigns/${campaignId}`}
          >
            {t('fromFile.open')}
          </Button>
        }
      >
        <AlertTitle>
          {t('fromFile.already', {
            status: statusWord(shownStatus(campaign.data.status)).toLowerCase(),
          })}
        </AlertTitle>
        {t('fromFile.alreadyText')}
      </Alert>
    );
  }
  if (waiting) {
    return (
      <Section>
        <ProgressBar
          label={t('fromFile.preparing')}
          value={task.data === undefined ? null : task.data.progress}
          detail={t('fromFile.preparingText')}
        />
        <StopTask
          operationId={operationId}
          action={t('fromFile.prepareStop')}
          title={t('fromFile.prepareStopTitle')}
          text={t('fromFile.prepareStopText')}
          changes={[tasks.get]}
        />
      </Section>
    );
  }
  if (preview.isError && preview.data === undefined) {
    const code = preview.error instanceof CallError ? preview.error.code : '';
    const noSummary = code === 'NO_SUMMARY';
    // A file without a single recipient has no first messages; its rows say why.
    const nothing = code === 'PREVIEW_FAILED';
    return (
      <Section>
        <ErrorState
          title={noSummary ? t('fromFile.noSummary') : t('fromFile.noPreview')}
          text={
            noSummary
              ? t('fromFile.prepareFailedText')
              : nothing
                ? t('fromFile.nobodyText')
                : messageOf(preview.error)
          }
          retry={nothing ? undefined : () => void preview.refetch()}
          action={
            <>
              {nothing && <RefusedRows campaignId={campaignId} />}
              {backButton}
            </>
          }
        />
      </Section>
    );
  }
  if (preview.data === undefined) return <Skeleton variant="rounded" height={320} />;
  return (
    <ReadyToSend
      campaign={campaign.data}
      preview={preview.data}
      back={back?.toText}
      fromFile={fromFile}
      onSent={() => onOver(true)}
      checking={preview.isFetching}
      onCheck={() => void preview.refetch()}
    />
  );
}
