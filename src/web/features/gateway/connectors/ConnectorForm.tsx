import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  CONNECTOR_FIELDS,
  type FieldDescription,
} from '../../../../contract/api/connector-fields.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Page, Section } from '../../../ui/page/Page.tsx';
import { SelectInput } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useLeaveWarning } from '../../../ui/fields/useLeaveWarning.tsx';
import { Field } from './Field.tsx';
import { changedFrom, isAsked, settingsOf, standardsOf } from './formValues.ts';
import { listAddress, pageAddress, type Connector } from './kinds.ts';
import { CarrierQuestions, FoldedQuestions } from './CarrierQuestions.tsx';
import { ConnectionVerdict } from './ConnectionVerdict.tsx';
import { RequestPreview } from './RequestPreview.tsx';
import { useConnectionTest } from './useConnectionTest.ts';
import { PRESETS, useConnectorForm } from './useConnectorForm.ts';
import { useFieldWords } from './useFieldWords.ts';
import { Rows } from '../../../ui/page/layout.tsx';
import { FieldGrid } from './FieldGrid.tsx';

type Props = { kind: ConnectorKind; connector: Connector | null };
type Form = ReturnType<typeof useConnectorForm>;

/** Makes a connector, or changes one; drawn by the descriptions of its kind's settings. */
export function ConnectorForm({ kind, connector }: Props) {
  const { t } = useTranslation();
  const form = useConnectorForm(kind, connector);
  const test = useConnectionTest(kind, connector, form);
  const { fields, values, set } = form;
  const leaving = useLeaveWarning(form.isUnsaved);
  // A carrier's answers come before the fields that they fill.
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('lg'));
  const { cid } = form;
  const isNew = cid === null;
  const title = isNew
    ? t(`connectors.${kind}.create`)
    : t(`connectors.${kind}.editTitle`, { name: cid });
  const back = isNew
    ? { to: listAddress(kind), label: t(`connectors.${kind}.title`) }
    : { to: pageAddress(kind, cid), label: cid };
  const draw = (field: FieldDescription) =>
    isAsked(field.name, values) && (
      <Setting key={field.name} kind={kind} connector={connector} form={form} field={field} />
    );
  return (
    <Page title={title} back={back}>
      <form noValidate onSubmit={form.submit}>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              ...(kind !== 'HTTP' && { lg: 'minmax(0, 680px) minmax(320px, 1fr)' }),
            },
            gap: 5,
            alignItems: 'start',
          }}
        >
          <Rows isFluid maxWidth={680}>
            {kind === 'SMPP' && isNarrow && <FoldedQuestions />}
            {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
            <Errors kind={kind} form={form} />
            <BasicSection kind={kind} form={form} isNew={isNew} draw={draw} />
            <OtherSections kind={kind} form={form} isNew={isNew} draw={draw} />
            {(kind !== 'SMPP' || isNarrow) && <ConnectionVerdict test={test} />}
          </Rows>
          {kind === 'SMPP' && !isNarrow && (
            <CarrierQuestions>
              <ConnectionVerdict test={test} />
            </CarrierQuestions>
          )}
          {kind === 'GENERIC' && (
            <RequestPreview
              settings={settingsOf(kind, values, undefined)}
              onInsert={(text) => set('body', `${String(values['body'])}${text}`)}
            />
          )}
        </Box>
        <ActionBar note={t('connectors.form.note')}>
          <Button color="inherit" variant="outlined" component={Link} to={back.to}>
            {t('common.cancel')}
          </Button>
          <Button color="inherit" variant="outlined" loading={test.isBusy} onClick={test.run}>
            {t('connectors.connectionTest.run')}
          </Button>
          <Button type="submit" variant="contained" loading={form.isBusy}>
            {isNew ? t('connectors.form.create') : t('connectors.form.save')}
          </Button>
        </ActionBar>
      </form>
      {leaving}
    </Page>
  );
}

/** The errors of the settings that apply, each with the name of its setting. */
function Errors({ kind, form: { fields, values } }: { kind: ConnectorKind; form: Form }) {
  const { t } = useTranslation();
  const words = useFieldWords(kind);
  const names = ['cid', ...CONNECTOR_FIELDS[kind].map(({ name }) => name)];
  return (
    <ErrorSummary
      errors={names.flatMap((name) => {
        const error = fields.errorOf(name);
        if (error === undefined || !isAsked(name, values)) return [];
        const label = name === 'cid' ? t('connectors.form.cid') : words.label(name);
        return [{ id: name, message: `${label}: ${error}` }];
      })}
    />
  );
}

