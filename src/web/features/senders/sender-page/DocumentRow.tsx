import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SenderDocument, senderDocuments } from '../../../../contract/api/sender-documents.ts';
import { useSend } from '../../../parts/queries.ts';
import { messageOf, upload } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { ACCEPT } from '../DocumentSlots.tsx';
import { DocumentView } from '../DocumentView.tsx';
import { ReasonField, SENDER_CHANGES } from '../useSenderActions.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { useUntilLeft } from '../../../parts/campaigns/useUntilLeft.ts';

export function DocumentRow({
  document,
  open,
  decides,
  replaces,
  onToggle,
}: {
  document: SenderDocument;
  open: boolean;
  decides: boolean;
  replaces: boolean;
  onToggle(): void;
}) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [uploading, setUploading] = useState(false);
  const untilLeft = useUntilLeft();
  const { documentId, kind, status, replacedBy } = document;
  const title = t(`senders.documentKinds.${kind}`);
  const approve = useSend(senderDocuments.approve, {
    changes: SENDER_CHANGES,
    done: () => {
      setAsking(null);
      toast.success(t('senders.documentApproved'));
    },
  });
  const reject = useSend(senderDocuments.reject, {
    changes: SENDER_CHANGES,
    done: () => {
      setAsking(null);
      toast.success(t('senders.documentRejected'));
    },
  });
  const replace = useSend(senderDocuments.replace, {
    changes: SENDER_CHANGES,
    done: () => toast.success(t('senders.page.replacedDone')),
  });
  async function put(file: File) {
    setUploading(true);
    const signal = untilLeft();
    try {
      const { uploadId } = await upload(senderDocuments.upload, {}, file, {
        signal,
        progress: () => undefined,
      });
      await replace.mutateAsync({ documentId, uploadId }).catch(() => undefined);
    } catch (failure) {
      if (!signal.aborted) toast.error(messageOf(failure));
    }
    setUploading(false);
  }
  return (
    <Box
      component="li"
      aria-label={title}
      sx={(theme) => ({
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: 'var(--corner)',
        p: { xs: 3, sm: 4 },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 3,
        opacity: replacedBy === null ? 1 : 0.7,
      })}
    >
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
          <Typography variant="subtitle2" component="div">
            {title}
          </Typography>
          <Typography
            variant="body2"
            color="textSecondary"
            noWrap
          >{`${document.fileName} · ${bytes(document.bytes)}`}</Typography>
        </Box>
        {replacedBy === null ? (
          <StatusChip status={status} />
        ) : (
          <Typography variant="body2" color="textSecondary">
            {t('senders.page.replaced')}
          </Typography>
        )}
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-expanded={open}
          aria-label={`${t('senders.page.show')}: ${title}`}
          onClick={onToggle}
        >
          {t('senders.page.show')}
        </Button>
      </Box>
      {document.reason !== null && <Alert severity="error">{document.reason}</Alert>}
      {open && <DocumentView document={document} />}
      {decides && status === 'PENDING_APPROVAL' && (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button variant="contained" onClick={() => setAsking('approve')}>
            {t('senders.page.approveDocument')}
          </Button>
          <Button
            variant="outlined"
            color="error"
            onClick={() => {
              setReason('');
              setMissing(false);
              setAsking('reject');
            }}
          >
            {t('senders.page.rejectDocument')}
          </Button>
        </Box>
      )}
      {replaces && status === 'DOCUMENT_REJECTED' && replacedBy === null && (
        <Box>
          <Button variant="contained" loading={uploading} onClick={() => input.current?.click()}>
            {t('senders.page.replace')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept={ACCEPT}
            aria-label={`${t('senders.page.replace')}: ${title}`}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) void put(file);
              event.target.value = '';
            }}
          />
        </Box>
      )}
      <ConfirmDialog
        open={asking === 'approve'}
        title={t('senders.approveDocumentTitle')}
        action={t('senders.page.approveDocument')}
        busy={approve.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() => approve.mutate({ documentId })}
      >
        {t('senders.approveDocumentText')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'reject'}
        title={t('senders.rejectDocumentTitle')}
        action={t('senders.page.rejectDocument')}
        danger
        busy={reject.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          reason.trim() === ''
            ? setMissing(true)
            : reject.mutate({ documentId, reason: reason.trim() })
        }
      >
        <Rows gap={4}>
          <div>{t('senders.rejectDocumentText')}</div>
          <ReasonField
            value={reason}
            missing={missing}
            onChange={(text) => {
              setReason(text);
              setMissing(false);
            }}
          />
        </Rows>
      </ConfirmDialog>
    </Box>
  );
}
