// Opt-outs while the gateway that claims is a process of its own, with a carrier behind it, and is killed in the middle of
// claims, of opt-outs by keyword and of its own start. The database notes every claim, in the transaction of the claim.
import { setTimeout as sleep } from 'node:timers/promises';
import { MESSAGE_STATUS } from '../../../src/contract/api/messages.ts';
import { takeDeltas } from '../../../src/server/core/dispatch/counts/deltas.store.ts';
import type { NewMessage } from '../../../src/server/core/dispatch/types.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import {
  addCampaign,
  addClient,
  addConnector,
  enqueueAll,
  makeMessage,
  until,
} from '../../harness/pipeline.ts';
import { prepareGateway, startCarrier, startKillable } from '../../harness/processes/processes.ts';
import type { CarrierProcess, KillableProcess } from '../../harness/processes/processes.ts';
import type { Schedule } from './scenario.ts';
import { addSenders, isOptedOut, randomOf, writtenOptOut, WRITTEN_WAYS } from './ways.ts';

const { CANCELLED } = MESSAGE_STATUS;
const NUMBERS = 30;
const UNITS = 10_000n;
/** A rate at which a queue waits behind the link, so that an opt-out finds it there. */
const A_SECOND = 100;
const WINDOW = 4;
/** A gateway that starts again shares the machine with whatever else runs. */
const PATIENCE_SECONDS = 240;

type Place = {
  portal: Database;
  carrier: CarrierProcess;
  gateway: KillableProcess;
  routeId: number;
};

/** A schedule for each seed, one after the other, on one carrier and one gateway. */
export async function runKilled(
  connectionString: string,
  portal: Database,
  seeds: readonly number[],
): Promise<Schedule[]> {
  if (seeds.length === 0) return [];
  await noteClaims(connectionString);
  const carrier = await startCarrier([
    '--latency',
    '20',
    '--receipt-delay',
    '50',
    '--rules',
    'false',
  ]);
  try {
    const settings = {
      host: '127.0.0.1',
      port: carrier.port,
      username: 'opt-outs',
      window: WINDOW,
      submit_throughput: A_SECOND,
      con_loss_delay: 0.3,
      con_fail_delay: 0.3,
    };
    const { routeId } = await addConnector(portal, 0, settings, 1);
    const gateway = await startKillable(() => prepareGateway(connectionString));
    try {
      const results: Schedule[] = [];
      for (const [at, seed] of seeds.entries())
        results.push(await runOne({ portal, carrier, gateway, routeId }, seed, at));
      return results;
    } finally {
      await gateway.stop();
    }
  } finally {
    carrier.stop();
  }
}

/** Lets the database note each claim: what a batch says is gone once its answers are there. */
async function noteClaims(connectionString: string): Promise<void> {
  const boss = openDatabase({ connectionString }, 'none', {
    max: 1,
    name: 'test',
    onLost: () => {},
  });
  await boss.plain.query(`
    create table noted_claim (message_id uuid not null, at timestamptz not null);
    grant select, insert on noted_claim to public;
    create function note_claim() returns trigger language plpgsql as $$
      begin
        insert into noted_claim select unnest(new.message_ids), new.claimed_at;
        return null;
      end $$;
    create trigger note_claim after insert on submission_batch for each row execute function note_claim();`);
  await boss.close();
}

