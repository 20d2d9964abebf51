// Customers learn nothing of the platform's suppliers: connectors, routes, filters and carriers' ids
// are marks that no answer, export, report, PDF, webhook or receipt for them may contain.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { REPORT_COLUMNS } from '../../src/contract/api/report-columns.ts';
import { fillPath, type Endpoint } from '../../src/contract/endpoint.ts';
import { ROLES, type Role } from '../../src/contract/shared/roles.ts';
import { startRunner } from '../../src/server/core/background/runner.ts';
import { publishConfig } from '../../src/server/core/dispatch/routing/config-version.ts';
import type { MessageEvent } from '../../src/server/core/dispatch/events/events.ts';
import { makeReport } from '../../src/server/features/reports/reports.jobs.ts';
import { incomingData, messageData } from '../../src/server/features/webhooks/payloads.ts';
import { receiptRequest } from '../../src/server/gateway/customers/http-dialects/receipts.rules.ts';
import { deliverPdus } from '../../src/server/gateway/customers/smpp-deliveries.rules.ts';
import { newId } from '../../src/server/infra/ids.ts';
import { systemScope } from '../../src/server/infra/database/scope.ts';
import { messenger, silent } from '../harness/campaigns.ts';
import { createTestDatabase } from '../harness/database.ts';
import { pdfText, workbookText } from '../harness/files/letters.ts';
import { openPortal, type Answer, type Person } from '../harness/portal.ts';
import { open } from '../harness/wallets.ts';
import { listEndpoints } from './endpoints.ts';
import { FIXTURES } from './fixtures.ts';
import { ACCESS, expectedOutcome, type Relation } from './table.ts';

const OPERATORS: readonly Role[] = ['ADMINISTRATOR', 'IT_SUPPORT'];
const READERS = ROLES.filter((role) => !OPERATORS.includes(role));
const MARK = 'SUPPLIERMARK';
const CONNECTOR = 987_650_001;
const ROUTE = 987_650_002;
const ORDER = 987_650_003;
const ACCOUNT = 987_650_004;
// The step's name alone says that another supplier had refused the message.
const MARKS = [MARK, CONNECTOR, ROUTE, ORDER, ACCOUNT, 'FAILED_OVER'].map(String);

const db = await createTestDatabase();
const portal = await openPortal(db);
const database = open(db, 'tuma_portal', 6);
const runner = startRunner({
  database,
  concurrency: 2,
  log: silent,
  handlers: { makeReport: makeReport(database, messenger) },
});
afterAll(() => runner.stop());

/** An account of a role, and one below it: what the account reads is its own and the other's. */
type World = { own: Person; child: Person };
const worlds = new Map<Role, World>();
let root: Person;

beforeAll(async () => {
  root = await portal.add('root', 'ADMINISTRATOR', null);
  const reseller = await portal.add('parent', 'RESELLER', root);
  for (const role of ROLES) {
    const own = await portal.add(`own ${role}`, role, reseller);
    const below = role === 'EBU_APPROVER' ? 'EBU_CLIENT' : 'CLIENT';
    worlds.set(role, { own, child: await portal.add(`child ${role}`, below, own) });
  }
  await db.query(
    `insert into connector (id, cid, kind, carrier_account_id, settings) overriding system value
     values ($1, $2, 'SMPP', $3, '{}')`,
    [CONNECTOR, `${MARK}-c`, ACCOUNT],
  );
  await db.query(
    `insert into filter (id, fid, type) overriding system value values (1, $1, 'TransparentFilter')`,
    [`${MARK}-f`],
  );
  await db.query(
    `insert into route (id, direction, "order", type, connector_ids, filter_ids) overriding system value
     values ($1, 'MT', $2, 'StaticMTRoute', array[$3::int], '{1}')`,
    [ROUTE, ORDER, CONNECTOR],
  );
  await database.run(systemScope(), (tx) => publishConfig(tx, null));
  await db.query(
    `insert into connector_state (connector_id, holder, state, since, last_error, window_size, in_window, submitted_per_s, slowest_tick_ms)
     values ($1, 'test', 'CLOSED', now() - interval '1 hour', $2, 1, 0, 0, 0)`,
    [CONNECTOR, MARK],
  );
  await db.query(`insert into connector_rate (connector_id, per_second) values ($1, $2)`, [
    CONNECTOR,
    ORDER,
  ]);
  await db.query(`insert into alert (id, kind, subject) values ($1, 'CONNECTOR_DOWN', $2)`, [
    newId(),
    MARK,
  ]);
  for (const { own, child } of worlds.values())
    for (const owner of [own, child]) {
      for (const fixture of Object.values(FIXTURES))
        if (fixture.kind === 'list') await fixture.make(db.query, owner);
    }
  await mark();
});

