// Broken bodies, names, paths and headers for every call of the portal, made from the calls' own definitions
// so that most of a body is right and what is wrong goes deep.
import { Agent } from 'node:http';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { fillPath, type Endpoint } from '../../../src/contract/endpoint.ts';
import type { JsonSchema } from '../../../src/contract/openapi/types.ts';
import { ROLES, type Role } from '../../../src/contract/shared/roles.ts';
import {
  ask,
  breakJson,
  breakPath,
  clean,
  contentType,
  headerValue,
  jsonOctets,
  NASTY,
  octetsOf,
  pick,
  randomOf,
  type Random,
} from './http-fuzz.ts';

const AT_ONCE = 16;
/** Calls between two repairs of what the broken ones have changed. */
const MEND_EVERY = 400;
const MOST_IDS = 400;
const PROGRESS_EVERY = 5000;

/** A portal to throw at, and how its accounts are got into again after a call has shut them out. */
export type PortalVictim = {
  port: number;
  /** A new access token of an account with this role. */
  enter(role: Role): Promise<string>;
  /** Lifts rate limits and restores the accounts. */
  mend(): Promise<void>;
};

export type PortalFuzzed = {
  requests: number;
  endpoints: number;
  statuses: Record<string, number>;
  /** Statuses of 500 and above, and requests without an answer in time. */
  faults: { status: number; call: string }[];
  /** The slowest answer, in milliseconds. */
  slowest: number;
};

type Call = { name: string; endpoint: Endpoint; schema: JsonSchema };

async function listCalls(): Promise<Call[]> {
  const folder = join(import.meta.dirname, '../../../src/contract/api');
  const calls: Call[] = [];
  for (const file of readdirSync(folder).filter(
    (each) => each.endsWith('.ts') && !each.endsWith('.test.ts'),
  )) {
    const exported = (await import(join(folder, file))) as Record<string, unknown>;
    for (const [group, value] of Object.entries(exported)) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, endpoint] of Object.entries(value as Record<string, Endpoint>)) {
        if (typeof endpoint !== 'object' || endpoint === null || !('output' in endpoint)) continue;
        const schema = z.toJSONSchema(endpoint.input, {
          io: 'input',
          unrepresentable: 'any',
        }) as JsonSchema;
        calls.push({ name: `${group}.${name}`, endpoint, schema });
      }
    }
  }
  return calls;
}

/**
 * Sends `requests` broken requests to every call in turn, of a seed the same ones.
 * @param onProgress receives what was found so far, every PROGRESS_EVERY requests
 */
export async function fuzzPortal(
  victim: PortalVictim,
  {
    requests,
    seed,
    onProgress,
  }: {
    requests: number;
    seed: number;
    onProgress?: (fuzzed: PortalFuzzed, sent: number) => void;
  },
): Promise<PortalFuzzed> {
  const random = randomOf(seed);
  const calls = await listCalls();
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const tokens = new Map<Role, string>();
  const ids: string[] = ['018f0000-0000-7000-8000-00000000dead'];
  const fuzzed: PortalFuzzed = {
    requests,
    endpoints: calls.length,
    statuses: {},
    faults: [],
    slowest: 0,
  };
  let left = requests;
  let mending: Promise<void> | undefined;
  const mend = () => {
    mending ??= victim.mend().finally(() => {
      mending = undefined;
    });
    return mending;
  };

  async function throwOne(at: number): Promise<void> {
    if (at % PROGRESS_EVERY === 0) onProgress?.(fuzzed, at);
    if (at % MEND_EVERY === 0) await mend();
    await mending;
    const { name, endpoint, schema } = calls[at % calls.length]!;
    const role = random() < 0.5 ? 'ADMINISTRATOR' : pick(random, ROLES);
    if (!tokens.has(role)) tokens.set(role, await victim.enter(role));
    const broken = breakCall(random, endpoint, schema, ids, tokens.get(role)!);
    const start = performance.now();
    const heard = await ask({ port: victim.port, ...broken }, agent, (text) => harvest(text, ids));
    fuzzed.slowest = Math.max(fuzzed.slowest, Math.round(performance.now() - start));
    fuzzed.statuses[heard] = (fuzzed.statuses[heard] ?? 0) + 1;
    if (heard === 401) tokens.delete(role);
    if (heard < 500 && heard !== -1) return;
    const shown = broken.body?.toString('latin1').slice(0, 400) ?? '';
    fuzzed.faults.push({
      status: heard,
      call: `${name} as ${role}: ${broken.method} ${broken.path} ${shown}`,
    });
  }

  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) await throwOne(requests - left--);
    }),
  );
  agent.destroy();
  return fuzzed;
}

/** Keeps the ids that an answer names, so that later calls name things that exist. */
function harvest(text: string, ids: string[]): void {
  for (const [id] of text.slice(0, 4000).matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g)) {
    if (ids.length < MOST_IDS) ids.push(id);
    else ids[(ids.length * 7 + id.charCodeAt(35)) % MOST_IDS] = id;
  }
}

