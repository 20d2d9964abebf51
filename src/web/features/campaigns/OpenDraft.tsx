import Skeleton from '@mui/material/Skeleton';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { sms } from '../../../contract/api/campaign-sending.ts';
import { compose } from '../../../contract/api/compose.ts';
import { messageOf } from '../../api/call.ts';
import { CallError } from '../../api/request.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { draftOf, stepAddress, writeDraft as writeFileDraft } from './from-file/draft.ts';
import { ADDRESS } from './send-sms/address.ts';
import { readDraft, writeDraft } from './send-sms/draft.ts';
import { draftFrom, hasContent, messageOfDraft } from './send-sms/openedDraft.ts';

/** Opens an unsent campaign to be changed: in the composer, or in the steps of its file. */
export function OpenDraft() {
  const { campaignId = '' } = useParams();
  const { t } = useTranslation();
  const me = useMe();
  const navigate = useNavigate();
  const query = useGet(compose.draft, { campaignId }, { forForm: true });
  const uploadId = query.data?.upload?.uploadId;
  const file = useGet(sms.upload, { uploadId: uploadId ?? '' }, { when: uploadId !== undefined });
  // A message that was begun in this tab is replaced only by who says so.
  const [isOther] = useState(() => {
    const kept = readDraft(me.clientId);
    return kept !== null && hasContent(kept) && kept.prepared?.campaignId !== campaignId;
  });
  const [isAgreed, setAgreed] = useState(false);
  const { data } = query;
  const preview = file.data;
  const isAsking = isOther && !isAgreed && data !== undefined && data.upload === null;

  useEffect(() => {
    if (data === undefined || isAsking) return;
    const message = messageOfDraft(data, me.timezone);
    if (data.upload === null) {
      writeDraft(me.clientId, draftFrom(data, message, campaignId, me.country));
      void navigate(ADDRESS, { replace: true });
    } else if (preview !== undefined) {
      writeFileDraft(preview.uploadId, {
        ...draftOf(preview),
        ...message,
        phoneColumn: data.upload.phoneColumn,
        prepared: { campaignId, operationId: '', request: '' },
      });
      void navigate(stepAddress(2, { upload: preview.uploadId }), { replace: true });
    }
  }, [data, preview, isAsking, campaignId, me, navigate]);

  const failure = query.error ?? file.error;
  const isFileGone =
    query.error === null && file.error instanceof CallError && file.error.status === 404;
  if (failure !== null)
    return (
      <Page title={t('compose.title')}>
        <Section>
          <ErrorState
            title={t('compose.draftFailed')}
            text={isFileGone ? t('compose.draftFileGone') : messageOf(failure)}
            action={
              <Button
                component={Link}
                to={`/dashboard/campaigns/${campaignId}`}
                variant="outlined"
                color="inherit"
              >
                {t('compose.draftOpen')}
              </Button>
            }
          />
        </Section>
      </Page>
    );
  return (
    <Page title={t('compose.title')}>
      <Skeleton variant="rounded" height={240} />
      <ConfirmDialog
        open={isAsking}
        title={t('compose.draftReplace')}
        action={t('compose.draftReplaceIt')}
        onConfirm={() => setAgreed(true)}
        onClose={() => void navigate(-1)}
      >
        {t('compose.draftReplaceText')}
      </ConfirmDialog>
    </Page>
  );
}
