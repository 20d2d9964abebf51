import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { numbers } from '../../../../test/scenarios/crash/scenario.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { makeMessage } from '../../../../test/harness/pipeline.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import { plantTree, sendAtRandom } from '../../../../test/scenarios/rollups/scenario.ts';
import { unitsFromNumber } from '../../../contract/shared/units.ts';
import { recover } from '../../core/dispatch/submission/recover.store.ts';
import { enqueue } from '../../core/dispatch/queue/enqueue.store.ts';
import { dropStopped, stopChunks } from '../../core/dispatch/queue/stop.store.ts';
import { sweep } from '../../core/dispatch/sweep.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { openDeliverySummary } from '../reports/delivery-summary.ts';
import type { ReportRow } from '../reports/reports.store.ts';
import { aggregate } from '../campaigns/progress/aggregate.jobs.ts';

// Held, charged and given back: what files say of messages adds up to what the ledger has booked.
const db = await createTestDatabase();
const portal = await openPortal(db);
const { database } = portal;
const run = <T>(work: (tx: Tx) => Promise<T>) => database.run(systemScope(), work);
const tree = await plantTree(database);
const clients = [tree.root, ...tree.resellers, ...tree.clients];
const campaigns = new Map<string, string>();

/** A running campaign of a client, for half of what it sends; its units are held already. */
async function campaignOf(clientId: string, units: bigint): Promise<string | null> {
  if (random() < 0.5) return null;
  const known = campaigns.get(clientId);
  if (known === undefined) {
    const id = newId();
    campaigns.set(clientId, id);
    await db.query(
      `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, started_at, units_held)
       values ($1, $2, 'Test', 'TUMA', 'Hello', 'FILE', 'KE', 'RUNNING', now() - interval '3 days', $3)`,
      [id, clientId, units],
    );
    return id;
  }
  await db.query('update campaign set units_held = units_held + $2 where id = $1', [known, units]);
  return known;
}

const random = numbers(18);
type Sums = { units: bigint; held: bigint; charged: bigint; refunded: bigint };

/** The sums of a file, by what each row's own three figures add up to. */
function sumsOf(csv: string): Sums & { rows: number } {
  const rows = parse<Record<string, string>>(csv, { bom: true, columns: true });
  const sum = (column: string) =>
    rows.reduce((total, row) => total + unitsFromNumber(Number(row[column])), 0n);
  const whole = {
    units: sum('Units'),
    held: sum('Units held'),
    charged: sum('Units charged'),
    refunded: sum('Units given back'),
  };
  expect(whole.held + whole.charged + whole.refunded).toBe(whole.units);
  return { ...whole, rows: rows.length };
}

async function fileOf(clientId: string, path: string, body: Record<string, unknown>) {
  const answer = await portal.call('GET', `/v1/portal/${path}`, {
    token: await portal.enter(clientId),
    body,
  });
  expect(answer.status).toBe(200);
  return sumsOf(answer.text);
}
const sentBy = (clientId: string) =>
  fileOf(clientId, 'sms/mt/export', { 'filter.clientIds': clientId });

/** The sums of an account's delivery summary, by sender and network. */
async function summaryOf(clientId: string): Promise<Omit<Sums, 'units'>> {
  const read = await openDeliverySummary(database, {
    clientId,
    kind: 'DELIVERY_SUMMARY',
    reach: 'self',
    filters: {},
    columns: ['sender', 'network', 'unitsHeld', 'unitsCharged', 'unitsRefunded'],
    createdAt: new Date(Date.now() + 1000),
  } as unknown as ReportRow);
  const { rows } = await read(undefined);
  const sum = (at: number) =>
    rows.reduce((total, row) => total + unitsFromNumber(Number(row[at])), 0n);
  return { held: sum(2), charged: sum(3), refunded: sum(4) };
}

