// Every role x every endpoint x whose thing it is, as test/access/table.md has it. A call that has no
// row there, or no fixture here, fails.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fillPath, type Endpoint } from '../../src/contract/endpoint.ts';
import { ROLES, type Role } from '../../src/contract/shared/roles.ts';
import { ACCESS, expectedOutcome, PUBLIC, RELATIONS, type Relation, type Row } from './table.ts';
import { createTestDatabase } from '../harness/database.ts';
import { openPortal, type Answer, type Person } from '../harness/portal.ts';
import { listEndpoints } from './endpoints.ts';
import { FIXTURES, type Fixture } from './fixtures.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const all = await listEndpoints();
const guarded = all.filter(([name]) => !PUBLIC.includes(name));
const anyId = '018f0000-0000-7000-8000-00000000dead';
const worlds = new Map<Role, Record<Relation, Person>>();
let root: Person;
let cells = 0;

beforeAll(async () => {
  root = await portal.add('root', 'ADMINISTRATOR', null);
  const elsewhere = await portal.add('elsewhere', 'RESELLER', root);
  for (const role of ROLES) {
    const add = (relation: Relation, level: Role, under: Person) =>
      portal.add(`${relation} ${role}`, level, under);
    const parent = await add('parent', 'RESELLER', root);
    const own = await add('own', role, parent);
    const child = await add('child', 'CLIENT', own);
    worlds.set(role, {
      own,
      child,
      parent,
      grandchild: await add('grandchild', 'CLIENT', child),
      sibling: await add('sibling', 'CLIENT', parent),
      stranger: await add('stranger', 'CLIENT', elsewhere),
      ebu: await add('ebu', 'EBU_CLIENT', root),
    });
  }
});

/**
 * Calls as an account: with a key of its own that has the one scope needed, or with its session, stepped up
 * where the table asks for it and only there.
 */
async function enter(
  endpoint: Endpoint,
  { stepUp }: Row,
  person: Person,
  call: (token: string) => Promise<Answer>,
): Promise<Answer> {
  if (endpoint.key) return call(await portal.keyOf(person.clientId, { scopes: [endpoint.key] }));
  return stepUp === '' ? asItself(person, call) : steppedUp(person, call);
}

const asItself = openTokens(({ clientId }) => portal.enter(clientId));
const steppedUp = openTokens(async ({ clientId }) => {
  const token = await portal.enter(clientId);
  const isHashOf = [Buffer.from(token)];
  await db.query(
    `update session set step_up_expires_at = 'infinity' where access_hash = sha256($1)`,
    isHashOf,
  );
  return token;
});
const acting = openTokens(actFor);

/** A token with which the root acts for a client. */
async function actFor({ clientId }: Person): Promise<string> {
  await db.query('delete from rate_limit');
  const answer = await asItself(root, (token) =>
    portal.call('POST', '/v1/portal/clients/impersonate', { token, body: { clientId } }),
  );
  expect(answer).toMatchObject({ status: 200 });
  return answer.body['token'] as string;
}

type Asked = { isForm?: boolean; headers?: Record<string, string> };

async function ask(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  token: string | undefined,
  asked: Asked = {},
): Promise<Answer> {
  const { path, rest } = fillPath(endpoint.path, input);
  const form = new FormData();
  form.set('file', new Blob(['no picture']), 'a.csv');
  const body = asked.isForm ? (form as never) : rest;
  const call = () =>
    portal.call(endpoint.method, path, { token, body, headers: asked.headers ?? {} });
  const answer = await call();
  if (answer.status !== 429) return answer;
  // Rate limits are another test's.
  await db.query('delete from rate_limit');
  return call();
}

/** Tokens that are opened when they are first needed, and anew when a call has ended them. */
function openTokens(open: (person: Person) => Promise<string>) {
  const known = new Map<string, string>();
  return async (person: Person, call: (token: string) => Promise<Answer>): Promise<Answer> => {
    for (const isLast of [false, true]) {
      const token = known.get(person.clientId) ?? (await open(person));
      known.set(person.clientId, token);
      const answer = await call(token);
      if (isLast || answer.status !== 401) return answer;
      known.delete(person.clientId);
    }
    throw new Error('unreachable');
  };
}

/** The outcome of one cell, in a word that can be compared with the table. */
const wordOf = ({ status, body }: Answer) => `${status} ${String(body['error'] ?? '')}`.trim();

/** Compares cells with the table, and keeps those that differ. */
function openNotes(name: string) {
  const wrong: string[] = [];
  return {
    wrong,
    check(cell: string, isRight: boolean, seen: string) {
      cells += 1;
      if (!isRight) wrong.push(`${name} ${cell}: ${seen}`);
    },
  };
}

