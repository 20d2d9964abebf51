import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '../../../ui/dialogs/Dialog.tsx';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import { bindExample } from '../../../../contract/shared/bind-example.ts';
import { CodeBlock } from '../../../ui/figures/CodeBlock.tsx';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { Facts } from '../../../ui/page/Page.tsx';

type Props = {
  to: { host: string; smppPort: number };
  systemId: string;
  password: string;
  mayBind: boolean;
  onClose(): void;
};

/** Shows a new password, once, with a command that tries it; only its button closes it. */
export function LoginPasswordDialog({ to, systemId, password, mayBind, onClose }: Props) {
  const { t } = useTranslation();
  const facts = [
    [t('settings.creds.systemId'), systemId],
    [t('settings.creds.password'), password],
  ] as const;
  return (
    <Dialog open aria-labelledby="login-password" maxWidth="md" fullWidth>
      <DialogTitle id="login-password">{t('gateway.users.secretTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Alert severity="warning">{t('settings.creds.shownOnce')}</Alert>
        <Facts
          rows={facts.map(([name, value]) => [
            name,
            <span key={name}>
              <code>{value}</code>
              <CopyButton value={value} name={name} />
            </span>,
          ])}
        />
        {mayBind && (
          <CodeBlock
            name={t('settings.creds.example')}
            code={bindExample(to, systemId, password)}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('settings.keys.shownDone')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
