import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import {
  CONNECTOR_FIELDS,
  type FieldDescription,
} from '../../../../contract/api/connector-fields.ts';
import { GENERIC_PRESETS, type GenericPreset } from '../../../../contract/api/connector-presets.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import { useSend } from '../../../parts/queries.ts';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { Folded } from '../../../ui/Folded.tsx';
import { FormField } from '../../../ui/FormField.tsx';
import { Page, Section } from '../../../ui/Page.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useToast } from '../../../ui/Toasts.tsx';
import { useLeaveWarning } from '../../../ui/useLeaveWarning.tsx';
import { Field } from './Field.tsx';
import {
  changedFrom,
  isAsked,
  problemsOf,
  settingsOf,
  standardsOf,
  valuesOf,
  type Value,
} from './formValues.ts';
import { CALLS, EDITED, listAddress, pageAddress, type Connector } from './kinds.ts';
import { RequestPreview } from './RequestPreview.tsx';
import { useFieldWords } from './useFieldWords.ts';

const PRESETS = Object.keys(GENERIC_PRESETS) as GenericPreset[];
const isPreset = (name: string): name is GenericPreset => PRESETS.some((preset) => preset === name);

type CreateInput = Input<(typeof CALLS)[ConnectorKind]['create']>;
type UpdateInput = Input<(typeof CALLS)[ConnectorKind]['update']>;

