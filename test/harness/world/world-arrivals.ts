// Messages that a process accepts while a world plays: into its link's window where that has room, else into the queue.
import type { Database } from '../../../src/server/infra/database/db.ts';
import { parameters } from '../../../src/server/infra/database/parameters.ts';
import { queueing } from '../../../src/server/core/dispatch/queue/enqueue-at-once.store.ts';
import { owning } from '../../../src/server/core/dispatch/submission/reservations.store.ts';
import type { Reservation } from '../../../src/server/core/dispatch/submission/reservations.store.ts';
import type { NewMessage } from '../../../src/server/core/dispatch/types.ts';
import { enqueueAll } from '../pipeline.ts';
import type { GatewayProcess } from './world-process.ts';
import type { Scheduler } from './world-ports.ts';

/** Three statements in ten go unanswered: executed, executed later, or never. */
type Fate = 'answered' | 'executed' | 'late' | 'never';
const FATES: readonly Fate[] = ['executed', 'late', 'never'];

/**
 * Lets a message arrive at a process: its acceptance is a statement that the scheduler executes and answers, or
 * whose answer gets lost.
 */
export function arrive(
  world: Scheduler,
  accepting: Database,
  process: GatewayProcess,
  message: NewMessage,
): void {
  const name = `message to ${message.destination}`;
  const enqueue = () =>
    world.add({
      name: `${name} goes into the queue`,
      owner: process,
      run: async () => {
        await enqueueAll(world.options.portal, [message]);
        process.link.wake();
      },
    });
  const reservation = process.link.reservations.reserve([message]);
  if (!reservation) {
    enqueue();
    return;
  }
  const execute = () => insert(accepting, message, reservation);
  const lost = () => reservation.abandon(new Error('the commit was not answered'));
  world.add({
    name: `${name} is accepted into the link`,
    owner: process,
    run: async () => {
      const fate = world.random() < 0.7 ? 'answered' : FATES[Math.floor(world.random() * 3)];
      if (fate === 'late')
        world.add({ name: `${name} is stored late`, owner: 'carrier', run: execute });
      if (fate === 'late' || fate === 'never') return lost();
      const isAccepted = await execute();
      world.add({
        name: `${name} into the link: ${fate === 'executed' ? 'no answer' : isAccepted}`,
        owner: process,
        run() {
          if (fate === 'executed') return lost();
          if (isAccepted) return reservation.submit();
          reservation.release();
          enqueue();
        },
      });
    },
  });
}

/** As the statement that accepts, without what it decides. @returns whether the link still owned its connector */
async function insert(
  accepting: Database,
  message: NewMessage,
  reservation: Reservation,
): Promise<boolean> {
  const { place, values } = parameters();
  const { sql, condition } = owning(place, [reservation]);
  const ways = { chunks: [], reserved: [reservation] };
  const queued = queueing(place, message.clientId, [message], ways, condition);
  const rows = await accepting.atOnce<{ accepted: boolean }>(
    `with ${sql}, ${queued.sql}
     select ${condition} as accepted`,
    values,
    'world accepts',
  );
  return rows[0]!.accepted;
}
