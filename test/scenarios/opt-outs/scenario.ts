// Opt-outs by all six ways, in random schedules with transactions that are rolled back and connections that are cut:
// nothing promotional is claimed for a number after its opt-out was confirmed, transactional messages go on, and units are exact.
import { randomBytes } from 'node:crypto';
import { MESSAGE_STATUS } from '../../../src/contract/api/messages.ts';
import { takeDeltas } from '../../../src/server/core/dispatch/counts/deltas.store.ts';
import { storeAnswers } from '../../../src/server/core/dispatch/submission/settle.store.ts';
import type { ClaimedPart, NewMessage } from '../../../src/server/core/dispatch/types.ts';
import { optOutByCarrier } from '../../../src/server/core/opt-outs/opt-outs.ts';
import { acceptIncoming } from '../../../src/server/gateway/incoming/incoming.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Database, Tx } from '../../../src/server/infra/database/db.ts';
import { CommitUnknown, DatabaseAway } from '../../../src/server/infra/database/failures.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { answerWith, claimSome, takeOver } from '../../harness/carrier.ts';
import { addClient, enqueueAll, makeMessage } from '../../harness/pipeline.ts';
import { runKilled } from './killed.ts';
import { addSenders, isOptedOut, randomOf, writtenOptOut, WRITTEN_WAYS } from './ways.ts';

const { CANCELLED, UNDELIVERABLE } = MESSAGE_STATUS;
const WAYS = ['keyword', ...WRITTEN_WAYS, 'carrier'] as const;
type Way = (typeof WAYS)[number];
const NUMBERS = 6;
const PROMO = 'PROMO';
const BANK = 'BANK';

export type Schedule = {
  seed: number;
  wrong: string[];
  confirmed: number;
  claimed: number;
  /** Kills of the gateway. */
  kills: number;
};

/** One schedule of so many has a gateway as a process of its own, which is killed. */
const KILLED_OF = 6;

/** Runs a schedule for each seed on a database that has nothing else. */
export async function runSchedules(
  connectionString: string,
  times: number,
  seed: number,
): Promise<Schedule[]> {
  const open = (role: 'tuma_portal' | 'tuma_gateway' | 'none') =>
    openDatabase({ connectionString }, role, { max: 4, name: 'test', onLost: () => {} });
  const places: Places = {
    portal: open('tuma_portal'),
    gateway: open('tuma_gateway'),
    // A connection is ended a moment late at times, when others would have it.
    doomedPortal: open('tuma_portal'),
    doomedGateway: open('tuma_gateway'),
    killer: open('none'),
  };
  try {
    const results: Schedule[] = [];
    const isKilled = (at: number) => at % KILLED_OF === KILLED_OF - 1;
    const seeds = Array.from({ length: times }, (_, at) => seed + at);
    for (const [at, each] of seeds.entries())
      if (!isKilled(at)) results.push(await runSchedule(places, each, at + 1));
    // Afterwards, because a gateway claims for everybody.
    const killed = seeds.filter((_, at) => isKilled(at));
    results.push(...(await runKilled(connectionString, places.portal, killed)));
    return results.sort((a, b) => a.seed - b.seed);
  } finally {
    await Promise.all(Object.values(places).map((database) => database.close()));
  }
}

type Places = Record<'portal' | 'gateway' | 'doomedPortal' | 'doomedGateway' | 'killer', Database>;

class Killed extends Error {}

