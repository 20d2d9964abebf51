import KeyIcon from '@mui/icons-material/KeyOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import RenameIcon from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { security, type Passkey, type SecurityState } from '../../../../contract/api/security.ts';
import { useSend } from '../../../parts/queries.ts';
import { canUsePasskeys } from '../../../auth/passkeys.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Time } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { SECURITY_READINGS } from './readings.ts';
import { AddPasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx';
import { StateChip } from './StateChip.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

type Props = { state: SecurityState; onCodes(codes: readonly string[] | null): void };

/** The passkeys: the host and the last use of each, to add, rename and remove. */
export function PasskeySection({
  state: { passkeys, passkeyHost, totp, required },
  onCodes,
}: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const remove = useSend(security.removePasskey, {
    changes: SECURITY_READINGS,
    done: () => {
      setRemoving(null);
      toast.success(t('security.passkeys.removed'));
    },
  });
  const isAvailable = passkeyHost !== null && canUsePasskeys;
  const isLast = required && totp === null && passkeys.length === 1;

  // A way that works nowhere here is not offered; a passkey of another host can still be removed.
  if (!isAvailable && passkeys.length === 0) return null;

  function added(codes: readonly string[] | null) {
    setAdding(false);
    toast.success(t('security.passkeys.addedDone'));
    onCodes(codes);
  }

  return (
    <Section
      title={t('security.passkeys.title')}
      action={
        <StateChip tone={passkeys.length > 0 ? 'success' : 'neutral'}>
          {passkeys.length > 0 ? passkeys.length : t('security.off')}
        </StateChip>
      }
    >
      <Rows gap={4}>
        {(isAvailable || passkeys.length > 0) && (
          <Typography color="textSecondary">{t('security.passkeys.text')}</Typography>
        )}
        {passkeys.length > 0 && (
          <Box
            component="ul"
            aria-label={t('security.passkeys.title')}
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}
          >
            {passkeys.map((passkey) => (
              <Box
                component="li"
                key={passkey.passkeyId}
                sx={(theme) => ({
                  display: 'flex',
                  gap: 3,
                  alignItems: 'center',
                  py: 3,
                  borderTop: `1px solid ${theme.vars?.palette.divider}`,
                })}
              >
                <KeyIcon sx={{ color: 'text.secondary', fontSize: 22 }} aria-hidden="true" />
                <PasskeyFacts passkey={passkey} isHere={passkey.host === passkeyHost} />
                <RowMenu
                  name={passkey.name}
                  actions={[
                    {
                      key: 'rename',
                      label: t('security.passkeys.rename'),
                      icon: <RenameIcon />,
                      act: () => setRenaming(passkey),
                    },
                    ...(isLast
                      ? []
                      : [
                          {
                            key: 'remove',
                            label: t('security.passkeys.remove'),
                            icon: <RemoveIcon />,
                            danger: true,
                            act: () => setRemoving(passkey),
                          },
                        ]),
                  ]}
                />
              </Box>
            ))}
          </Box>
        )}
        {isAvailable ? (
          <Box>
            <Button
              variant={passkeys.length > 0 || !required ? 'outlined' : 'contained'}
              color={passkeys.length > 0 || !required ? 'inherit' : 'primary'}
              startIcon={<KeyIcon />}
              onClick={() => setAdding(true)}
            >
              {t('security.passkeys.add')}
            </Button>
          </Box>
        ) : (
          <Alert severity="info">{t('security.passkeys.unavailable')}</Alert>
        )}
      </Rows>
      {adding && passkeyHost !== null && (
        <AddPasskeyDialog host={passkeyHost} onAdded={added} onClose={() => setAdding(false)} />
      )}
      {renaming && <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(null)} />}
      <ConfirmDialog
        open={removing !== null}
        title={t('security.passkeys.removeTitle')}
        action={t('security.passkeys.remove')}
        danger
        busy={remove.isPending}
        onConfirm={() => {
          if (removing) remove.mutate({ passkeyId: removing.passkeyId });
        }}
        onClose={() => setRemoving(null)}
      >
        {removing && t('security.passkeys.removeText', { name: removing.name })}
      </ConfirmDialog>
    </Section>
  );
}

function PasskeyFacts({ passkey, isHere }: { passkey: Passkey; isHere: boolean }) {
  const { t } = useTranslation();
  const { name, host, backedUp, createTimestamp, lastUseTimestamp, cloneTimestamp } = passkey;
  const place = t(isHere ? 'security.passkeys.host' : 'security.passkeys.elsewhere', { host });
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" color="textSecondary">
        {backedUp ? `${place} · ${t('security.passkeys.synced')}` : place}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {`${t('security.added')} `}
        <Time at={createTimestamp} />
        {` · ${t('list.lastUsed')} `}
        {lastUseTimestamp === null ? t('list.never').toLowerCase() : <Time at={lastUseTimestamp} />}
      </Typography>
      {cloneTimestamp !== null && (
        <Box sx={{ mt: 1 }}>
          <StateChip tone="error">{t('security.passkeys.cloned')}</StateChip>
        </Box>
      )}
    </Box>
  );
}
