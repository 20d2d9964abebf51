import type { JsonSchema, OpenApi } from '../../../contract/openapi/types.ts';
import { choicesOf, resolve, typeWord } from './reading.ts';

/** A field of the try-it form. */
export type FormInput = {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly kind: 'line' | 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'json';
  readonly choices: readonly string[];
};

/** The fields of a schema's object; of alternatives, of the one that an example is. */
export function inputsOf(document: OpenApi, schema: JsonSchema, example: unknown): FormInput[] {
  const own = branchFor(document, schema, example);
  return Object.entries(own.properties ?? {}).map(([name, each]) =>
    inputOf(document, name, each, own.required?.includes(name) ?? false),
  );
}

export function inputOf(
  document: OpenApi,
  name: string,
  schema: JsonSchema,
  required: boolean,
): FormInput {
  const own = resolve(document, schema);
  const choices = choicesOf(document, own)
    .filter((one) => one !== null)
    .map(String);
  const type = typeWord(document, own)
    .replace(/ or null$/, '')
    .replace(/ \(.*\)$/, '');
  const kind =
    type === 'array of string'
      ? 'list'
      : choices.length > 0
        ? 'choice'
        : type === 'integer' || type === 'number'
          ? 'number'
          : type === 'boolean'
            ? 'boolean'
            : type === 'string'
              ? (own.maxLength ?? 0) > 400
                ? 'text'
                : 'line'
              : 'json';
  return { name, required, description: own.description, kind, choices };
}

function branchFor(document: OpenApi, schema: JsonSchema, example: unknown): JsonSchema {
  const own = resolve(document, schema);
  const branches = (own.anyOf ?? own.oneOf ?? [])
    .map((one) => resolve(document, one))
    .filter((one) => one.properties);
  const names = Object.keys((example ?? {}) as object);
  return (
    branches.find((branch) => names.every((name) => name in (branch.properties ?? {}))) ??
    branches[0] ??
    own
  );
}

/** The text of a value in a field. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** A field's JSON could not be read. */
export class NotJson extends Error {
  readonly field: string;
  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

/** The value of a field; undefined where it is empty. Text that is no number is sent as it is, so that the server refuses it. */
export function valueOf({ name, kind }: FormInput, written: string): unknown {
  if (written.trim() === '') return undefined;
  switch (kind) {
    case 'number':
      return Number.isNaN(Number(written)) ? written : Number(written);
    case 'boolean':
      return written === 'true';
    case 'list':
      return written
        .split(/\n/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
    case 'json':
      try {
        return JSON.parse(written);
      } catch {
        throw new NotJson(name);
      }
    default:
      return written;
  }
}

/** The body that a form makes. @throws NotJson */
export function bodyOf(
  inputs: readonly FormInput[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    inputs
      .map((input) => [input.name, valueOf(input, values[input.name] ?? '')])
      .filter(([, value]) => value !== undefined),
  );
}
