// Every role x every endpoint x whose thing it is. The rules come from the endpoints themselves and
// the table of permissions; an endpoint without a fixture fails here.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fillPath, type Endpoint } from '../../src/contract/endpoint.ts';
import { reachOf, ROLES, type Reach, type Role } from '../../src/contract/roles.ts';
import { createTestDatabase } from '../support/database.ts';
import { openPortal, type Person } from '../support/portal.ts';
import { FIXTURES, RELATIONS, type Fixture, type Relation } from './fixtures.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const folder = join(import.meta.dirname, '../../src/contract');

async function endpoints(): Promise<[string, Endpoint][]> {
  const found: [string, Endpoint][] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    for (const [group, value] of Object.entries((await import(join(folder, file))) as Record<string, unknown>)) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, each] of Object.entries(value)) if (typeof each === 'object' && each !== null && 'method' in each && 'output' in each) found.push([`${group}.${name}`, each as Endpoint]);
    }
  }
  return found;
}

const all = await endpoints();
const guarded = all.filter(([, endpoint]) => endpoint.who !== 'public');
/** What opens an endpoint for a client: a session, or a key of its own with the one scope that it needs. */
const enter = ({ key }: Endpoint, { clientId }: Person) => (key ? portal.keyOf(clientId, { scopes: [key] }) : portal.enter(clientId));
const worlds = new Map<Role, Record<Relation, Person>>();

beforeAll(async () => {
  const root = await portal.add('root', 'ADMINISTRATOR', null);
  const elsewhere = await portal.add('elsewhere', 'RESELLER', root);
  for (const role of ROLES) {
    const add = (relation: Relation, level: Role, under: Person) => portal.add(`${relation} ${role}`, level, under);
    const parent = await add('parent', 'RESELLER', root);
    const own = await add('own', role, parent);
    const child = await add('child', 'CLIENT', own);
    worlds.set(role, {
      own, child, parent, grandchild: await add('grandchild', 'CLIENT', child), sibling: await add('sibling', 'CLIENT', parent),
      stranger: await add('stranger', 'CLIENT', elsewhere), ebu: await add('ebu', 'EBU_CLIENT', root),
    });
  }
});

const WITHIN: Record<Reach, readonly Relation[]> = { own: ['own'], tree: ['own', 'child', 'grandchild'], ebu: ['ebu'], all: RELATIONS };

/** Whose things a role may come to at an endpoint; undefined where it may not call it at all. */
function withinReach(endpoint: Endpoint, role: Role): readonly Relation[] | undefined {
  if (endpoint.who === 'signedIn') return WITHIN.own;
  if (endpoint.who === 'public') return RELATIONS;
  const reach = reachOf(role, endpoint.who);
  if (!reach) return undefined;
  // Software comes to its own account's things and no others, whoever's key it has.
  if (endpoint.key) return WITHIN.own;
  return WITHIN[reach];
}

async function ask(endpoint: Endpoint, input: Record<string, unknown>, token: string | undefined, more: { form?: true; headers?: Record<string, string> } = {}) {
  const { path, rest } = fillPath(endpoint.path, input);
  const form = new FormData();
  form.set('file', new Blob(['no picture']), 'a.csv');
  // Limits are another test's.
  await db.query('delete from try_count');
  return portal.call(endpoint.method, path, { token, body: more.form ? (form as never) : rest, ...more.headers && { headers: more.headers } });
}

const anyId = '018f0000-0000-7000-8000-00000000dead';
const inputOf = (fixture: Fixture, owner: Person) => (fixture.kind === 'plain' ? fixture.input : fixture.kind === 'thing' ? fixture.input(anyId) : fixture.input(owner));

test('every endpoint has a fixture, and no fixture is for none', () => {
  expect(guarded.map(([name]) => name).filter((name) => !(name in FIXTURES))).toEqual([]);
  expect(Object.keys(FIXTURES).filter((name) => !guarded.some(([each]) => each === name))).toEqual([]);
});

test('every endpoint of the contract is served', async () => {
  const missing = [];
  for (const [name, endpoint] of all) {
    const { path } = fillPath(endpoint.path, Object.fromEntries([...endpoint.path.matchAll(/\/:([a-zA-Z]+)/g)].map((match) => [match[1]!, anyId])));
    const answer = await portal.call(endpoint.method, path, { token: 'nobody' });
    if (answer.status === 404 && endpoint.who !== 'public') missing.push(name);
  }
  expect(missing).toEqual([]);
});

