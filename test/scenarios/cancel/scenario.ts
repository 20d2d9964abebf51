// Campaigns cancelled at random moments while a gateway hands them to a simulated carrier, and what came of each.
import { setTimeout as sleep } from 'node:timers/promises';
import { endEarly } from '../../../src/server/features/campaigns/campaigns.ts';
import { lockCampaign } from '../../../src/server/features/campaigns/campaigns.store.ts';
import {
  aggregate,
  dropEnded,
  sweepDispatch,
} from '../../../src/server/features/campaigns/progress/aggregate.jobs.ts';
import { insertClient } from '../../../src/server/features/clients/clients.store.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import {
  getBalances,
  hold,
  openAccounts,
  purchase,
} from '../../../src/server/core/ledger/ledger.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { numbers } from '../crash/scenario.ts';
import { addConnector, enqueueAll, makeMessage } from '../../harness/pipeline.ts';
import {
  endProcess,
  startCarrier,
  startDatabase,
  startGateway,
} from '../../harness/processes/processes.ts';

const UNITS = 10_000n;
/** The most that this test's carrier takes for each message of a campaign, in milliseconds. */
const LONGEST = 4;

export type Cancelled = { atMilliseconds: number; sent: number; released: number; wrong: string[] };

/** Cancels `times` campaigns of `messages` each, at moments that `seed` decides. */
export async function cancelAtRandom({
  times,
  messages,
  seed,
  tell,
}: {
  times: number;
  messages: number;
  seed: number;
  tell?: (line: string) => void;
}): Promise<Cancelled[]> {
  const random = numbers(seed);
  const server = await startDatabase();
  const carrier = await startCarrier([
    '--latency',
    '3',
    '--jitter',
    '3',
    '--receipt-delay',
    '10',
    '--rules',
    'false',
    '--record',
    String(times * messages),
    '--seed',
    String(seed),
  ]);
  const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
    max: 3,
    name: 'cancel',
    onLost: () => {},
  });
  const clientId = newId();
  await database.run(systemScope(), async (tx) => {
    await insertClient(tx, {
      clientId,
      parentId: null,
      clientName: 'Cancel',
      accountType: 'COMPANY',
      email: 'cancel@example.test',
      country: 'KE',
      timezone: 'Africa/Nairobi',
      accessLevel: 'ADMINISTRATOR',
      clientStatus: 'ACTIVE',
      passwordHash: null,
    });
    await openAccounts(tx, clientId);
    await purchase(tx, {
      clientId,
      units: UNITS * BigInt(messages * times),
      idempotencyKey: 'start',
    });
  });
  const { routeId } = await addConnector(
    database,
    0,
    { host: '127.0.0.1', port: carrier.port, username: 'cancel', window: 10, con_fail_delay: 0.3 },
    1,
  );
  const gateway = await startGateway(server.url);
  const results: Cancelled[] = [];
  try {
    for (let at = 0; at < times; at++) {
      const first = 254_700_000_000 + at * messages;
      const campaignId = await begin(database, { clientId, routeId, messages, first });
      const atMilliseconds = Math.round(random() * messages * LONGEST * 0.5);
      await sleep(atMilliseconds);
      const before = await database.run(systemScope(), async (tx) => {
        await endEarly(tx, (await lockCampaign(tx, systemScope(), campaignId))!, 'CANCELLED');
        return getBalances(tx, clientId);
      });
      await settle(database, campaignId);
      const received = (await carrier.received()).filter(
        ({ destination }) => Number(destination) >= first && Number(destination) < first + messages,
      ).length;
      results.push({
        atMilliseconds,
        ...(await judge(database, campaignId, {
          messages,
          received,
          clientId,
          before: before.available,
        })),
      });
      tell?.(
        `${at + 1} of ${times}: after ${atMilliseconds} ms ${results.at(-1)!.sent} sent, ${results.at(-1)!.released} released ${results.at(-1)!.wrong.join('; ')}`,
      );
    }
  } finally {
    await endProcess(gateway, 'SIGTERM');
    await database.close();
    await carrier.stop();
    await server.stop();
  }
  return results;
}

async function begin(
  database: Database,
  {
    clientId,
    routeId,
    messages,
    first,
  }: { clientId: string; routeId: number; messages: number; first: number },
): Promise<string> {
  const campaignId = newId();
  const units = UNITS * BigInt(messages);
  await database.run(systemScope(), async (tx) => {
    await tx.query(
      `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, total, units_held, expanded, expanded_at, started_at, prepared_at) values ($1, $2, 'Cancel', 'TUMA', 'Hello', 'FILE', 'KE', 'RUNNING', $3, $4, $3, now(), now(), now())`,
      [campaignId, clientId, messages, units],
    );
    await hold(tx, { clientId, units, campaignId, idempotencyKey: `launch:${campaignId}` });
  });
  await enqueueAll(
    database,
    Array.from({ length: messages }, (_, at) =>
      makeMessage({ clientId, campaignId, routeId, destination: String(first + at), text: null }),
    ),
  );
  return campaignId;
}

/** Does what the worker does until nothing of the campaign waits, flies or is without its receipt. */
async function settle(database: Database, campaignId: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ;) {
    await dropEnded(database);
    await sweepDispatch(database);
    await aggregate(database);
    const { rows } = await database.run(systemScope(), (tx) =>
      tx.query(
        `select 1 from chunk where campaign_id = $1 union all select 1 from live_part where campaign_id = $1 and state in (0, 1) union all select 1 from campaign_delta where campaign_id = $1 limit 1`,
        [campaignId],
      ),
    );
    if (rows.length === 0) break;
    if (Date.now() > deadline) throw new Error(`campaign ${campaignId} never came to rest`);
    await sleep(20);
  }
  await aggregate(database);
}

async function judge(
  database: Database,
  campaignId: string,
  {
    messages,
    received,
    clientId,
    before,
  }: { messages: number; received: number; clientId: string; before: bigint },
): Promise<Omit<Cancelled, 'atMilliseconds'>> {
  return database.run(systemScope(), async (tx) => {
    const {
      rows: [row],
    } = await tx.query<{
      delivered: number;
      cancelled: number;
      captured: bigint;
      released: bigint;
      refunded: bigint;
    }>(
      `select delivered, cancelled, units_captured as captured, units_released as released, units_refunded as refunded from campaign where id = $1`,
      [campaignId],
    );
    const sent = Number(row!.captured / UNITS);
    const released = Number(row!.released / UNITS);
    const ledger = await checkLedger(tx);
    const wrong = [
      sent + released === messages
        ? ''
        : `${sent} sent and ${released} released are not ${messages}`,
      sent === received ? '' : `${sent} charged and ${received} with the carrier`,
      row!.delivered === sent && row!.cancelled === released
        ? ''
        : `counts say ${row!.delivered} delivered, ${row!.cancelled} cancelled`,
      row!.refunded === row!.released &&
      (await getBalances(tx, clientId)).available - before === row!.released
        ? ''
        : 'the wallet does not have what was released',
      ledger.ok
        ? ''
        : `ledger ${JSON.stringify(ledger, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
    ].filter((each) => each !== '');
    return { sent, released, wrong };
  });
}
