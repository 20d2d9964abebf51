import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { dayOf, LAST_DAY } from '../../../contract/shared/dates.ts';
import { platform, type SendingWindow } from '../../../contract/api/platform-settings.ts';
import { SENDER_KINDS } from '../../../contract/shared/sender-names.ts';
import { clockMinutes } from '../../../contract/shared/zones.ts';
import { useSend } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { FormField } from '../../ui/FormField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useDayNames } from './dayNames.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

/** Sets the hours of a kind of sender ID towards a country. */
export function WindowDialog({
  window,
  onClose,
}: {
  window: SendingWindow | null;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const dayNames = useDayNames();
  const [form, setForm] = useState<SendingWindow>(
    () =>
      window ?? {
        country: 'KE',
        kind: 'PROMOTIONAL',
        opens: '08:00',
        closes: '18:00',
        days: [1, 2, 3, 4, 5, 6, 7],
        timezone: 'Africa/Nairobi',
        source: '',
        checkedOn: dayOf(Date.now() / 1000),
      },
  );
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const put = useSend(platform.putWindow, {
    changes: [platform.get],
    done: () => {
      onClose();
      toast.success(t('platform.windowSaved'));
    },
    failed: (failure) =>
      setRefusal(
        (failure instanceof CallError ? failure.details[0]?.message : undefined) ??
          messageOf(failure),
      ),
  });
  const set = (change: Partial<SendingWindow>) => {
    setRefusal(null);
    setForm({ ...form, ...change });
  };
  const [opens, closes] = [clockMinutes(form.opens), clockMinutes(form.closes)];
  const wrong = {
    opens: opens === undefined ? t('platform.clockWrong') : undefined,
    closes:
      closes === undefined
        ? t('platform.clockWrong')
        : opens !== undefined && closes <= opens
          ? t('platform.hoursWrong')
          : undefined,
    days: form.days.length === 0 ? t('platform.daysMissing') : undefined,
    source: form.source.trim() === '' ? t('platform.sourceMissing') : undefined,
    checkedOn: form.checkedOn === '' ? t('platform.checkedMissing') : undefined,
  };
  const said = (name: keyof typeof wrong) => (tried ? wrong[name] : undefined);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.values(wrong).every((each) => each === undefined))
      put.mutate({ ...form, source: form.source.trim() });
  }
  return (
    <Dialog
      open
      onClose={put.isPending ? undefined : onClose}
      aria-labelledby="window-title"
      maxWidth="sm"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="window-title">
          {window === null ? t('platform.add') : t('platform.windows')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <FormField id="window-country" label={t('platform.country')}>
              {(parts) => (
                <Select
                  native
                  value={form.country}
                  disabled={window !== null}
                  onChange={(event) => set({ country: event.target.value })}
                  input={<OutlinedInput />}
                  inputProps={{ id: parts.id }}
                >
                  {COUNTRIES.map(({ code, label }) => (
                    <option key={code} value={code}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </FormField>
            <FormField id="window-kind" label={t('platform.kind')}>
              {(parts) => (
                <Select
                  native
                  value={form.kind}
                  disabled={window !== null}
                  onChange={(event) =>
                    set({
                      kind: SENDER_KINDS.find((kind) => kind === event.target.value) ?? form.kind,
                    })
                  }
                  input={<OutlinedInput />}
                  inputProps={{ id: parts.id }}
                >
                  {SENDER_KINDS.map((kind) => (
                    <option key={kind} value={kind}>
                      {t(`platform.kinds.${kind}`)}
                    </option>
                  ))}
                </Select>
              )}
            </FormField>
            <FormField id="window-opens" label={t('platform.opens')} error={said('opens')}>
              {(parts) => (
                <OutlinedInput
                  id={parts.id}
                  value={form.opens}
                  onChange={(event) => set({ opens: event.target.value.trim() })}
                  inputProps={{
                    'aria-describedby': parts['aria-describedby'],
                    'aria-invalid': parts['aria-invalid'],
                  }}
                />
              )}
            </FormField>
            <FormField
              id="window-closes"
              label={t('platform.closes')}
              help={t('platform.closesHelp')}
              error={said('closes')}
            >
              {(parts) => (
                <OutlinedInput
                  id={parts.id}
                  value={form.closes}
                  onChange={(event) => set({ closes: event.target.value.trim() })}
                  inputProps={{
                    'aria-describedby': parts['aria-describedby'],
                    'aria-invalid': parts['aria-invalid'],
                  }}
                />
              )}
            </FormField>
          </Box>
          <Box>
            <Typography variant="subtitle2" id="window-days" sx={{ mb: 1.5 }}>
              {t('platform.days')}
            </Typography>
            <ToggleButtonGroup
              size="small"
              aria-labelledby="window-days"
              value={form.days}
              onChange={(_event, days: number[]) => set({ days: days.toSorted((a, b) => a - b) })}
              sx={{ flexWrap: 'wrap' }}
            >
              {dayNames.map((name, at) => (
                <ToggleButton key={name} value={at + 1}>
                  {name}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
            {said('days') !== undefined && (
              <Typography variant="caption" color="error" role="alert" component="p">
                {said('days')}
              </Typography>
            )}
          </Box>
          <FormField id="window-zone" label={t('platform.timezone')}>
            {(parts) => (
              <Select
                native
                value={form.timezone}
                onChange={(event) => set({ timezone: event.target.value })}
                input={<OutlinedInput />}
                inputProps={{ id: parts.id }}
              >
                {[...new Set([...ZONES, form.timezone])].map((zone) => (
                  <option key={zone} value={zone}>
                    {zone.replaceAll('_', ' ')}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          <FormField
            id="window-source"
            label={t('platform.source')}
            help={t('platform.sourceHelp')}
            error={said('source')}
          >
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                multiline
                minRows={2}
                value={form.source}
                onChange={(event) => set({ source: event.target.value })}
                inputProps={{
                  maxLength: 500,
                  'aria-describedby': parts['aria-describedby'],
                  'aria-invalid': parts['aria-invalid'],
                }}
              />
            )}
          </FormField>
          <FormField id="window-checked" label={t('platform.checkedOn')} error={said('checkedOn')}>
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                type="date"
                value={form.checkedOn}
                onChange={(event) => set({ checkedOn: event.target.value })}
                inputProps={{
                  max: LAST_DAY,
                  'aria-describedby': parts['aria-describedby'],
                  'aria-invalid': parts['aria-invalid'],
                }}
              />
            )}
          </FormField>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={put.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={put.isPending}>
            {t('platform.save')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
