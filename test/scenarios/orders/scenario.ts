// Every order of the events of a message, played on the real stores, and what became of the message.
import {
  aggregate,
  dropEnded,
  sweepDispatch,
} from '../../../src/server/features/campaigns/progress/aggregate.jobs.ts';
import { endEarly } from '../../../src/server/features/campaigns/campaigns.ts';
import { lockCampaign } from '../../../src/server/features/campaigns/campaigns.store.ts';
import { insertClient } from '../../../src/server/features/clients/clients.store.ts';
import { MESSAGE_STATUS } from '../../../src/contract/api/messages.ts';
import { partUnits } from '../../../src/server/core/dispatch/dispatch.rules.ts';
import { PART_STATE } from '../../../src/server/core/dispatch/part-state.rules.ts';
import { holdQueue } from '../../../src/server/core/dispatch/queue/restore.store.ts';
import { resumeChunks } from '../../../src/server/core/dispatch/queue/stop.store.ts';
import type { ClaimedPart, Lease, QueuedMessage } from '../../../src/server/core/dispatch/types.ts';
import { hold, openAccounts, purchase } from '../../../src/server/core/ledger/ledger.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import type { Database, Tx } from '../../../src/server/infra/database/db.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { answerWith, claimSome, receiptsFor, takeOver } from '../../harness/carrier.ts';
import { addConnector, enqueueAll, makeMessage } from '../../harness/pipeline.ts';
import { rollupFaults } from '../rollups/scenario.ts';
import { allCases, nameOf } from './events.ts';
import type { Case, Step } from './events.ts';

const UNITS = 10_001n;
const { DELIVERED, CANCELLED, EXPIRED } = MESSAGE_STATUS;

/** One submission, and whether the carrier got it. */
type Submission = {
  part: ClaimedPart;
  lease: Lease;
  carrierId: string;
  taken: boolean;
  answered: boolean;
};

export type OrdersResult = {
  orders: number;
  /** One line for a person for each fault, the order's name first. */
  faults: string[];
  /** Messages that a carrier got twice, each in class resend and marked. */
  sentTwice: number;
  rollups: { messages: number; hours: number; days: number; failures: number };
};

/** Plays orders on a database of its own; `close` compares money and statistics of all of them. */
export class Orders {
  readonly #database: Database;
  readonly #clientId = newId();
  readonly #faults: string[] = [];
  #routeId = 0;
  #connectorId = 0;
  #played = 0;
  #sentTwice = 0;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** @param most orders that will be played, for which units are bought */
  static async open(database: Database, most: number): Promise<Orders> {
    const orders = new Orders(database);
    await orders.#sql(async (tx) => {
      await insertClient(tx, {
        clientId: orders.#clientId,
        parentId: null,
        clientName: 'Orders',
        accountType: 'COMPANY',
        email: 'orders@example.test',
        country: 'KE',
        timezone: 'Africa/Nairobi',
        accessLevel: 'ADMINISTRATOR',
        clientStatus: 'ACTIVE',
        passwordHash: null,
      });
      await openAccounts(tx, orders.#clientId);
      const units = UNITS * 2n * BigInt(most);
      await purchase(tx, { clientId: orders.#clientId, units, idempotencyKey: 'start' });
    });
    const made = await addConnector(database, 0, { host: 'carrier', username: 'orders' }, 1);
    orders.#routeId = made.routeId;
    orders.#connectorId = made.connectorId;
    return orders;
  }

  async play(of: Case): Promise<void> {
    const order = new Order(this.#database, of, {
      clientId: this.#clientId,
      routeId: this.#routeId,
      connectorId: this.#connectorId,
      number: this.#played++,
    });
    const found = await order.play();
    this.#sentTwice += order.sentTwice;
    this.#faults.push(...found.map((fault) => `${nameOf(of)}: ${fault}`));
  }

  /** Lets the time of all that is held run out, books it, and compares. */
  async close(query: (sql: string) => Promise<Record<string, unknown>[]>): Promise<OrdersResult> {
    await this.#sql((tx) =>
      tx.query(
        `update unconfirmed_part set expires_at = now() - interval '1 second' where not given_up`,
      ),
    );
    await this.#sql((tx) =>
      tx.query(`update receipt_wait set due_at = now() - interval '1 second'`),
    );
    await sweepDispatch(this.#database);
    await aggregate(this.#database);
    await aggregate(this.#database); // what the first completed is refunded by the next
    await this.#sql(async (tx) => {
      const { rows } = await tx.query<{ name: string; captured: bigint; released: bigint }>(
        `select campaign_name as name, units_captured as captured, units_released as released from campaign
         where units_captured + units_released <> units_held or units_released <> units_refunded
           or delivered + undeliverable + rejected + expired + failed + unknown + cancelled <> total`,
      );
      for (const { name, captured, released } of rows)
        this.#faults.push(`${name}: ${captured} captured, ${released} released, or counts differ`);
      const ledger = await checkLedger(tx);
      if (!ledger.ok) this.#faults.push(`ledger: ${JSON.stringify(ledger)}`);
    });
    const { faults, compared } = await rollupFaults(query);
    return {
      orders: this.#played,
      faults: [...this.#faults, ...faults],
      sentTwice: this.#sentTwice,
      rollups: compared,
    };
  }

  #sql<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.run(systemScope(), work);
  }
}

