import type { ConsentPurpose, ConsentRecord } from '../../../contract/api/consents.ts';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { textList } from '../dispatch/sql.ts';

/** A consent as it is recorded, for several numbers. */
export type NewConsent = Pick<ConsentRecord, 'purpose' | 'source' | 'wording' | 'evidence'> & {
  /** Null: now. */
  givenAt: Date | null;
};

/** Records that these numbers agreed; one that agreed already has two records. */
export async function insertConsents(
  tx: Tx,
  clientId: string,
  destinations: readonly string[],
  { purpose, source, wording, evidence, givenAt }: NewConsent,
  createdBy: string | null,
): Promise<void> {
  await tx.query(
    `insert into consent (id, client_id, destination, purpose, source, wording, evidence, given_at, created_by)
     select id, $1, destination, $4, $5, $6, $7, coalesce($8, now()), $9
     from unnest($2::uuid[], $3::text[]) as t (id, destination)`,
    [
      clientId,
      destinations.map(() => newId()),
      textList(destinations),
      purpose,
      source,
      wording,
      evidence,
      givenAt,
      createdBy,
    ],
  );
}

/** A consent to promotions as a file states it; without a day it is of now. */
type StatedConsent = Omit<NewConsent, 'purpose'> & { destination: string };

/**
 * Records consents to promotions, each with its own words, but those that are on record, and those of
 * numbers whose consent was withdrawn on that day or later: a list that is older than the withdrawal
 * does not revive it. One without a day may be older than any withdrawal.
 * @returns how many
 */
export async function insertStatedConsents(
  tx: Tx,
  clientId: string,
  stated: readonly StatedConsent[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `insert into consent (id, client_id, destination, purpose, source, wording, evidence, given_at, created_by)
     select id, $1::uuid, t.destination, 'PROMOTIONS', t.source, t.wording, t.evidence, coalesce(t.given_at, now()), $1
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[]) as t (id, destination, source, wording, evidence, given_at)
     where not exists (select from consent c where c.client_id = $1 and c.destination = t.destination and c.purpose = 'PROMOTIONS'
       and ((c.withdrawn_at is null and c.wording = t.wording and c.given_at = coalesce(t.given_at, c.given_at))
         or c.withdrawn_at >= coalesce(t.given_at, '-infinity')))`,
    [
      clientId,
      stated.map(() => newId()),
      textList(stated.map(({ destination }) => destination)),
      stated.map(({ source }) => source),
      stated.map(({ wording }) => wording),
      stated.map(({ evidence }) => evidence),
      stated.map(({ givenAt }) => givenAt),
    ],
    'stated consents',
  );
  return rowCount;
}

/** @returns how many consents were in force */
export async function withdrawConsents(
  tx: Tx,
  clientId: string,
  destinations: readonly string[],
  { purpose, note }: { purpose: ConsentPurpose | null; note: string },
): Promise<number> {
  const { rowCount } = await tx.query(
    `update consent set withdrawn_at = now(), withdrawal_note = $4
     where client_id = $1 and destination = any ($2::text[]) and ($3::text is null or purpose = $3) and withdrawn_at is null`,
    [clientId, textList(destinations), purpose, note],
  );
  return rowCount;
}

/**
 * Locks the consents of these clients against withdrawals until the transaction ends: for transactions that read
 * consents after it and queue messages by them, which do not wait for each other.
 */
export async function keepWithdrawalsOut(tx: Tx, clientIds: readonly string[]): Promise<void> {
  if (clientIds.length === 0) return;
  await tx.query(
    `select pg_advisory_xact_lock_shared(hashtext('consents'), hashtext(id)) from unnest($1::text[]) id`,
    [[...new Set(clientIds)].sort()],
    'keep withdrawals out',
  );
}

/** Waits for the transactions that queue promotions by a client's consents. New ones wait for this transaction. */
export async function awaitPromotions(tx: Tx, clientId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('consents'), hashtext($1))`, [clientId]);
}

/** Which of these pairs of client and number have a consent to promotions in force. */
export async function findConsenting(
  tx: Tx,
  pairs: readonly { clientId: string; destination: string }[],
): Promise<(clientId: string, destination: string) => boolean> {
  if (pairs.length === 0) return () => false;
  const { rows } = await tx.query<{ clientId: string; destination: string }>(
    `select client_id as "clientId", destination from consent
     where client_id = any ($1::uuid[]) and destination = any ($2::text[]) and purpose = 'PROMOTIONS' and withdrawn_at is null`,
    [
      [...new Set(pairs.map(({ clientId }) => clientId))],
      textList([...new Set(pairs.map(({ destination }) => destination))]),
    ],
    'consenting',
  );
  const found = new Set(rows.map(({ clientId, destination }) => `${clientId} ${destination}`));
  return (clientId, destination) => found.has(`${clientId} ${destination}`);
}

const DEMANDED = `coalesce(o.demands_consent, (select value = 'true'::jsonb from setting where key = 'consentDemanded'), false)`;

/** True where a client's promotions need a consent on record. */
export async function clientDemandsConsent(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await tx.query<{ demands: boolean }>(
    `select ${DEMANDED} as demands from client o where o.id = $1`,
    [clientId],
    'client demands consent',
  );
  return rows[0]?.demands ?? false;
}

/** True where a campaign is promotional and its client's promotions need a consent on record. */
export async function demandsConsent(tx: Tx, campaignId: string): Promise<boolean> {
  const { rows } = await tx.query<{ demands: boolean }>(
    `select s.kind = 'PROMOTIONAL' and ${DEMANDED} as demands
     from campaign c join client o on o.id = c.client_id join sender s on s.id = c.sender_id where c.id = $1`,
    [campaignId],
    'campaign demands consent',
  );
  return rows[0]?.demands ?? false;
}
