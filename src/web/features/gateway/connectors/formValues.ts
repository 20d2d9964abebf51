import {
  cid as cidShape,
  smppSettings,
  type ConnectorKind,
} from '../../../../contract/api/connector-settings.ts';
import {
  genericSettings,
  httpSettings,
} from '../../../../contract/api/connector-generic-settings.ts';
import {
  CONNECTOR_FIELDS,
  type FieldDescription,
} from '../../../../contract/api/connector-fields.ts';
import { unknownNames } from '../../../../contract/api/request-template.ts';
import { screenLanguage } from '../../../i18n/i18n.ts';
import { plainNumber, writtenNumber } from '../../../ui/fields/plainNumber.ts';

/** A form's value: text, a tick, or rows of two texts. */
export type Value = string | boolean | readonly Pair[];
export type Pair = readonly [string, string];
export type Values = Readonly<Record<string, Value>>;

/** A problem by its key under `connectors.form`, with the values of its text. */
export type Problem = {
  word: 'missing' | 'number' | 'whole' | 'long' | 'wrong' | 'cidWrong' | 'unknown' | 'twice';
  least?: number;
  most?: number;
  name?: string;
};

const SHAPES = { SMPP: smppSettings, HTTP: httpSettings, GENERIC: genericSettings };

/** The default values of a kind's fields. */
export function standardsOf(kind: ConnectorKind): Record<string, unknown> {
  const { url, ...rest } = {
    url: '',
    ...(SHAPES[kind].parse({ url: 'https://example.com' }) as Record<string, unknown>),
  };
  return kind === 'SMPP' ? rest : { ...rest, url: '' };
}

/** Settings as the fields of a form hold them; secrets are never among them. */
export function valuesOf(
  kind: ConnectorKind,
  settings: Readonly<Record<string, unknown>>,
): Record<string, Value> {
  return Object.fromEntries(
    CONNECTOR_FIELDS[kind].map((field) => [field.name, valueOf(field, settings[field.name])]),
  );
}

function valueOf({ type }: FieldDescription, setting: unknown): Value {
  if (typeof setting === 'number' && type !== 'choice')
    return writtenNumber(setting, screenLanguage());
  if (type === 'yes or no') return setting === true;
  if (type === 'words') return Array.isArray(setting) ? setting.join('\n') : '';
  if (type === 'status map' || type === 'headers')
    return Object.entries((setting ?? {}) as Record<string, string>);
  return setting === undefined || setting === null ? '' : String(setting as string | number);
}

/**
 * Builds the input of the call from the form. An empty secret is left out and stays unchanged.
 * @param cleared the value for an empty field: null restores the default, undefined leaves it out
 */
export function settingsOf(
  kind: ConnectorKind,
  values: Values,
  cleared: null | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    CONNECTOR_FIELDS[kind].flatMap((field): [string, unknown][] => {
      const setting = settingOf(field, values[field.name], cleared);
      return setting === undefined ? [] : [[field.name, setting]];
    }),
  );
}

const numberIn = (text: string) => Number(plainNumber(text, screenLanguage()));

function settingOf(
  { type, choices, name }: FieldDescription,
  value: Value | undefined,
  cleared: null | undefined,
): unknown {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string')
    return Object.fromEntries(value.map(([key, each]) => [key.trim(), each]));
  const text = name === 'body' || type === 'secret' ? value : value.trim();
  if (type === 'secret') return text === '' ? undefined : text;
  if (type === 'words')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  if (type === 'number' || type === 'whole number') return text === '' ? cleared : numberIn(text);
  if (type === 'choice')
    return text === '' ? cleared : choices?.find((choice) => String(choice) === text);
  if (name === 'token_url' && text === '') return cleared;
  return text;
}

const OPTIONAL_NUMBERS = new Set(['validity', 'proto_id']);
const TEMPLATES = new Set(['url', 'body', 'callback_query', 'headers']);

