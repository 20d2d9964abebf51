import type { Database } from '../../db.ts';
import type { Receipt } from '../../dispatch/events.ts';
import { startHandover } from '../../handover.ts';
import type { Log } from '../../log.ts';
import { OutboundFailure } from '../../outbound.ts';
import type { Outbound } from '../../outbound.ts';
import { claimOutgoing, delayOutgoing, endOutgoing } from '../../outbox.store.ts';
import type { Claimed } from '../../outbox.store.ts';
import { systemScope } from '../../scope.ts';
import { isTaken, receiptRequest } from './receipts.rules.ts';
import type { UrlCallback } from './receipts.rules.ts';

const AT_ONCE = 100;
const LEASE_SECONDS = 60;
const TIMEOUT_MS = 20_000;
const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 3600;
/** With the waits between them, somewhat more than a day. */
const MOST_ATTEMPTS = 32;
/** Requests to one host at a time, so that a slow one does not take all that there are. */
const AT_ONCE_A_HOST = 16;
const BUSY_SECONDS = 1;

type Place = { database: Database; outbound: Outbound; log: Log; /** Whether the operator vouches for an address that strangers' receipts could not go to. */ allowPrivate(url: string): boolean };

/**
 * Calls customers' servers with the receipts that they asked for, each message's in their order. One that was not taken is
 * told again for a day, so that a server may hear it twice, never not at all because it was away for a night.
 */
export function startReceipts(at: Place): { wake(): void; stop(): Promise<void> } {
  const open = new Map<string, number>();
  return startHandover({
    what: 'receipts to addresses', atOnce: AT_ONCE, log: at.log,
    claim: async (free) => ({ rows: await at.database.run(systemScope(), (tx) => claimOutgoing(tx, 'RECEIPT_URL', free, LEASE_SECONDS)) }),
    handle: async (row) => {
      const host = URL.parse(row.target)?.host ?? '';
      const busy = open.get(host) ?? 0;
      if (busy >= AT_ONCE_A_HOST) return at.database.run(systemScope(), (tx) => delayOutgoing(tx, row.id, BUSY_SECONDS, 'the host is busy with others', { tried: false }));
      open.set(host, busy + 1);
      try {
        return await tell(at, row);
      } finally {
        const left = open.get(host)! - 1;
        if (left === 0) open.delete(host);
        else open.set(host, left);
      }
    },
  });
}

async function tell({ database, outbound, log, allowPrivate }: Place, row: Claimed): Promise<void> {
  const { event, callback } = row.payload as Receipt & { callback: UrlCallback }; // this kind's payload
  const request = receiptRequest(callback, event, row.attempts);
  const facts = { messageId: event.messageId, status: event.status, dialect: callback.dialect, attempts: row.attempts };
  const reason = request ? await whyNotTaken() : null;
  if (reason === null) {
    if (request) log.debug(facts, 'receipt was taken');
    return database.run(systemScope(), (tx) => endOutgoing(tx, row.id, null));
  }
  log.info({ ...facts, reason }, 'receipt was not taken');
  return database.run(systemScope(), (tx) => (row.attempts >= MOST_ATTEMPTS
    ? endOutgoing(tx, row.id, reason)
    : delayOutgoing(tx, row.id, Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (row.attempts - 1)), reason)));

  async function whyNotTaken(): Promise<string | null> {
    try {
      const answer = await outbound.call({ ...request!, timeoutMs: TIMEOUT_MS, allowPrivate: allowPrivate(request!.url) });
      return isTaken(callback.dialect, answer) ? null : answer.status >= 200 && answer.status < 300 ? 'the answer is not ACK/Jasmin' : `HTTP ${answer.status}`;
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      return error.message;
    }
  }
}