describe.each(guarded)('%s', (name, endpoint) => {
  const fixture = FIXTURES[name]!;

  test('nobody without a session, and only whose level has the permission', async () => {
    const wrong: string[] = [];
    const note = (who: string, expected: string, answer: { status: number; body: Record<string, unknown> }) => {
      const seen = `${answer.status} ${String(answer.body['error'] ?? '')}`.trim();
      if (seen !== expected) wrong.push(`${who}: ${seen} instead of ${expected}`);
    };
    for (const token of [undefined, 'made-up']) note('nobody', endpoint.key ? '401 KEY_UNKNOWN' : '401 NOT_SIGNED_IN', await ask(endpoint, inputOf(fixture, worlds.get('CLIENT')!.own), token, 'form' in fixture && fixture.form ? { form: true } : {}));
    for (const role of ROLES) {
      if (withinReach(endpoint, role)) continue;
      const { own } = worlds.get(role)!;
      note(role, '403 NOT_ALLOWED', await ask(endpoint, inputOf(fixture, own), await enter(endpoint, own), 'form' in fixture && fixture.form ? { form: true } : {}));
    }
    expect(wrong).toEqual([]);
  });

  test('whose things are reached, and whose are not there', async () => {
    const wrong: string[] = [];
    for (const role of ROLES) {
      const reached = withinReach(endpoint, role);
      if (!reached) continue;
      const world = worlds.get(role)!;
      const token = await enter(endpoint, world.own);
      if (fixture.kind === 'plain') {
        const answer = await ask(endpoint, fixture.input, token, fixture.form ? { form: true } : {});
        if (!fixture.reached.includes(answer.status)) wrong.push(`${role}: ${answer.status} ${JSON.stringify(answer.body)}`);
        continue;
      }
      if (fixture.kind === 'list') {
        const ids = new Map<Relation, string>();
        for (const relation of RELATIONS) ids.set(relation, await fixture.make(db.query, world[relation]));
        const seen = fixture.idsIn((await ask(endpoint, fixture.input(world.own), token)).body);
        for (const [relation, id] of ids) if (seen.includes(id) !== (reached.includes(relation) && !fixture.without?.includes(relation))) wrong.push(`${role}: ${relation} is ${seen.includes(id) ? '' : 'not '}listed`);
        continue;
      }
      for (const relation of RELATIONS) {
        const id = await fixture.make(db.query, world[relation]);
        const answer = await ask(endpoint, fixture.input(id), await enter(endpoint, world.own), { headers: { ...fixture.headers, ...fixture.headers['idempotency-key'] && { 'idempotency-key': id } }, ...fixture.form && { form: true } });
        const expected = reached.includes(relation) ? fixture.except[relation] ?? fixture.reached : [404];
        if (!expected.includes(answer.status)) wrong.push(`${role}, ${relation}: ${answer.status} ${JSON.stringify(answer.body)} instead of ${expected.join(' or ')}`);
      }
      await db.query(`update client set client_status = 'ACTIVE' where client_name like '% ${role}'`);
    }
    expect(wrong).toEqual([]);
  });

  if (endpoint.key) test('by no session, no key that lacks the scope or comes from elsewhere, and none that was revoked', async () => {
    const { own } = worlds.get('COMPANY')!;
    const input = inputOf(fixture, own);
    const others = (['send', 'read', 'contacts'] as const).filter((scope) => scope !== endpoint.key);
    expect(await ask(endpoint, input, await portal.enter(own.clientId))).toMatchObject({ status: 401, body: { error: 'KEY_UNKNOWN' } });
    expect(await ask(endpoint, input, await portal.keyOf(own.clientId, { scopes: others }))).toMatchObject({ status: 403, body: { error: 'KEY_SCOPE' } });
    expect(await ask(endpoint, input, await portal.keyOf(own.clientId, { ipList: ['10.0.0.0/8'] }))).toMatchObject({ status: 403, body: { error: 'KEY_ADDRESS' } });
    const revoked = await portal.keyOf(own.clientId);
    await db.query('update api_key set revoked_at = now() where key_hash = sha256($1)', [Buffer.from(revoked)]);
    expect(await ask(endpoint, input, revoked)).toMatchObject({ status: 401, body: { error: 'KEY_UNKNOWN' } });
  });

  if (endpoint.personal) test('not by whoever acts for somebody', async () => {
    const { own } = worlds.get('RESELLER')!;
    const token = await portal.enter(own.clientId);
    await db.query(`update session set impersonator_id = (select id from client where parent_id is null) where client_id = $1 and ended_at is null`, [own.clientId]);
    expect(await ask(endpoint, inputOf(fixture, own), token)).toMatchObject({ status: 403, body: { error: 'NOT_WHILE_IMPERSONATING' } });
    await db.query(`update session set impersonator_id = null where client_id = $1`, [own.clientId]);
  });
});
