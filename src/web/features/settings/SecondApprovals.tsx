import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../contract/api/clients.ts';
import { dashboard } from '../../../contract/api/dashboard.ts';
import { secondApprovals, type SecondApproval } from '../../../contract/api/second-approvals.ts';
import { purchases } from '../../../contract/api/purchases.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';

const EVERY = 15_000;
const CHANGED = [
  secondApprovals.list,
  dashboard.get,
  clients.get,
  clients.list,
  purchases.list,
] as const;

/** Above which amount a second administrator is needed, what waits for one, and what was decided. */
export function SecondApprovals() {
  const { t } = useTranslation();
  const query = useGet(secondApprovals.list, {}, { every: () => EVERY });
  const { data } = query;
  return (
    <Section title={t('secondApproval.title')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
        {t('secondApproval.text')}
      </Typography>
      {query.isPending && <Skeleton variant="rounded" height={120} />}
      {query.error && (
        <ErrorState
          title={t('list.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      )}
      {data && (
        <Box sx={{ display: 'grid', gap: 5 }}>
          <Amount
            key={String(data.amount)}
            amount={data.amount}
            administrators={data.administrators}
          />
          <Requests
            title={t('secondApproval.pending')}
            empty={t('secondApproval.nothingPending')}
            requests={data.pending}
          />
          {data.ended.length > 0 && (
            <Requests title={t('secondApproval.ended')} empty="" requests={data.ended} />
          )}
        </Box>
      )}
    </Section>
  );
}

function Amount({ amount, administrators }: { amount: number | null; administrators: number }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [written, setWritten] = useState(amount === null ? '' : String(amount));
  const { mutate, isPending, error, reset } = useSend(secondApprovals.setAmount, {
    changes: CHANGED,
    failed: () => undefined,
    done: ({ approvalId }) =>
      toast.success(approvalId === null ? t('secondApproval.saved') : t('secondApproval.waits')),
  });
  const plain = written
    .trim()
    .replace(/[\s,](?=\d{3}\b)/g, '')
    .replace(',', '.');
  const isWrong = plain !== '' && !/^\d{1,9}(\.\d{1,4})?$/.test(plain);
  const isAlone = amount === null && administrators < 2;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isWrong) mutate({ amount: plain === '' ? null : Number(plain) });
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 4, maxWidth: 560 }}
    >
      {isAlone && <Alert severity="info">{t('secondApproval.alone')}</Alert>}
      {error && <Alert severity="error">{messageOf(error)}</Alert>}
      <TextField
        field={{
          name: 'secondApprovalAmount',
          value: written,
          onChange: (event) => {
            setWritten(event.target.value);
            reset();
          },
        }}
        label={t('secondApproval.amount')}
        help={amount === null ? t('secondApproval.amountHelp') : t('secondApproval.amountHelpOn')}
        error={isWrong ? t('secondApproval.amountWrong') : undefined}
        disabled={isAlone}
        autoComplete="off"
        input={{ inputMode: 'decimal', maxLength: 16 }}
      />
      <Box>
        <Button type="submit" variant="contained" disabled={isAlone} loading={isPending}>
          {t('secondApproval.save')}
        </Button>
      </Box>
    </Box>
  );
}

function Requests({
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
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
          {requests.map((request) => (
            <Request key={request.approvalId} request={request} />
          ))}
        </Box>
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
        borderRadius: '8px',
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

type RefuseProps = {
  approvalId: string;
  options: { changes: typeof CHANGED; done(): void };
  children: ReactNode;
  onClose(): void;
};

/** Refuses a request with the reason that its author reads. */
function RefuseDialog({ approvalId, options, children, onClose }: RefuseProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const refuse = useSend(secondApprovals.refuse, { ...options, failed: () => undefined });
  function submit(event: FormEvent) {
    event.preventDefault();
    const isShort = reason.trim().length < 3;
    setIsWrong(isShort);
    if (!isShort) refuse.mutate({ approvalId, reason: reason.trim() });
  }
  return (
    <Dialog
      open
      onClose={refuse.isPending ? undefined : onClose}
      aria-labelledby="refuse-title"
      maxWidth="xs"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="refuse-title">{t('secondApproval.refuseTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5, color: 'text.secondary' }}>
          {refuse.error && <Alert severity="error">{messageOf(refuse.error)}</Alert>}
          {children}
          <TextField
            field={{
              name: 'refusalReason',
              value: reason,
              onChange: (event) => {
                setReason(event.target.value);
                setIsWrong(false);
              },
            }}
            label={t('secondApproval.reason')}
            help={t('secondApproval.reasonHelp')}
            error={isWrong ? t('secondApproval.reasonWrong') : undefined}
            autoComplete="off"
            autoFocus
            input={{ maxLength: 200 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={refuse.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={refuse.isPending}>
            {t('secondApproval.refuse')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
