import { pino } from 'pino';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addConnector } from '../../../../test/harness/pipeline.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import type { Person } from '../../../../test/harness/portal.ts';
import type { carrierErrors } from '../../../contract/api/carrier-errors.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { checkHealth } from './check-health.ts';

const db = await createTestDatabase();
const { query } = db;
const portal = await openPortal(db);
const { database } = portal;
const log = pino({ level: 'silent' });
const kenya = await addConnector(database, 10, {}, 1);
const other = await addConnector(database, 20, {}, 2);
let support: Person;

beforeAll(async () => {
  const admin = await portal.add('admin', 'ADMINISTRATOR', null);
  support = await portal.add('support', 'IT_SUPPORT', admin);
});
beforeEach(async () => {
  await query('delete from connector_outcome');
  await query('delete from delivery_hour');
});

type Counted = {
  outcome: string;
  parts: number;
  minutesAgo?: number;
  network?: number;
  code?: string;
  status?: string;
  seconds?: number;
};
async function count(of: typeof kenya, ...rows: Counted[]): Promise<void> {
  for (const row of rows) {
    const { outcome, parts, minutesAgo = 5, network = 1, code = '', status = '' } = row;
    await query(
      `insert into connector_outcome (connector_id, route_id, period, hour, network, outcome, carrier_status, error_code, seconds, parts)
       select $1, $2, date_bin('10 minutes', at, 'epoch'), date_trunc('hour', at), $4, $5, $6, $7, $8, $9 from (select now() - $3 * interval '1 minute' as at) t`,
      [
        of.connectorId,
        of.routeId,
        minutesAgo,
        network,
        outcome,
        status,
        code,
        row.seconds ?? 0,
        parts,
      ],
    );
  }
}
/** Hours of the last days in which nine tenths of the receipts reported a delivery. */
const remember = (of: typeof kenya, hours: number) =>
  query(
    `insert into delivery_hour (connector_id, route_id, network, hour, receipts, delivered, median_seconds)
     select $1, $2, 1, date_trunc('hour', now()) - at * interval '1 hour', 200, 180, 6 from generate_series(2, $3::int + 1) at`,
    [of.connectorId, of.routeId, hours],
  );
async function read(cid?: string): Promise<Output<typeof carrierErrors.list>> {
  const path = `/v1/portal/jasmin/carrier-errors${cid === undefined ? '' : `?cid=${cid}`}`;
  const token = await portal.enter(support.clientId);
  const { body } = await portal.call('GET', path, { token });
  return body as Output<typeof carrierErrors.list>;
}
const openAlerts = async () => {
  await checkHealth({ database, sandbox: true, log });
  return query<{ kind: string; subject: string; facts: unknown }>(
    `select kind, subject, facts from alert where status = 'OPEN' and kind in ('REFUSALS_HIGH', 'DELIVERY_LOW', 'RECEIPTS_MISSING') order by kind`,
  );
};

test('errors are listed by connector, network and code, with their share of what was submitted', async () => {
  await count(
    kenya,
    { outcome: 'ACCEPTED', parts: 300 },
    { outcome: 'ACCEPTED', parts: 100, minutesAgo: 300 },
    { outcome: 'ACCEPTED', parts: 50, network: 2 },
    { outcome: 'REFUSED', parts: 60, code: 'ESME_RINVDSTADR' },
    { outcome: 'REFUSED', parts: 40, code: 'ESME_RINVDSTADR', minutesAgo: 300 },
    { outcome: 'UNDELIVERABLE', parts: 5, status: 'UNDELIV', code: '001', network: 2 },
    { outcome: 'DELIVERED', parts: 40, network: 2, seconds: 4 },
    { outcome: 'REFUSED', parts: 9, code: 'OLD', minutesAgo: 60 * 26 },
  );
  await count(other, { outcome: 'TEMPORARY', parts: 7, code: 'ESME_RTHROTTLED', network: 0 });
  const { errors, more } = await read();
  expect(more).toBe(0);
  expect(
    errors.map((each) => [
      each.cid,
      [each.network, each.country].join(' '),
      each.outcome,
      `${each.carrierStatus} ${each.errorCode}`.trim(),
      each.hour,
      each.day,
      each.share,
    ]),
  ).toEqual([
    ['carrier-10', 'Safaricom KE', 'REFUSED', 'ESME_RINVDSTADR', 60, 100, 0.2],
    ['carrier-20', ' ', 'TEMPORARY', 'ESME_RTHROTTLED', 7, 7, 1],
    ['carrier-10', 'Airtel KE', 'UNDELIVERABLE', 'UNDELIV 001', 5, 5, 0.1],
  ]);
  expect((await read('carrier-20')).errors.map(({ cid }) => cid)).toEqual(['carrier-20']);
});

