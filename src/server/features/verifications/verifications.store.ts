/** Rows of one-time codes. */
import type { VerificationStatus } from '../../../contract/api/rest-verifications.ts';
import type { Tx } from '../../infra/database/db.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { NEXT } from './verifications.rules.ts';

export type VerificationRow = {
  id: string;
  clientId: string;
  destination: string;
  country: string;
  length: number;
  codeHash: Buffer;
  status: VerificationStatus;
  tries: number;
  mostTries: number;
  sends: number;
  resendAt: Date;
  expiresAt: Date;
  messageId: string | null;
  sender: string | null;
  segments: number | null;
  units: bigint | null;
  test: boolean;
  /** By the database's clock. */
  isOver: boolean;
  resendIn: number;
};

const COLUMNS = `id, client_id as "clientId", destination, country, length, code_hash as "codeHash", status, tries, most_tries as "mostTries",
  sends, resend_at as "resendAt", expires_at as "expiresAt", message_id as "messageId", sender, segments, units, test,
  expires_at <= now() as "isOver", ceil(extract(epoch from resend_at - now()))::int as "resendIn"`;

/** Locks a verification; one of another account is not found. */
export async function lockVerification(
  tx: Tx,
  { clientId, id, test }: { clientId: string; id: string; test: boolean },
): Promise<VerificationRow | undefined> {
  const { rows } = await tx.query<VerificationRow>(
    `select ${COLUMNS} from verification where id = $1 and client_id = $2 and test = $3 for update`,
    [id, clientId, test],
  );
  return rows[0];
}

/** Locks the open verification of a number. */
export async function lockOpen(
  tx: Tx,
  { clientId, destination, test }: { clientId: string; destination: string; test: boolean },
): Promise<VerificationRow | undefined> {
  const { rows } = await tx.query<VerificationRow>(
    `select ${COLUMNS} from verification where client_id = $1 and destination = $2 and test = $3 and status = 'PENDING' for update`,
    [clientId, destination, test],
  );
  return rows[0];
}

/** Begins a verification; undefined where another call for the number is faster. */
export async function insertVerification(
  tx: Tx,
  row: Pick<
    VerificationRow,
    'id' | 'clientId' | 'destination' | 'country' | 'length' | 'codeHash' | 'mostTries' | 'test'
  > & {
    brand: string;
    language: string;
    resendSeconds: number;
    validitySeconds: number;
  },
): Promise<VerificationRow | undefined> {
  const { rows } = await tx.query<VerificationRow>(
    `insert into verification (id, client_id, destination, country, brand, language, length, code_hash, most_tries, resend_seconds, sends, resend_at, expires_at, test)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::int, 1, now() + $10::int * interval '1 second', now() + $11::int * interval '1 second', $12)
     on conflict (client_id, destination, test) where status = 'PENDING' do nothing returning ${COLUMNS}`,
    [
      row.id,
      row.clientId,
      row.destination,
      row.country,
      row.brand,
      row.language,
      row.length,
      row.codeHash,
      row.mostTries,
      row.resendSeconds,
      row.validitySeconds,
      row.test,
    ],
  );
  return rows[0];
}

/** Sends an open verification once more: its message is not accepted yet. */
export async function sendOnceMore(tx: Tx, id: string): Promise<VerificationRow> {
  const { rows } = await tx.query<VerificationRow>(
    `update verification set sends = sends + 1, resend_at = now() + resend_seconds * interval '1 second', message_id = null
     where id = $1 and status = 'PENDING' returning ${COLUMNS}`,
    [id],
  );
  return rows[0]!;
}

/** Notes the message that carries the code. */
export async function setMessage(
  tx: Tx,
  id: string,
  message: { messageId: string; sender: string; segments: number; units: bigint },
): Promise<VerificationRow> {
  const { rows } = await tx.query<VerificationRow>(
    `update verification set message_id = $2, sender = $3, segments = $4, units = $5, sends = greatest(sends, 1) where id = $1 returning ${COLUMNS}`,
    [id, message.messageId, message.sender, message.segments, message.units],
  );
  return rows[0]!;
}

/**
 * Takes back a sending that was not accepted. The row stays, because another call with the same key
 * may have its message accepted meanwhile; one that was never sent counts nowhere.
 * @returns false where another call has taken it back, or it was accepted
 */
export async function takeBackSending(tx: Tx, { id, sends }: VerificationRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update verification set sends = sends - 1, resend_at = now() where id = $1 and sends = $2 and message_id is null`,
    [id, sends],
  );
  return rowCount === 1;
}

/** Counts a code that was entered, and moves the verification. */
export async function countTry(
  tx: Tx,
  id: string,
  to: VerificationStatus,
): Promise<{ status: VerificationStatus; tries: number } | undefined> {
  const { rows } = await tx.query<{ status: VerificationStatus; tries: number }>(
    `update verification set tries = tries + 1, status = $2, ended_at = case when $2 = 'PENDING' then null else now() end
     where id = $1 and status = any ($3) returning status, tries`,
    [id, to, to === 'PENDING' ? ['PENDING'] : statusesBefore(NEXT, to)],
  );
  return rows[0];
}

/** Ends a verification whose time is over. */
export async function expire(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update verification set status = 'EXPIRED', ended_at = expires_at where id = $1 and status = any ($2)`,
    [id, statusesBefore(NEXT, 'EXPIRED')],
  );
}

/** Ends verifications whose time is over, at most `limit`. @returns how many */
export async function expireDue(tx: Tx, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `update verification set status = 'EXPIRED', ended_at = expires_at
     where id = any (array(select id from verification where status = any ($1) and expires_at <= now() order by expires_at limit $2 for update skip locked))`,
    [statusesBefore(NEXT, 'EXPIRED'), limit],
  );
  return rowCount ?? 0;
}

/** A number that entered a code is known to the guard as long. */
const KNOWN_DAYS = 90;

/** True if this number entered a code of the account within the last 90 days. */
export async function isKnownNumber(
  tx: Tx,
  clientId: string,
  destination: string,
): Promise<boolean> {
  const { rows } = await tx.query(
    `select from verification where client_id = $1 and destination = $2 and status = 'VERIFIED' and not test and ended_at > now() - interval '${KNOWN_DAYS} days' limit 1`,
    [clientId, destination],
  );
  return rows.length > 0;
}

type ClientWords = { country: string; clientName: string };

export async function readClient(tx: Tx, clientId: string): Promise<ClientWords> {
  const { rows } = await tx.query<ClientWords>(
    `select country, client_name as "clientName" from client where id = $1`,
    [clientId],
  );
  return rows[0]!;
}

/**
 * Deletes verifications that ended and whose message is older than `before`. The numbers that entered a
 * code stay as long as the guard knows them by it.
 * @param after where the step before ended, so that this one does not read again what that kept
 * @returns where this step ended; undefined when nothing is left
 */
export async function dropVerifications(
  tx: Tx,
  after: string | undefined,
  before: Date,
  most: number,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ dropped: number; last: string | null }>(
    `with due as (
       select id from verification where id < uuid_v7_floor($2) and id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') and status <> 'PENDING'
         and (status <> 'VERIFIED' or id < uuid_v7_floor(now() - interval '${KNOWN_DAYS} days')) order by id limit $3),
     dropped as (delete from verification where id in (select id from due))
     select count(*)::int as dropped, (array_agg(id order by id desc))[1] as last from due`,
    [after ?? null, before, most],
  );
  const { dropped, last } = rows[0]!;
  return dropped < most ? undefined : (last ?? undefined);
}