async function runOne(
  { portal, carrier, gateway, routeId }: Place,
  seed: number,
  at: number,
): Promise<Schedule> {
  const random = randomOf(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const scope = systemScope();
  const clientId = await addClient(portal);
  // A message in flight when the gateway dies is held, or goes again: an opt-out ends that too.
  const resent = await addCampaign(portal, clientId, { policy: 'r' });
  const [promotional, transactional] = [`OFFER${at}`, `NEWS${at}`];
  await addSenders(portal, clientId, { promotional, transactional });
  const numbers = Array.from({ length: NUMBERS }, (_, each) =>
    String(254_756_000_000 + at * NUMBERS + each),
  );
  const put: NewMessage[] = [];
  /** The times at which the opt-outs of numbers were confirmed, by the database's clock. */
  const confirmed = new Map<string, Date>();
  let kills = 0;

  async function send(destinations: readonly string[], sender: string): Promise<void> {
    const campaignId = random() < 0.5 ? resent : null;
    const messages = destinations.map((destination) => ({
      ...makeMessage({ clientId, routeId, destination, campaignId }),
      sender,
    }));
    put.push(...messages);
    await enqueueAll(portal, messages);
  }

  async function stop(number: string): Promise<void> {
    const way = pick(['keyword', ...WRITTEN_WAYS] as const);
    if (way === 'keyword') {
      // Written once: the carrier delivers it again until the gateway has answered.
      await carrier.write({ source: number, destination: promotional, text: 'Stop' });
      await until(
        'the keyword is heard',
        () => isOptedOut(portal, clientId, number),
        PATIENCE_SECONDS,
      );
    } else
      await portal.run(
        scope,
        await writtenOptOut(portal, way, { clientId, sender: promotional, number }),
      );
    const { rows } = await portal.plain.query<{ now: Date }>('select clock_timestamp() as now');
    if (!confirmed.has(number)) confirmed.set(number, rows[0]!.now);
  }

  async function kill(): Promise<void> {
    await sleep(random() * 40);
    await gateway.kill();
    kills++;
  }

  const isQuiet = () =>
    portal.run(scope, async (tx) => {
      const { rowCount } = await tx.query(
        `select from chunk where client_id = $1 and pos < size union all select from submission_batch where client_id = $1 and open::text like '%1%'`,
        [clientId],
      );
      return rowCount === 0;
    });

  // A conversation, so that a word that a phone writes finds its client.
  await send(numbers, promotional);
  await until('the first messages', isQuiet, PATIENCE_SECONDS);
  const steps = 5 + Math.floor(random() * 5);
  for (let step = 0; step < steps; step++) {
    // An opt-out and what is sent to its number follow each other; the gateway claims beside them.
    await send(
      random() < 0.5 ? numbers : [pick(numbers)],
      random() < 0.8 ? promotional : transactional,
    );
    await sleep(random() * 100);
    const number = pick(numbers);
    if (kills === 0 || random() < 0.4) await Promise.all([kill(), stop(number)]);
    else await stop(number);
  }
  await send(numbers, promotional);
  await send(numbers, transactional);
  await until('the queue empty', isQuiet, PATIENCE_SECONDS);
  const verdict = await judge(portal, clientId, { put, promotional, confirmed });
  return { seed, ...verdict, confirmed: confirmed.size, kills };
}

async function judge(
  portal: Database,
  clientId: string,
  {
    put,
    promotional,
    confirmed,
  }: {
    put: readonly NewMessage[];
    promotional: string;
    confirmed: ReadonlyMap<string, Date>;
  },
): Promise<Pick<Schedule, 'wrong' | 'claimed'>> {
  const wrong: string[] = [];
  const { rows } = await portal.run(systemScope(), (tx) =>
    tx.query<{ id: string; status: number; sender: string; destination: string; claims: Date[] }>(
      `select id, status, sender, destination, array(select at from noted_claim c where c.message_id = m.id) as claims
       from message m where client_id = $1`,
      [clientId],
    ),
  );
  if (rows.length !== put.length) wrong.push(`${rows.length} of ${put.length} messages`);
  for (const { status, sender, destination, claims } of rows) {
    const stoppedAt = sender === promotional ? confirmed.get(destination) : undefined;
    if (stoppedAt && claims.some((claim) => claim > stoppedAt))
      wrong.push(`${destination} got a message after its opt-out`);
    if (status === CANCELLED && sender !== promotional) wrong.push('a transactional message ended');
    if (status !== CANCELLED && claims.length === 0)
      wrong.push(`a message to ${destination} was neither claimed nor cancelled`);
  }
  const cancelled = rows.filter(({ status }) => status === CANCELLED).length;
  const released = (await portal.run(systemScope(), (tx) => takeDeltas(tx, 100_000)))
    .filter((delta) => delta.clientId === clientId)
    .reduce((sum, delta) => sum + delta.released, 0n);
  if (released !== BigInt(cancelled) * UNITS)
    wrong.push(`${released} units came back for ${cancelled} cancelled messages`);
  return { wrong, claimed: rows.reduce((sum, { claims }) => sum + claims.length, 0) };
}
