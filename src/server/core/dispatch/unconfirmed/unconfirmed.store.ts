/**
 * Holds the parts whose answer was lost, and takes them out when an answer or a receipt comes after
 * all; commits unconfirmed_part rows with the caller.
 */
import type { Tx } from '../../../infra/database/db.ts';
import type { Leased } from '../submission/batch.store.ts';
import { HOLD_SECONDS, list } from '../sql.ts';
import { lossOf } from './unconfirmed.rules.ts';
import type { Answer, BatchPlace, Lease, Part, PartName } from '../types.ts';

/** A part to hold; `holdSeconds` is the time until it is given up, whatever its validity. */
type Held = {
  part: Part;
  lease: Lease;
  batchId: BatchPlace['batchId'];
  at?: Date;
  holdSeconds?: number | undefined;
  /** Why the answer was lost, as the link says it. */
  reason?: string;
};

/** Holds parts until an answer or a receipt comes, a person decides, or the time of their connector is over. */
export async function hold(tx: Tx, parts: readonly Held[], givenUp = false): Promise<void> {
  if (parts.length === 0) return;
  await tx.query(
    `insert into unconfirmed_part (message_id, part, parts, batch_id, connector_id, carrier_account_id, client_id, campaign_id, sender, destination,
       country, network, units, dup_risk, submitted_at, expires_at, given_up, reason)
     select message_id, part, parts, batch_id, connector_id, carrier_account_id, client_id, campaign_id, sender, destination, country, network, units, dup_risk,
       coalesce(submitted_at, now()), case when $17 then now() + interval '7 days' else now() + hold_seconds * interval '1 second' end, $17, reason
     from unnest($1::uuid[], $2::smallint[], $3::smallint[], $4::uuid[], $5::int[], $6::int[], $7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::text[],
       $12::smallint[], $13::bigint[], $14::boolean[], $15::timestamptz[], $16::float8[], $18::text[])
       as t (message_id, part, parts, batch_id, connector_id, carrier_account_id, client_id, campaign_id, sender, destination, country, network, units, dup_risk, submitted_at, hold_seconds, reason)`,
    [
      list(parts.map(({ part }) => part.messageId)),
      list(parts.map(({ part }) => part.part)),
      list(parts.map(({ part }) => part.parts)),
      list(parts.map(({ batchId }) => batchId)),
      list(parts.map(({ lease }) => lease.connectorId)),
      list(parts.map(({ lease }) => lease.carrierAccountId)),
      list(parts.map(({ part }) => part.clientId)),
      parts.map(({ part }) => part.campaignId),
      parts.map(({ part }) => part.sender),
      parts.map(({ part }) => part.destination),
      parts.map(({ part }) => part.country),
      list(parts.map(({ part }) => part.network)),
      list(parts.map(({ part }) => part.units)),
      parts.map(({ part }) => part.dupRisk),
      parts.map(({ at }) => at ?? null),
      parts.map(({ holdSeconds }) => holdSeconds ?? HOLD_SECONDS),
      givenUp,
      parts.map(({ reason }) => (reason === undefined ? null : lossOf(reason))),
    ],
    'hold',
  );
}

/** Takes out the parts of answers that came after they were held. @returns the answers that hit */
export async function takeUnconfirmed<A extends Answer>(
  tx: Tx,
  answers: readonly Leased<A>[],
): Promise<Leased<A>[]> {
  if (answers.length === 0) return [];
  const { rows } = await tx.query<PartName>(
    `delete from unconfirmed_part u using unnest($1::uuid[], $2::smallint[], $3::uuid[]) as t (message_id, part, batch_id)
     where u.message_id = t.message_id and u.part = t.part and u.batch_id = t.batch_id and not u.given_up
     returning u.message_id as "messageId", u.part`,
    [
      list(answers.map(({ part }) => part.messageId)),
      list(answers.map(({ part }) => part.part)),
      list(answers.map(({ part }) => part.claim.batchId)),
    ],
    'take unconfirmed',
  );
  const hit = new Set(rows.map(({ messageId, part }) => `${messageId}\t${part}`));
  return answers.filter(({ part }) => hit.has(`${part.messageId}\t${part.part}`));
}

export async function deleteUnconfirmed(tx: Tx, { messageId, part }: PartName): Promise<void> {
  await tx.query(
    `delete from unconfirmed_part where message_id = $1 and part = $2`,
    [messageId, part],
    'delete unconfirmed',
  );
}
