import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { secondApprovals, type SecondApproval } from '../../../../contract/api/second-approvals.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { CHANGED } from './approvalChanges.ts';
import { RefuseDialog } from './RefuseDialog.tsx';
import { PlainList } from '../../../ui/page/layout.tsx';

export function SecondApprovalRequests({
  title,
  empty,
  requests,
}: {
  title: string;
  empty: string;
  requests: readonly SecondApproval[];
}) {
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 3 }}>
        {title}
      </Typography>
      {requests.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {empty}
        </Typography>
      ) : (
        <PlainList>
          {requests.map((request) => (
            <Request key={request.approvalId} request={request} />
          ))}
        </PlainList>
      )}
    </Box>
  );
}

function Request({ request }: { request: SecondApproval }) {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const { exact, units } = useFormat();
  const [asking, setAsking] = useState<'approve' | 'refuse' | 'cancel' | null>(null);
  const optionsOf = (decision: 'approve' | 'refuse' | 'cancel') => ({
    changes: CHANGED,
    done: () => {
      setAsking(null);
      toast.success(t(`secondApproval.done.${decision}`));
    },
  });
  const approve = useSend(secondApprovals.approve, optionsOf('approve'));
  const cancel = useSend(secondApprovals.cancel, optionsOf('cancel'));
  const { approvalId, kind, status, clientName, authorName, authorId, note, decidedByName } =
    request;
  const isMine = authorId === me.clientId;
  const amount = request.units === null ? t('secondApproval.off') : units(request.units);
  const what = t(`secondApproval.kinds.${kind}`, { amount, client: clientName ?? '' });
  return (
    <Box
      component="li"
      sx={(theme) => ({
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: 'var(--corner)',
        p: 4,
        display: 'grid',
        gap: 2,
      })}
    >
      <Box
        sx={{
          display: 'flex',
          gap: 3,
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: 'wrap',
        }}
      >
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{what}</Typography>
        <StatusChip status={status} />
      </Box>
      {note !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('secondApproval.note', { note })}
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        {status === 'PENDING'
          ? t('secondApproval.by', {
              name: authorName,
              when: exact(request.timestamp),
              expires: exact(request.expiresTimestamp),
            })
          : t('secondApproval.byEnded', { name: authorName, when: exact(request.timestamp) })}
      </Typography>
      {decidedByName !== null && request.decidedTimestamp !== null && isDecision(status) && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t(`secondApproval.decidedBy.${status}`, {
            name: decidedByName,
            when: exact(request.decidedTimestamp),
            reason: request.reason ?? '',
          })}
        </Typography>
      )}
      {status === 'PENDING' && !me.impersonated && (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 1 }}>
          {isMine ? (
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              onClick={() => setAsking('cancel')}
            >
              {t('secondApproval.cancel')}
            </Button>
          ) : (
            <>
              <Button size="small" variant="contained" onClick={() => setAsking('approve')}>
                {t('secondApproval.approve')}
              </Button>
              <Button
                size="small"
                variant="outlined"
                color="error"
                onClick={() => setAsking('refuse')}
              >
                {t('secondApproval.refuse')}
              </Button>
            </>
          )}
        </Box>
      )}
      <ConfirmDialog
        open={asking === 'approve'}
        title={t('secondApproval.approveTitle')}
        action={t('secondApproval.approve')}
        busy={approve.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() => approve.mutate({ approvalId })}
      >
        <Asked what={what} note={note}>
          {t('secondApproval.approveText', { name: authorName })}
        </Asked>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'cancel'}
        title={t('secondApproval.cancelTitle')}
        action={t('secondApproval.cancel')}
        keep={t('secondApproval.keep')}
        danger
        busy={cancel.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() => cancel.mutate({ approvalId })}
      >
        <Asked what={what} note={note}>
          {t('secondApproval.cancelText')}
        </Asked>
      </ConfirmDialog>
      {asking === 'refuse' && (
        <RefuseDialog
          approvalId={approvalId}
          options={optionsOf('refuse')}
          onClose={() => setAsking(null)}
        >
          <Asked what={what} note={note} />
        </RefuseDialog>
      )}
    </Box>
  );
}

const isDecision = (status: SecondApproval['status']) =>
  status === 'APPROVED' || status === 'REFUSED' || status === 'CANCELLED';

/** The change that a decision is about, in the words of its request. */
function Asked({
  what,
  note,
  children,
}: {
  what: string;
  note: string | null;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
      <Box sx={{ color: 'text.primary', fontWeight: 600 }}>{what}</Box>
      {note !== null && <Box>{t('secondApproval.note', { note })}</Box>}
      {children}
    </Box>
  );
}
