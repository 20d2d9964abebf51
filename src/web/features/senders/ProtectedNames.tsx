import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import ProtectIcon from '@mui/icons-material/ShieldOutlined';
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
import { useGet, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { ChoiceFilter } from '../../ui/FilterPill.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { RulesFrame } from './RulesFrame.tsx';

const EVERYWHERE = '*';
const HOME = COUNTRIES.filter(({ suggested }) => suggested).map(({ code }) => code);
const CHANGES = [senders.protectedNames, senders.check, senders.get];

/** Names that no sender ID may look like, as an administrator keeps them. */
export function ProtectedNames() {
  const { t } = useTranslation();
  const nameOf = useCountry();
  const list = useListAddress();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ProtectedName | null>(null);
  const countries = [EVERYWHERE, ...HOME].filter((code) => list.values('country').includes(code));
  const kinds = PROTECTED_KINDS.filter((kind) => list.values('kind').includes(kind));
  const query = useGet(
    senders.protectedNames,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q') || undefined,
      'filter.countries': countries,
      'filter.kinds': kinds,
    },
    { keep: true },
  );
  const add = (
    <Button variant="contained" startIcon={<ProtectIcon />} onClick={() => setAdding(true)}>
      {t('senders.protected.add')}
    </Button>
  );
  return (
    <RulesFrame tab="protected" purpose={t('senders.protected.purpose')} actions={add}>
      <DataTable
        label={t('senders.protected.title')}
        query={query}
        rowsOf={(page) => page.protectedNames}
        keyOf={({ country, name }) => `${country} ${name}`}
        list={list}
        filters={['q', 'country', 'kind']}
        nameLabel={t('senders.protected.name')}
        name={({ name }) => ({ text: name })}
        columns={[
          {
            key: 'country',
            label: t('senders.country'),
            onPhone: true,
            cell: ({ country }) => nameOf(country),
            value: ({ country }) => country,
          },
          {
            key: 'kind',
            label: t('senders.kind'),
            onPhone: true,
            cell: ({ kind }) => t(`senders.protected.kinds.${kind}`),
          },
          {
            key: 'reason',
            label: t('senders.protected.reason'),
            from: 560,
            onPhone: true,
            maxWidth: 460,
            cell: ({ reason }) => reason,
          },
        ]}
        rowMenu={(row) => (
          <RowMenu
            name={row.name}
            actions={[
              {
                key: 'remove',
                label: t('senders.protected.remove'),
                icon: <RemoveIcon />,
                danger: true,
                act: () => setRemoving(row),
              },
            ]}
          />
        )}
        toolbar={
          <>
            <SearchField
              label={t('senders.protected.search')}
              hint={t('senders.protected.search')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            <ChoiceFilter
              name={t('senders.country')}
              choices={[EVERYWHERE, ...HOME].map((code) => ({ value: code, label: nameOf(code) }))}
              chosen={list.values('country')}
              onChange={(country) => list.filter({ country })}
            />
            <ChoiceFilter
              name={t('senders.kind')}
              choices={PROTECTED_KINDS.map((kind) => ({
                value: kind,
                label: t(`senders.protected.kinds.${kind}`),
              }))}
              chosen={list.values('kind')}
              onChange={(kind) => list.filter({ kind })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<ProtectIcon />}
            title={t('senders.protected.empty')}
            text={t('senders.protected.emptyText')}
            action={add}
          />
        }
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {removing && <RemoveDialog row={removing} onClose={() => setRemoving(null)} />}
    </RulesFrame>
  );
}

function useCountry(): (code: string) => string {
  const { t } = useTranslation();
  const { country } = useFormat();
  return (code) => (code === EVERYWHERE ? t('senders.protected.everywhere') : country(code));
}

function AddDialog({ onClose }: { onClose(): void }) {
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

function RemoveDialog({
  row: { name, country },
  onClose,
}: {
  row: ProtectedName;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const nameOf = useCountry();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { mutate, isPending, error } = useSend(senders.unprotect, {
    changes: CHANGES,
    failed: () => undefined,
    done: () => {
      toast.success(t('senders.protected.removed', { name }));
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    mutate({ name, country, reason: reason.trim() });
  }
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onClose}
      aria-labelledby="unprotect-title"
      aria-describedby="unprotect-text"
      maxWidth="xs"
      fullWidth
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id="unprotect-title" sx={{ overflowWrap: 'anywhere' }}>
          {t('senders.protected.removeTitle', { name })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
          <Typography id="unprotect-text" color="textSecondary">
            {t('senders.protected.removeText', { where: nameOf(country) })}
          </Typography>
          {error && <Alert severity="error">{messageOf(error)}</Alert>}
          <TextField
            field={{
              name: 'reason',
              value: reason,
              onChange: (event) => setReason(event.target.value),
            }}
            label={t('senders.protected.reason')}
            help={t('senders.protected.reasonHelp')}
            error={missing && reason.trim() === '' ? t('senders.reasonMissing') : undefined}
            autoFocus
            autoComplete="off"
            input={{ maxLength: 300 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={isPending}>
            {t('senders.protected.remove')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
