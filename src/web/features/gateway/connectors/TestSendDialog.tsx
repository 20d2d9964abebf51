import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import * as z from 'zod/mini';
import { connectors } from '../../../../contract/api/connectors.ts';
import { messages } from '../../../../contract/api/messages.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Facts } from '../../../ui/page/Page.tsx';
import { CarrierChip, StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { useReason } from '../../../parts/outcomes/useReason.ts';
import type { Connector } from './kinds.ts';
import { Rows } from '../../../ui/page/layout.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

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

/** Sends one message over a connector, whatever the routes say, and follows it to its receipt. */
export function TestSendDialog({ connector, onClose }: { connector: Connector; onClose(): void }) {
  const { t } = useTranslation();
  const required = (message: string) =>
    z.string().check(z.refine((written) => written.trim() !== '', { error: message }));
  const fields = useFields({
    rules: z.object({
      to: required(t('connectors.testSend.toMissing')),
      sender: z.string(),
      text: required(t('connectors.testSend.messageMissing')),
    }),
    values: { to: '', sender: '', text: t('connectors.testSend.sample') },
  });
  const send = useSend(connectors.testSend, { failed: fields.failed });
  const submit = fields.submit(({ to, sender, text }) =>
    send.mutate({ cid: connector.cid, to: to.trim(), sender: sender.trim(), text }),
  );

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
              {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
              <TextField
                {...fields.text('to')}
                label={t('connectors.testSend.to')}
                help={t('connectors.testSend.toHelp')}
                type="tel"
                autoFocus
                autoComplete="off"
                input={{ maxLength: 30 }}
              />
              <TextField
                {...fields.text('sender')}
                label={t('connectors.testSend.sender')}
                help={t('connectors.testSend.senderHelp')}
                autoComplete="off"
                input={{ maxLength: 20, spellCheck: false }}
              />
              <TextField
                {...fields.text('text')}
                label={t('connectors.testSend.message')}
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
            data.carrierStatus === null
              ? null
              : [
                  t('messages.carrierStatus'),
                  <CarrierChip key="carrier" status={data.carrierStatus} />,
                ],
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
