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
import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { apikeys, ipRange } from '../../../contract/api/api-keys.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../../contract/shared/key-scopes.ts';
import { useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { sampleOf } from '../../parts/samples.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { placeRefusal } from '../../ui/formErrors.ts';
import { FormField } from '../../ui/FormField.tsx';
import { TextField } from '../../ui/TextField.tsx';

type Form = { name: string; kind: 'test' | 'live'; scopes: ApiKeyScope[]; ipList: string };
const KINDS = ['test', 'live'] as const;

/** Makes a key and shows it, once. @param documented whether the API documentation is for this person to read */
export function NewKeyDialog({ documented, onClose }: { documented: boolean; onClose(): void }) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const {
    register,
    control,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm<Form>({
    resolver: standardSchemaResolver(rulesOf(t)),
    defaultValues: { name: '', kind: 'test', scopes: ['send', 'read'], ipList: '' },
  });
  const create = useSend(apikeys.create, {
    changes: [apikeys.list],
    failed: (failure) => {
      if (!placeRefusal<Form>(failure, ['name', 'scopes', 'ipList'], setError))
        setRefusal(messageOf(failure));
    },
  });
  const submit = handleSubmit(({ ipList, kind, ...form }) => {
    setRefusal(null);
    create.mutate({
      ...form,
      name: form.name.trim(),
      test: kind === 'test',
      ipList: rangesOf(ipList),
    });
  });

  if (create.data !== undefined)
    return (
      <Shown
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
      <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id="new-key">{t('settings.keys.creating')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <TextField
            field={register('name')}
            label={t('settings.keys.name')}
            help={t('settings.keys.nameHelp')}
            error={errors.name?.message}
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
            field={register('ipList')}
            label={`${t('settings.keys.ipList')} (${t('fields.optional')})`}
            help={t('settings.keys.ipListHelp')}
            error={errors.ipList?.message}
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

/** Closed by its button alone: what is lost here is lost. */
function Shown({
  apiKey,
  test,
  scopes,
  documented,
  onClose,
}: {
  apiKey: string;
  test: boolean;
  scopes: readonly ApiKeyScope[];
  documented: boolean;
  onClose(): void;
}) {
  const { t } = useTranslation();
  // Reading costs nothing with either kind; sending is shown with a test key alone, so that nobody pastes a message to somebody.
  const sample = sampleOf(
    'curl',
    test && scopes.includes('send')
      ? {
          method: 'POST',
          url: `${location.origin}/v1/messages`,
          body: { from: 'TUMA', to: '+254712345678', text: t('settings.keys.exampleText') },
          idempotent: true,
        }
      : { method: 'GET', url: `${location.origin}/v1/balance`, idempotent: false },
  );
  return (
    <Dialog open aria-labelledby="shown-key" maxWidth="sm" fullWidth>
      <DialogTitle id="shown-key">{t('settings.keys.shownTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        <Alert severity="warning">{t('settings.keys.shownText')}</Alert>
        <FormField
          id="newKey"
          label={t('settings.keys.key')}
          aside={<CopyButton value={apiKey} name={t('settings.keys.key')} />}
        >
          {(parts) => (
            <OutlinedInput
              id={parts.id}
              value={apiKey}
              readOnly
              autoFocus
              onFocus={(event) => event.target.select()}
              inputProps={{ spellCheck: false }}
              sx={{ '& input': { fontFamily: 'ui-monospace, monospace', fontSize: 13 } }}
            />
          )}
        </FormField>
        {(scopes.includes('read') || (test && scopes.includes('send'))) && (
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
            <CodeBlock
              name={t('settings.keys.example')}
              code={`export API_KEY='${apiKey}'\n\n${sample}`}
            />
            {documented && (
              <Link href="/api-docs" target="_blank" rel="noopener" variant="body2">
                {t('settings.keys.documentation')}
              </Link>
            )}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('settings.keys.shownDone')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const rangesOf = (text: string) => text.split(/[\s,]+/).filter((each) => each !== '');
const wrongRange = (text: string) =>
  rangesOf(text).find((each) => !z.safeParse(ipRange, each).success);

function rulesOf(t: TFunction) {
  return z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, t('settings.keys.nameMissing')), z.maxLength(60)),
    kind: z.enum(KINDS),
    scopes: z.array(z.enum(API_KEY_SCOPES)).check(z.minLength(1, t('settings.keys.scopesMissing'))),
    ipList: z.string().check(
      z.refine((text) => wrongRange(text) === undefined, {
        error: ({ input }) =>
          t('settings.keys.ipListWrong', { value: wrongRange(String(input)) ?? '' }),
      }),
      z.refine((text) => rangesOf(text).length <= 50, { error: t('settings.keys.ipListMany') }),
    ),
  });
}
