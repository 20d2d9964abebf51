import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { apikeys } from '../../../../contract/api/api-keys.ts';
import { API_KEY_SCOPES } from '../../../../contract/shared/key-scopes.ts';
import { useSend } from '../../../parts/queries.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { type Form, rulesOf, rangesOf, KINDS } from './newKeyForm.ts';
import { NewKeyShown } from './NewKeyShown.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

/** Makes a key and shows it, once. @param documented whether the API documentation is for this person to read */
export function NewKeyDialog({ documented, onClose }: { documented: boolean; onClose(): void }) {
  const { t } = useTranslation();
  const fields = useFields<Form>({
    rules: rulesOf(t),
    values: { name: '', kind: 'test', scopes: ['send', 'read'], ipList: '' },
  });
  const {
    control,
    formState: { errors },
  } = fields;
  const create = useSend(apikeys.create, {
    changes: [apikeys.list],
    failed: fields.failed,
  });
  const submit = fields.submit(({ ipList, kind, ...form }) => {
    create.mutate({
      ...form,
      name: form.name.trim(),
      test: kind === 'test',
      ipList: rangesOf(ipList),
    });
  });

  if (create.data !== undefined)
    return (
      <NewKeyShown
        apiKey={create.data.key}
        test={create.data.test}
        scopes={create.data.scopes}
        documented={documented}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onClose={create.isPending ? undefined : onClose}
      aria-labelledby="new-key"
      maxWidth="sm"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="new-key">{t('settings.keys.creating')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          <TextField
            {...fields.text('name')}
            label={t('settings.keys.name')}
            help={t('settings.keys.nameHelp')}
            autoFocus
            input={{ maxLength: 60 }}
          />
          <Controller
            name="kind"
            control={control}
            render={({ field }) => (
              <Box>
                <FormLabel id="kind-label" sx={{ display: 'block' }}>
                  {t('settings.keys.kind')}
                </FormLabel>
                <RadioGroup
                  aria-labelledby="kind-label"
                  value={field.value}
                  onChange={field.onChange}
                  sx={{ gap: 2 }}
                >
                  {KINDS.map((kind) => (
                    <FormControlLabel
                      key={kind}
                      value={kind}
                      control={<Radio size="small" />}
                      label={
                        <Explained
                          name={t(`settings.keys.kindOf.${kind}`)}
                          text={t(`settings.keys.kindText.${kind}`)}
                        />
                      }
                      sx={EXPLAINED}
                    />
                  ))}
                </RadioGroup>
              </Box>
            )}
          />
          <Controller
            name="scopes"
            control={control}
            render={({ field }) => (
              <Box role="group" aria-labelledby="scopes-label" id="scopes" tabIndex={-1}>
                <FormLabel id="scopes-label" sx={{ display: 'block' }}>
                  {t('settings.keys.scopes')}
                </FormLabel>
                {API_KEY_SCOPES.map((scope) => (
                  <FormControlLabel
                    key={scope}
                    sx={{ ...EXPLAINED, mb: 2 }}
                    label={
                      <Explained
                        name={t(`settings.keys.scope.${scope}`)}
                        text={t(`settings.keys.scopeText.${scope}`)}
                      />
                    }
                    control={
                      <Checkbox
                        size="small"
                        checked={field.value.includes(scope)}
                        onChange={(event) =>
                          field.onChange(
                            event.target.checked
                              ? [...field.value, scope]
                              : field.value.filter((one) => one !== scope),
                          )
                        }
                      />
                    }
                  />
                ))}
                {errors.scopes !== undefined && (
                  <FormHelperText error role="alert">
                    {errors.scopes.message}
                  </FormHelperText>
                )}
              </Box>
            )}
          />
          <TextField
            {...fields.text('ipList')}
            label={`${t('settings.keys.ipList')} (${t('fields.optional')})`}
            help={t('settings.keys.ipListHelp')}
            multiline
            input={{ spellCheck: false }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={create.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('settings.keys.create')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

const EXPLAINED = {
  display: 'flex',
  alignItems: 'flex-start',
  m: 0,
  '& .MuiRadio-root, & .MuiCheckbox-root': { p: 0, mr: 2.5, mt: '1px' },
} as const;

function Explained({ name, text }: { name: string; text: string }) {
  return (
    <>
      <Typography component="span" sx={{ display: 'block' }}>
        {name}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary">
        {text}
      </Typography>
    </>
  );
}
