import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth, OTP_CHANNELS } from '../../../../contract/api/auth.ts';
import { clients } from '../../../../contract/api/clients.ts';
import { security, type SecurityState } from '../../../../contract/api/security.ts';
import { renewSession } from '../../../api/call.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { StateChip } from './StateChip.tsx';

const READINGS = [security.state, clients.get, auth.me];

/** Codes by mail or SMS: on or off, and which way they go. */
export function CodesSection({
  state: { use2fa, otpChannel, totp, passkeys },
}: {
  state: SecurityState;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const { clientId } = useMe();
  const [asking, setAsking] = useState(false);
  const update = useSend(clients.update, {
    changes: READINGS,
    done: (client, input) => {
      setAsking(false);
      void renewSession().catch(() => undefined);
      if (input.otpChannel !== undefined)
        toast.success(
          t('security.codes.changed', { channel: t(`fields.channels.${client.otpChannel}`) }),
        );
      else toast.success(t(client.use2fa ? 'security.codes.turnedOn' : 'security.codes.turnedOff'));
    },
  });
  const isStrong = totp !== null || passkeys.length > 0;
  const text = totp
    ? 'security.codes.replaced'
    : passkeys.length > 0
      ? 'security.codes.standIn'
      : 'security.codes.text';
  const switchTo = (on: boolean) => update.mutate({ clientId, use2fa: on });
  return (
    <Section
      title={t('security.codes.title')}
      action={
        <StateChip tone={use2fa && !isStrong ? 'success' : 'neutral'}>
          {t(use2fa ? 'security.on' : 'security.off')}
        </StateChip>
      }
    >
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'end',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 240px) auto' },
        }}
      >
        <Typography color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
          {t(text)} {t('settings.otpChannelHelp')}
        </Typography>
        <Box>
          <FormField id="otpChannel" label={t('security.codes.channel')}>
            {(parts) => (
              <Select
                native
                value={otpChannel}
                disabled={update.isPending}
                input={<OutlinedInput />}
                inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
                onChange={({ target }) => update.mutate({ clientId, otpChannel: target.value })}
              >
                {OTP_CHANNELS.map((channel) => (
                  <option key={channel} value={channel}>
                    {t(`fields.channels.${channel}`)}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </Box>
        <Box>
          {use2fa ? (
            <Button
              variant="outlined"
              color="inherit"
              onClick={() => (isStrong ? switchTo(false) : setAsking(true))}
            >
              {t('security.codes.turnOff')}
            </Button>
          ) : (
            <Button
              variant="outlined"
              color="inherit"
              loading={update.isPending}
              onClick={() => switchTo(true)}
            >
              {t('security.codes.turnOn')}
            </Button>
          )}
        </Box>
      </Box>
      <ConfirmDialog
        open={asking}
        title={t('security.codes.offTitle')}
        action={t('security.codes.turnOff')}
        danger
        busy={update.isPending}
        onConfirm={() => switchTo(false)}
        onClose={() => setAsking(false)}
      >
        {t('security.codes.offText')}
      </ConfirmDialog>
    </Section>
  );
}
