import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { security, type Passkey } from '../../../../contract/api/security.ts';
import { useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { makePasskey } from '../../../auth/passkeys.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { deviceOf } from '../device.ts';
import { SECURITY_READINGS } from './readings.ts';

/** Names a new passkey and has the browser make it. */
export function AddPasskeyDialog({
  host,
  onAdded,
  onClose,
}: {
  host: string;
  onAdded(codes: readonly string[] | null): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const options = useSend(security.passkeyOptions, { failed: () => undefined });
  const add = useSend(security.addPasskey, { changes: SECURITY_READINGS, failed: () => undefined });
  async function submit(name: string) {
    const offered = await options.mutateAsync({});
    const response = await makePasskey(offered.options);
    onAdded((await add.mutateAsync({ name, response })).recoveryCodes);
  }
  return (
    <NameDialog
      title={t('security.passkeys.dialogTitle')}
      text={t('security.passkeys.dialogText', { host })}
      name={suggestedName()}
      action={t('security.passkeys.add')}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

export function RenamePasskeyDialog({
  passkey: { passkeyId, name },
  onClose,
}: {
  passkey: Passkey;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const rename = useSend(security.renamePasskey, {
    changes: [security.state],
    failed: () => undefined,
  });
  async function submit(next: string) {
    await rename.mutateAsync({ passkeyId, name: next });
    toast.success(t('security.passkeys.renamed'));
    onClose();
  }
  return (
    <NameDialog
      title={t('security.passkeys.renameTitle')}
      name={name}
      action={t('security.passkeys.save')}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

function suggestedName(): string {
  const { browser, system } = deviceOf(navigator.userAgent);
  return [browser, system].filter((part) => part !== undefined).join(', ');
}

type NameProps = {
  title: string;
  text?: ReactNode;
  name: string;
  action: string;
  onSubmit(name: string): Promise<void>;
  onClose(): void;
};

function NameDialog({ title, text, name: first, action, onSubmit, onClose }: NameProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(first);
  const [mistake, setMistake] = useState<string>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setRefusal(null);
    if (name.trim() === '') return setMistake(t('security.passkeys.nameMissing'));
    setBusy(true);
    try {
      await onSubmit(name.trim());
    } catch (failure) {
      setRefusal(messageOf(failure));
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="passkey-title"
      maxWidth="xs"
      fullWidth
      slotProps={{
        paper: {
          component: 'form',
          noValidate: true,
          onSubmit: (event: FormEvent) => void submit(event),
        } as object,
      }}
    >
      <DialogTitle id="passkey-title">{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {refusal !== null && <Alert severity="error">{refusal}</Alert>}
        {text !== undefined && <Typography color="textSecondary">{text}</Typography>}
        <TextField
          field={{
            name: 'passkeyName',
            value: name,
            onChange: (event) => {
              setName(event.target.value);
              setMistake(undefined);
            },
          }}
          label={t('security.passkeys.name')}
          help={t('security.passkeys.nameHelp')}
          error={mistake}
          autoFocus
          input={{ maxLength: 60 }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={busy}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
