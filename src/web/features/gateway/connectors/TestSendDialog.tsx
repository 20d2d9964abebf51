import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { connectors } from '../../../../contract/api/connectors.ts';
import { messages } from '../../../../contract/api/messages.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { Facts } from '../../../ui/Page.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useReason } from '../../../parts/useReason.ts';
import type { Connector } from './kinds.ts';
import { Rows } from '../../../ui/layout.tsx';
import Dialog from '../../../ui/Dialog.tsx';

const OFTEN = 1000;
/** States after which nothing is waited for. */
const LAST: ReadonlySet<string> = new Set([
  'DELIVERED',
  'UNDELIVERABLE',
  'EXPIRED',
  'REJECTED',
  'FAILED',
  'UNKNOWN',
  'CANCELLED',
]);
const NAMES = ['to', 'sender', 'text'] as const;

/** Sends one message over a connector, whatever the routes say, and follows it to its receipt. */
export function TestSendDialog({ connector, onClose }: { connector: Connector; onClose(): void }) {
  const { t } = useTranslation();
  const [form, setForm] = useState({ to: '', sender: '', text: t('connectors.testSend.sample') });
  const [errors, setErrors] = useState<Partial<Record<(typeof NAMES)[number], string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = useSend(connectors.testSend, {
    failed: (failure) => {
      const known = (failure instanceof CallError ? failure.details : []).filter(({ field }) =>
        NAMES.some((name) => name === field),
      );
      if (known.length === 0) setRefusal(messageOf(failure));
      else setErrors(Object.fromEntries(known.map(({ field, message }) => [field, message])));
    },
  });
  const field = (name: (typeof NAMES)[number]) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => {
      setErrors({ ...errors, [name]: undefined });
      setForm({ ...form, [name]: event.target.value });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setRefusal(null);
    const found = {
      ...(form.to.trim() === '' && { to: t('connectors.testSend.toMissing') }),
      ...(form.text.trim() === '' && { text: t('connectors.testSend.messageMissing') }),
    };
    setErrors(found);
    if (Object.keys(found).length === 0)
      send.mutate({
        cid: connector.cid,
        to: form.to.trim(),
        sender: form.sender.trim(),
        text: form.text,
      });
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby="test-title" maxWidth="sm" fullWidth>
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="test-title">
          {t('connectors.testSend.title', { name: connector.cid })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {send.data ? (
            <Answer messageId={send.data.messageId} stopped={connector.wanted === 'STOPPED'} />
          ) : (
            <>
              <Typography variant="body2" color="textSecondary">
                {t('connectors.testSend.text')}
              </Typography>
              {connector.draft === 'NEW' && (
                <Alert severity="warning">{t('connectors.testSend.waitingReload')}</Alert>
              )}
              {refusal !== null && <Alert severity="error">{refusal}</Alert>}
              <TextField
                field={field('to')}
                label={t('connectors.testSend.to')}
                help={t('connectors.testSend.toHelp')}
                error={errors.to}
                type="tel"
                autoFocus
                autoComplete="off"
                input={{ maxLength: 30 }}
              />
              <TextField
                field={field('sender')}
                label={t('connectors.testSend.sender')}
                help={t('connectors.testSend.senderHelp')}
                error={errors.sender}
                autoComplete="off"
                input={{ maxLength: 20, spellCheck: false }}
              />
              <TextField
                field={field('text')}
                label={t('connectors.testSend.message')}
                error={errors.text}
                multiline
                input={{ maxLength: 1000 }}
              />
            </>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose}>
            {t(send.data ? 'common.close' : 'common.cancel')}
          </Button>
          {send.data ? (
            <Button key="again" variant="contained" onClick={() => send.reset()}>
              {t('connectors.testSend.again')}
            </Button>
          ) : (
            <Button key="send" type="submit" variant="contained" loading={send.isPending}>
              {t('connectors.testSend.send')}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  );
}

function Answer({ messageId, stopped }: { messageId: string; stopped: boolean }) {
  const { t } = useTranslation();
  const reason = useReason();
  const { data, error } = useGet(
    messages.get,
    { messageId },
    { every: (latest) => (latest !== undefined && LAST.has(latest.status) ? false : OFTEN) },
  );
  return (
    <Rows gap={4} role="status">
      <Typography variant="subtitle1" component="p">
        {t('connectors.testSend.answer')}
      </Typography>
      {error !== null && data === undefined && <Alert severity="error">{messageOf(error)}</Alert>}
      {stopped && <Alert severity="warning">{t('connectors.testSend.stopped')}</Alert>}
      {data && (
        <Facts
          rows={[
            [t('connectors.state'), <StatusChip key="status" status={data.status} />],
            data.carrierStatus === null ? null : [t('messages.carrierStatus'), data.carrierStatus],
            data.errorCode === null ? null : [t('messages.errorCode'), reason(data.errorCode)],
            data.carrierMessageId === null
              ? null
              : [t('messages.carrierId'), data.carrierMessageId],
          ]}
        />
      )}
      <Link
        component={RouterLink}
        to={`/dashboard/campaigns/sent-messages/${messageId}`}
        variant="body2"
      >
        {t('connectors.testSend.log')}
      </Link>
    </Rows>
  );
}
