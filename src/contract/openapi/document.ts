import { pathParameters } from '../endpoint.ts';
import { failure, type ErrorCode } from '../errors.ts';
import type {
  OpenApi,
  SandboxNumber,
  ApiLimits,
  JsonSchema,
  Operation,
  Parameter,
  Response,
  Media,
} from './types.ts';
import type { Told, ToldEvent, Story } from './story.ts';
import { schemaOf, withoutNamed } from './schemas.ts';

// OpenAPI 3.1 from the definitions that the server validates with, so that document and server
// cannot differ.

type Facts = {
  info: OpenApi['info'];
  tags: OpenApi['tags'];
  security: { name: string; description: string };
  /** Status and meaning of each code, for a developer. */
  errors: Readonly<Partial<Record<ErrorCode, { status: number; meaning: string }>>>;
  /** Errors of every call. */
  everywhere: readonly ErrorCode[];
  /** Meanings of fields by name: one name means the same in every call. */
  fields: Readonly<Record<string, string>>;
  sandboxNumbers: readonly SandboxNumber[];
  limits: ApiLimits;
};

/** The header that makes a repeated write harmless. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/**
 * Builds the document without the parts that depend on the host.
 * @param told every call, in display order
 * @returns plain JSON; schemas with an `id` in zod's registry are under `components`
 */
export function openApiOf(
  told: readonly Told[],
  events: readonly ToldEvent[],
  facts: Facts,
): Omit<OpenApi, 'servers' | 'x-gateway'> {
  const schemas: Record<string, JsonSchema> = {
    Error: schemaOf(failure, 'output', {}, facts.fields),
  };
  schemas['Error']!.properties!['error']!.enum = Object.keys(facts.errors);
  const paths: OpenApi['paths'] = {};
  for (const each of told) {
    const path = each.endpoint.path.replace(/\/:([a-zA-Z]+)/g, '/{$1}');
    (paths[path] ??= {})[each.endpoint.method.toLowerCase()] = operationOf(each, facts, schemas);
  }
  const webhooks = Object.fromEntries(
    events.map((event) => [
      event.name,
      {
        post: {
          operationId: event.name,
          tags: ['Webhooks'],
          summary: event.summary,
          description: event.description,
          parameters: [...event.headers],
          security: [],
          requestBody: {
            required: true as const,
            content: json(schemaOf(event.payload, 'output', schemas, facts.fields), {
              example: { value: event.example },
            }),
          },
          responses: {
            '2XX': {
              description: 'Any answer of success ends the delivery; anything else is tried again.',
            },
          },
        },
      },
    ]),
  );
  return {
    openapi: '3.1.1',
    info: facts.info,
    tags: facts.tags,
    security: [{ [facts.security.name]: [] }],
    paths,
    webhooks,
    components: {
      schemas,
      headers: {
        'Retry-After': {
          description: 'Seconds until the same call may succeed.',
          schema: { type: 'integer', minimum: 1 },
        },
      },
      securitySchemes: {
        [facts.security.name]: {
          type: 'http',
          scheme: 'bearer',
          description: facts.security.description,
        },
      },
    },
    'x-errors': Object.entries(facts.errors).map(([code, { status, meaning }]) => ({
      code,
      status,
      meaning,
    })),
    'x-sandbox-numbers': [...facts.sandboxNumbers],
    'x-limits': facts.limits,
  };
}

function operationOf(
  { operationId, endpoint, story }: Told,
  facts: Facts,
  schemas: Record<string, JsonSchema>,
): Operation {
  const words = { ...facts.fields, ...story.fields };
  const input = schemaOf(endpoint.input, 'input', schemas, words, false);
  const named = new Set(pathParameters(endpoint.path));
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const fields = Object.entries(input.properties ?? {});
  const required = new Set(input.required);
  const first = Object.values(story.requests)[0]?.value as Record<string, unknown> | undefined;
  const parameters: Parameter[] = fields
    .filter(([name]) => inQuery || named.has(name))
    .map(([name, { description, ...schema }]) => ({
      name,
      in: named.has(name) ? 'path' : 'query',
      required: named.has(name) || required.has(name),
      ...(description !== undefined && { description }),
      schema,
      ...(first?.[name] !== undefined && { example: first[name] }),
      ...(schema.type === 'array' && { style: 'form' as const, explode: true }),
    }));
  if (endpoint.idempotent) {
    parameters.push({
      name: IDEMPOTENCY_HEADER,
      in: 'header',
      required: endpoint.idempotent === true,
      schema: { type: 'string', minLength: 1, maxLength: 200 },
      description:
        'A new value for each thing that you want done, such as a UUID. A repeat under the same value answers what the first call did, and nothing is done twice.',
    });
  }
  const body = inQuery ? undefined : withoutNamed(input, named);
  const refused = [...new Set([...facts.everywhere, ...story.errors])];
  const statuses = [...new Set(refused.map((code) => facts.errors[code]?.status ?? 500))].sort(
    (a, b) => a - b,
  );
  return {
    operationId,
    tags: [story.tag],
    summary: story.title,
    description: [`${endpoint.summary}.`, story.description]
      .filter((each) => each !== '')
      .join('\n\n'),
    security: [{ [facts.security.name]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true as const,
        content: json(body, bodiesOf(story.requests, named)),
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        content: json(schemaOf(endpoint.output, 'output', schemas, words), { ...story.responses }),
      },
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          refusalOf(
            status,
            refused.filter((code) => facts.errors[code]?.status === status),
            facts,
          ),
        ]),
      ),
    },
  };
}

function refusalOf(status: number, codes: readonly ErrorCode[], facts: Facts): Response {
  return {
    description: codes
      .map((code) => `\`${code}\`: ${facts.errors[code]?.meaning ?? ''}`)
      .join('\n'),
    ...(status === 429 && {
      headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
    }),
    content: json(
      { $ref: '#/components/schemas/Error' },
      Object.fromEntries(
        codes.map((code) => [
          code,
          {
            value: {
              message: facts.errors[code]?.meaning ?? '',
              error: code,
              requestId: '01890a5d-ac96-774b-bcce-b302099a8057',
            },
          },
        ]),
      ),
    ),
  };
}

function json(schema: JsonSchema, examples: Media['examples']): Record<string, Media> {
  return {
    'application/json': {
      schema,
      ...(examples !== undefined && Object.keys(examples).length > 0 && { examples }),
    },
  };
}

function bodiesOf(requests: Story['requests'], named: ReadonlySet<string>): Media['examples'] {
  return Object.fromEntries(
    Object.entries(requests).map(([name, { summary, value }]) => [
      name,
      {
        summary,
        value: Object.fromEntries(
          Object.entries(value as object).filter(([field]) => !named.has(field)),
        ),
      },
    ]),
  );
}
