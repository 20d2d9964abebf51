import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { secondApprovals } from '../../../contract/api/second-approvals.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { CHANGED } from './approvalChanges.ts';
import { ApprovalRequests } from './ApprovalRequests.tsx';
import { Rows } from '../../ui/layout.tsx';

const EVERY = 15_000;

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
        <Rows>
          <Amount
            key={String(data.amount)}
            amount={data.amount}
            administrators={data.administrators}
          />
          <ApprovalRequests
            title={t('secondApproval.pending')}
            empty={t('secondApproval.nothingPending')}
            requests={data.pending}
          />
          {data.ended.length > 0 && (
            <ApprovalRequests title={t('secondApproval.ended')} empty="" requests={data.ended} />
          )}
        </Rows>
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
    <Rows component="form" noValidate onSubmit={submit} gap={4} maxWidth={560}>
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
    </Rows>
  );
}
