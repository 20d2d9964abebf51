// Writes what of the examples is read from the API's own document: the typed client, and the receivers of webhooks that the
// documentation page shows. `npm run generate -- examples` writes, the test compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument } from '../src/contract/openapi/api-examples.ts';
import type { JsonSchema, Operation } from '../src/contract/openapi/types.ts';

const ROOT = join(import.meta.dirname, '..');
const HEAD = '// Written by `npm run generate -- examples`; do not edit.\n';

/** The files that are written, by their paths in the repository. */
export function writtenFiles(): Record<string, string> {
  return {
    'examples/typescript/client.ts': client(),
    'src/web/features/api-docs/receivers.ts': receivers(),
  };
}

/** The receivers of `examples/`, for the page that shows them. */
function receivers(): string {
  const of = {
    node: 'node/receive-webhook.mjs',
    python: 'python/receive_webhook.py',
    php: 'php/receive-webhook.php',
  };
  const texts = Object.entries(of).map(
    ([language, path]) =>
      `  ${language}: ${JSON.stringify(readFileSync(join(ROOT, 'examples', path), 'utf8').trimEnd())},\n`,
  );
  return `${HEAD}\n/** Programs that take webhooks and check their signatures: those of \`examples/\`. */\nexport const RECEIVERS = {\n${texts.join('')}};\n`;
}

// ---- the typed client ----

function client(): string {
  const document = apiDocument();
  const runtime = readFileSync(join(ROOT, 'tools/examples-client.txt'), 'utf8');
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => name !== 'Error')
    .map(([name, schema]) => declaration(name, schema));
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      callOf(path, method.toUpperCase(), operation),
    ),
  );
  const events = [
    ...new Set(
      Object.values(document.webhooks).map(({ post }) =>
        typeOf(post.requestBody!.content['application/json']!.schema, 0),
      ),
    ),
  ];
  return [
    HEAD,
    `// A client of the ${document.info.version} API without dependencies: Node 22 or later, Deno, Bun, a browser's worker. It runs as it stands.\n\n`,
    `export type ErrorCode = ${document.components.schemas['Error']!.properties!['error']!.enum!.map((code) => `'${String(code)}'`).join(' | ')};\n\n`,
    schemas.join('\n'),
    `\n/** The events that are sent to a webhook. */\nexport type WebhookEvent = ${events.join(' | ') || 'never'};\n\n`,
    ...calls.map(({ types }) => types),
    runtime.replace('  // CALLS\n', calls.map(({ code }) => code).join('\n')),
  ].join('');
}

function declaration(name: string, schema: JsonSchema): string {
  return `${comment(schema.description, 0)}export type ${name} = ${typeOf(schema, 0)};\n`;
}

function callOf(
  path: string,
  method: string,
  operation: Operation,
): { types: string; code: string } {
  const name = operation.operationId;
  const Name = name[0]!.toUpperCase() + name.slice(1);
  const parameters = operation.parameters ?? [];
  const inPath = parameters.filter(({ in: where }) => where === 'path');
  const inQuery = parameters.filter(({ in: where }) => where === 'query');
  const body = operation.requestBody?.content['application/json']?.schema;
  const answer = operation.responses['200']!.content!['application/json']!.schema;
  const once = parameters.some(({ in: where }) => where === 'header');
  const query: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(
      inQuery.map(({ name: each, schema, description }) => [each, { ...schema, description }]),
    ),
    required: inQuery.filter(({ required }) => required).map(({ name: each }) => each),
  };
  const types = [
    ...(body ? [`export type ${Name}Body = ${typeOf(body, 0)};\n`] : []),
    ...(inQuery.length > 0 ? [`export type ${Name}Query = ${typeOf(query, 0)};\n`] : []),
    ...(answer.$ref ? [] : [`export type ${Name}Answer = ${typeOf(answer, 0)};\n`]),
  ];
  const taken = [
    ...inPath.map(({ name: each }) => `${each}: string`),
    ...(body ? [`body: ${Name}Body`] : []),
    ...(inQuery.length > 0 ? [`query: ${Name}Query = {}`] : []),
    ...(once ? ['options: WriteOptions = {}'] : []),
  ];
  const address = path.replace(
    /\{(\w+)\}/g,
    (_, each: string) => `\${encodeURIComponent(${each})}`,
  );
  const how = [
    ...(body ? ['body'] : []),
    ...(inQuery.length > 0 ? ['query'] : []),
    ...(once ? ['once: options.idempotencyKey ?? crypto.randomUUID()'] : []),
  ];
  return {
    types: types.map((each) => `${each}\n`).join(''),
    code: `${comment(operation.summary, 1)}  ${name}(${taken.join(', ')}): Promise<${answer.$ref ? typeOf(answer, 0) : `${Name}Answer`}> {\n    return this.#call('${method}', \`${address}\`${how.length > 0 ? `, { ${how.join(', ')} }` : ''});\n  }\n`,
  };
}

function typeOf(schema: JsonSchema, depth: number): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map((each) => typeOf(each, depth)))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (schema.enum)
    return schema.enum
      .map((each) => (typeof each === 'string' ? `'${each}'` : String(each)))
      .join(' | ');
  if (schema.items) {
    const item = typeOf(schema.items, depth);
    return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.properties) {
    const indent = '  '.repeat(depth + 1);
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties).map(
      ([name, field]) =>
        `${comment(field.description, depth + 1)}${indent}${/^\w+$/.test(name) ? name : `'${name}'`}${required.has(name) ? '' : '?'}: ${typeOf(field, depth + 1)};\n`,
    );
    return fields.length === 0
      ? 'Record<string, never>'
      : `{\n${fields.join('')}${'  '.repeat(depth)}}`;
  }
  if (Array.isArray(schema.type))
    return schema.type.map((each) => typeOf({ ...schema, type: each }, depth)).join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function comment(text: string | undefined, depth: number): string {
  return text === undefined
    ? ''
    : `${'  '.repeat(depth)}/** ${text.replaceAll('`', '').replaceAll('*/', '* /')} */\n`;
}

if (import.meta.main)
  for (const [path, text] of Object.entries(writtenFiles())) writeFileSync(join(ROOT, path), text);
