import { expect, test } from 'vitest';
import { call } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { answerWith, claimSome, receiptsFor, takeOver } from '../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { countPages } from '../../../../test/harness/pages.ts';
import { addConnector, makeMessage } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { MESSAGE_STATUS, messages } from '../../../contract/api/messages.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { enqueue } from '../../core/dispatch/queue/enqueue.store.ts';
import type { Answer, ClaimedPart, Lease } from '../../core/dispatch/types.ts';
import { aggregate } from '../campaigns/progress/aggregate.jobs.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { idFloor, newId } from '../../infra/ids.ts';
import { ANY_MESSAGE } from './message-filter.store.ts';
import { messageRoutes } from './messages.api.ts';
import { listMessages } from './messages.store.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null, name: 'Root' });
const clientId = await addClient(database, { parentId: rootId, name: 'Client' });
const as = async (accessLevel: Caller['accessLevel'], id = rootId): Promise<Caller> => {
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [id]);
  return { clientId: id, accessLevel, path: row!.path };
};
const administrator = await as('ADMINISTRATOR');
const routes = messageRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });
const one = await addConnector(database, 10, {}, 1);
const two = await addConnector(database, 20, {}, 1);
const leases = new Map<number, Lease>();
for (const { connectorId } of [one, two])
  leases.set(connectorId, await takeOver(database, connectorId));

const HOUR = 3_600_000;
/** Hours back from any time of day for which a new database has tables. */
const HOURS = 47;
let phone = 254_712_000_000;
/** Sends messages that were made `hoursAgo`, and answers each. */
async function send(
  { connectorId, routeId }: typeof one,
  answers: readonly ((part: ClaimedPart) => Answer)[],
  hoursAgo = 0,
): Promise<string[]> {
  const at = Date.now() - hoursAgo * HOUR;
  const written = answers.map(() => ({
    ...makeMessage({ clientId, routeId, destination: String(phone++) }),
    id: `${idFloor(at).slice(0, 14)}${newId().slice(14)}`,
  }));
  await database.run(systemScope(), (tx) => enqueue(tx, written));
  const lease = leases.get(connectorId)!;
  const parts = await claimSome(database, lease, [routeId], answers.length);
  const byId = new Map(parts.map((part) => [part.messageId, part]));
  await answerWith(
    database,
    lease,
    written.map(({ id }, n) => answers[n]!(byId.get(id)!)),
  );
  return written.map(({ id }) => id);
}
const accepted = (part: ClaimedPart): Answer => ({
  part,
  outcome: 'accepted',
  carrierId: part.messageId,
});
const refused =
  (errorCode: string) =>
  (part: ClaimedPart): Answer => ({
    part,
    outcome: 'refused',
    errorCode,
  });
const lost = (part: ClaimedPart): Answer => ({ part, outcome: 'lost', reason: 'no answer' });
const retried = (part: ClaimedPart): Answer => ({
  part,
  outcome: 'requeued',
  waitMs: 3_600_000,
  errorCode: 'ESME_RSYSERR',
});

/** A message that the first connector refused and another one rejected. */
async function moveOn(): Promise<string> {
  await db.query(
    `update route set type = 'FailoverMTRoute', connector_ids = array[$1::int, $2::int] where id = $3`,
    [one.connectorId, spare.connectorId, one.routeId],
  );
  await database.run(systemScope(), (tx) => publishConfig(tx, null));
  await db.query(
    `insert into connector_state (connector_id, holder, state, since, window_size, in_window, submitted_per_s, slowest_tick_ms)
     values ($1, 'test', 'BOUND', now(), 1, 0, 0, 0)`,
    [spare.connectorId],
  );
  const [id] = await send(one, [
    (part) => ({ part, outcome: 'refused', errorCode: 'ESME_RMSGQFUL', goesOn: true }),
  ]);
  const lease = leases.get(spare.connectorId)!;
  const [part] = await claimSome(database, lease, [-spare.connectorId], 1);
  await answerWith(database, lease, [refused('ESME_RSUBMITFAIL')(part!)]);
  return id!;
}

const found = async (filter: Input<typeof messages.sent>, caller = administrator) =>
  (await call(routes, messages.sent, caller, { pageSize: 200, ...filter })).mtMessages.map(
    ({ messageId }) => messageId,
  );
const newestFirst = (some: readonly string[]) => some.toSorted().toReversed();

const [delivered, undelivered, rejected, inDoubt, waiting] = (await send(one, [
  accepted,
  accepted,
  refused('ESME_RINVDSTADR'),
  lost,
  retried,
])) as [string, string, string, string, string];
// A third connector shares the first one's route, and takes over what that refuses.
const spare = await addConnector(database, 30, {}, 1);
leases.set(spare.connectorId, await takeOver(database, spare.connectorId));
const moved = await moveOn();
const [submitted, otherRejected] = (await send(two, [accepted, refused('ESME_RINVDSTADR')])) as [
  string,
  string,
];
const phones = new Map(
  (await db.query<{ id: string; destination: string }>('select id, destination from message')).map(
    ({ id, destination }) => [id, destination],
  ),
);
const report = { status: MESSAGE_STATUS.DELIVERED, carrierStatus: 'DELIVRD', errorCode: null };
await receiptsFor(database, [
  { ...report, carrierId: delivered, destination: phones.get(delivered)! },
  {
    carrierId: undelivered,
    destination: phones.get(undelivered)!,
    status: MESSAGE_STATUS.UNDELIVERABLE,
    carrierStatus: 'UNDELIV',
    errorCode: '001',
  },
]);

