import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../../contract/endpoint.ts';
import { security, type SecurityState } from '../../../../contract/api/security.ts';
import { useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Time } from '../../../ui/figures/figures.tsx';
import { Facts, Section } from '../../../ui/page/Page.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { SECURITY_READINGS } from './readings.ts';
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx';
import { StateChip } from './StateChip.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

type Props = {
  state: SecurityState;
  onCodes(codes: readonly string[] | null): void;
};

/** The authenticator app: set up, move to another phone, remove. */
export function AuthenticatorSection({ state: { totp, passkeys, required }, onCodes }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const [begun, setBegun] = useState<Output<typeof security.startTotp> | null>(null);
  const start = useSend(security.startTotp, { done: setBegun });
  const [removing, setRemoving] = useState(false);
  const remove = useSend(security.removeTotp, {
    changes: SECURITY_READINGS,
    done: () => {
      setRemoving(false);
      toast.success(t('security.totp.removed'));
    },
  });
  const isLast = required && passkeys.length === 0;
  // The app is the next step of an account that has it not, nor a passkey.
  const isNext = totp === null && passkeys.length === 0;

  function confirmed(codes: readonly string[] | null) {
    setBegun(null);
    toast.success(t('security.totp.added'));
    onCodes(codes);
  }

  return (
    <Section
      title={t('security.totp.title')}
      action={
        <StateChip tone={totp ? 'success' : 'neutral'}>
          {t(totp ? 'security.on' : 'security.off')}
        </StateChip>
      }
    >
      <Rows gap={4}>
        <Typography color="textSecondary">
          {t('security.totp.text')}
          {totp === null && passkeys.length === 0 && ` ${t('security.recovery.none')}`}
        </Typography>
        {totp && (
          <Facts
            rows={[
              [t('security.added'), <Time key="added" at={totp.createTimestamp} />],
              [
                t('list.lastUsed'),
                totp.lastUseTimestamp === null ? (
                  t('list.never')
                ) : (
                  <Time key="used" at={totp.lastUseTimestamp} />
                ),
              ],
            ]}
          />
        )}
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          <Button
            variant={isNext ? 'contained' : 'outlined'}
            color={isNext ? 'primary' : 'inherit'}
            loading={start.isPending}
            onClick={() => start.mutate({})}
          >
            {t(totp ? 'security.totp.replace' : 'security.totp.setUp')}
          </Button>
          {totp && !isLast && (
            <Button variant="outlined" color="error" onClick={() => setRemoving(true)}>
              {t('security.totp.remove')}
            </Button>
          )}
        </Box>
      </Rows>
      {begun && (
        <AuthenticatorDialog begun={begun} onConfirmed={confirmed} onClose={() => setBegun(null)} />
      )}
      <ConfirmDialog
        open={removing}
        title={t('security.totp.removeTitle')}
        action={t('security.totp.remove')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate({})}
        onClose={() => setRemoving(false)}
      >
        {t('security.totp.removeText')}
      </ConfirmDialog>
    </Section>
  );
}
