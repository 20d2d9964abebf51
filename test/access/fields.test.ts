// The fields of an account that each role may change, the accounts whose texts it reads (the second table of
// test/access/table.md), and the levels that it may create.
import { beforeAll, expect, test } from 'vitest';
import { outranks, ROLES, type Role } from '../../src/contract/shared/roles.ts';
import { clients } from '../../src/contract/api/clients.ts';
import { newId } from '../../src/server/infra/ids.ts';
import { FIELDS, type Field } from './table.ts';
import { createTestDatabase } from '../harness/database.ts';
import { openPortal, type Answer, type Person } from '../harness/portal.ts';

/** The accounts that are edited, in addition to one's own: as in the matrix, and above and beside the account. */
const RELATIONS = [
  'own',
  'child',
  'grandchild',
  'sibling',
  'parent',
  'stranger',
  'ebu',
  'peer',
  'above',
] as const;
type Relation = (typeof RELATIONS)[number];
type World = Record<Relation, Person>;
const BELOW: readonly Relation[] = ['child', 'grandchild'];
const LEVELS: Partial<Record<Relation, Role>> = {
  child: 'CLIENT',
  grandchild: 'CLIENT',
  sibling: 'CLIENT',
  stranger: 'CLIENT',
  parent: 'RESELLER',
  ebu: 'EBU_CLIENT',
  above: 'ADMINISTRATOR',
};

const VALUES: Readonly<Record<string, (next: number) => unknown>> = {
  firstName: (next) => `First ${next}`,
  lastName: (next) => `Last ${next}`,
  otherNames: (next) => `Other ${next}`,
  companyName: (next) => `Company ${next}`,
  country: (next) => (next % 2 ? 'KE' : 'UG'),
  website: (next) => `https://site${next}.example`,
  timezone: (next) => (next % 2 ? 'Africa/Nairobi' : 'Africa/Kampala'),
  language: (next) => (next % 2 ? 'en' : 'pt'),
  lowUnitsNotifyLevel: (next) => next,
  emailAlerts: (next) => [`alert${next}@example.com`],
  smsAlerts: (next) => [`+2547${20_000_000 + next}`],
  replaceLookalikes: (next) => next % 2 === 0,
  email: (next) => `changed${next}@example.com`,
  phone: (next) => `+2547${30_000_000 + next}`,
  use2fa: () => true,
  otpChannel: () => 'SMS',
};

const db = await createTestDatabase();
const portal = await openPortal(db);
const worlds = new Map<Role, World>();
let root: Person;
let next = 0;

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
      peer: await add('peer', role, elsewhere),
      above: await add('above', 'ADMINISTRATOR', root),
    });
  }
});

/** The outcome of changing a field of an account, from the page of permissions alone. */
function expected({ another }: Field, role: Role, relation: Relation): number {
  if (relation === 'own') return 200;
  const seesAll = ['ADMINISTRATOR', 'IT_SUPPORT', 'BD_CLIENT'].includes(role);
  const seesTree = ['RESELLER', 'COMPANY'].includes(role) && BELOW.includes(relation);
  if (!seesAll && !seesTree) return 404;
  const mayChange = {
    edit: true,
    reset: ['ADMINISTRATOR', 'IT_SUPPORT', 'RESELLER'].includes(role),
    '-': false,
  }[another];
  if (!mayChange) return 403;
  return role === 'ADMINISTRATOR' || outranks(role, LEVELS[relation] ?? role) ? 200 : 403;
}

async function change(person: Person, field: string, token: string): Promise<Answer> {
  const value = VALUES[field]!((next += 1));
  // The same value again is no change, and asks for nothing.
  await db.query(`update client set use_2fa = false, otp_channel = 'EMAIL' where id = $1`, [
    person.clientId,
  ]);
  const call = () =>
    portal.call('PUT', `/v1/portal/clients/${person.clientId}`, {
      token,
      body: { [field]: value },
    });
  const answer = await call();
  if (answer.status !== 429) return answer;
  await db.query('delete from rate_limit');
  return call();
}

async function stepUp(token: string): Promise<string> {
  const isHashOf = [Buffer.from(token)];
  await db.query(
    `update session set step_up_expires_at = 'infinity' where access_hash = sha256($1)`,
    isHashOf,
  );
  return token;
}

const wordOf = ({ status, body }: Answer) => `${status} ${String(body['error'] ?? '')}`.trim();

test('every field of an account is in test/access/table.md', () => {
  const shape = Object.keys((clients.update.input as unknown as { shape: object }).shape);
  expect(FIELDS.map(({ field }) => field).toSorted()).toEqual(
    shape.filter((name) => name !== 'clientId').toSorted(),
  );
});

