import type { OptOutScope } from '../../../contract/api/opt-outs.ts';
import { networkOf } from '../../../contract/shared/networks.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { optOut } from '../../core/opt-outs/opt-outs.ts';
import {
  findKeyword,
  removeAskedOptOuts,
  removeOptOuts,
} from '../../core/opt-outs/opt-outs.store.ts';
import { answerWord } from '../../core/opt-outs/answers.ts';
import { readWord } from '../../core/opt-outs/keywords.rules.ts';
import type { NewIncoming } from './incoming.rules.ts';
import { incomingRouter, notifyOwner } from './incoming-routing.ts';
import { findOvertaken, storeIncoming, storeUnfinished } from './incoming.store.ts';
import type { StoredIncoming } from './incoming.store.ts';
import { findOnlyCountry, listWriters } from './written-to.store.ts';
import { systemScope } from '../../infra/database/scope.ts';

/**
 * Accepts a message from a phone: stored once, and a request to opt out or back in applied in the same transaction. On a
 * client's own number the request concerns that client, and those that wrote under the number to which it is delegated.
 * On a shared number STOP applies to all clients that wrote under it within 90 days (else to the last one), START to all
 * that it stopped.
 */
export async function acceptIncoming(tx: Tx, received: NewIncoming): Promise<void> {
  const message = await withWholeNumber(tx, received);
  const stored = await storeIncoming(tx, message, incomingRouter(tx, message));
  if (!stored) return applyLastWord(tx, message);
  await notifyOwner(tx, message, stored);
  await applyOptOutRequest(tx, message, stored);
}

/**
 * The message with its phone in E.164, where the carrier writes it as people dial it: an opt-out, a
 * contact or a conversation is found by that alone. A national number is of the country whose number the
 * phone wrote to.
 */
async function withWholeNumber(tx: Tx, message: NewIncoming): Promise<NewIncoming> {
  const { source } = message;
  if (networkOf(source).country !== '') return message;
  if (/^00[1-9]\d{8,12}$/.test(source)) return { ...message, source: source.slice(2) };
  if (!/^(?:0\d{8,10}|\d{9})$/.test(source)) return message;
  const country = await findOnlyCountry(tx, message.destination);
  const phone = country === undefined ? undefined : normalizePhone(source, country);
  return phone?.ok ? { ...message, source: phone.e164.slice(1) } : message;
}

/**
 * Applies the STOP of a message that looks like a repeat though the phone wrote another since: who
 * stops, starts and stops again within minutes writes the same words. A START is not applied again,
 * because it may be a late repeat of one before a STOP.
 */
async function applyLastWord(tx: Tx, message: NewIncoming): Promise<void> {
  const word = message.part ? '' : readWord(message.text);
  if (word === '') return;
  const keyword = await findKeyword(tx, word, networkOf(message.source).country);
  if (!keyword || keyword.asks === 'START') return;
  const overtaken = await findOvertaken(tx, message);
  if (overtaken) await applyOptOutRequest(tx, message, overtaken);
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
  const { country } = networkOf(message.source);
  const keyword = await findKeyword(tx, word, country);
  if (!keyword) return;
  // A message in the platform's inbox belongs to no client.
  const clientId = stored.foundBy === 'DEFAULT' ? null : stored.clientId;
  const owner = stored.foundBy === 'NUMBER' ? clientId : null;
  const changed =
    keyword.asks === 'START'
      ? await optIn(tx, message, owner)
      : await optOutAt(tx, message, { clientId, owner, scope: SCOPES[keyword.asks] });
  // Only an owner can send from the number that the phone wrote to.
  if (owner !== null && changed)
    await answerWord(tx, owner, {
      phone: message.source,
      number: message.destination,
      country,
      keyword,
    });
}

const SCOPES = { STOP: 'PROMOTIONAL', STOP_EVERYTHING: 'EVERYTHING' } as const;

/** @returns whether an account has a new opt-out, or one of a wider scope */
async function optOutAt(
  tx: Tx,
  { source, destination }: NewIncoming,
  { clientId, owner, scope }: { clientId: string | null; owner: string | null; scope: OptOutScope },
): Promise<boolean> {
  const writers = await listWriters(tx, source, destination);
  const concerned =
    owner !== null
      ? [owner, ...writers.filter((each) => each !== owner)]
      : writers.length > 0 || clientId === null
        ? writers
        : [clientId];
  const added: string[] = [];
  for (const each of concerned)
    added.push(
      ...(await optOut(tx, {
        clientId: each,
        destinations: [source],
        source: 'MO',
        notes: [destination],
        scope,
      })),
    );
  return added.length > 0;
}

/** @returns whether the owner's list had the phone */
async function optIn(
  tx: Tx,
  { source, destination }: NewIncoming,
  owner: string | null,
): Promise<boolean> {
  const removed = owner === null ? [] : await removeOptOuts(tx, owner, [source]);
  await removeAskedOptOuts(tx, source, destination);
  return removed.length > 0;
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
