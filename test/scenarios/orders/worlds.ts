// Three messages of a campaign, four that are accepted meanwhile, and everything that can happen to them in any order:
// acceptances that are not answered, answers, receipts before and after them and twice, cuts, crashes between any two steps,
// a lease lost without a word, a pause, a cancel.
import type { Database } from '../../../src/server/infra/database/db.ts';
import { policyOf } from '../../../src/server/core/dispatch/dispatch.rules.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import {
  addCampaign,
  addClient,
  addConnector,
  enqueueAll,
  makeMessage,
} from '../../harness/pipeline.ts';
import { World } from '../../harness/world/world.ts';
import type { WorldOptions } from '../../harness/world/world-ports.ts';

const LONG = 'A message of two parts. '.repeat(9);

/** Each world has a carrier account of its own, since all carriers of worlds give the same ids. */
let nextAccount = 1000;

/** The roles that a world works as. */
type Databases = Pick<WorldOptions, 'gateway' | 'accepting' | 'portal'>;

/** Worlds on one database, one after the other. */
export class Worlds {
  readonly #gateway: Database;
  readonly #accepting: Database;
  readonly #portal: Database;
  readonly #clientId: string;
  #played = 0;
  /** How many messages a link took without the queue. */
  intoLink = 0;

  private constructor({ gateway, accepting, portal }: Databases, clientId: string) {
    this.#gateway = gateway;
    this.#accepting = accepting;
    this.#portal = portal;
    this.#clientId = clientId;
  }

  static async open(databases: Databases): Promise<Worlds> {
    return new Worlds(databases, await addClient(databases.portal));
  }

  /** @returns the faults; with any, the last is the whole story */
  async play(
    seed: number,
    how: Pick<WorldOptions, 'crashAt' | 'clockAhead'> & { steps?: number } = {},
  ): Promise<string[]> {
    const order = 1 + (this.#played % 2);
    this.#played++;
    const account = nextAccount++;
    const policy = seed % 4 === 3 ? 'r' : 'h';
    const campaignId = await addCampaign(this.#portal, this.#clientId, { policy });
    // Rows that the world before left are not put into force again, nor swept.
    await this.#portal.run(systemScope(), async (tx) => {
      await tx.query('delete from connector_lease');
      await tx.query('delete from route');
      await tx.query('delete from connector');
    });
    const { connectorId, routeId } = await addConnector(
      this.#portal,
      order,
      { host: 'carrier', username: 'world' },
      account,
    );
    const isLong = seed % 2 === 0;
    const sender = `W${account}`;
    await enqueueAll(
      this.#portal,
      [1, 2, 3].map((n) =>
        makeMessage({
          clientId: this.#clientId,
          routeId,
          campaignId,
          sender,
          destination: `25470000000${n}`,
          text: n === 3 && isLong ? LONG : 'One',
          units: n === 3 && isLong ? 20_001n : 10_000n,
        }),
      ),
    );
    const arrivals = (['BULK', 'OTP', 'BULK', 'OTP'] as const).map((messageClass, at) =>
      makeMessage({
        clientId: this.#clientId,
        routeId,
        sender,
        destination: `25470000000${4 + at}`,
        class: messageClass,
        priority: 1,
        source: 'REST',
      }),
    );
    const world = new World({
      seed,
      gateway: this.#gateway,
      accepting: this.#accepting,
      portal: this.#portal,
      arrivals,
      connectorId,
      carrierAccountId: account,
      routeId,
      campaignId,
      steps: how.steps ?? 60,
      crashAt: how.crashAt,
      clockAhead: how.clockAhead,
    });
    await world.play();
    this.intoLink += world.story.filter((line) => line.endsWith('into the link: true')).length;
    const faults = await judge(this.#portal, world, sender, policy);
    const name = `seed ${seed}${how.crashAt === undefined ? '' : `, crash at ${how.crashAt}`}`;
    return faults.length === 0
      ? []
      : [...faults.map((fault) => `${name}: ${fault}`), world.story.join('\n')];
  }
}

async function judge(
  portal: Database,
  world: World,
  sender: string,
  ofCampaign: 'h' | 'r',
): Promise<string[]> {
  const faults: string[] = [];
  const { messages, deltas } = await portal.run(systemScope(), async (tx) => ({
    messages: (
      await tx.query<{
        destination: string;
        campaign: string | null;
        messageClass: string;
        status: number;
        units: bigint;
        dup: boolean | null;
        states: number[];
        open: bigint;
      }>(
        `select destination, campaign_id as campaign, class as "messageClass", status, units, dup_risk as dup, array(select state::int from live_part s where s.message_id = m.id) as states,
         (select coalesce(sum(units), 0)::bigint from unconfirmed_part u where u.message_id = m.id and not u.given_up) as open
       from message m where sender = $1 order by destination`,
        [sender],
      )
    ).rows,
    deltas: (
      await tx.query<
        Record<
          'messages' | 'delivered' | 'rejected' | 'cancelled' | 'captured' | 'released',
          bigint
        >
      >(
        `select sum(messages) as messages, sum(delivered) as delivered, sum(rejected) as rejected, sum(cancelled) as cancelled,
         sum(captured)::bigint as captured, sum(released)::bigint as released from campaign_delta where sender = $1`,
        [sender],
      )
    ).rows[0]!,
  }));
  const isStored = (destination: string) =>
    messages.some((message) => message.destination === destination);
  for (const key of world.accepted.keys())
    if (!isStored(key.split('/')[0]!)) faults.push(`${key}: was sent without being stored`);
  if (messages.filter(({ campaign }) => campaign !== null).length !== 3)
    faults.push('the campaign has not its three messages');
  const is = (status: number) => messages.filter((message) => message.status === status).length;
  for (const { destination, campaign, messageClass, status, dup, states } of messages) {
    const policy = campaign === null ? policyOf(messageClass) : ofCampaign;
    const parts = [...world.accepted]
      .filter(([key]) => key.startsWith(`${destination}/`))
      .map(([, times]) => times);
    const say = (fault: string) =>
      faults.push(
        `${destination}: ${fault} (status ${status}, submissions ${states.join()}, accepted ${parts.join()})`,
      );
    if (parts.some((times) => times > 1) && (policy === 'h' || !dup)) say('was sent twice');
    if (status === 0 && !states.includes(2)) say('was lost');
    if (status === 0 && states.some((state) => state !== 2)) say('is still open');
    if (status === 10 && (parts.length === 0 || states.length > 0))
      say('was delivered without the carrier');
    if (status === 15 && parts.length > 0 && policy === 'h')
      say('was cancelled after the carrier took it');
    if (parts.length === 0 && status === 0 && !states.every((state) => state === 2))
      say("is in nobody's hands");
    if (![0, 10, 13, 15].includes(status)) say('ended strangely');
  }
  const open = messages.reduce((sum, message) => sum + message.open, 0n);
  const units = messages.reduce((sum, message) => sum + message.units, 0n);
  if (deltas.captured + deltas.released + open !== units)
    faults.push(
      `units: ${deltas.captured} captured, ${deltas.released} released, ${open} open of ${units}`,
    );
  if (
    Number(deltas.messages) !== messages.length ||
    Number(deltas.delivered) !== is(10) ||
    Number(deltas.rejected) !== is(13) ||
    Number(deltas.cancelled) !== is(15)
  ) {
    faults.push(`counts: ${JSON.stringify(deltas, (_, value: unknown) => String(value))}`);
  }
  return faults;
}
