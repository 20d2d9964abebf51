import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../contract/api/clients.ts';
import type { Client } from '../../../contract/api/client-fields.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures.tsx';
import { Facts, Section } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { CreditDialog } from './PlaceDialogs.tsx';
import { mayManage } from './standing.ts';

/** Settings of a client that only its ancestors change. */
export function Limits({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const me = useMe();
  const [editing, setEditing] = useState(false);
  const [lending, setLending] = useState(false);
  const managed = mayManage(me, client);
  const changes = managed && reachOf(me.clientAccessLevel, 'clients.limits') !== undefined;
  const lends =
    managed &&
    client.creditLimitUnits !== undefined &&
    reachOf(me.clientAccessLevel, 'clients.credit') !== undefined;
  const { dailyLimitMessages: daily = null } = client;
  return (
    <Section
      title={t('clients.limits')}
      action={
        changes && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setEditing(true)}>
            {t('clients.changeLimits')}
          </Button>
        )
      }
    >
      <Facts
        rows={[
          [
            t('clients.creditLimit'),
            <Box
              key="credit"
              component="span"
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}
            >
              {client.creditLimitUnits === undefined
                ? t('clients.noLimit')
                : units(client.creditLimitUnits)}
              {lends && (
                <Button size="small" sx={{ my: '-6px' }} onClick={() => setLending(true)}>
                  {t('clients.changeCredit')}
                </Button>
              )}
            </Box>,
          ],
          [t('clients.dailyLimit'), daily === null ? t('clients.noLimit') : number(daily)],
          [
            t('clients.approval'),
            client.requiresCampaignApproval ? t('clients.yes') : t('clients.no'),
          ],
        ]}
      />
      <Dialog
        open={editing}
        onClose={() => setEditing(false)}
        aria-labelledby="limits-title"
        maxWidth="xs"
        fullWidth
      >
        {editing && <LimitsForm client={client} onClose={() => setEditing(false)} />}
      </Dialog>
      {lending && <CreditDialog client={client} onClose={() => setLending(false)} />}
    </Section>
  );
}

function LimitsForm({ client, onClose }: { client: Client; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [daily, setDaily] = useState(client.dailyLimitMessages?.toString() ?? '');
  const [approval, setApproval] = useState(client.requiresCampaignApproval ?? false);
  const [wrong, setWrong] = useState<string>();
  const always = client.accessLevel === 'EBU_CLIENT';
  const { mutate, isPending, error } = useSend(clients.limits, {
    changes: [clients.get],
    done: () => {
      toast.success(t('clients.limitsSaved'));
      onClose();
    },
    failed: () => undefined,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const written = daily.trim().replace(/[\s,.](?=\d{3}\b)/g, '');
    if (written !== '' && !/^\d{1,9}$/.test(written)) {
      setWrong(t('clients.dailyLimitWrong'));
      document.getElementById('dailyLimit')?.focus();
      return;
    }
    mutate({
      clientId: client.clientId,
      dailyLimitMessages: written === '' ? null : Number(written),
      ...(!always && { requiresCampaignApproval: approval }),
    });
  }

  return (
    <form noValidate onSubmit={submit}>
      <DialogTitle id="limits-title">{t('clients.changeLimits')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {error && <Alert severity="error">{messageOf(error)}</Alert>}
        <Box sx={{ pt: 1 }}>
          <TextField
            field={{
              name: 'dailyLimit',
              value: daily,
              onChange: (event) => {
                setDaily(event.target.value);
                setWrong(undefined);
              },
            }}
            label={t('clients.dailyLimit')}
            help={t('clients.dailyLimitHelp')}
            error={wrong}
            autoFocus
            input={{ inputMode: 'numeric', maxLength: 13 }}
          />
        </Box>
        <Box>
          <FormControlLabel
            control={
              <Switch
                checked={approval || always}
                disabled={always}
                onChange={(event) => setApproval(event.target.checked)}
                slotProps={{ input: { 'aria-describedby': 'approval-help' } }}
              />
            }
            label={t('clients.approval')}
          />
          <FormHelperText id="approval-help">
            {always ? t('clients.approvalAlways') : t('clients.approvalHelp')}
          </FormHelperText>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={isPending}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={isPending}>
          {t('clients.saveLimits')}
        </Button>
      </DialogActions>
    </form>
  );
}