/** Puts the marks wherever a row names a supplier. */
async function mark(): Promise<void> {
  await db.query(
    `update message set connector_id = $1, route_id = $2, config_version = (select max(version) from config_version),
       carrier_ids = array[$3], submitted_at = now()
     where route_id <> $2`,
    [CONNECTOR, ROUTE, `${MARK}-id`],
  );
  await db.query(
    `update incoming_message set connector_id = $1, route_id = $2, carrier_account_id = $3, facts = $4
     where connector_id <> $1`,
    [CONNECTOR, ROUTE, ACCOUNT, JSON.stringify({ at: 0, connector: MARK })],
  );
  await db.query(
    `insert into message_event (message_id, client_id, kind, detail)
     select id, client_id, kind, $1 from message m, unnest(array['REQUEUED', 'AMBIGUOUS', 'RESENT', 'FAILED_OVER']) kind
     where not exists (select from message_event e where e.message_id = m.id)`,
    [
      JSON.stringify({
        part: 1,
        reason: MARK,
        connectorId: CONNECTOR,
        epoch: '1',
        connector: MARK,
      }),
    ],
  );
  const route = { routeId: ROUTE, order: ORDER, type: MARK, connectors: [MARK] };
  const share = { country: 'KE', network: 'Safaricom', messages: 1, segments: 1, units: 1 };
  const kept = { routes: [{ ...route, ...share }], queuedBefore: ORDER, partsPerSecond: ORDER };
  const forecast = {
    timestamp: 1,
    messages: 1,
    segments: 1,
    units: 1,
    withoutRoute: 0,
    sampled: false,
    startTimestamp: 1,
    finishTimestamp: 2,
    ...kept,
  };
  await db.query(
    `update campaign set forecast = $1, ended_at = case when status = 'PENDING' then now() end where forecast is null`,
    [JSON.stringify(forecast)],
  );
}

const COPIED: readonly string[] = ['text/csv', 'spreadsheetml', 'pdf'];

/** All that an answer says, in letters: headings, JSON, cells of a workbook, a PDF's content. */
async function saidBy({ bytes, headers }: Answer): Promise<string> {
  const type = String(headers['content-type']);
  if (type.includes('spreadsheetml')) return workbookText(bytes);
  if (type.includes('pdf')) return pdfText(bytes);
  return `${JSON.stringify(headers)} ${bytes.toString('utf8')}`;
}

const marksIn = (said: string) => MARKS.filter((each) => said.includes(each));

const tokens = new Map<string, string>();

/** Calls as an account, stepped up, with a key where the call asks for one. */
async function ask(endpoint: Endpoint, input: Record<string, unknown>, { clientId }: Person) {
  const { path, rest } = fillPath(endpoint.path, input);
  for (;;) {
    const kind = `${clientId} ${endpoint.key ?? ''}`;
    const token = tokens.get(kind) ?? (await enter(clientId, endpoint));
    tokens.set(kind, token);
    const answer = await portal.call(endpoint.method, path, { token, body: rest });
    if (answer.status === 429) await db.query('delete from rate_limit');
    else if (answer.status === 401) tokens.delete(kind);
    else return answer;
  }
}

async function enter(clientId: string, endpoint: Endpoint): Promise<string> {
  if (endpoint.key) return portal.keyOf(clientId, { scopes: [endpoint.key] });
  const token = await portal.enter(clientId);
  await db.query(`update session set step_up_expires_at = 'infinity'`);
  return token;
}