test('an error stands beside its usual day, once its connector has days to compare with', async () => {
  const DAY = 24 * 60;
  for (const ago of [5, 6, 7, 8])
    await count(
      kenya,
      { outcome: 'ACCEPTED', parts: 100, minutesAgo: ago * DAY },
      { outcome: 'REFUSED', parts: ago, code: 'ESME_RINVDSTADR', minutesAgo: ago * DAY },
    );
  await count(other, { outcome: 'REFUSED', parts: 9, code: 'NEW', minutesAgo: 5 * DAY });
  await count(
    kenya,
    { outcome: 'REFUSED', parts: 60, code: 'ESME_RINVDSTADR' },
    { outcome: 'REFUSED', parts: 2, code: 'ESME_RSYSERR' },
  );
  await count(other, { outcome: 'REFUSED', parts: 1, code: 'NEW' });
  expect((await read()).errors.map((each) => [each.errorCode, each.day, each.usualDay])).toEqual([
    ['ESME_RINVDSTADR', 60, 6.5],
    ['ESME_RSYSERR', 2, 0],
    ['NEW', 1, null],
  ]);
});

test('delivery rates stand beside their own history, the worst first', async () => {
  await remember(kenya, 48);
  await remember(other, 5);
  await count(
    kenya,
    { outcome: 'DELIVERED', parts: 60, seconds: 8 },
    { outcome: 'UNDELIVERABLE', parts: 60, status: 'UNDELIV', code: '001' },
    { outcome: 'DELIVERED', parts: 70, seconds: 8, network: 2 },
  );
  await count(other, { outcome: 'DELIVERED', parts: 100, seconds: 8 });
  const { rates } = await read();
  expect(rates).toMatchObject([
    {
      cid: 'carrier-10',
      routeId: kenya.routeId,
      routeOrder: 10,
      network: 'Safaricom',
      hour: { receipts: 120, share: 0.5, medianSeconds: 6 },
      usual: { share: 0.9, medianSeconds: 6 },
      verdict: 'LOW',
    },
    { cid: 'carrier-20', verdict: 'UNKNOWN', usual: { share: 0.9 } },
    { cid: 'carrier-10', network: 'Airtel', verdict: 'UNKNOWN', usual: null },
  ]);
});

test('refusals and falling deliveries raise alerts, and throttling does not', async () => {
  await remember(kenya, 48);
  await count(
    kenya,
    { outcome: 'ACCEPTED', parts: 100, minutesAgo: 1 },
    { outcome: 'TEMPORARY', parts: 100, code: 'ESME_RTHROTTLED', minutesAgo: 1 },
    { outcome: 'REFUSED', parts: 20, code: 'ESME_RINVSRCADR', minutesAgo: 1 },
    { outcome: 'DELIVERED', parts: 100, seconds: 8 },
  );
  expect(await openAlerts()).toEqual([]);
  await count(
    kenya,
    { outcome: 'TEMPORARY', parts: 30, code: 'ESME_RSYSERR', minutesAgo: 1 },
    { outcome: 'EXPIRED', parts: 100, status: 'EXPIRED' },
  );
  expect(await openAlerts()).toEqual([
    {
      kind: 'DELIVERY_LOW',
      subject: 'carrier-10',
      facts: { network: 'Safaricom', delivered: 50, usual: 90, receipts: 200 },
    },
    {
      kind: 'REFUSALS_HIGH',
      subject: 'carrier-10',
      facts: { refused: 50, answers: 250, code: 'ESME_RSYSERR' },
    },
  ]);
});

test('receipts that one network stops bringing raise an alert; a network that never brought any does not', async () => {
  await query('delete from alert');
  await remember(kenya, 48);
  await count(
    kenya,
    { outcome: 'ACCEPTED', parts: 400, minutesAgo: 50 },
    { outcome: 'DELIVERED', parts: 20, minutesAgo: 49, seconds: 8 },
    { outcome: 'ACCEPTED', parts: 400, minutesAgo: 50, network: 2 },
  );
  expect(await openAlerts()).toEqual([
    {
      kind: 'RECEIPTS_MISSING',
      subject: 'carrier-10',
      facts: { network: 'Safaricom', taken: 400, receipts: 20 },
    },
  ]);
});