const inputOf = (fixture: Fixture, owner: Person) => {
  if (fixture.kind === 'plain') return fixture.input;
  return fixture.kind === 'list' ? fixture.input(owner) : fixture.input(anyId);
};
const askedOf = (fixture: Fixture, id = anyId): Asked => {
  const isForm = fixture.kind !== 'list' && fixture.form === true;
  const headers = fixture.kind === 'thing' ? { ...fixture.headers } : {};
  if ('idempotency-key' in headers) headers['idempotency-key'] = id;
  return { isForm, headers };
};

// An account with an authenticator app or a passkey proves itself in other ways than the rest.
afterEach(async () => {
  await db.query('delete from passkey');
  await db.query('delete from totp');
});

test('every endpoint has a row in test/access/table.md, and every row an endpoint', () => {
  const names = all.map(([name]) => name);
  const without = names.filter((name) => !ACCESS.has(name) && !PUBLIC.includes(name));
  expect(
    without,
    'add a row to test/access/table.md, from what the design allows each role',
  ).toEqual([]);
  expect([...ACCESS.keys(), ...PUBLIC].filter((name) => !names.includes(name))).toEqual([]);
});

test('every endpoint that is not public has a fixture, and every fixture an endpoint', () => {
  const names = guarded.map(([name]) => name);
  expect(
    names.filter((name) => !(name in FIXTURES)),
    'add a fixture to fixtures.ts',
  ).toEqual([]);
  expect(Object.keys(FIXTURES).filter((name) => !names.includes(name))).toEqual([]);
});

test('every endpoint of the contract is served', async () => {
  const missing: string[] = [];
  for (const [name, endpoint] of guarded) {
    const names = [...endpoint.path.matchAll(/\/:([a-zA-Z]+)/g)].map((match) => match[1]!);
    const { path } = fillPath(
      endpoint.path,
      Object.fromEntries(names.map((each) => [each, anyId])),
    );
    const { status } = await portal.call(endpoint.method, path, { token: 'nobody' });
    if (status === 404) missing.push(name);
  }
  expect(missing).toEqual([]);
});

const covered = guarded.filter(([name]) => ACCESS.has(name) && name in FIXTURES);

