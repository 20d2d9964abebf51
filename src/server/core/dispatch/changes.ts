import type { Transaction, Tx } from '../../infra/database/db.ts';
import { settled } from '../../infra/database/pipeline.ts';
import { Deltas } from './deltas.store.ts';
import { EventCollector } from './event-collector.store.ts';
import type { Notifier } from './notifications.store.ts';
import { Outcomes } from './outcomes.store.ts';
import { Outstanding } from './outstanding.store.ts';

/** Deltas, events and counts of one transaction of dispatch, written with its last statements. */
export class Changes {
  readonly deltas = new Deltas();
  readonly events: EventCollector;
  readonly outstanding = new Outstanding();
  readonly outcomes = new Outcomes();

  constructor(notifier?: Notifier) {
    this.events = new EventCollector(notifier);
  }

  /** Writes them, where statements of the transaction follow. */
  async write(tx: Tx): Promise<void> {
    await settled([
      this.deltas.write(tx),
      this.outstanding.write(tx),
      this.outcomes.write(tx),
      this.events.publish(tx),
    ]);
  }

  /** Sends them with the commit; events wait for facts that did not come with their messages. */
  async writeAtCommit(tx: Transaction): Promise<void> {
    tx.atCommit(this.deltas.write(tx), this.outstanding.write(tx), this.outcomes.write(tx));
    tx.atCommit(...(await this.events.prepare(tx)));
  }
}
