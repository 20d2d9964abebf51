import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { PROTECTED_KINDS, type ProtectedName } from '../../../contract/api/sender-rules.ts';
import { senders } from '../../../contract/api/senders.ts';
import { useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { FormField } from '../../ui/FormField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { CHANGES, EVERYWHERE, HOME, useCountry } from './protectedNames.ts';

export function ProtectNameDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const nameOf = useCountry();
  const [form, setForm] = useState({
    name: '',
    country: EVERYWHERE,
    kind: 'BRAND' as ProtectedName['kind'],
    reason: '',
  });
  const [missing, setMissing] = useState(false);
  const { mutate, isPending, error } = useSend(senders.protect, {
    changes: CHANGES,
    failed: () => undefined,
    done: ({ name }) => {
      toast.success(t('senders.protected.added', { name }));
      onClose();
    },
  });
  const name = form.name.trim(),
    reason = form.reason.trim();
  const nameWrong = /^(?=.*[A-Za-z0-9].*[A-Za-z0-9])[A-Za-z0-9 _.&-]+$/.test(name)
    ? undefined
    : t('senders.protected.nameWrong');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (nameWrong !== undefined || reason === '') return setMissing(true);
    mutate({ ...form, name, reason });
  }
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onClose}
      aria-labelledby="protect-title"
      aria-describedby="protect-text"
      maxWidth="xs"
      fullWidth
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id="protect-title">{t('senders.protected.addTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
          <Typography id="protect-text" color="textSecondary">
            {t('senders.protected.addText')}
          </Typography>
          {error && <Alert severity="error">{messageOf(error)}</Alert>}
          <TextField
            field={{
              name: 'name',
              value: form.name,
              onChange: (event) => setForm({ ...form, name: event.target.value }),
            }}
            label={t('senders.protected.name')}
            help={t('senders.protected.nameHelp')}
            error={missing ? nameWrong : undefined}
            autoFocus
            autoComplete="off"
            input={{ maxLength: 40, spellCheck: false }}
          />
          <FormField id="country" label={t('senders.country')}>
            {(parts) => (
              <Select
                native
                value={form.country}
                onChange={(event) => setForm({ ...form, country: event.target.value })}
                input={<OutlinedInput />}
                inputProps={{ id: parts.id }}
              >
                {[
                  EVERYWHERE,
                  ...HOME,
                  ...COUNTRIES.map(({ code }) => code).filter((code) => !HOME.includes(code)),
                ].map((code) => (
                  <option key={code} value={code}>
                    {nameOf(code)}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          <FormField
            id="kind"
            label={t('senders.kind')}
            help={t(`senders.protected.kindTexts.${form.kind}`)}
          >
            {(parts) => (
              <Select
                native
                value={form.kind}
                onChange={(event) =>
                  setForm({
                    ...form,
                    kind: PROTECTED_KINDS.find((kind) => kind === event.target.value) ?? form.kind,
                  })
                }
                input={<OutlinedInput />}
                inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
              >
                {PROTECTED_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`senders.protected.kinds.${kind}`)}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          <TextField
            field={{
              name: 'reason',
              value: form.reason,
              onChange: (event) => setForm({ ...form, reason: event.target.value }),
            }}
            label={t('senders.protected.reason')}
            help={t('senders.protected.reasonHelp')}
            error={missing && reason === '' ? t('senders.reasonMissing') : undefined}
            autoComplete="off"
            input={{ maxLength: 300 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isPending}>
            {t('senders.protected.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
