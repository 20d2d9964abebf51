import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { API_KEY_SCOPES, apikeys, ipRange, type ApiKeyScope } from '../../contract/apikeys.ts';
import { useSend } from '../api.ts';
import { messageOf } from '../call.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { placeRefusal } from '../ui/formErrors.ts';
import { FormField } from '../ui/FormField.tsx';
import { TextField } from '../ui/TextField.tsx';

type Form = { name: string; scopes: ApiKeyScope[]; ipList: string };

/** Makes a key and shows it, once. */
export function NewKeyDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, control, handleSubmit, setError, formState: { errors } } = useForm<Form>({ resolver: standardSchemaResolver(rulesOf(t)), defaultValues: { name: '', scopes: ['send', 'read'], ipList: '' } });
  const create = useSend(apikeys.create, {
    changes: [apikeys.list],
    failed: (failure) => { if (!placeRefusal<Form>(failure, ['name', 'scopes', 'ipList'], setError)) setRefusal(messageOf(failure)); },
  });
  const submit = handleSubmit(({ ipList, ...form }) => {
    setRefusal(null);
    create.mutate({ ...form, name: form.name.trim(), ipList: rangesOf(ipList) });
  });

  if (create.data !== undefined) return <Shown apiKey={create.data.key} onClose={onClose} />;
  return (
    <Dialog open onClose={create.isPending ? undefined : onClose} aria-labelledby="new-key" maxWidth="sm" fullWidth>
      <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id="new-key">{t('settings.keys.creating')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <TextField field={register('name')} label={t('settings.keys.name')} help={t('settings.keys.nameHelp')} error={errors.name?.message} autoFocus input={{ maxLength: 60 }} />
          <Controller
            name="scopes" control={control}
            render={({ field }) => (
              <Box role="group" aria-labelledby="scopes-label" id="scopes" tabIndex={-1}>
                <FormLabel id="scopes-label" sx={{ display: 'block' }}>{t('settings.keys.scopes')}</FormLabel>
                {API_KEY_SCOPES.map((scope) => (
                  <FormControlLabel
                    key={scope} sx={{ display: 'flex' }} label={t(`settings.keys.scope.${scope}`)}
                    control={<Checkbox size="small" checked={field.value.includes(scope)} onChange={(event) => field.onChange(event.target.checked ? [...field.value, scope] : field.value.filter((one) => one !== scope))} />}
                  />
                ))}
                {errors.scopes !== undefined && <FormHelperText error role="alert">{errors.scopes.message}</FormHelperText>}
              </Box>
            )}
          />
          <TextField field={register('ipList')} label={`${t('settings.keys.ipList')} (${t('fields.optional')})`} help={t('settings.keys.ipListHelp')} error={errors.ipList?.message} multiline input={{ spellCheck: false }} />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={create.isPending}>{t('common.cancel')}</Button>
          <Button type="submit" variant="contained" loading={create.isPending}>{t('settings.keys.create')}</Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

/** Closed by its button alone: what is lost here is lost. */
function Shown({ apiKey, onClose }: { apiKey: string; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog open aria-labelledby="shown-key" maxWidth="sm" fullWidth>
      <DialogTitle id="shown-key">{t('settings.keys.shownTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        <Alert severity="warning">{t('settings.keys.shownText')}</Alert>
        <FormField id="newKey" label={t('settings.keys.key')} aside={<CopyButton value={apiKey} name={t('settings.keys.key')} />}>
          {(parts) => <OutlinedInput id={parts.id} value={apiKey} readOnly autoFocus onFocus={(event) => event.target.select()} inputProps={{ spellCheck: false }} sx={{ '& input': { fontFamily: 'ui-monospace, monospace', fontSize: 13 } }} />}
        </FormField>
      </DialogContent>
      <DialogActions><Button variant="contained" onClick={onClose}>{t('settings.keys.shownDone')}</Button></DialogActions>
    </Dialog>
  );
}

const rangesOf = (text: string) => text.split(/[\s,]+/).filter((each) => each !== '');
const wrongRange = (text: string) => rangesOf(text).find((each) => !z.safeParse(ipRange, each).success);

function rulesOf(t: TFunction) {
  return z.object({
    name: z.string().check(z.trim(), z.minLength(1, t('settings.keys.nameMissing')), z.maxLength(60)),
    scopes: z.array(z.enum(API_KEY_SCOPES)).check(z.minLength(1, t('settings.keys.scopesMissing'))),
    ipList: z.string().check(
      z.refine((text) => wrongRange(text) === undefined, { error: ({ input }) => t('settings.keys.ipListWrong', { value: wrongRange(String(input)) ?? '' }) }),
      z.refine((text) => rangesOf(text).length <= 50, { error: t('settings.keys.ipListMany') }),
    ),
  });
}
