// A link without a wire: leases, claims and settles what is queued, as the gateway does.
import { MESSAGE_STATUS } from '../../src/contract/api/messages.ts';
import type { Database } from '../../src/server/infra/database/db.ts';
import { claim } from '../../src/server/core/dispatch/submission/claim.store.ts';
import {
  leaseChunks,
  returnChunks,
} from '../../src/server/core/dispatch/submission/lease.store.ts';
import { recover } from '../../src/server/core/dispatch/submission/recover.store.ts';
import { claimOf } from '../../src/server/core/dispatch/submission/batch.rules.ts';
import { storeAnswers } from '../../src/server/core/dispatch/submission/settle.store.ts';
import type { Transaction } from '../../src/server/infra/database/db.ts';
import type {
  Answer,
  ClaimedPart,
  Lease,
  LeasedChunk,
  NewReceipt,
  Part,
  QueuedMessage,
} from '../../src/server/core/dispatch/types.ts';
import { systemScope } from '../../src/server/infra/database/scope.ts';

/** A receipt of a delivered message part, as a link stores it. */
export const deliveredReceipt = (carrierId: string, destination: string) => ({
  carrierId,
  status: MESSAGE_STATUS.DELIVERED as number,
  carrierStatus: 'DELIVRD',
  errorCode: null,
  destination,
});

/** The only part of a leased message, as a link claims it. */
export const partOf = (chunk: LeasedChunk, message: QueuedMessage): Part => ({
  messageId: message.id,
  part: 1,
  parts: 1,
  destination: message.destination,
  units: message.units,
  policy: message.policy,
  routeId: chunk.routeId,
  priority: chunk.priority,
  attempt: chunk.attempt,
  dupRisk: chunk.dupRisk,
  expiresAt: chunk.expiresAt,
  clientId: chunk.clientId,
  campaignId: chunk.campaignId,
  sender: chunk.sender,
  country: message.country,
  network: message.network,
  wantsSubmitted: message.wantsSubmitted,
});

/** Stores the answers of one lease. */
export async function settle(
  tx: Transaction,
  lease: Lease,
  answers: readonly Answer[],
): Promise<void> {
  await storeAnswers(tx, lease.carrierAccountId, [{ lease, answers }], []);
}

/** Stores receipts of a carrier account. */
export async function receive(
  tx: Transaction,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
): Promise<void> {
  await storeAnswers(tx, carrierAccountId, [], receipts);
}

/** Takes the connector over as a new owner does. */
export async function takeOver(database: Database, connectorId: number): Promise<Lease> {
  return (
    await database.run(systemScope(), (tx) =>
      recover(tx, { connectorId, carrierAccountId: 1, holder: 'test' }),
    )
  ).lease;
}

const onePart = ({ units }: QueuedMessage) => [{ part: 1, parts: 1, units }];

/**
 * Claims up to `limit` messages of these routes; those are in flight from here on. A message that is
 * not queued any more is passed over.
 * @param partsOf the parts of a message, one unless said
 */
export async function claimSome(
  database: Database,
  lease: Lease,
  routeIds: number[],
  limit: number,
  partsOf: (message: QueuedMessage) => Pick<Part, 'part' | 'parts' | 'units'>[] = onePart,
): Promise<ClaimedPart[]> {
  const chunks = await database.run(systemScope(), (tx) =>
    leaseChunks(tx, lease, {
      routeIds,
      clients: 8,
      heldClients: new Set(),
      messages: limit,
      abovePriority: null,
      afterClient: null,
    }),
  );
  const parts: ClaimedPart[] = [];
  for (const chunk of chunks) {
    if (parts.length >= limit) break;
    const taken = chunk.messages.slice(0, limit - parts.length);
    const queued = taken.filter(({ status }) => status === MESSAGE_STATUS.QUEUED);
    const its = queued.flatMap((message) =>
      partsOf(message).map((one): Part => ({ ...partOf(chunk, message), ...one })),
    );
    const next = claimOf({
      chunkId: chunk.id,
      from: chunk.pos,
      count: taken.length,
      parts: its,
    });
    const hit = await database.run(systemScope(), (tx) => claim(tx, [{ lease, claims: [next] }]));
    if (hit.has(chunk.id)) parts.push(...next.parts);
  }
  await database.run(systemScope(), (tx) => returnChunks(tx, lease));
  return parts;
}

export async function answerWith(
  database: Database,
  lease: Lease,
  answers: Answer[],
): Promise<void> {
  for (let at = 0; at < answers.length; at += 400)
    await database.run(systemScope(), (tx) => settle(tx, lease, answers.slice(at, at + 400)));
}

export async function receiptsFor(database: Database, receipts: NewReceipt[]): Promise<void> {
  for (let at = 0; at < receipts.length; at += 400)
    await database.run(systemScope(), (tx) => receive(tx, 1, receipts.slice(at, at + 400)));
}