/** The sums that left an account's held units, of all its messages or of one campaign. */
async function bookedOf(clientId: string, campaignId: string | null = null) {
  const rows = await db.query<{ kind: string; units: string }>(
    `select t.kind, -sum(e.amount) as units from ledger_entry e join ledger_transfer t on t.id = e.transfer_id
     join ledger_account a on a.id = e.account_id
     where a.client_id = $1 and a.kind = 'held' and e.amount < 0 and ($2::uuid is null or t.campaign_id = $2) group by t.kind`,
    [clientId, campaignId],
  );
  const sum = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.units ?? 0);
  return { charged: sum('CAPTURE'), refunded: sum('REFUND') };
}

/** Lets everything end: what is in flight is lost, campaigns are cancelled, every wait is over. */
async function endAll(): Promise<void> {
  await run((tx) => recover(tx, { connectorId: 1, carrierAccountId: 1, holder: 'end' }));
  for (const campaignId of campaigns.values()) {
    await run((tx) => stopChunks(tx, { campaignId }));
    await run((tx) => dropStopped(tx, { campaignId }, 10_000));
    await db.query(`update campaign set status = 'CANCELLED', ended_at = now() where id = $1`, [
      campaignId,
    ]);
  }
  for (const [table, at] of [
    ['chunk', 'expires_at'],
    ['receipt_wait', 'due_at'],
    ['unconfirmed_part', 'expires_at'],
  ])
    await db.query(`update ${table} set ${at} = now() - interval '1 second'`);
  while ((await run((tx) => sweep(tx, 500))).again);
  await aggregate(database);
  await aggregate(database);
}

test('every file of messages adds up to the ledger, while they run and when all have ended', async () => {
  await sendAtRandom(database, tree, {
    steps: 300,
    random,
    fold: () => aggregate(database),
    campaignOf,
  });
  // The random part may end with an empty queue; these messages wait whatever it did.
  await run((tx) =>
    enqueue(
      tx,
      clients.map((clientId, at) =>
        makeMessage({ clientId, routeId: 1, destination: String(254_800_000_000 + at) }),
      ),
    ),
  );
  await aggregate(database);
  let held = 0n;
  for (const clientId of clients) {
    const file = await sentBy(clientId);
    const booked = await bookedOf(clientId);
    expect(file.charged, 'charged').toBe(booked.charged);
    // A campaign's refused messages return their units together, when it ends.
    expect(file.held + file.refunded, 'not charged').toBe(file.units - booked.charged);
    expect(file.refunded >= booked.refunded).toBe(true);
    const { units: _, rows: __, ...figures } = file;
    expect(await summaryOf(clientId), 'summary').toEqual(figures);
    held += file.held;
  }
  expect(held > 0n).toBe(true);

  await endAll();
  const kinds = { charged: 0n, refunded: 0n };
  for (const clientId of clients) {
    const { units: _, ...file } = await sentBy(clientId);
    expect(file).toMatchObject({ ...(await bookedOf(clientId)), held: 0n });
    const { rows: __, ...figures } = file;
    expect(await summaryOf(clientId), 'summary').toEqual(figures);
    kinds.charged += file.charged;
    kinds.refunded += file.refunded;
  }
  expect(kinds.charged > 0n && kinds.refunded > 0n).toBe(true);

  for (const [clientId, campaignId] of campaigns) {
    const {
      units: _,
      rows: __,
      ...file
    } = await fileOf(clientId, 'downloadCampaign', { campaignId });
    const booked = await bookedOf(clientId, campaignId);
    expect(file).toEqual({ ...booked, held: 0n });
    const { body } = await portal.call('GET', `/v1/portal/campaigns/${campaignId}`, {
      token: await portal.enter(clientId),
    });
    expect({
      held: unitsFromNumber(body['unitsHeld']),
      charged: unitsFromNumber(body['unitsCharged']),
      refunded: unitsFromNumber(body['unitsRefunded']),
    }).toEqual(file);
  }
});