test.each<[string, Input<typeof messages.sent>, readonly string[]]>([
  [
    'a connector, whether they ended or not',
    { 'filter.connectors': ['carrier-10'] },
    [delivered, undelivered, rejected, inDoubt],
  ],
  ['another connector', { 'filter.connectors': ['carrier-20'] }, [submitted, otherRejected]],
  ['a route', { 'filter.routes': [two.routeId] }, [submitted, otherRejected]],
  ['a code of answers', { 'filter.errorCodes': ['ESME_RINVDSTADR'] }, [rejected, otherRejected]],
  ['a code of receipts', { 'filter.errorCodes': ['001'] }, [undelivered]],
  [
    'a code after which they are submitted again',
    { 'filter.errorCodes': ['ESME_RSYSERR'] },
    [waiting],
  ],
  [
    'a code and a connector',
    { 'filter.errorCodes': ['ESME_RINVDSTADR'], 'filter.connectors': ['carrier-20'] },
    [otherRejected],
  ],
  [
    'a code after which they moved on, at the connector that they left',
    { 'filter.errorCodes': ['ESME_RMSGQFUL'], 'filter.connectors': ['carrier-10'] },
    [moved],
  ],
  [
    'a code after which they moved on, at the connector that took them',
    { 'filter.errorCodes': ['ESME_RMSGQFUL'], 'filter.connectors': ['carrier-30'] },
    [],
  ],
  [
    'a code at the connector that they moved to',
    { 'filter.errorCodes': ['ESME_RSUBMITFAIL'], 'filter.connectors': ['carrier-30'] },
    [moved],
  ],
  [
    'a code after which they moved on, and their own route',
    { 'filter.errorCodes': ['ESME_RMSGQFUL'], 'filter.routes': [one.routeId] },
    [moved],
  ],
  [
    'a connector and a status',
    { 'filter.connectors': ['carrier-10'], 'filter.messageStatuses': ['AMBIGUOUS'] },
    [inDoubt],
  ],
  [
    'a connector and a number',
    {
      'filter.connectors': ['carrier-10'],
      'filter.destinations': [`+${phones.get(rejected)}`],
    },
    [rejected],
  ],
  ['a connector that does not exist', { 'filter.connectors': ['nobody'] }, []],
])('messages of %s are found', async (_, filter, expected) => {
  expect(await found(filter)).toEqual(newestFirst(expected));
});

test('a code of our own is found by its day', async () => {
  await db.query(`update message set status = 12, error_code = 'NO_RECEIPT' where id = $1`, [
    submitted,
  ]);
  await db.query('delete from campaign_delta');
  await db.query(
    `insert into campaign_delta (hour, client_id, sender, country, network, messages, segments, submitted, delivered, undeliverable, rejected, expired, failed, unknown, cancelled, captured, released, causes)
     values (date_trunc('hour', now()), $1, 'TUMA', 'KE', 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, '[{"status": 12, "errorCode": "NO_RECEIPT", "carrierStatus": null, "messages": 1}]')`,
    [clientId],
  );
  await aggregate(database);
  expect(await found({ 'filter.errorCodes': ['NO_RECEIPT'] })).toEqual([submitted]);
});

test('readers who do not operate the gateway cannot search by its parts', async () => {
  const client = await as('CLIENT', clientId);
  const filters: Input<typeof messages.sent>[] = [
    { 'filter.connectors': ['carrier-10'] },
    { 'filter.routes': [one.routeId] },
    { 'filter.errorCodes': ['001'] },
  ];
  for (const caller of [client, await as('RESELLER'), await as('BD_CLIENT')])
    for (const filter of filters) {
      await expect(found(filter, caller)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
      await expect(call(routes, messages.exportSent, caller, filter)).rejects.toMatchObject({
        code: 'NOT_ALLOWED',
      });
    }
  expect(await found({ 'filter.connectors': ['carrier-10'] }, await as('IT_SUPPORT'))).toHaveLength(
    4,
  );
});

test('a rare code is found through many hours, page by page, and reads no other hour', async () => {
  const rare: string[] = [];
  for (let hour = 1; hour <= HOURS; hour += 2)
    rare.push(...(await send(one, [refused('0x00000477'), accepted], hour)).slice(0, 1));
  const pages: string[] = [];
  for (let token = ''; ;) {
    const page = await call(routes, messages.sent, administrator, {
      'filter.errorCodes': ['0x00000477'],
      pageSize: 7,
      pageToken: token,
    });
    pages.push(...page.mtMessages.map(({ messageId }) => messageId));
    token = page.nextPageToken;
    if (token === '') break;
  }
  expect(pages).toEqual(newestFirst(rare));

  const pagesRead = async () => {
    const scope = systemScope();
    const filter = { ...ANY_MESSAGE, errorCodes: ['0x00000477'] };
    const { pages } = await countPages(
      database,
      scope,
      (tx) => listMessages(tx, scope, filter, { after: undefined, limit: 8 }),
      "relname like 'message\\_2%'",
    );
    return pages;
  };
  const few = await pagesRead();
  // In the hours between.
  await database.run(systemScope(), (tx) =>
    enqueue(
      tx,
      Array.from({ length: 3000 }, (_, at) => ({
        ...makeMessage({ clientId, routeId: one.routeId, destination: String(phone++) }),
        id: `${idFloor(Date.now() - (2 * (at % Math.floor(HOURS / 2)) + 2) * HOUR).slice(0, 14)}${newId().slice(14)}`,
      })),
    ),
  );
  expect(await pagesRead()).toBeLessThan(few * 1.5 + 50);
});
