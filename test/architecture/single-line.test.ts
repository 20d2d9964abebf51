import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/contract/endpoint.ts';

const folder = join(import.meta.dirname, '../../src/contract/api');
const files = readdirSync(folder).filter((name) => /^[^.]+\.ts$/.test(name));
const modules = await Promise.all(
  files.map((name) => import(join(folder, name)) as Promise<Record<string, unknown>>),
);

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'method' in value &&
    'input' in value
  );
}

/** All endpoints of the contract, whatever group they stand in. */
function listEndpoints(): Endpoint[] {
  const found = new Set<Endpoint>();
  for (const exported of modules.flatMap((module) => Object.values(module))) {
    for (const value of typeof exported === 'object' && exported !== null
      ? [exported, ...Object.values(exported as Record<string, unknown>)]
      : []) {
      if (isEndpoint(value)) found.add(value);
    }
  }
  return [...found];
}

/** Names that people give, which end up in subjects of mails, in files and in lists. */
const NAME = /^(name|.*Name|brandOwner)$/;
/** Names that point at a thing and are looked up as they are, or that providers write. */
const OTHER = new Set(['username', 'connectorName', 'hostName', 'fileName', 'file_name']);

test('a name with a line break or another control character is refused by the contract', () => {
  const open: string[] = [];
  let fields = 0;
  for (const { method, path, input } of listEndpoints()) {
    if (method === 'GET') continue;
    const shape = (input as unknown as { shape?: Record<string, z.ZodMiniType> }).shape ?? {};
    for (const [name, schema] of Object.entries(shape)) {
      if (!NAME.test(name) || OTHER.has(name) || !z.safeParse(schema, 'Acme & Co').success)
        continue;
      fields++;
      for (const bad of [
        'Acme\r\nBcc: x@example.com',
        'Acme\nCo',
        'Acme\u0000',
        'Acme\u001b[2J',
        'Acme\u2028Co',
        'Ac\tme',
      ]) {
        if (z.safeParse(schema, bad).success)
          open.push(`${method} ${path} ${name}: ${JSON.stringify(bad)}`);
      }
    }
  }
  expect(fields).toBeGreaterThan(15);
  expect(open).toEqual([]);
});
