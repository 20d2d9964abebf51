import * as z from 'zod/mini';
import { pathParameters, type Endpoint, type Input, type Output } from '../endpoint.ts';
import { failure, type ErrorCode } from '../errors.ts';

// OpenAPI 3.1 from the definitions that the server answers by, so that the document cannot say another thing than the door does.

/** JSON Schema 2020-12, as far as this document uses it. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
};
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
  style?: 'form';
  explode?: boolean;
};
export type Media = {
  schema: JsonSchema;
  examples?: Record<string, { summary?: string; value: unknown }>;
};
export type Response = {
  description: string;
  headers?: Record<string, { $ref: string } | { description: string; schema: JsonSchema }>;
  content?: Record<string, Media>;
};
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required: true; content: Record<string, Media> };
  responses: Record<string, Response>;
  security?: Record<string, string[]>[];
};
export type OpenApi = {
  openapi: '3.1.1';
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer'; description: string }>;
  };
  /** Every code of an error, with what to do about it. */
  'x-errors': { code: string; status: number; meaning: string }[];
  /** Numbers that a test key knows the fate of. */
  'x-sandbox-numbers': SandboxNumber[];
  /** What a call or a key may carry at most. */
  'x-limits': ApiLimits;
  /** Where the gateway takes messages over SMPP and in its HTTP dialects. */
  'x-gateway': {
    host: string;
    smppPort: number;
    smppTlsPort: number | null;
    httpPort: number;
    /** Each HTTP dialect that answers, and where. */ dialects: Partial<
      Record<'jasmin' | 'kannel' | 'africastalking' | 'sendsms', string>
    >;
  };
};
/** What a number that ends so comes to: the status of its message, or the code that it is refused with. */
export type SandboxNumber = {
  ending: string;
  status: string | null;
  error: string | null;
  meaning: string;
};
export type ApiLimits = {
  messagesPerRequest: number;
  recipientsPerCampaign: number;
  messagesPerSecond: number;
  callsPerSecond: number;
  bodyMegabytes: number;
  pageSize: number;
  idempotencyHours: number;
};

/** What the document says of a call beside what its definition says; the examples are held to the definition. */
export type Story<E extends Endpoint = Endpoint> = {
  tag: string;
  /** A few words, as they stand in a list of contents. */
  title: string;
  /** Paragraphs, with `code` between backticks; what the call's own summary says stands before it. */
  description: string;
  /** Whole inputs, path and query included; the first one is shown first. */
  requests: Readonly<Record<string, { summary: string; value: Input<E> }>>;
  responses: Readonly<Record<string, { summary: string; value: Output<E> }>>;
  /** What fields mean that mean another thing elsewhere, by name. */
  fields?: Readonly<Record<string, string>>;
  /** What it refuses beside what every call does, in the order in which a caller meets it. */
  errors: readonly ErrorCode[];
};

/** One call in the document. */
export type Told = {
  readonly operationId: string;
  readonly endpoint: Endpoint;
  readonly story: Story;
};

/** One kind of event that is sent to a customer's address. */
export type ToldEvent = {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly payload: z.ZodMiniType;
  readonly example: unknown;
  readonly headers: readonly Parameter[];
};

type Facts = {
  info: OpenApi['info'];
  tags: OpenApi['tags'];
  security: { name: string; description: string };
  /** Status and meaning of each code, for a developer. */
  errors: Readonly<Partial<Record<ErrorCode, { status: number; meaning: string }>>>;
  /** What any call may refuse. */
  everywhere: readonly ErrorCode[];
  /** What fields mean, by name: one name is one thing in every call. */
  fields: Readonly<Record<string, string>>;
  sandboxNumbers: readonly SandboxNumber[];
  limits: ApiLimits;
};

/** The header that makes a repeated write harmless. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/**
 * The whole document, without the host that it is read on.
 * @param told every call, in the order in which they are shown
 * @returns plain JSON; schemas that carry an `id` in zod's registry stand under `components`
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

/** The body's part of an input, which lacks what stands in the path. */
function withoutNamed(schema: JsonSchema, named: ReadonlySet<string>): JsonSchema | undefined {
  if (!schema.properties) return schema;
  const properties = Object.fromEntries(
    Object.entries(schema.properties).filter(([name]) => !named.has(name)),
  );
  if (Object.keys(properties).length === 0 && named.size > 0) return undefined;
  const required = (schema.required ?? []).filter((name) => !named.has(name));
  const { required: _all, ...rest } = schema;
  return { ...rest, properties, ...(required.length > 0 && { required }) };
}

/** A schema as JSON Schema, its named parts moved to `named` and referred to there. */
function schemaOf(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  named: Record<string, JsonSchema>,
  words: Readonly<Record<string, string>>,
  refer = true,
): JsonSchema {
  const whole = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const def = zodSchema._zod.def as { type: string; defaultValue?: unknown };
      // A preset that stands around a change of type is lost on the way in.
      if (def.type === 'default' && io === 'input') jsonSchema.default = def.defaultValue;
      for (const [name, field] of Object.entries((jsonSchema as JsonSchema).properties ?? {}))
        if (words[name] !== undefined) field.description ??= words[name];
      if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // What is new tomorrow must not break who reads the answer today.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  }) as JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema>; id?: string };
  const { $schema: _dialect, $defs: parts = {}, id: _id, ...own } = pointed(whole);
  for (const [name, part] of Object.entries(parts)) {
    const { id: _own, ...rest } = part as JsonSchema & { id?: string };
    named[name] ??= rest;
  }
  // An input's own fields become parameters, so that it is wanted as it is.
  const target = own.$ref?.split('/').at(-1);
  return !refer && target !== undefined ? named[target]! : own;
}

/** `$defs` of one schema are the document's components. */
function pointed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;
}