/** Makes a connector, or changes one; drawn by the descriptions of its kind's settings. */
export function ConnectorForm({
  kind,
  connector,
}: {
  kind: ConnectorKind;
  connector: Connector | null;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const navigate = useNavigate();
  const words = useFieldWords(kind);
  const making = connector === null;
  const fields = CONNECTOR_FIELDS[kind];
  const standards = standardsOf(kind);
  const [before] = useState<Record<string, Value>>(() => ({
    cid: connector?.cid ?? '',
    started: true,
    ...valuesOf(kind, connector?.settings ?? beginningOf(kind)),
  }));
  const [values, setValues] = useState(before);
  const [preset, setPreset] = useState<GenericPreset | ''>('');
  const [removed, setRemoved] = useState(false);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  useEffect(() => {
    if (saved !== null) void navigate(pageAddress(kind, saved), { replace: true });
  }, [saved, navigate, kind]);
  const leaving = useLeaveWarning(
    JSON.stringify(values) !== JSON.stringify(before) && saved === null,
  );

  const options = {
    changes: EDITED,
    done: ({ cid }: { cid: string }) => {
      toast.success(t('connectors.saved', { name: cid }));
      setSaved(cid);
    },
    failed: (failure: Error) => {
      const known = (failure instanceof CallError ? failure.details : [])
        .map(({ field, message }) => [field.split('.')[0] ?? '', message] as const)
        .filter(([field]) => field === 'cid' || fields.some(({ name }) => name === field));
      if (known.length === 0) setRefusal(messageOf(failure));
      else setRefused(Object.fromEntries(known));
    },
  };
  const create = useSend(CALLS[kind].create, options);
  const update = useSend(CALLS[kind].update, options);
  const busy = create.isPending || update.isPending;

  const problems = tried ? problemsOf(kind, values, making) : {};
  const errors = {
    ...Object.fromEntries(
      Object.entries(problems).map(([name, problem]) => [name, words.problem(problem)]),
    ),
    ...refused,
  };
  const secretName = fields.find(({ type }) => type === 'secret')?.name ?? '';
  const secretIsSet =
    connector !== null &&
    ('signed' in connector
      ? connector.signed
      : 'hasSecret' in connector
        ? connector.hasSecret
        : true);
  const changed = new Set(changedFrom(kind, values).map(({ section }) => section));

  function set(name: string, value: Value) {
    setRefusal(null);
    setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => field !== name)));
    setValues({ ...values, [name]: value });
  }

  function begin(name: string) {
    const chosen = isPreset(name) ? name : '';
    setPreset(chosen);
    setRefused({});
    setValues({
      cid: values['cid'] ?? '',
      started: values['started'] ?? true,
      ...valuesOf(kind, {
        ...standards,
        ...(chosen === '' ? beginningOf(kind) : GENERIC_PRESETS[chosen]),
      }),
      secret: values['secret'] ?? '',
      username: values['username'] ?? '',
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setRefusal(null);
    setRefused({});
    if (Object.keys(problemsOf(kind, values, making)).length > 0) return;
    // The shapes of the three kinds differ; the descriptions made these values, and the server looks at them again.
    if (making)
      create.mutate({
        cid: values['cid'],
        started: values['started'],
        ...settingsOf(kind, values, undefined),
      } as CreateInput);
    else
      update.mutate({
        cid: connector.cid,
        ...settingsOf(kind, values, null),
        ...(removed && { [secretName]: '' }),
      } as UpdateInput);
  }

  const draw = (field: FieldDescription) =>
    isAsked(field.name, values) && (
      <Field
        key={field.name}
        kind={kind}
        field={field}
        value={values[field.name] ?? ''}
        standard={standards[field.name]}
        error={errors[field.name]}
        making={making}
        onChange={(value) => set(field.name, value)}
        {...(field.type === 'secret' && {
          secret: {
            isSet: secretIsSet,
            removed,
            mayRemove: kind !== 'SMPP',
            remove: (now: boolean) => {
              setRemoved(now);
              set(field.name, '');
            },
          },
        })}
      />
    );
  const sections = [...new Set(fields.map(({ section }) => section))].filter(
    (section) => section !== 'basic',
  );
  const settings = kind === 'GENERIC' ? settingsOf(kind, values, undefined) : undefined;
  const title = making
    ? t(`connectors.${kind}.create`)
    : t(`connectors.${kind}.editTitle`, { name: connector.cid });
  const back = making
    ? { to: listAddress(kind), label: t(`connectors.${kind}.title`) }
    : { to: pageAddress(kind, connector.cid), label: connector.cid };
  return (
    <Page title={title} back={back}>
      <form noValidate onSubmit={submit}>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              ...(kind === 'GENERIC' && { lg: 'minmax(0, 680px) minmax(320px, 1fr)' }),
            },
            gap: 5,
            alignItems: 'start',
          }}
        >
          <Box
            sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5, maxWidth: 680 }}
          >
            {refusal !== null && <Alert severity="error">{refusal}</Alert>}
            <ErrorSummary
              errors={['cid', ...fields.map(({ name }) => name)].flatMap((name) =>
                errors[name] === undefined
                  ? []
                  : [
                      {
                        id: name,
                        message: `${name === 'cid' ? t('connectors.form.cid') : words.label(name)}: ${errors[name]}`,
                      },
                    ],
              )}
            />
            <Section title={t('connectors.sections.basic')}>
              <Box sx={{ display: 'grid', gap: 5 }}>
                {making && kind === 'GENERIC' && (
                  <FormField
                    id="preset"
                    label={t('connectors.form.preset')}
                    help={t('connectors.form.presetHelp')}
                  >
                    {(parts) => (
                      <Select
                        native
                        value={preset}
                        onChange={(event) => begin(String(event.target.value))}
                        input={<OutlinedInput />}
                        inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
                      >
                        <option value="">{t('connectors.form.presetNone')}</option>
                        {PRESETS.map((name) => (
                          <option key={name} value={name}>
                            {t(`connectors.form.presets.${name}`)}
                          </option>
                        ))}
                      </Select>
                    )}
                  </FormField>
                )}
                {making && (
                  <TextField
                    field={{
                      name: 'cid',
                      value: String(values['cid']),
                      onChange: (event) => set('cid', event.target.value.trim()),
                    }}
                    label={t('connectors.form.cid')}
                    help={t('connectors.form.cidHelp')}
                    error={errors['cid']}
                    autoFocus
                    autoComplete="off"
                    input={{ maxLength: 25, spellCheck: false }}
                  />
                )}
                {fields.filter(({ section }) => section === 'basic').map(draw)}
                {making && (
                  <Box>
                    <FormControlLabel
                      control={
                        <Switch
                          checked={values['started'] === true}
                          onChange={(_event, checked) => set('started', checked)}
                          slotProps={{ input: { 'aria-describedby': 'started-said' } }}
                        />
                      }
                      label={t('connectors.form.started')}
                    />
                    <FormHelperText id="started-said" sx={{ mt: 0.5 }}>
                      {t('connectors.form.startedHelp')}
                    </FormHelperText>
                  </Box>
                )}
              </Box>
            </Section>
            <Box sx={{ display: 'grid', gap: 3 }}>
              {sections.map((section) => {
                const own = fields.filter((field) => field.section === section);
                const wrong = own.some(({ name }) => errors[name] !== undefined);
                return (
                  // Drawn anew where it has to open, for what is wrong is never folded away.
                  <Folded
                    key={`${section} ${wrong} ${preset}`}
                    title={t(`connectors.sections.${section}`)}
                    text={t(`connectors.sections.${section}Text`)}
                    open={wrong || (!making && changed.has(section))}
                  >
                    <Box sx={{ display: 'grid', gap: 5 }}>{own.map(draw)}</Box>
                  </Folded>
                );
              })}
            </Box>
          </Box>
          {settings && (
            <RequestPreview
              settings={settings}
              onInsert={(text) => set('body', `${String(values['body'])}${text}`)}
            />
          )}
        </Box>
        <ActionBar note={t('connectors.form.note')}>
          <Button color="inherit" variant="outlined" component={Link} to={back.to}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {making ? t('connectors.form.create') : t('connectors.form.save')}
          </Button>
        </ActionBar>
      </form>
      {leaving}
    </Page>
  );
}

/** First values of a new connector: the defaults, except those that only look like the carrier's data. */
function beginningOf(kind: ConnectorKind): Record<string, unknown> {
  const standards = standardsOf(kind);
  return kind === 'SMPP' ? { ...standards, host: '', username: '' } : standards;
}
