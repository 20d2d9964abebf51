import SendIcon from '@mui/icons-material/SendOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FormField } from '../../ui/fields/FormField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useDocs } from './docs.ts';
import { bodyOf, inputOf, inputsOf, NotJson, textOf, type FormInput } from './inputs.ts';
import { isLive, KeyField } from './KeyField.tsx';
import { useWordOf } from './useWordOf.ts';
import { addressOf, examplesOf, jsonOf, type DocumentedCall } from './reading.ts';
import { type Answered, type Outcome, MONO, AnswerView } from './AnswerView.tsx';
import { InputField } from './InputField.tsx';

async function ask(address: string, request: RequestInit): Promise<Answered> {
  const started = performance.now();
  const response = await fetch(address, request);
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    text,
    milliseconds: performance.now() - started,
  };
}

/** Makes the call from this page and shows the response. */
export function TryIt({ call }: { call: DocumentedCall }) {
  const { t } = useTranslation();
  const { document, apiKey, origin } = useDocs();
  const { operation, id } = call;
  const title = useWordOf()('calls', id, operation.summary);
  const parameters = (operation.parameters ?? [])
    .filter(({ in: where }) => where !== 'header')
    .map(({ name, schema, required, description }) => ({
      ...inputOf(document, name, schema, required ?? false),
      description,
    }));
  const takesKey = (operation.parameters ?? []).some(({ in: where }) => where === 'header');
  const body = jsonOf(operation.requestBody?.content);
  const examples = examplesOf(operation);
  const [chosen, setChosen] = useState(0);
  const example = examples[chosen]?.value;
  const inputs = body ? inputsOf(document, body.schema, example) : [];

  const [parameterTexts, setParameterTexts] = useState<Record<string, string>>({});
  const [bodyTexts, setBodyTexts] = useState(() => textsOf(example));
  const [onceKey, setOnceKey] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  function start(at: number) {
    setChosen(at);
    setBodyTexts(textsOf(examples[at]?.value));
  }

  async function send() {
    setAsking(false);
    let given: Record<string, unknown> | undefined;
    try {
      given = body && bodyOf(inputs, bodyTexts);
    } catch (failure) {
      if (!(failure instanceof NotJson)) throw failure;
      return setOutcome({ notJson: failure.field });
    }
    setBusy(true);
    try {
      const answered = await ask(
        addressOf(origin, call, parameterValues(parameters, parameterTexts)),
        {
          method: call.method,
          credentials: 'omit',
          body: given && JSON.stringify(given),
          headers: {
            authorization: `Bearer ${apiKey}`,
            'accept-language': currentLanguage(),
            ...(given && { 'content-type': 'application/json' }),
            ...(takesKey && onceKey !== '' && { 'idempotency-key': onceKey }),
          },
        },
      );
      setOutcome({ answered });
      // Under the same key the next attempt would return this answer again.
      if (answered.status < 300) setOnceKey(newKey());
    } catch {
      setOutcome({ unreached: true });
    } finally {
      setBusy(false);
    }
  }

  const field = (
    input: FormInput,
    texts: Record<string, string>,
    change: (texts: Record<string, string>) => void,
  ) => (
    <InputField
      key={input.name}
      id={`${id}-${input.name}`}
      input={input}
      text={texts[input.name] ?? ''}
      onChange={(text) => change({ ...texts, [input.name]: text })}
      wrong={outcome !== null && 'notJson' in outcome && outcome.notJson === input.name}
    />
  );
  return (
    <Box
      component="form"
      noValidate
      aria-label={`${t('apidocs.try.title')}: ${title}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isLive(apiKey) && call.method !== 'GET') setAsking(true);
        else void send();
      }}
      sx={(theme) => ({
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: 'var(--corner-card)',
        p: 4,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 4,
        backgroundColor: theme.vars?.palette.background.paper,
      })}
    >
      <Typography variant="subtitle1" component="h4">
        {t('apidocs.try.title')}
      </Typography>
      <KeyField id={`${id}-api-key`} />
      {examples.length > 1 && (
        <FormField id={`${id}-example`} label={t('apidocs.try.startFrom')}>
          {(parts) => (
            <Select
              value={chosen}
              size="small"
              labelId={`${parts.id}-label`}
              inputProps={{ id: parts.id }}
              onChange={(event) => start(Number(event.target.value))}
            >
              {examples.map(({ name, summary }, at) => (
                <MenuItem key={name} value={at}>
                  {summary}
                </MenuItem>
              ))}
            </Select>
          )}
        </FormField>
      )}
      {parameters.map((input) => field(input, parameterTexts, setParameterTexts))}
      {inputs.map((input) => field(input, bodyTexts, setBodyTexts))}
      {takesKey && (
        <TextField
          field={{
            name: `${id}-idempotency-key`,
            value: onceKey,
            onChange: (event) => setOnceKey(event.target.value),
          }}
          label={IDEMPOTENCY_HEADER}
          help={t('apidocs.try.onceHelp')}
          input={{ spellCheck: false, style: MONO }}
        />
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Button
          type="submit"
          variant="contained"
          startIcon={<SendIcon />}
          loading={busy}
          disabled={apiKey === ''}
        >
          {t('apidocs.try.send')}
        </Button>
        {apiKey === '' && (
          <Typography variant="body2" color="textSecondary">
            {t('apidocs.try.keyFirst')}
          </Typography>
        )}
      </Box>
      <Box aria-live="polite">
        {outcome !== null && 'answered' in outcome && <AnswerView answered={outcome.answered} />}
        {outcome !== null && 'unreached' in outcome && (
          <Alert severity="error">{t('unreachable')}</Alert>
        )}
      </Box>
      <ConfirmDialog
        open={asking}
        title={t('apidocs.try.liveTitle')}
        action={t('apidocs.try.liveAction')}
        onConfirm={() => void send()}
        onClose={() => setAsking(false)}
      >
        {t('apidocs.try.liveText')}
      </ConfirmDialog>
    </Box>
  );
}

const IDEMPOTENCY_HEADER = 'Idempotency-Key';
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
const textsOf = (example: unknown) =>
  Object.fromEntries(
    Object.entries((example ?? {}) as object).map(([name, value]) => [name, textOf(value)]),
  );

function parameterValues(
  inputs: readonly FormInput[],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    inputs.map(({ name, kind }) => [
      name,
      kind === 'list' ? (texts[name] ?? '').split('\n').filter((line) => line !== '') : texts[name],
    ]),
  );
}
