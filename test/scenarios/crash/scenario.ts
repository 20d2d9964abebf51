// A campaign during which the gateway and the database are killed again and again, and what came of it.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  aggregate,
  sweepDispatch,
} from '../../../src/server/features/campaigns/progress/aggregate.jobs.ts';
import { insertClient } from '../../../src/server/features/clients/clients.store.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { hold, openAccounts, purchase } from '../../../src/server/core/ledger/ledger.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import type { PostgresServer } from '../../../src/server/infra/database/postgres.ts';
import { addConnector, enqueueAll, makeMessage } from '../../harness/pipeline.ts';
import {
  endProcess,
  prepareGateway,
  startCarrier,
  startDatabase,
  startGateway,
} from '../../harness/processes/processes.ts';
import type { CarrierProcess } from '../../harness/processes/processes.ts';

export interface CrashOptions {
  messages: number;
  gatewayKills: number;
  databaseKills: number;
  /** How often the gateway is stopped as an upgrade stops it, and started again. */
  gatewayRestarts?: number;
  links: number;
  window: number;
  /** The carrier cuts a link each time that it has accepted so many messages; 0, as unless said: never. */
  cutEvery?: number;
  /** The class of the messages: `resend` submits again what has no answer. `hold` unless said. */
  policy?: 'hold' | 'resend';
  /** Shares of messages whose receipt comes before its answer, twice, or never. */
  receipts?: { early?: number; twice?: number; missing?: number };
  /** Decides the moments; the machine decides the rest. */
  seed: number;
  tell?: (line: string) => void;
}

export interface CrashResult {
  kills: { gateway: number; database: number };
  cuts: number;
  /** Messages that no carrier has and that nobody said so of. */
  lost: number;
  /**
   * Messages that the carrier got more than once: in class resend those without its mark, or more often than
   * they were sent again.
   */
  duplicated: number;
  /** In class resend those that the carrier got more than once, each of them marked. */
  resentTwice: number;
  /** Messages that expired because no receipt came. */
  withoutReceipt: number;
  /** Messages whose answer was lost and that no receipt has resolved; each is named in its timeline. */
  ambiguous: number;
  /** How many were ambiguous or sent again at some time, and the most under one lease: a loss of one link. */
  ambiguousEver: number;
  mostAmbiguousALoss: number;
  /** Messages whose state contradicts the carrier's, with a line for each. */
  unexplained: number;
  unexplainedLines: string[];
  /** Faults of the ledger, and units of messages that its campaign does not account for. */
  ledgerDrift: number;
  seconds: number;
}

const UNITS = 10_000n;

/** Runs it on a database, a carrier and a gateway of its own. Afterwards every message is final, or ambiguous for good. */
export async function crash(options: CrashOptions): Promise<CrashResult> {
  const began = performance.now();
  const { early = 0.1, twice = 0.05, missing = 0 } = options.receipts ?? {};
  const server = await startDatabase();
  const carrier = await startCarrier([
    '--latency',
    '8',
    '--jitter',
    '8',
    '--receipt-delay',
    '20',
    '--receipt-jitter',
    '200',
    '--early',
    String(early),
    '--twice',
    String(twice),
    '--missing',
    String(missing),
    '--drop-every',
    String(options.cutEvery ?? 0),
    '--late',
    '0.02',
    '--late-delay',
    '1500',
    '--rules',
    'false',
    '--record',
    String(options.messages * 2),
    '--seed',
    String(options.seed),
  ]);
  const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
    max: 3,
    name: 'crash',
    onLost: () => {},
  });
  try {
    const campaignId = await seed(database, carrier, options);
    const kills = await runWithKills(options, server, carrier, database);
    return {
      ...(await judge(database, carrier, campaignId, options)),
      kills,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await database.close();
    carrier.stop();
    await server.stop();
  }
}