function Setting({
  kind,
  connector,
  form: { fields, values, set, cid, isSecretRemoved, removeSecret },
  field,
}: Props & { form: Form; field: FieldDescription }) {
  return (
    <Field
      kind={kind}
      field={field}
      value={values[field.name] ?? ''}
      standard={standardsOf(kind)[field.name]}
      error={fields.errorOf(field.name)}
      making={cid === null}
      onChange={(value) => set(field.name, value)}
      {...(field.type === 'secret' && {
        secret: {
          isSet: hasSecret(connector),
          removed: isSecretRemoved,
          mayRemove: kind !== 'SMPP',
          remove: removeSecret,
        },
      })}
    />
  );
}

/** True for a connector whose secret is set; that of a carrier always is. */
function hasSecret(connector: Connector | null): boolean {
  if (connector === null) return false;
  if ('signed' in connector) return connector.signed;
  return 'hasSecret' in connector ? connector.hasSecret : true;
}

/** The fields of a section of its own: how fast it sends, and at which cost. */
const PACE: readonly string[] = ['window', 'submit_throughput', 'cost'];

type SectionProps = {
  kind: ConnectorKind;
  form: Form;
  isNew: boolean;
  draw(field: FieldDescription): ReactNode;
};

function BasicSection({
  kind,
  form: { fields, values, set, preset, begin },
  isNew,
  draw,
}: SectionProps) {
  const { t } = useTranslation();
  const basic = CONNECTOR_FIELDS[kind].filter(({ section }) => section === 'basic');
  const pace = basic.filter(({ name }) => PACE.includes(name));
  const start = isNew && (
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
      <FormHelperText id="started-said" sx={{ mt: 1.5 }}>
        {t('connectors.form.startedHelp')}
      </FormHelperText>
    </Box>
  );
  const presetNote =
    preset === 'SENDSMS' || preset === 'TWILIO' || preset === 'BEEM'
      ? t(`connectors.form.presetNotes.${preset}`)
      : '';
  return (
    <>
      <Section title={t('connectors.sections.basic')}>
        <Rows>
          {isNew && kind === 'GENERIC' && (
            <SelectInput
              name="preset"
              label={t('connectors.form.preset')}
              help={[t('connectors.form.presetHelp'), presetNote].filter(Boolean).join(' ')}
              value={preset}
              onChange={begin}
            >
              <option value="">{t('connectors.form.presetNone')}</option>
              {PRESETS.map((name) => (
                <option key={name} value={name}>
                  {t(`connectors.form.presets.${name}`)}
                </option>
              ))}
            </SelectInput>
          )}
          {isNew && (
            <TextField
              field={{
                name: 'cid',
                value: String(values['cid']),
                onChange: (event) => set('cid', event.target.value.trim()),
              }}
              label={t('connectors.form.cid')}
              help={t('connectors.form.cidHelp')}
              error={fields.errorOf('cid')}
              autoFocus
              autoComplete="off"
              input={{ maxLength: 25, spellCheck: false }}
            />
          )}
          <FieldGrid fields={basic.filter((field) => !pace.includes(field))} draw={draw} />
          {pace.length === 0 && start}
        </Rows>
      </Section>
      {pace.length > 0 && (
        <Section title={t('connectors.sections.pace')}>
          <Rows>
            <FieldGrid fields={pace} draw={draw} />
            {start}
          </Rows>
        </Section>
      )}
    </>
  );
}

function OtherSections({ kind, form: { fields, values, preset }, isNew, draw }: SectionProps) {
  const { t } = useTranslation();
  const changed = new Set(changedFrom(kind, values).map(({ section }) => section));
  const all = CONNECTOR_FIELDS[kind];
  const sections = [...new Set(all.map(({ section }) => section))].filter(
    (section) => section !== 'basic',
  );
  return (
    <Rows gap={3}>
      {sections.map((section) => {
        const own = all.filter((field) => field.section === section);
        return (
          // The key draws the sections again after a change of the preset.
          <Folded
            key={`${section} ${preset}`}
            title={t(`connectors.sections.${section}`)}
            text={t(
              section === 'connection' && kind !== 'SMPP'
                ? 'connectors.sections.callsText'
                : `connectors.sections.${section}Text`,
            )}
            open={!isNew && changed.has(section)}
            isWrong={own.some(({ name }) => fields.errorOf(name) !== undefined)}
          >
            <FieldGrid fields={own} draw={draw} />
          </Folded>
        );
      })}
    </Rows>
  );
}