const endpoints = (await listEndpoints()).filter(
  ([name]) => ACCESS.has(name) && FIXTURES[name] !== undefined,
);
const endpointOf = (name: string) => endpoints.find(([each]) => each === name)![1];
const reads = endpoints.filter(([, { method }]) => method === 'GET');
const changes = endpoints.filter(([, { method }]) => method !== 'GET');

/** The inputs of a call: of things of the account and, where it only reads, of the one below it. */
async function inputsOf(name: string, role: Role): Promise<Record<string, unknown>[]> {
  const fixture = FIXTURES[name]!;
  const { own, child } = worlds.get(role)!;
  if (fixture.kind === 'plain') return [fixture.input];
  if (fixture.kind === 'list') return [fixture.input(own)];
  const inputs: Record<string, unknown>[] = [];
  const isDone = (relation: Relation) =>
    expectedOutcome(ACCESS.get(name)!, role, relation) === 'done';
  if (isDone('own')) inputs.push(fixture.input(await fixture.make(db.query, own)));
  // An approver reads EBU clients wherever they stand.
  if (isDone(role === 'EBU_APPROVER' ? 'ebu' : 'child') && endpointOf(name).method === 'GET')
    inputs.push(fixture.input(await fixture.make(db.query, child)));
  await mark();
  return inputs;
}

describe.each(READERS)('%s', (role) => {
  const callable = (each: readonly [string, Endpoint][]) =>
    each.filter(([name]) => ACCESS.get(name)!.reach[role] !== '-');

  test('reads no mark in any answer', async () => {
    const wrong: string[] = [];
    let answered = 0;
    for (const [name, endpoint] of [...callable(reads), ...callable(changes)]) {
      for (const input of await inputsOf(name, role)) {
        const answer = await ask(endpoint, input, worlds.get(role)!.own);
        if (answer.status === 200) answered += 1;
        const marks = marksIn(await saidBy(answer));
        if (marks.length > 0) wrong.push(`${name}: ${marks.join(', ')}`);
      }
      if (endpoint.method !== 'GET')
        await db.query(
          `update client set client_status = 'ACTIVE' where client_status <> 'ACTIVE'`,
        );
    }
    expect(wrong).toEqual([]);
    expect(answered).toBeGreaterThan(callable(reads).length / 2);
  }, 120_000);

  test('gets no mark in a report, not even in one that was asked for with every column', async () => {
    const { own } = worlds.get(role)!;
    for (const kind of ['SENT_MESSAGES', 'INCOMING_MESSAGES', 'CAMPAIGN_MESSAGES'] as const) {
      for (const format of ['CSV', 'XLSX'] as const) {
        const text = await reportOf(own, kind, format);
        if (text !== undefined) expect(marksIn(text)).toEqual([]);
      }
    }
  });
});

/** The file of a report that a schedule of former days asked for: every column there is. */
async function reportOf(
  person: Person,
  kind: 'SENT_MESSAGES' | 'INCOMING_MESSAGES' | 'CAMPAIGN_MESSAGES',
  format: 'CSV' | 'XLSX',
): Promise<string | undefined> {
  const id = newId();
  await db.query(
    `insert into report (id, client_id, name, kind, format, filters, columns, language, timezone, reach, created_at)
     values ($1, $2, 'r', $3, $4, '{}', $5, 'en', 'Africa/Nairobi', 'all', now() + interval '1 minute')`,
    [id, person.clientId, kind, format, REPORT_COLUMNS[kind]],
  );
  await db.query(
    `insert into task (id, client_id, kind, description, input) values ($1, $2, 'makeReport', 'r', $3)`,
    [newId(), person.clientId, JSON.stringify({ reportId: id })],
  );
  const [made] = await vi.waitFor(
    async () => {
      runner.wake();
      const rows = await db.query<{ status: string }>('select status from report where id = $1', [
        id,
      ]);
      expect(['READY_FOR_DOWNLOAD', 'FAILED']).toContain(rows[0]?.status);
      return rows;
    },
    { timeout: 180_000 },
  );
  if (made?.status !== 'READY_FOR_DOWNLOAD') return undefined;
  const answer = await ask(endpointOf('reports.download'), { reportId: id }, person);
  expect(answer.status).toBe(200);
  expect(COPIED.some((type) => String(answer.headers['content-type']).includes(type))).toBe(true);
  return saidBy(answer);
}