async function seed(
  database: Database,
  carrier: CarrierProcess,
  { messages, links, window, policy = 'hold' }: CrashOptions,
): Promise<string> {
  const clientId = newId();
  const campaignId = newId();
  const units = UNITS * BigInt(messages);
  await database.run(systemScope(), async (tx) => {
    await insertClient(tx, {
      clientId,
      parentId: null,
      clientName: 'Crash',
      accountType: 'COMPANY',
      email: 'crash@example.test',
      country: 'KE',
      timezone: 'Africa/Nairobi',
      accessLevel: 'ADMINISTRATOR',
      clientStatus: 'ACTIVE',
      passwordHash: null,
    });
    await openAccounts(tx, clientId);
    await purchase(tx, { clientId, units, idempotencyKey: 'start' });
    await tx.query(
      `insert into campaign (id, client_id, campaign_name, sender, text, source, policy, country, status, total, units_held, expanded_at) values ($1, $2, 'Crash', 'TUMA', 'Hello', 'FILE', $5, 'KE', 'RUNNING', $3, $4, now())`,
      [campaignId, clientId, messages, units, policy === 'resend' ? 'r' : 'h'],
    );
    await hold(tx, { clientId, units, campaignId, idempotencyKey: `launch:${campaignId}` });
  });
  const routes: number[] = [];
  for (let link = 0; link < links; link++) {
    const settings = {
      host: '127.0.0.1',
      port: carrier.port,
      username: 'crash',
      window,
      con_fail_delay: 0.3,
      res_to: 5,
    };
    routes.push((await addConnector(database, link, settings, 1)).routeId);
  }
  await enqueueAll(
    database,
    Array.from({ length: messages }, (_, at) =>
      makeMessage({
        clientId,
        campaignId,
        routeId: routes[Math.floor(at / 100) % links]!,
        destination: String(254_700_000_000 + at),
        text: null,
      }),
    ),
  );
  return campaignId;
}

async function runWithKills(
  options: CrashOptions,
  server: PostgresServer,
  carrier: CarrierProcess,
  database: Database,
): Promise<CrashResult['kills']> {
  const random = numbers(options.seed);
  const plan: Victim[] = [
    ...Array<Victim>(options.gatewayKills).fill('gateway'),
    ...Array<Victim>(options.databaseKills).fill('database'),
    ...Array<Victim>(options.gatewayRestarts ?? 0).fill('restart'),
  ];
  for (let at = plan.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [plan[at], plan[other]] = [plan[other]!, plan[at]!];
  }
  let gateway = await startGateway(server.url);
  // The next one waits with its modules read, so that a restart costs no start.
  let next = prepareGateway(server.url);
  let over = false;
  // The worker's own task meanwhile; while the database is away it only fails.
  const worker = (async () => {
    for (let turn = 0; !over; turn++) {
      await aggregate(database).catch(() => {});
      if (turn % 5 === 4) await sweepDispatch(database).catch(() => {});
      await sleep(300);
    }
  })();
  try {
    const step = options.messages / (plan.length + 1);
    for (const [at, victim] of plan.entries()) {
      const enough = Math.floor(step * (at + 0.5 + random() * 0.5));
      await until(
        `${enough} messages with the carrier`,
        carrier,
        async () => (await carrier.stats()).accepted >= enough,
        5,
      );
      await sleep(random() * 20);
      options.tell?.(
        `kill ${at + 1} of ${plan.length}: ${victim} after ${(await carrier.stats()).accepted} messages`,
      );
      if (victim === 'database') process.kill(server.pid(), 'SIGKILL');
      else {
        await endProcess(gateway, victim === 'restart' ? 'SIGTERM' : 'SIGKILL');
        gateway = await next.start();
        next = prepareGateway(server.url);
      }
    }
    const missing = (options.receipts?.missing ?? 0) > 0;
    const isSettled = () => settled(database, missing ? '0' : '0, 1').catch(() => false);
    await until('everything settled', carrier, isSettled, 100);
    await sleep(2500); // late receipts
    if (missing) await endWaits(database, carrier);
    await until('everything settled', carrier, isSettled, 100);
  } finally {
    over = true;
    await worker;
    next.stop();
    await endProcess(gateway, 'SIGTERM');
  }
  await aggregate(database);
  return { gateway: options.gatewayKills, database: options.databaseKills };
}

type Victim = 'gateway' | 'database' | 'restart';

/** Lets the time pass in which a receipt may come, once the carrier has sent all that it will. */
async function endWaits(database: Database, carrier: CarrierProcess): Promise<void> {
  await until(
    'every receipt answered',
    carrier,
    async () => (await carrier.stats()).receiptsOpen === 0,
    100,
  );
  await database.run(systemScope(), (tx) =>
    tx.query(`update receipt_wait set due_at = now() - interval '1 second'`),
  );
  await sweepDispatch(database);
}