async function runSchedule(
  { portal, gateway, doomedPortal, doomedGateway, killer }: Places,
  seed: number,
  routeId: number,
): Promise<Schedule> {
  const random = randomOf(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const scope = systemScope();
  const clientId = await addClient(portal);
  const names = { [PROMO]: `${PROMO}${routeId}`, [BANK]: `${BANK}${routeId}` };
  await addSenders(portal, clientId, { promotional: names[PROMO], transactional: names[BANK] });
  const first = 254_755_000_000 + routeId * NUMBERS;
  const numbers = Array.from({ length: NUMBERS }, (_, at) => String(first + at));
  const lease = await takeOver(gateway, routeId);
  const confirmed = new Map<string, Way>();
  const wrong: string[] = [];
  const put: NewMessage[] = [];
  const claimed: ClaimedPart[] = [];

  async function take(): Promise<void> {
    // An opt-out that is confirmed while the claim runs says nothing about it.
    const before = new Map(confirmed);
    const parts = await claimSome(gateway, lease, [routeId], 100);
    claimed.push(...parts);
    for (const { sender, destination } of parts)
      if (sender === names[PROMO] && before.has(destination))
        wrong.push(`${destination} got a message after its opt-out by ${before.get(destination)}`);
  }

  async function send(destinations: readonly string[], sender: string): Promise<void> {
    const messages = destinations.map((destination) => ({
      ...makeMessage({ clientId, routeId, destination }),
      sender,
    }));
    put.push(...messages);
    await enqueueAll(portal, messages);
  }

  /** The transaction of a way; the carrier's needs a message that it has. */
  async function stopBy(
    way: Way,
    number: string,
  ): Promise<[Database, (tx: Tx) => Promise<unknown>]> {
    switch (way) {
      case 'keyword':
        return [gateway, (tx) => acceptIncoming(tx, word('Stop', number, names[PROMO]))];
      default:
        return [
          portal,
          await writtenOptOut(portal, way, { clientId, sender: names[PROMO], number }),
        ];
      case 'carrier': {
        const part = claimed.find(
          (each) => each.destination === number && each.sender === names[PROMO],
        );
        if (!part) return [portal, async () => {}];
        const carrierId = `${part.messageId}`;
        await answerWith(gateway, lease, [acceptedBy(part, carrierId)]);
        const receipt = {
          carrierId,
          status: UNDELIVERABLE,
          carrierStatus: 'SenderName Blacklisted',
          errorCode: null,
          destination: number,
        };
        return [
          gateway,
          async (tx) => {
            const { failures } = await storeAnswers(
              tx as Parameters<typeof storeAnswers>[0],
              1,
              [],
              [receipt],
            );
            await optOutByCarrier(tx, failures);
          },
        ];
      }
    }
  }

  async function step(): Promise<void> {
    const number = pick(numbers);
    switch (
      pick(['send all', 'send one', 'bank', 'claim', 'stop', 'stop', 'killed', 'cut'] as const)
    ) {
      case 'send all':
        return send(numbers, names[PROMO]);
      case 'send one':
        return send([number], names[PROMO]);
      case 'bank':
        return send([number], names[BANK]);
      case 'claim':
        return take();
      case 'stop': {
        const way = pick(WAYS);
        const [database, work] = await stopBy(way, number);
        await database.run(scope, work);
        if (way !== 'carrier' || (await isOptedOut(portal, clientId, number)))
          confirmed.set(number, confirmed.get(number) ?? way);
        return undefined;
      }
      case 'cut':
        return stopWhileCut(pick(WAYS), number);
      case 'killed': {
        const [database, work] = await stopBy(pick(WAYS), number);
        await database
          .run(scope, async (tx) => {
            await work(tx);
            throw new Killed();
          })
          .catch((error: unknown) => {
            if (!(error instanceof Killed)) throw error;
          });
        return undefined;
      }
    }
  }

  /** Ends the connection of an opt-out about when it commits: the database says whether it did. */
  async function stopWhileCut(way: Way, number: string): Promise<void> {
    const [database, work] = await stopBy(way, number);
    let cut: Promise<unknown> = Promise.resolve();
    await (database === portal ? doomedPortal : doomedGateway)
      .run(scope, async (tx) => {
        const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
        const isEarly = random() < 0.3;
        if (isEarly) await work(tx);
        cut = killer.plain.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
        if (!isEarly) await work(tx);
      })
      .catch((error: unknown) => {
        if (!(error instanceof CommitUnknown || error instanceof DatabaseAway)) throw error;
      });
    await cut;
    if (await isOptedOut(portal, clientId, number))
      confirmed.set(number, confirmed.get(number) ?? way);
  }

  // A conversation, so that a word that a phone writes finds its client.
  await send(numbers, names[PROMO]);
  await take();
  const steps = 6 + Math.floor(random() * 10);
  for (let at = 0; at < steps; at++) await Promise.all([step(), step()]);
  await send(numbers, names[PROMO]);
  await send(numbers, names[BANK]);
  await take();

  const states = await portal.run(scope, (tx) =>
    tx.query<{ id: string; status: number; sender: string }>(
      'select id, status, sender from message where client_id = $1',
      [clientId],
    ),
  );
  const cancelled = states.rows.filter(({ status }) => status === CANCELLED);
  if (cancelled.some(({ sender }) => sender === names[BANK]))
    wrong.push('a transactional message ended');
  if (cancelled.length + claimed.length !== put.length)
    wrong.push(
      `${put.length} messages, ${claimed.length} claimed and ${cancelled.length} cancelled`,
    );
  const released = (await portal.run(scope, (tx) => takeDeltas(tx, 10_000)))
    .filter((delta) => delta.clientId === clientId)
    .reduce((sum, delta) => sum + delta.released, 0n);
  if (released !== BigInt(cancelled.length) * 10_000n)
    wrong.push(`${released} units came back for ${cancelled.length} messages`);
  return { seed, wrong, confirmed: confirmed.size, claimed: claimed.length, kills: 0 };
}

const acceptedBy = (part: ClaimedPart, carrierId: string) =>
  ({ part, outcome: 'accepted', carrierId }) as Parameters<typeof answerWith>[2][number];

const word = (text: string, source: string, destination: string) => ({
  connectorId: 1,
  carrierAccountId: 1,
  source,
  destination,
  text,
  octets: Buffer.from(text),
  encoding: 0,
  carrierAt: '',
  hash: randomBytes(16),
  part: undefined,
});
