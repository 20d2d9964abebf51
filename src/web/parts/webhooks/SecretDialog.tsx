import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/figures/CopyButton.tsx';
import { Folded } from '../../ui/page/Folded.tsx';
import { FormField } from '../../ui/fields/FormField.tsx';
import { Snippets } from './Snippets.tsx';
import Dialog from '../../ui/dialogs/Dialog.tsx';

/** Shows a webhook's secret, once, and its use; only its button closes it, because a lost secret cannot be shown again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog open aria-labelledby="webhook-secret-title" maxWidth="sm" fullWidth>
      <DialogTitle id="webhook-secret-title">{t('webhooks.secretTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        <Alert severity="warning">{t('webhooks.secretText')}</Alert>
        <FormField
          id="webhookSecret"
          label={t('webhooks.secret')}
          aside={<CopyButton value={secret} name={t('webhooks.secret')} />}
        >
          {(parts) => (
            <OutlinedInput
              id={parts.id}
              value={secret}
              readOnly
              autoFocus
              onFocus={(event) => event.target.select()}
              inputProps={{ spellCheck: false }}
              sx={{ '& input': { fontFamily: 'ui-monospace, monospace', fontSize: 13 } }}
            />
          )}
        </FormField>
        <Folded title={t('webhooks.check')}>
          <Snippets />
        </Folded>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('webhooks.secretDone')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