/** Checks the form field by field before it is submitted. */
export function problemsOf(
  kind: ConnectorKind,
  values: Values,
  making: boolean,
): Record<string, Problem> {
  const problems: Record<string, Problem> = {};
  if (making && !cidShape.safeParse(values['cid']).success) problems['cid'] = { word: 'cidWrong' };
  const parsed = SHAPES[kind].safeParse(settingsOf(kind, values, undefined));
  const refused = new Set(
    parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0])),
  );
  for (const field of CONNECTOR_FIELDS[kind]) {
    if (!isAsked(field.name, values)) continue;
    const blank =
      kind === 'SMPP' &&
      (field.name === 'username' || (making && field.name === 'password')) &&
      values[field.name] === '';
    const problem =
      (blank ? { word: 'missing' as const } : undefined) ??
      problemOf(kind, field, values[field.name]) ??
      (refused.has(field.name) ? { word: 'wrong' as const } : undefined);
    if (problem) problems[field.name] = problem;
  }
  return problems;
}

function problemOf(
  kind: ConnectorKind,
  field: FieldDescription,
  value: Value | undefined,
): Problem | undefined {
  const {
    name,
    type,
    minimum: least = 0,
    maximum: most = Number.MAX_SAFE_INTEGER,
    longest,
  } = field;
  if (value === undefined || typeof value === 'boolean') return undefined;
  if (typeof value !== 'string') {
    if (value.some(([key]) => key.trim() === '')) return { word: 'missing' };
    const keys = value.map(([key]) => key.trim());
    const twice = keys.find((key, at) => keys.indexOf(key) !== at);
    if (twice !== undefined) return { word: 'twice', name: twice };
    return type === 'headers' ? stranger(value.map(([, text]) => text).join('\n')) : undefined;
  }
  const text = value.trim();
  if (type === 'number' || type === 'whole number') {
    if (text === '' && OPTIONAL_NUMBERS.has(name)) return undefined;
    const number = text === '' ? NaN : numberIn(text);
    const whole = type === 'whole number';
    if (!(number >= least && number <= most) || (whole && !Number.isInteger(number)))
      return { word: whole ? 'whole' : 'number', least, most };
    return undefined;
  }
  if (text === '' && (field.required || name === 'host' || (type === 'text' && NEEDED.has(name))))
    return { word: 'missing' };
  if (longest !== undefined && value.length > longest) return { word: 'long', most: longest };
  return kind === 'GENERIC' && TEMPLATES.has(name) ? stranger(value) : undefined;
}

const NEEDED = new Set([
  'success_status',
  'callback_id',
  'callback_status',
  'auth_header',
  'token_url',
  'custom_tlvs',
  'retry_rules',
  'final_codes',
]);

function stranger(template: string): Problem | undefined {
  const [name] = unknownNames(template);
  return name === undefined ? undefined : { word: 'unknown', name: `{{${name}}}` };
}

const ASKED_WHEN: Readonly<Record<string, (values: Values) => boolean>> = {
  ssl_verify: ({ ssl }) => ssl === true,
  con_loss_delay: ({ con_loss_retry: retry }) => retry === true,
  con_fail_delay: ({ con_fail_retry: retry }) => retry === true,
  auth_header: ({ auth }) => auth === 'api key',
  token_url: ({ auth }) => auth === 'oauth',
  token_scope: ({ auth }) => auth === 'oauth',
  body: ({ method }) => method !== 'GET',
  content_type: ({ method }) => method !== 'GET',
};

/** True when a field applies with the other values; others are hidden. */
export function isAsked(name: string, values: Values): boolean {
  const when = ASKED_WHEN[name];
  if (when) return when(values);
  return !name.startsWith('callback_') || values['callbacks'] === true;
}

/** The fields whose values differ from the defaults. */
export function changedFrom(kind: ConnectorKind, values: Values): FieldDescription[] {
  const standards = valuesOf(kind, standardsOf(kind));
  return CONNECTOR_FIELDS[kind].filter(
    ({ name, type }) =>
      type !== 'secret' && JSON.stringify(values[name]) !== JSON.stringify(standards[name]),
  );
}
