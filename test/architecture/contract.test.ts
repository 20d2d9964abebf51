import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { PERMISSIONS, ROLES, reachOf } from '../../src/contract/shared/roles.ts';

const folder = join(import.meta.dirname, '../../src/contract/api');

async function endpoints(): Promise<[string, Endpoint][]> {
  const found: [string, Endpoint][] = [];
  for (const file of readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )) {
    const exported: Record<string, unknown> = await import(join(folder, file));
    for (const [group, value] of Object.entries(exported)) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, each] of Object.entries(value))
        if (isEndpoint(each)) found.push([`${group}.${name}`, each]);
    }
  }
  return found;
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'output' in value
  );
}

test('every endpoint declares who may call it', async () => {
  const all = await endpoints();
  expect(all.length).toBeGreaterThan(15);
  const rules = new Set<string>(['public', 'signedIn', ...Object.keys(PERMISSIONS)]);
  expect(all.filter(([, endpoint]) => !rules.has(endpoint.who)).map(([name]) => name)).toEqual([]);
});

test('no two endpoints share a method and a path, and all are under /v1', async () => {
  const all = await endpoints();
  const addresses = all.map(
    ([, endpoint]) => `${endpoint.method} ${endpoint.path.replace(/\/:[a-zA-Z]+/g, '/:x')}`,
  );
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(
    all.filter(([, endpoint]) => !endpoint.path.startsWith('/v1/')).map(([name]) => name),
  ).toEqual([]);
});

test('a step-up is required of a person for their own account, never of software with a key', async () => {
  const flagged = (await endpoints()).filter(([, endpoint]) => endpoint.stepUp);
  expect(flagged.length).toBeGreaterThan(5);
  expect(
    flagged
      .filter(([, endpoint]) => !endpoint.personal || endpoint.key || endpoint.who === 'public')
      .map(([name]) => name),
  ).toEqual([]);
});

test('only staff roles ever reach everyone', () => {
  for (const permission of Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]) {
    for (const role of ROLES) {
      if (reachOf(role, permission) === 'all')
        expect(['ADMINISTRATOR', 'IT_SUPPORT', 'BD_CLIENT']).toContain(role);
      if (reachOf(role, permission) === 'ebu') expect(role).toBe('EBU_APPROVER');
    }
  }
});

test('every whole number of a call has limits that a column of four octets holds', async () => {
  const open: string[] = [];
  const look = (name: string, schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { type, minimum, exclusiveMinimum, maximum } = schema as Record<string, number | string>;
    if (
      type === 'integer' &&
      (Number(maximum) > 0x7fffffff || Number(minimum ?? exclusiveMinimum) < -0x80000000)
    )
      open.push(name);
    for (const [key, inner] of Object.entries(schema)) look(`${name}.${key}`, inner);
  };
  // The output of the input's schema: what a handler receives after a query's text has been read as a number.
  for (const [name, { input }] of await endpoints())
    look(name, z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }));
  expect(open).toEqual([]);
});