test('operators of the gateway read the marks, so the walk looks where they are', async () => {
  for (const role of OPERATORS) {
    const { own } = worlds.get(role)!;
    const found: string[] = [];
    for (const name of [
      'messages.sent',
      'messages.get',
      'messages.received',
      'campaigns.forecast',
    ]) {
      const [input] = await inputsOf(name, role);
      found.push(...marksIn(await saidBy(await ask(endpointOf(name), input!, own))));
    }
    expect(new Set(found)).toEqual(new Set([MARK, String(ROUTE), String(ORDER), 'FAILED_OVER']));
    if (role === 'ADMINISTRATOR')
      expect(marksIn((await reportOf(own, 'SENT_MESSAGES', 'XLSX')) ?? '')).toEqual([MARK]);
  }
});

test('the letters of a PDF are read', async () => {
  const { own } = worlds.get('CLIENT')!;
  const fixture = FIXTURES['invoices.pdf']!;
  if (fixture.kind !== 'thing') throw new Error('unreachable');
  const invoiceId = await fixture.make(db.query, own);
  const answer = await ask(endpointOf('invoices.pdf'), fixture.input(invoiceId), own);
  expect(answer.headers['content-type']).toContain('pdf');
  expect(await saidBy(answer)).toContain('buyer');
});

describe('events, receipts and exports of a message that a supplier carried', () => {
  const event: MessageEvent = {
    eventId: newId(),
    messageId: newId(),
    clientId: newId(),
    clientReference: 'mine',
    from: 'TUMA',
    to: '254712345678',
    status: 'DELIVERED',
    final: true,
    errorCode: null,
    carrierStatus: 'DELIVRD',
    connectorCid: `${MARK}-c`,
    carrierId: `${MARK}-id`,
    segments: 1,
    submittedAt: '2026-11-21T10:00:00.000Z',
    doneAt: '2026-11-21T10:01:00.000Z',
    at: '2026-11-21T10:01:02.000Z',
  };
  const url = 'http://shop.example/dlr?i=%i&F=%F&A=%A&a=%a&b=%b';

  test.each(['JASMIN', 'KANNEL', 'AFRICASTALKING', 'SENDSMS', 'TWILIO', 'BEEM'] as const)(
    'the receipt of %s has no mark',
    (dialect) => {
      for (const method of ['GET', 'POST'] as const) {
        const request = receiptRequest(
          { kind: 'URL', dialect, url, method, level: dialect === 'KANNEL' ? 31 : 3 },
          event,
          1,
        );
        expect(request).toBeDefined();
        expect(marksIn(JSON.stringify(request))).toEqual([]);
      }
    },
  );

  test('the receipt over SMPP has no mark', () => {
    const callback = {
      kind: 'SMPP' as const,
      username: 'shop',
      registered: 17,
      source: 'TUMA',
      sourceTon: 5,
      sourceNpi: 0,
      destination: '254712345678',
      destinationTon: 1,
      destinationNpi: 1,
    };
    const [pdu] = deliverPdus({ event, callback }, 'Hi', 0x34, 1);
    const said = `${JSON.stringify(pdu)} ${pdu!.short_message!.toString('latin1')}`;
    expect(said).toContain(event.messageId);
    expect(marksIn(said)).toEqual([]);
  });

  test('the bodies of webhooks have no mark', () => {
    expect(marksIn(JSON.stringify(messageData(event)))).toEqual([]);
    const mo = { id: newId(), from: '254712345678', to: '22456', text: 'Hi', at: 0 };
    const stored = { ...mo, originConnector: `${MARK}-c` };
    expect(marksIn(JSON.stringify(incomingData(stored)))).toEqual([]);
  });
});