type Ground = { clientId: string; routeId: number; connectorId: number; number: number };

class Order {
  readonly #database: Database;
  readonly #case: Case;
  readonly #ground: Ground;
  readonly #campaignId = newId();
  /** Messages that may be with the carrier more than once, as far as the class allows it. */
  sentTwice = 0;
  #messageIds: string[] = [];
  #lease: Lease | undefined;
  #submissions: Submission[] = [];
  #cancelled = false;
  #expired = false;

  constructor(database: Database, of: Case, ground: Ground) {
    this.#database = database;
    this.#case = of;
    this.#ground = ground;
  }

  async play(): Promise<string[]> {
    await this.#accept();
    this.#lease = await takeOver(this.#database, this.#ground.connectorId);
    // The worker's own steps come between two events, elsewhere in each order.
    const worksAfter = this.#ground.number % this.#case.steps.length;
    for (const [at, step] of this.#case.steps.entries()) {
      await this.#happen(step);
      if (at === worksAfter) {
        await dropEnded(this.#database);
        await aggregate(this.#database);
      }
    }
    await this.#comeToRest();
    return this.#judge();
  }

  async #accept(): Promise<void> {
    const { clientId, routeId, number } = this.#ground;
    const { shape, policy } = this.#case;
    const count = shape === 'two messages' || shape === 'one phone' ? 2 : 1;
    const units = UNITS * BigInt(count);
    await this.#sql(async (tx) => {
      await tx.query(
        `insert into campaign (id, client_id, campaign_name, sender, text, source, policy, country, status, total, units_held, expanded, expanded_at, started_at, prepared_at)
         values ($1, $2, $3, 'TUMA', 'Hello', 'FILE', $4, 'KE', 'RUNNING', $5, $6, $5, now(), now(), now())`,
        [this.#campaignId, clientId, nameOf(this.#case).slice(0, 200), policy, count, units],
      );
      await hold(tx, {
        clientId,
        units,
        campaignId: this.#campaignId,
        idempotencyKey: `launch:${this.#campaignId}`,
      });
    });
    const phone = (at: number) => String(254_700_000_000 + number * 2 + at);
    const messages = Array.from({ length: count }, (_, at) =>
      makeMessage({
        clientId,
        campaignId: this.#campaignId,
        routeId,
        destination: phone(shape === 'one phone' ? 0 : at),
        text: null,
        units: UNITS,
        segments: shape === 'two parts' ? 2 : 1,
      }),
    );
    this.#messageIds = messages.map(({ id }) => id);
    await enqueueAll(this.#database, messages);
  }

  async #happen({ event, of }: Step): Promise<void> {
    const chosen = this.#submissions.filter(
      ({ taken }, at) => taken && (of === undefined || at === of),
    );
    switch (event) {
      case 'claim':
        // The carrier gets the first of two messages to one phone alone: its receipt must not end the other.
        return this.#claim({ untaken: 0, 'one phone': 1 }[this.#case.shape as string] ?? 2);
      case 'answer':
        return this.#answer(chosen);
      case 'receipt':
      case 'repeat':
        return this.#receive(chosen);
      case 'loss':
        return answerWith(
          this.#database,
          this.#lease!,
          this.#submissions
            .filter(({ answered, lease }) => !answered && lease === this.#lease)
            .map(({ part }) => ({ part, outcome: 'lost', reason: 'the link was cut' })),
        );
      case 'restart':
        this.#lease = await takeOver(this.#database, this.#ground.connectorId);
        return;
      case 'cancel':
        return this.#sql(async (tx) => {
          const campaign = (await lockCampaign(tx, systemScope(), this.#campaignId))!;
          if (campaign.status === 'COMPLETED') return; // refused: nothing of it is queued
          await endEarly(tx, campaign, 'CANCELLED');
          this.#cancelled = true;
        });
      case 'expiry':
        this.#expired = true;
        return this.#expire();
      case 'restore':
        await this.#sql(holdQueue);
    }
  }

