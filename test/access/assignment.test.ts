// Fields that no call may set: 200 of them in the body of every writing call, each refused by its name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillPath, type Endpoint } from '../../src/contract/endpoint.ts';
import { reachOf, ROLES, type Role } from '../../src/contract/shared/roles.ts';
import { createTestDatabase } from '../harness/database.ts';
import { openPortal, type Person } from '../harness/portal.ts';

const NAMES = [
  'accessLevel',
  'access_level',
  'role',
  'roles',
  'isAdmin',
  'admin',
  'parentId',
  'parent_id',
  'parent',
  'path',
  'clientStatus',
  'client_status',
  'status',
  'statusBeforeBlock',
  'smsBalance',
  'balance',
  'available',
  'held',
  'floor',
  'creditLimitUnits',
  'creditLimit',
  'credit',
  'rates',
  'rate',
  'costPrice',
  'dailyLimitMessages',
  'requiresCampaignApproval',
  'needsApproval',
  'passwordHash',
  'password_hash',
  'number',
  'createTimestamp',
  'created_at',
  'lastSignInTimestamp',
  'impersonatorId',
  'actorId',
  'ownerId',
  'owner',
  'unitsHeld',
  'unitsReserved',
  'unitsRefunded',
  'unitsCharged',
  'units_captured',
  'approvedBy',
  'isGeneric',
  'delegatedTo',
  'paymentStatus',
  'fee',
  'keyHash',
  'sessionId',
  'privilege',
];
const KEYS = [
  ...NAMES,
  ...NAMES.map((name) => `client.${name}`),
  ...NAMES.map((name) => `${name}[]`),
  ...NAMES.map((name) => name.toUpperCase()).filter((name) => !NAMES.includes(name)),
];
KEYS.push(
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '$set',
    '$where',
  ].slice(0, 200 - KEYS.length),
  ...['__proto__', 'constructor', 'toString'].filter(
    (key) => KEYS.length >= 200 && !KEYS.includes(key),
  ),
);

/** The calls that are there to set what only calls of their own may. */
const OWN_CALLS: Record<string, readonly string[]> = {
  accessLevel: ['clients.invite', 'clients.create', 'clients.changeLevel'],
  parentId: ['clients.invite', 'clients.create', 'clients.move'],
  clientStatus: [],
  smsBalance: [],
  balance: [],
  creditLimitUnits: ['clients.changeCredit'],
  dailyLimitMessages: ['clients.limits'],
  requiresCampaignApproval: ['clients.limits'],
  rates: ['clients.invite', 'clients.create'],
  floor: [],
  passwordHash: [],
  path: [],
  unitsHeld: [],
  approvedBy: [],
  isAdmin: [],
};

const folder = join(import.meta.dirname, '../../src/contract/api');
const writing: [string, Endpoint][] = [];
for (const file of readdirSync(folder).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)) {
  for (const [group, value] of Object.entries(
    (await import(join(folder, file))) as Record<string, unknown>,
  )) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, each] of Object.entries(value as Record<string, Endpoint>)) {
      if (
        typeof each === 'object' &&
        each !== null &&
        'output' in each &&
        ['POST', 'PUT', 'PATCH'].includes(each.method) &&
        !each.upload
      )
        writing.push([`${group}.${name}`, each]);
    }
  }
}
const shapeOf = (endpoint: Endpoint): object =>
  (endpoint.input as unknown as { shape?: object }).shape ?? {};

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const people = new Map<Role, Person>([['ADMINISTRATOR', root]]);
for (const role of ROLES)
  if (role !== 'ADMINISTRATOR') people.set(role, await portal.add(role.toLowerCase(), role, root));

test('two hundred unknown fields in every body: each is refused by its name, and none is stored', async () => {
  expect(new Set(KEYS).size).toBeGreaterThanOrEqual(200);
  const accepted: string[] = [];
  let refused = 0,
    served = 0;
  for (const [name, endpoint] of writing) {
    if (endpoint.foreign) continue;
    const keys = KEYS.filter((key) => !Object.hasOwn(shapeOf(endpoint), key));
    const { who } = endpoint;
    const role = ROLES.find(
      (each) => who === 'public' || who === 'signedIn' || reachOf(each, who) !== undefined,
    )!;
    const { path } = fillPath(
      endpoint.path,
      Object.fromEntries(
        [...endpoint.path.matchAll(/\/:([a-zA-Z]+)/g)].map((match) => [
          match[1]!,
          '018f0000-0000-7000-8000-00000000dead',
        ]),
      ),
    );
    const body = JSON.parse(
      `{${keys.map((key) => `${JSON.stringify(key)}:1`).join(',')}}`,
    ) as Record<string, unknown>;
    const answer = await portal.call(endpoint.method, path, {
      ...(who !== 'public' && {
        token: endpoint.key
          ? await portal.keyOf(people.get(role)!.clientId)
          : people.get(role)!.token,
      }),
      body,
      headers: { 'idempotency-key': 'assignment' },
    });
    // Another test reports endpoints that are not served yet.
    if (answer.status === 404) continue;
    served += 1;
    const named = new Set<string>(
      ((answer.body['details'] ?? []) as { field: string }[]).map(({ field }) => field),
    );
    for (const key of keys) {
      if (answer.status === 400 && named.has(key)) refused += 1;
      else accepted.push(`${name} (${answer.status}): ${key}`);
    }
  }
  expect(accepted).toEqual([]);
  expect(refused).toBeGreaterThan(served * 190);
});

test('a field with a call of its own is set by that call alone', () => {
  for (const [key, calls] of Object.entries(OWN_CALLS))
    expect([
      key,
      writing
        .filter(([, endpoint]) => Object.hasOwn(shapeOf(endpoint), key))
        .map(([name]) => name)
        .toSorted(),
    ]).toEqual([key, calls.toSorted()]);
});