/** Nothing waits, and no part is in one of these states. */
async function settled(database: Database, states: string): Promise<boolean> {
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query(
      `select from (select 1 from chunk where pos < size union all select 1 from live_part where state in (${states}) union all select 1 from receipt where not matched and received_at > now() - interval '10 seconds') open limit 1`,
    ),
  );
  return rows.length === 0;
}

async function judge(
  database: Database,
  carrier: CarrierProcess,
  campaignId: string,
  { policy = 'hold', receipts }: CrashOptions,
): Promise<Omit<CrashResult, 'kills' | 'seconds'>> {
  const got = new Map<string, number>();
  for (const { destination } of await carrier.received())
    got.set(destination, (got.get(destination) ?? 0) + 1);
  return database.run(systemScope(), async (tx) => {
    const { rows } = await tx.query<{
      destination: string;
      status: number;
      state: number | null;
      named: boolean;
      resent: number;
      marked: boolean;
      error: string | null;
    }>(
      `select destination, status, error_code as error, dup_risk is true as marked, (select state from live_part s where s.message_id = m.id limit 1) as state,
         exists (select from message_event e where e.message_id = m.id and e.kind = 'AMBIGUOUS') as named,
         (select count(*)::int from message_event e where e.message_id = m.id and e.kind = 'RESENT') as resent
       from message m where campaign_id = $1`,
      [campaignId],
    );
    const unexplained: string[] = [];
    let [lost, ambiguous, duplicated, resentTwice, withoutReceipt] = [0, 0, 0, 0, 0];
    for (const { destination, status, state, named, resent, marked, error } of rows) {
      const count = got.get(destination) ?? 0;
      const isHeld = state === 2 && named && policy === 'hold';
      const isWithoutReceipt =
        receipts?.missing !== undefined && error === 'NO_RECEIPT' && status === 12;
      if (state === 2) ambiguous++;
      if (isWithoutReceipt) withoutReceipt++;
      if (count === 0 && !isHeld) lost++;
      if (count > 1) {
        if (policy === 'resend' && marked && count <= 1 + resent) resentTwice++;
        else duplicated++;
      }
      const isDelivered = status === 10 && count > 0 && state === null;
      if (!isDelivered && !isHeld && !(isWithoutReceipt && count > 0))
        unexplained.push(
          `${destination}: status ${status}, submission ${state}, ${named ? 'named' : 'not named'}, sent again ${resent} times, ${count} times with the carrier`,
        );
    }
    const { rows: losses } = await tx.query<{ count: number }>(
      `select count(*)::int as count from message_event where kind in ('AMBIGUOUS', 'RESENT') group by detail->>'connectorId', detail->>'epoch'`,
    );
    const ledger = await checkLedger(tx);
    const {
      rows: [units],
    } = await tx.query<{ wrong: bigint }>(
      `select abs(c.units_captured - (select coalesce(sum(units), 0) from message where campaign_id = c.id and status in (10, 12)))::bigint as wrong from campaign c where id = $1`,
      [campaignId],
    );
    return {
      lost,
      ambiguous,
      unexplained: unexplained.length,
      unexplainedLines: unexplained,
      duplicated,
      cuts: (await carrier.stats()).linksCut,
      resentTwice,
      withoutReceipt,
      ambiguousEver: losses.reduce((sum, { count }) => sum + count, 0),
      mostAmbiguousALoss: Math.max(0, ...losses.map(({ count }) => count)),
      ledgerDrift:
        Number(units!.wrong) +
        ledger.negative +
        ledger.drift +
        ledger.unbalanced +
        ledger.holds +
        ledger.overdrawn +
        Math.abs(Number(ledger.sum)),
    };
  });
}

/**
 * Waits for `check`, and fails after two minutes in which the carrier's figures stood still: links that are
 * cut 250 times need their time.
 */
async function until(
  what: string,
  carrier: CarrierProcess,
  check: () => Promise<boolean>,
  every: number,
): Promise<void> {
  let last = '';
  for (let deadline = 0; !(await check());) {
    const figures = JSON.stringify(await carrier.stats());
    if (figures !== last) deadline = Date.now() + 120_000;
    last = figures;
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await sleep(every);
  }
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}
