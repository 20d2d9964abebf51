import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { FormField } from '../../../ui/fields/FormField.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';
import type { SmppUser } from '../../../../contract/api/gateway-users.ts';

/** Shows a password, once; only its button closes it, because a lost password cannot be shown again. */
export function SecretDialog({
  username,
  password,
  no = null,
  onClose,
}: {
  username: string;
  password: string;
  /** The reason why the user is refused for now. */
  no?: SmppUser['no'];
  onClose(): void;
}) {
  const { t } = useTranslation();
  const rows = [
    ['username', t('gateway.users.username'), username],
    ['password', t('gateway.users.password'), password],
  ] as const;
  return (
    <Dialog open aria-labelledby="secret-title" maxWidth="sm" fullWidth>
      <DialogTitle id="secret-title">{t('gateway.users.secretTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        <Alert severity="warning">{t('gateway.users.secretText')}</Alert>
        {(no === 'CLIENT_NOT_ACTIVE' || no === 'GROUP_DISABLED') && (
          <Alert severity="info">{t(`gateway.users.refusedUntil.${no}`)}</Alert>
        )}
        {rows.map(([id, label, value]) => (
          <FormField
            key={id}
            id={`secret-${id}`}
            label={label}
            aside={<CopyButton value={value} name={label} />}
          >
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                value={value}
                readOnly
                onFocus={(event) => event.target.select()}
                inputProps={{ spellCheck: false }}
                sx={{ '& input': { fontFamily: 'ui-monospace, monospace', fontSize: 13 } }}
              />
            )}
          </FormField>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('settings.keys.shownDone')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
