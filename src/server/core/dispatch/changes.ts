import type { Tx } from '../../infra/database/db.ts';
import { Deltas } from './deltas.store.ts';
import { EventCollector } from './event-collector.store.ts';
import { Outstanding } from './outstanding.store.ts';

/** Deltas, events and counts of one transaction of dispatch, written with its last statements. */
export class Changes {
  readonly deltas = new Deltas();
  readonly events = new EventCollector();
  readonly outstanding = new Outstanding();

  /** The statements, to be sent together with others that end the transaction. */
  write(tx: Tx): [Promise<void>, Promise<void>, Promise<void>] {
    return [this.deltas.write(tx), this.events.publish(tx), this.outstanding.write(tx)];
  }
}