function breakCall(
  random: Random,
  endpoint: Endpoint,
  schema: JsonSchema,
  ids: readonly string[],
  token: string,
) {
  const right = sampleOf(random, schema, ids) as Record<string, unknown>;
  const isInput = typeof right === 'object' && right !== null && !Array.isArray(right);
  const { path, rest } = fillPath(endpoint.path, isInput ? right : {});
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`,
    'idempotency-key':
      random() < 0.8 ? `k${Math.floor(random() * 1e9)}` : headerValue(pick(random, NASTY)),
  };
  if (endpoint.who !== 'public' || random() < 0.5) headers['authorization'] = `Bearer ${token}`;
  if (random() < 0.02) headers['authorization'] = headerValue(pick(random, NASTY));
  const others = [
    'accept-language',
    'user-agent',
    'x-forwarded-host',
    'x-forwarded-proto',
    'cookie',
    'origin',
    'accept',
  ];
  if (random() < 0.1) headers[pick(random, others)] = headerValue(pick(random, NASTY));
  const at = breakPath(random, clean(path));
  const method =
    random() < 0.97
      ? endpoint.method
      : pick(random, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    return {
      method,
      path: clean(`${at}${at.includes('?') ? '&' : '?'}${queryOf(random, rest)}`),
      headers,
      body: undefined,
    };
  }
  if (endpoint.upload) {
    const { type, body } = formOf(random);
    return { method, path: at, headers: { ...headers, 'content-type': type }, body };
  }
  headers['content-type'] = random() < 0.95 ? 'application/json' : contentType(random);
  const body = random() < 0.3 ? Buffer.from(JSON.stringify(rest)) : jsonOctets(random, rest);
  return { method, path: at, headers, body };
}

function queryOf(random: Random, values: Record<string, unknown>): string {
  const broken = random() < 0.3 ? values : (breakJson(random, values) as Record<string, unknown>);
  const pairs = Object.entries(typeof broken === 'object' && broken !== null ? broken : {}).flatMap(
    ([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => {
        const text = typeof each === 'string' ? each : String(JSON.stringify(each));
        return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`;
      }),
  );
  return pairs.join('&').slice(0, 4000);
}

const FILES = [
  () => 'phone,name\n0712345678,A\n',
  () => '',
  () => '\ufeffphone\n\0\n',
  () => '"',
  () => '=1+1,\r\n'.repeat(200),
  () => 'PK\u0003\u0004',
  () => '%PDF-1.7',
  () => '\u0089PNG\r\n\u001a\n',
  () => '<svg onload="x"/>',
];

function formOf(random: Random): { type: string; body: Buffer } {
  const name = pick(random, ['file', 'file', 'file', 'other', '']);
  const fileName = headerValue(
    pick(random, ['list.csv', 'list.xlsx', 'a.png', 'a.pdf', ...NASTY]),
  ).replaceAll('"', '');
  const bytes =
    random() < 0.7 ? Buffer.from(pick(random, FILES)(), 'latin1') : octetsOf(random, 300);
  const head = `--edge\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n`;
  const whole = Buffer.concat([
    Buffer.from(head, 'latin1'),
    bytes,
    Buffer.from('\r\n--edge--\r\n'),
  ]);
  const body = random() < 0.8 ? whole : whole.subarray(0, Math.floor(random() * whole.length));
  return {
    type: random() < 0.9 ? 'multipart/form-data; boundary=edge' : contentType(random),
    body,
  };
}

/** A value that a schema takes, or nearly. */
function sampleOf(random: Random, schema: JsonSchema, ids: readonly string[], depth = 0): unknown {
  const sample = (of: JsonSchema) => sampleOf(random, of, ids, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(random, schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sample(pick(random, choices));
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(sample)) as unknown;
  const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type;
  switch (type) {
    case 'object': {
      if (depth > 6) return {};
      const needed = new Set(schema.required);
      const taken = Object.entries(schema.properties ?? {}).filter(
        ([name]) => needed.has(name) || random() < 0.5,
      );
      return Object.fromEntries(taken.map(([name, of]) => [name, sample(of)]));
    }
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) }, () => sample(schema.items ?? {}));
    case 'integer':
      return pick(random, [
        schema.minimum ?? 0,
        schema.maximum ?? 10,
        1,
        2,
        100,
        -1,
        2 ** 31,
        2 ** 53,
      ]);
    case 'number':
      return pick(random, [
        schema.minimum ?? 0,
        schema.maximum ?? 1,
        0.5,
        1,
        1e9,
        0.00001,
        1_800_000_000,
        1e15,
      ]);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return textOf(random, schema, ids).toWellFormed(); // half a character would fit no path
  }
}

function textOf(random: Random, schema: JsonSchema, ids: readonly string[]): string {
  if (schema.format === 'uuid') return random() < 0.9 ? pick(random, ids) : pick(random, NASTY);
  if (random() < 0.3) return pick(random, NASTY);
  return pick(random, [
    pick(random, ids),
    '0712345678',
    '+254712345678',
    'someone@example.com',
    'KE',
    'UG',
    '254',
    '1',
    '0.5',
    '10',
    'KES',
    'en',
    'Africa/Nairobi',
    'https://shop.example/',
    'Habari #firstName#',
    'SHOP',
    '2026-01-01',
    '2026-01',
    '08:00',
    'x',
    'true',
    'text == "a"',
    '(a+)+$',
    `n${Math.floor(random() * 1e6)}`,
    'client@sandbox.test',
    '{"a":1}',
    '-5',
    '1e9',
    '2147483648',
  ]);
}