  /** @param taken how many of the parts the carrier gets, the first */
  async #claim(taken: number): Promise<void> {
    const lease = this.#lease!;
    const parts = await claimSome(this.#database, lease, [this.#ground.routeId], 10, (message) =>
      this.#partsOf(message),
    );
    const before = this.#submissions.length;
    for (const [at, part] of parts.entries())
      this.#submissions.push({
        part,
        lease,
        carrierId: `C${this.#ground.number}N${before + at}`,
        taken: at < taken,
        answered: false,
      });
  }

  #partsOf({ units }: QueuedMessage): { part: number; parts: number; units: bigint }[] {
    const parts = this.#case.shape === 'two parts' ? 2 : 1;
    return Array.from({ length: parts }, (_, at) => ({
      part: at + 1,
      parts,
      units: partUnits(units, at + 1, parts),
    }));
  }

  async #answer(submissions: readonly Submission[]): Promise<void> {
    for (const submission of submissions) {
      const { part, lease, carrierId } = submission;
      await answerWith(this.#database, lease, [{ part, outcome: 'accepted', carrierId }]);
      submission.answered = true;
    }
  }

  #receive(submissions: readonly Submission[]): Promise<void> {
    return receiptsFor(
      this.#database,
      submissions.map(({ carrierId, part: { destination } }) => ({
        carrierId,
        status: DELIVERED,
        carrierStatus: 'DELIVRD',
        errorCode: null,
        destination,
      })),
    );
  }

  async #expire(): Promise<void> {
    await this.#sql(async (tx) => {
      for (const [table, time, ago] of [
        ['chunk', 'expires_at', '1 second'],
        ['submission_batch', 'expires_at', '2 hours'],
        ['unconfirmed_part', 'expires_at', '1 second'],
      ] as const)
        await tx.query(
          `update ${table} set ${time} = now() - interval '${ago}' where campaign_id = $1${table === 'unconfirmed_part' ? ' and not given_up' : ''}`,
          [this.#campaignId],
        );
      await tx.query(
        `update receipt_wait set due_at = now() - interval '1 second' where message_ids && $1::uuid[]`,
        [this.#messageIds],
      );
    });
    await sweepDispatch(this.#database);
  }

  /** The link is lost once more, a new owner sends what is left, and everything has its receipt but what nobody knows of. */
  async #comeToRest(): Promise<void> {
    if (!this.#cancelled)
      await this.#sql((tx) => resumeChunks(tx, { campaignId: this.#campaignId }));
    for (let isQueued = true; isQueued;) {
      this.#lease = await takeOver(this.#database, this.#ground.connectorId);
      const before = this.#submissions.length;
      await this.#claim(2);
      const now = this.#submissions.slice(before).filter(({ taken }) => taken);
      await this.#answer(now);
      await this.#receive(now);
      await dropEnded(this.#database);
      const { rowCount } = await this.#sql((tx) =>
        tx.query('select from chunk where campaign_id = $1 limit 1', [this.#campaignId]),
      );
      isQueued = rowCount > 0;
    }
    await sweepDispatch(this.#database);
  }

  async #judge(): Promise<string[]> {
    const { policy, steps, shape } = this.#case;
    const { rows } = await this.#sql((tx) =>
      tx.query<{
        id: string;
        status: number;
        dupRisk: boolean | null;
        states: number[];
        named: boolean;
      }>(
        `select id, status, dup_risk as "dupRisk", array(select p.state::int from live_part p where p.message_id = m.id) as states,
           exists (select from message_event e where e.message_id = m.id and e.kind = 'AMBIGUOUS') as named
         from message m where campaign_id = $1`,
        [this.#campaignId],
      ),
    );
    const faults: string[] = [];
    const has = (event: string) => steps.some((step) => step.event === event);
    for (const { id, status, dupRisk, states, named } of rows) {
      const at = this.#messageIds.indexOf(id) + 1;
      const its = this.#submissions.filter(({ part, taken }) => taken && part.messageId === id);
      const times = Math.max(0, ...countBy(its, ({ part }) => part.part).values());
      const say = (fault: string) =>
        faults.push(
          `message ${at} ${fault} (status ${status}, parts ${states.join()}, ${times} times with the carrier)`,
        );
      const isHeld = states.every((state) => state === PART_STATE.UNCONFIRMED && named);
      // An accepted message waits for a receipt that this order may not have.
      const waits = states.every((state) => state === PART_STATE.SUBMITTED) && times > 0;
      if (times > 1) {
        this.sentTwice++;
        if (policy === 'h' || shape === 'two parts') say('was sent twice');
        if (dupRisk !== true) say('was sent twice and is not marked');
        if (times > 2) say('was sent more often than the link was lost');
      }
      if (status === 0 && (states.length === 0 || !(isHeld || waits || shape === 'two parts')))
        say('is open, and not held');
      if (status === DELIVERED && times === 0) say('was delivered without the carrier');
      if (status === CANCELLED && (!this.#cancelled || (times > 0 && policy === 'h')))
        say('was cancelled wrongly');
      if (status === EXPIRED && !this.#expired) say('expired before its time');
      if (![0, DELIVERED, CANCELLED, EXPIRED].includes(status)) say('ended strangely');
      if (
        shape === 'one' &&
        has('receipt') &&
        times === 1 &&
        status !== DELIVERED &&
        its[0] &&
        policy === 'h'
      )
        say('has its receipt and is not delivered');
    }
    if (rows.length !== this.#messageIds.length) faults.push('a message is gone');
    return faults;
  }

  #sql<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.run(systemScope(), work);
  }
}

function countBy<T>(all: readonly T[], key: (one: T) => number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const one of all) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
}

/** The orders of one slice of `slices`, numbered from 0: those that fall to it by their place. */
export function* casesOf(slice: number, slices: number): Generator<Case> {
  let at = 0;
  for (const one of allCases()) if (at++ % slices === slice) yield one;
}