describe.each(covered)('%s', (name, endpoint) => {
  const fixture = FIXTURES[name]!;
  const row = ACCESS.get(name)!;

  test('refuses callers without a session and roles without the permission', async () => {
    const notes = openNotes(name);
    const unknown = endpoint.key ? '401 KEY_UNKNOWN' : '401 NOT_SIGNED_IN';
    for (const token of [undefined, 'made-up']) {
      const seen = wordOf(await ask(endpoint, inputOf(fixture, root), token, askedOf(fixture)));
      notes.check('without a session', seen === unknown, seen);
    }
    for (const role of ROLES.filter((each) => row.reach[each] === '-')) {
      const { own } = worlds.get(role)!;
      const answer = await enter(endpoint, row, own, (token) =>
        ask(endpoint, inputOf(fixture, own), token, askedOf(fixture)),
      );
      const seen = wordOf(answer);
      notes.check(role, seen === '403 NOT_ALLOWED', `${seen} instead of 403 NOT_ALLOWED`);
    }
    expect(notes.wrong).toEqual([]);
  });

  test('reaches the things of the accounts in the table, and no others', async () => {
    const notes = openNotes(name);
    for (const role of ROLES.filter((each) => row.reach[each] !== '-')) {
      await checkRole(notes, role, worlds.get(role)!);
      await db.query(
        `update client set client_status = 'ACTIVE' where client_name like '% ${role}'`,
      );
    }
    expect(notes.wrong).toEqual([]);
  });

  async function checkRole(notes: Notes, role: Role, world: Record<Relation, Person>) {
    const askAs = (input: Record<string, unknown>, id?: string) =>
      enter(endpoint, row, world.own, (token) => ask(endpoint, input, token, askedOf(fixture, id)));
    if (fixture.kind === 'plain') {
      const answer = await askAs(fixture.input);
      const isRight = fixture.reached.includes(answer.status);
      return notes.check(role, isRight, JSON.stringify(answer.body));
    }
    if (fixture.kind === 'list') return checkList(notes, role, world, fixture, askAs);
    for (const relation of RELATIONS) {
      const id = await fixture.make(db.query, world[relation]);
      const answer = await askAs(fixture.input(id), id);
      const outcome = expectedOutcome(row, role, relation)!;
      const expected = { done: fixture.reached, refused: [403], absent: [404] }[outcome];
      const seen = `${wordOf(answer)} instead of ${expected.join(' or ')}`;
      notes.check(`${role} ${relation}`, expected.includes(answer.status), seen);
    }
  }

  async function checkList(
    notes: Notes,
    role: Role,
    world: Record<Relation, Person>,
    { make, input, idsIn }: Extract<Fixture, { kind: 'list' }>,
    askAs: (input: Record<string, unknown>) => Promise<Answer>,
  ) {
    const ids = new Map<Relation, string>();
    for (const relation of RELATIONS) ids.set(relation, await make(db.query, world[relation]));
    const listed = idsIn((await askAs(input(world.own))).body);
    for (const [relation, id] of ids) {
      const isListed = listed.includes(id);
      const isRight = isListed === (expectedOutcome(row, role, relation) === 'done');
      notes.check(`${role} ${relation}`, isRight, isListed ? 'listed' : 'not listed');
    }
    const filter = ['filter.clientIds', 'filter.client_ids'].find((each) => takes(endpoint, each));
    if (!filter) return;
    // A filter by somebody out of reach finds nothing of theirs.
    for (const [relation, id] of ids) {
      if (expectedOutcome(row, role, relation) !== 'absent') continue;
      const given = { ...input(world.own), [filter]: world[relation].clientId };
      const answer = await askAs(given);
      const isThere = answer.status === 200 && idsIn(answer.body).includes(id);
      notes.check(`${role} ${relation} by filter`, !isThere, 'listed');
    }
  }

  if (endpoint.key) {
    test('refuses a session, a key without the scope or from another address, and a revoked one', async () => {
      const { own } = worlds.get('COMPANY')!;
      const others = (['send', 'read', 'contacts'] as const).filter(
        (scope) => scope !== endpoint.key,
      );
      const revoked = await portal.keyOf(own.clientId);
      await db.query('update api_key set revoked_at = now() where key_hash = sha256($1)', [
        Buffer.from(revoked),
      ]);
      const elsewhere = await portal.keyOf(own.clientId, { ipList: ['10.0.0.0/8'] });
      const scopeless = await portal.keyOf(own.clientId, { scopes: others });
      const seen = [];
      for (const token of [await portal.enter(own.clientId), revoked, elsewhere, scopeless]) {
        seen.push(wordOf(await ask(endpoint, inputOf(fixture, own), token)));
      }
      cells += seen.length;
      expect(seen).toEqual([
        '401 KEY_UNKNOWN',
        '401 KEY_UNKNOWN',
        '403 KEY_ADDRESS',
        '403 KEY_SCOPE',
      ]);
    });
    return;
  }

  if (row.stepUp === 'yes') {
    test('requires a step-up', async () => {
      const notes = openNotes(name);
      for (const role of ROLES.filter((each) => row.reach[each] !== '-')) {
        const { own } = worlds.get(role)!;
        // An id that no thing could have is refused for its form first.
        const isNamed = fixture.kind === 'thing';
        const input = isNamed
          ? fixture.input(await fixture.make(db.query, own))
          : inputOf(fixture, own);
        const seen = wordOf(
          await asItself(own, (token) => ask(endpoint, input, token, askedOf(fixture))),
        );
        notes.check(`${role} without step-up`, seen === '403 STEP_UP_REQUIRED', seen);
      }
      expect(notes.wrong).toEqual([]);
    });
  }

  test(
    row.isForActing ? 'is open while acting for somebody' : 'is refused while acting for somebody',
    async () => {
      const notes = openNotes(name);
      const roles = ROLES.filter((each) => row.reach[each] !== '-' && each !== 'ADMINISTRATOR');
      for (const role of roles) {
        const { own } = worlds.get(role)!;
        const seen = wordOf(
          await acting(own, (token) =>
            ask(endpoint, inputOf(fixture, own), token, askedOf(fixture)),
          ),
        );
        const isRefused = seen === '403 NOT_WHILE_IMPERSONATING';
        const isRight = isRefused === !row.isForActing && !seen.startsWith('401');
        notes.check(`${role} acting`, isRight, seen);
      }
      expect(notes.wrong).toEqual([]);
    },
  );
});

type Notes = ReturnType<typeof openNotes>;

function takes(endpoint: Endpoint, field: string): boolean {
  return Object.hasOwn((endpoint.input as unknown as { shape?: object }).shape ?? {}, field);
}

test('at least as many cells are compared as the table has', () => {
  let promised = 0;
  for (const [name, { reach }] of ACCESS) {
    const perRole = FIXTURES[name]?.kind === 'plain' ? 1 : RELATIONS.length;
    for (const role of ROLES) promised += reach[role] === '-' ? 1 : perRole;
  }
  console.log(JSON.stringify({ test: 'access', endpoints: all.length, cells }));
  expect(cells).toBeGreaterThanOrEqual(promised);
});