test.each(FIELDS)('$field is changed by the roles of the table', async (row) => {
  const wrong: string[] = [];
  for (const role of ROLES) {
    const world = worlds.get(role)!;
    for (const relation of RELATIONS) {
      const token = await stepUp(await portal.enter(world.own.clientId));
      const answer = await change(world[relation], row.field, token);
      const wanted = expected(row, role, relation);
      if (answer.status === wanted) continue;
      wrong.push(`${role} ${relation}: ${wordOf(answer)} instead of ${wanted}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each(FIELDS)(
  '$field requires a step-up exactly as the table says',
  async ({ field, needsStepUp }) => {
    const wrong: string[] = [];
    for (const role of ROLES) {
      const { own } = worlds.get(role)!;
      const seen = wordOf(await change(own, field, await portal.enter(own.clientId)));
      const isAsked = seen === '403 STEP_UP_REQUIRED';
      if (isAsked !== needsStepUp) wrong.push(`${role}: ${seen}`);
    }
    expect(wrong).toEqual([]);
  },
);

test.each(FIELDS)(
  '$field is changed while acting for a client only as the table says',
  async ({ field, isForActing }) => {
    const wrong: string[] = [];
    for (const role of ROLES.filter((each) => each !== 'ADMINISTRATOR')) {
      const { own } = worlds.get(role)!;
      await db.query('delete from rate_limit');
      const { body } = await portal.call('POST', '/v1/portal/clients/impersonate', {
        token: root.token,
        body: { clientId: own.clientId },
      });
      const token = await stepUp(body['token'] as string);
      const seen = wordOf(await change(own, field, token));
      const isRight = seen === (isForActing ? '200' : '403 NOT_WHILE_IMPERSONATING');
      if (!isRight) wrong.push(`${role}: ${seen}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('a client is shown with its rates and limits to A, I, B and its ancestors alone', async () => {
  const wrong: string[] = [];
  for (const role of ROLES) {
    const world = worlds.get(role)!;
    const seesAll = ['ADMINISTRATOR', 'IT_SUPPORT', 'BD_CLIENT'].includes(role);
    const seesTree = ['RESELLER', 'COMPANY'].includes(role);
    const token = await portal.enter(world.own.clientId);
    for (const relation of RELATIONS) {
      const wanted =
        seesAll || (seesTree && BELOW.includes(relation)) ? 200 : relation === 'own' ? 403 : 404;
      const path = `/v1/portal/clients/${world[relation].clientId}`;
      const { status } = await portal.call('GET', path, { token, body: { privilege: 'true' } });
      if (status !== wanted) wrong.push(`${role} ${relation}: ${status} instead of ${wanted}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('the text of a message is visible to its owner, A and I; other readers within reach see it masked', async () => {
  const wrong: string[] = [];
  for (const role of ROLES.filter((each) => each !== 'EBU_APPROVER')) {
    const world = worlds.get(role)!;
    const token = await portal.enter(world.own.clientId);
    for (const relation of RELATIONS) {
      const [sent, received] = [newId(), newId()];
      const { clientId } = world[relation];
      await db.query(
        `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id,
           config_version, country)
         values ($1, $2, '254700000000', 'TEST', 'Plain words', 0, 1, 10000, 1, 1, 'KE')`,
        [sent, clientId],
      );
      await db.query(
        `insert into incoming_message (id, client_id, carrier_account_id, connector_id, source, destination, text, encoding, hash)
         values ($1, $2, 1, 1, '254700000000', '22456', 'Plain words', 0, '')`,
        [received, clientId],
      );
      for (const path of [`sms/mt/${sent}`, `sms/mo/${received}`]) {
        const { status, body } = await portal.call('GET', `/v1/portal/${path}`, { token });
        const seesWords = relation === 'own' || ['ADMINISTRATOR', 'IT_SUPPORT'].includes(role);
        if (
          status !== 200
            ? JSON.stringify(body).includes('Plain')
            : (body['text'] === 'Plain words') !== seesWords
        ) {
          wrong.push(`${role} ${relation} ${path.slice(0, 6)}: ${status} ${body['text']}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** The levels that each role may create under itself, staff under the platform's root. */
const CREATES: Readonly<Record<Role, readonly Role[]>> = {
  ADMINISTRATOR: ROLES,
  IT_SUPPORT: ['RESELLER', 'COMPANY', 'CLIENT'],
  BD_CLIENT: ['RESELLER', 'COMPANY', 'CLIENT'],
  EBU_APPROVER: [],
  RESELLER: ['RESELLER', 'COMPANY', 'CLIENT'],
  COMPANY: ['CLIENT'],
  EBU_CLIENT: [],
  CLIENT: [],
};

test.each(['inviteClient', 'createClientInternal'])(
  '%s may create the levels of its role, and no other',
  async (verb) => {
    const wrong: string[] = [];
    for (const role of ROLES) {
      const token = await portal.enter(worlds.get(role)!.own.clientId);
      for (const accessLevel of ROLES) {
        await db.query('delete from rate_limit');
        const email = `made${(next += 1)}@example.com`;
        const details = {
          phone: `+2547${40_000_000 + next}`,
          firstName: 'A',
          lastName: 'B',
          companyName: 'C',
          country: 'KE',
        };
        const body = { email, accessLevel, ...(verb === 'createClientInternal' && details) };
        const { status } = await portal.call('POST', `/v1/portal/clients:${verb}`, { token, body });
        const wanted = CREATES[role].includes(accessLevel) ? 200 : 403;
        if (status !== wanted) wrong.push(`${role} ${accessLevel}: ${status} instead of ${wanted}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);
