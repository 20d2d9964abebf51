import type { Transaction, Tx } from '../../infra/database/db.ts';
import { parameters } from '../../infra/database/parameters.ts';
import { settled } from '../../infra/database/pipeline.ts';
import { Deltas } from './counts/deltas.store.ts';
import { EventCollector } from './events/event-collector.store.ts';
import type { Receipt, UrlCallback } from './events/events.ts';
import { writingNotifications } from './events/notifications.store.ts';
import type { Notifier } from './events/notifications.store.ts';
import type { Answer, FailedReceipt } from './types.ts';
import { Outcomes } from './counts/outcomes.store.ts';
import { Outstanding } from './counts/outstanding.store.ts';

/** Deltas, events and counts of one transaction of dispatch, written with its last statements. */
export class Changes {
  readonly deltas = new Deltas();
  readonly events: EventCollector;
  readonly outstanding = new Outstanding();
  readonly outcomes = new Outcomes();
  /** For whoever keeps opt-outs: some carriers' words say that a person stopped messages. */
  readonly failures: FailedReceipt[] = [];

  constructor(notifier?: Notifier) {
    this.events = new EventCollector(notifier);
  }

  /** Writes them without a notifier, where statements of the transaction follow. */
  async write(tx: Tx): Promise<void> {
    await settled([this.#count(tx), this.events.publish(tx)]);
  }

  /** Sends them with the commit; events wait for facts that did not come with their messages. */
  async writeAtCommit(tx: Transaction): Promise<void> {
    const { written, calls } = await this.events.prepare(tx);
    tx.atCommit(...written, this.#count(tx, calls));
  }

  /**
   * Writes the counts and the notifier's calls in one statement. Each form of it has a name of its own,
   * because a connection prepares a name once.
   */
  async #count(tx: Tx, calls: readonly Receipt<UrlCallback>[] = []): Promise<void> {
    const { place, values } = parameters();
    const { notifications, notifier } = this.events;
    const notifying =
      notifier && calls.length > 0 ? writingNotifications(place, notifier, calls) : undefined;
    const { slots } = this.outcomes;
    const steps = Object.entries({
      [this.deltas.form]: this.deltas.step(place),
      outstanding: this.outstanding.step(place),
      [this.outcomes.hasMoved ? 'moved outcomes' : 'outcomes']: this.outcomes.step(place),
      [slots.hasMoved ? 'moved slots' : 'slots']: slots.step(place),
    }).filter((step): step is [string, string] => step[1] !== undefined);
    if (steps.length === 0 && !notifying) return;
    // The server carries them out from the last to the first. Every transaction locks a connector's row
    // before its outcomes.
    const parts = steps.toReversed().map(([, sql], at) => `step${at} as (${sql})`);
    const names = steps.map(([name]) => name).join(', ');
    if (!notifying) {
      await tx.query(`with ${parts.join(', ')} select`, values, `count ${names}`);
      return;
    }
    const { rows } = await tx.query<{ id: bigint }>(
      `with ${[...parts, notifying.sql].join(', ')} select id from notified`,
      values,
      `notify, ${names}`,
    );
    notifications.push(notifying.batchOf(rows[0]!.id));
  }
}

/** A refusal is a failure that the carrier says at once, even where the message goes over another connector. */
export const refusalOf = (answer: Answer): FailedReceipt[] =>
  answer.outcome === 'refused'
    ? [{ messageId: answer.part.messageId, codes: [answer.errorCode] }]
    : [];
