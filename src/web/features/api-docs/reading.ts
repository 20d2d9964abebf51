import type {
  JsonSchema,
  Media,
  OpenApi,
  Operation,
  Parameter,
} from '../../../contract/openapi/types.ts';

/** One call of the document, as the page shows it. */
export type DocumentedCall = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
};

/** The calls under their tags, in the document's order; a tag without any is left out. */
export function callsByTag(
  document: OpenApi,
): { tag: OpenApi['tags'][number]; calls: DocumentedCall[] }[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): DocumentedCall => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return document.tags
    .map((tag) => ({
      tag,
      calls: all.filter(({ operation }) => operation.tags.includes(tag.name)),
    }))
    .filter(({ calls }) => calls.length > 0);
}

/** The schema itself, where a reference names it. */
export function resolve(document: OpenApi, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  const { $ref: _ref, ...own } = schema;
  return { ...document.components.schemas[name], ...own };
}

/** One field of a request or an answer. */
export type Field = {
  /** With the names around it: `messages[].to`. */
  readonly name: string;
  readonly depth: number;
  readonly schema: JsonSchema;
  readonly required: boolean;
};

/** Tables are not shown below this depth. */
const DEEPEST = 4;

/** Every field of a schema, those inside others after them; of alternatives each one's fields once. */
export function fieldsOf(document: OpenApi, schema: JsonSchema, prefix = '', depth = 0): Field[] {
  const own = resolve(document, schema);
  const branches = alternativesOf(own).map((one) => resolve(document, one));
  const [only] = branches;
  if (branches.length === 1 && only && (only.properties || only.items))
    return fieldsOf(document, only, prefix, depth);
  if (branches.length > 1) {
    const seen = new Set<string>();
    const all = branches.flatMap((branch) => fieldsOf(document, branch, prefix, depth));
    const always = (name: string) =>
      branches.every((branch) => branch.required?.includes(name.slice(prefix.length)));
    return all
      .filter(({ name }) => !seen.has(name) && seen.add(name))
      .map((field) => (field.depth === depth ? { ...field, required: always(field.name) } : field));
  }
  if (own.items) {
    const inside = fieldsOf(document, own.items, `${prefix.replace(/\.$/, '')}[].`, depth);
    return inside;
  }
  return Object.entries(own.properties ?? {}).flatMap(([name, each]): Field[] => {
    const field: Field = {
      name: `${prefix}${name}`,
      depth,
      schema: resolve(document, each),
      required: own.required?.includes(name) ?? false,
    };
    if (depth >= DEEPEST) return [field];
    return [field, ...fieldsOf(document, each, `${prefix}${name}.`, depth + 1)];
  });
}

/** The alternatives of a schema, without null. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  return (schema.anyOf ?? schema.oneOf ?? []).filter((one) => one.type !== 'null');
}

/** The type of a field in JSON's terms: `string`, `array of integer`, `string or null`. */
export function typeWord(document: OpenApi, schema: JsonSchema): string {
  const own = resolve(document, schema);
  const branches = own.anyOf ?? own.oneOf;
  if (branches) return [...new Set(branches.map((one) => typeWord(document, one)))].join(' or ');
  if (own.items) return `array of ${typeWord(document, own.items)}`;
  if (own.const !== undefined) return JSON.stringify(own.const);
  const type = Array.isArray(own.type)
    ? own.type.join(' or ')
    : (own.type ?? (own.properties ? 'object' : own.enum ? 'string' : 'any'));
  return own.format === undefined ? type : `${type} (${own.format})`;
}

/** Limits of a value by their JSON Schema name. */
export type Bound = {
  readonly name:
    | 'minimum'
    | 'maximum'
    | 'minLength'
    | 'maxLength'
    | 'minItems'
    | 'maxItems'
    | 'default';
  readonly value: string;
};
const BOUNDS = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'default',
] as const;

export function boundsOf(document: OpenApi, schema: JsonSchema): Bound[] {
  const whole = resolve(document, schema);
  const [only, ...more] = alternativesOf(whole);
  const own = only && more.length === 0 ? { ...whole, ...resolve(document, only) } : whole;
  return BOUNDS.filter(
    (name) =>
      own[name] !== undefined && own[name] !== '' && !(name === 'minLength' && own[name] === 1),
  ).map((name) => ({
    name,
    value: typeof own[name] === 'string' ? own[name] : JSON.stringify(own[name]),
  }));
}

/** The only words that a field takes, if it takes words of a list. */
export function choicesOf(document: OpenApi, schema: JsonSchema): readonly unknown[] {
  const own = resolve(document, schema);
  if (own.enum) return own.enum;
  if (own.items) return choicesOf(document, own.items);
  return alternativesOf(own).flatMap((one) => choicesOf(document, one));
}

/** The JSON of a request or an answer. */
export const jsonOf = (content: Record<string, Media> | undefined): Media | undefined =>
  content?.['application/json'];

/** The examples of a request's body, at least one. */
export function examplesOf(
  operation: Operation,
): { name: string; summary: string; value: unknown }[] {
  return Object.entries(jsonOf(operation.requestBody?.content)?.examples ?? {}).map(
    ([name, { summary, value }]) => ({ name, summary: summary ?? name, value }),
  );
}

/** The address of a call with its parameters filled in; empty ones are left out of the query. */
export function addressOf(
  origin: string,
  call: Pick<DocumentedCall, 'path' | 'operation'>,
  values: Readonly<Record<string, unknown>>,
): string {
  const parameters = call.operation.parameters ?? [];
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? '')),
  );
  const query = parameters
    .filter(({ in: where }) => where === 'query')
    .flatMap(({ name }) =>
      [values[name]]
        .flat()
        .filter((value) => value !== undefined && value !== '')
        .map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`),
    );
  return `${origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Example values of parameters. */
export function exampleValues(parameters: readonly Parameter[]): Record<string, unknown> {
  return Object.fromEntries(
    parameters
      .filter(({ in: where, example }) => where !== 'header' && example !== undefined)
      .map(({ name, example }) => [name, example]),
  );
}
