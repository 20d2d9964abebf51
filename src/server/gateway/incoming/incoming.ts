import { networkOf } from '../../../contract/shared/networks.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { optOut } from '../../core/opt-outs/opt-outs.ts';
import {
  findKeyword,
  removeAskedOptOuts,
  removeOptOuts,
} from '../../core/opt-outs/opt-outs.store.ts';
import { readWord } from './incoming.rules.ts';
import type { NewIncoming } from './incoming.rules.ts';
import { incomingRouter, notifyOwner } from './incoming-routing.ts';
import { listWriters, storeIncoming, storeUnfinished } from './incoming.store.ts';
import type { StoredIncoming } from './incoming.store.ts';
import { systemScope } from '../../infra/database/scope.ts';

/**
 * Accepts a message from a phone: stored once, and a request to opt out or back in applied in the same transaction. On a
 * client's own number the request concerns that client alone. On a shared number STOP applies to all clients that wrote
 * under it within a week (else to the last one), START to all that it stopped.
 */
export async function acceptIncoming(tx: Tx, message: NewIncoming): Promise<void> {
  const stored = await storeIncoming(tx, message, incomingRouter(tx, message));
  if (!stored) return;
  await notifyOwner(tx, message, stored);
  await applyOptOutRequest(tx, message, stored);
}

const UNFINISHED_AT_ONCE = 100;

/** Accepts messages whose missing parts no longer come, as they are. @returns how many */
export async function acceptUnfinished(tx: Tx): Promise<number> {
  const unfinished = await storeUnfinished(tx, UNFINISHED_AT_ONCE, (message) =>
    incomingRouter(tx, message),
  );
  for (const { message, stored } of unfinished) {
    await notifyOwner(tx, message, stored);
    await applyOptOutRequest(tx, message, stored);
  }
  return unfinished.length;
}

async function applyOptOutRequest(
  tx: Tx,
  message: NewIncoming,
  stored: StoredIncoming,
): Promise<void> {
  const word = readWord(stored.text);
  if (word === '') return;
  const request = await findKeyword(tx, word, networkOf(message.source).country);
  const owned = stored.foundBy === 'NUMBER';
  // A message in the platform's inbox belongs to no client.
  const clientId = stored.foundBy === 'DEFAULT' ? null : stored.clientId;
  if (!request) return;
  if (request !== 'START') {
    const writers =
      owned || clientId === null ? [] : await listWriters(tx, message.source, message.destination);
    const clients = writers.length > 0 ? writers : clientId === null ? [] : [clientId];
    for (const each of clients)
      await optOut(tx, {
        clientId: each,
        destinations: [message.source],
        source: 'MO',
        notes: [message.destination],
        scope: request === 'STOP' ? 'PROMOTIONAL' : 'EVERYTHING',
      });
  } else if (owned && clientId !== null) {
    await removeOptOuts(tx, clientId, [message.source]);
  } else {
    await removeAskedOptOuts(tx, message.source, message.destination);
  }
}

// ---- the inbox of a gateway process ----

/** Stores messages from phones for the links of a process. */
export type Inbox = {
  /** Resolves when it is stored for good; rejects where it is not, and the carrier repeats it. */
  take(message: NewIncoming): Promise<void>;
};

/** More than links have on their way together; beyond, the carrier keeps what it has. */
const MOST_WAITING = 1_000;

/**
 * @param database a pool of its own: a flood from phones waits for its own few connections, and none that sends waits with it
 */
export function openInbox(database: Database): Inbox {
  let waiting = 0;
  return {
    async take(message) {
      if (waiting >= MOST_WAITING)
        throw new Error(`${MOST_WAITING} messages from phones wait to be stored`);
      waiting++;
      try {
        await database.run(systemScope(), (tx) => acceptIncoming(tx, message));
      } finally {
        waiting--;
      }
    },
  };
}
