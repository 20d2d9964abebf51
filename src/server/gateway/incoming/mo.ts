import type { Database, Tx } from '../../infra/database/db.ts';
import {
  addOptOuts,
  removeAskedOptOuts,
  removeOptOuts,
} from '../../core/opt-outs/opt-outs.store.ts';
import { wishOf } from './mo.rules.ts';
import type { NewMo } from './mo.rules.ts';
import { moRouter, tellOwner } from './mo-routing.ts';
import { listWriters, storeMo, storeUnfinished } from './mo.store.ts';
import type { StoredMo } from './mo.store.ts';
import { systemScope } from '../../infra/database/scope.ts';

/**
 * Takes a message from a phone: stored once, and its wish to be left alone, or to be written to again, followed in the same
 * transaction. A number of one client's own speaks for that client alone. By a number that several share nobody knows whom the
 * person means: STOP is for all who wrote under it within a week (else for whoever wrote last), START for all that it stopped.
 */
export async function takeMo(tx: Tx, mo: NewMo): Promise<void> {
  const stored = await storeMo(tx, mo, moRouter(tx, mo));
  if (!stored) return;
  await tellOwner(tx, mo, stored);
  await followWish(tx, mo, stored);
}

const UNFINISHED_AT_ONCE = 100;

/** Takes the messages whose missing parts do not come any more as they are. @returns how many */
export async function takeUnfinished(tx: Tx): Promise<number> {
  const unfinished = await storeUnfinished(tx, UNFINISHED_AT_ONCE, (mo) => moRouter(tx, mo));
  for (const { mo, stored } of unfinished) {
    await tellOwner(tx, mo, stored);
    await followWish(tx, mo, stored);
  }
  return unfinished.length;
}

async function followWish(tx: Tx, mo: NewMo, stored: StoredMo): Promise<void> {
  const wish = wishOf(stored.text);
  const owned = stored.foundBy === 'NUMBER';
  // A message in the platform's inbox belongs to no client.
  const clientId = stored.foundBy === 'DEFAULT' ? null : stored.clientId;
  if (!wish) return;
  if (wish === 'STOP') {
    const writers =
      owned || clientId === null ? [] : await listWriters(tx, mo.source, mo.destination);
    const clients = writers.length > 0 ? writers : clientId === null ? [] : [clientId];
    for (const each of clients)
      await addOptOuts(tx, {
        clientId: each,
        destinations: [mo.source],
        source: 'MO',
        notes: [mo.destination],
      });
  } else if (owned && clientId !== null) {
    await removeOptOuts(tx, clientId, [mo.source]);
  } else {
    await removeAskedOptOuts(tx, mo.source, mo.destination);
  }
}

// ---- the inbox of a gateway process ----

/** Stores messages from phones for the links of a process. */
export type Inbox = {
  /** Resolves when it is stored for good; rejects where it is not, and the carrier repeats it. */
  take(mo: NewMo): Promise<void>;
};

/** More than links have on their way together; beyond, the carrier keeps what it has. */
const MOST_WAITING = 1_000;

/**
 * @param database a pool of its own: a flood from phones waits for its own few connections, and none that sends waits with it
 */
export function openInbox(database: Database): Inbox {
  let waiting = 0;
  return {
    async take(mo) {
      if (waiting >= MOST_WAITING)
        throw new Error(`${MOST_WAITING} messages from phones wait to be stored`);
      waiting++;
      try {
        await database.run(systemScope(), (tx) => takeMo(tx, mo));
      } finally {
        waiting--;
      }
    },
  };
}
