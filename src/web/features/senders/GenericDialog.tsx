import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SenderKind } from '../../../contract/shared/sender-names.ts';
import { senders } from '../../../contract/api/senders.ts';
import { useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { CountryField } from '../../ui/PhoneFields.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { KindField } from './KindField.tsx';
import { SENDER_CHANGES } from './useSenderActions.tsx';
import Dialog from '../../ui/Dialog.tsx';

/** Enters a sender ID of the platform's own. */
export function GenericDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const me = useMe();
  const [name, setName] = useState('');
  const [country, setCountry] = useState(me.country ?? 'KE');
  const [kind, setKind] = useState<SenderKind>('TRANSACTIONAL');
  const { mutate, isPending, error } = useSend(senders.addGeneric, {
    changes: SENDER_CHANGES,
    done: ({ senderId }) => {
      toast.success(t('senders.added', { name: senderId }));
      onClose();
    },
    failed: () => undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== '') mutate({ senderId: name, country, kind });
  };
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onClose}
      aria-labelledby="generic-title"
      aria-describedby="generic-text"
      maxWidth="xs"
      fullWidth
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id="generic-title">{t('senders.genericTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
          {error && <Alert severity="error">{messageOf(error)}</Alert>}
          <TextField
            field={{
              name: 'senderId',
              value: name,
              onChange: (event) => setName(event.target.value),
            }}
            label={t('senders.name')}
            autoFocus
            autoComplete="off"
            input={{ maxLength: 15, spellCheck: false }}
          />
          <KindField value={kind} onChange={setKind} />
          <CountryField
            field={{ name: 'country', onChange: (event) => setCountry(event.target.value) }}
            value={country}
          />
          <Typography id="generic-text" color="textSecondary">
            {t('senders.genericText')}
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isPending} disabled={name === ''}>
            {t('senders.addGeneric')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
