import type { OTP_CHANNELS } from '../../../contract/api/auth.ts';
import type { Tx } from '../../infra/database/db.ts';

type Channel = (typeof OTP_CHANNELS)[number];

export type TicketPurpose =
  | 'ACTIVATE'
  | 'SIGN_IN'
  | 'PASSWORD'
  | 'INVITATION'
  | 'STEP_UP'
  | 'PHONE';
export type NewTicket = {
  id: string;
  clientId: string | null;
  purpose: TicketPurpose;
  tokenHash: Buffer;
  codeHash: Buffer | null;
  seconds: number;
  registration?: object | null;
};

export async function insertTicket(tx: Tx, ticket: NewTicket): Promise<void> {
  await tx.query(
    `insert into one_time_token (id, client_id, purpose, token_hash, code_hash, expires_at, registration)
     values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second', $7)`,
    [
      ticket.id,
      ticket.clientId,
      ticket.purpose,
      ticket.tokenHash,
      ticket.codeHash,
      ticket.seconds,
      ticket.registration ? JSON.stringify(ticket.registration) : null,
    ],
  );
}

/**
 * Locks a client's row. Every transaction takes it before the client's tickets: who blocks an account
 * has the row first, so a ticket first would be a deadlock.
 */
export async function lockHolder(tx: Tx, clientId: string | null): Promise<void> {
  await tx.query('select from client where id = $1 for update', [clientId]);
}

/** The same for the client that a ticket is for. */
export async function lockHolderOf(
  tx: Tx,
  tokenHash: Buffer,
  purpose: TicketPurpose,
): Promise<void> {
  await tx.query(
    `select from client where id = (select client_id from one_time_token where token_hash = $1 and purpose = $2)
     for update`,
    [tokenHash, purpose],
  );
}

/** Ends what is open of a client for a purpose: only the newest serves. */
export async function voidTickets(
  tx: Tx,
  clientId: string | null,
  purpose: TicketPurpose,
): Promise<void> {
  await tx.query(
    'update one_time_token set used_at = now() where client_id = $1 and purpose = $2 and used_at is null',
    [clientId, purpose],
  );
}

/** Ends an activation's ticket, or, without a token, those that belong to no registration. */
export async function voidActivation(
  tx: Tx,
  clientId: string | null,
  tokenHash: Buffer | null,
): Promise<void> {
  await tx.query(
    `update one_time_token set used_at = now() where client_id = $1 and purpose = 'ACTIVATE' and used_at is null
       and case when $2::bytea is null then registration is null else token_hash = $2 end`,
    [clientId, tokenHash],
  );
}

/** The registration that a ticket of a client holds, even after its code expired. */
export async function findRegistration(
  tx: Tx,
  clientId: string | null,
  tokenHash: Buffer | null,
): Promise<object | null> {
  const { rows } = await tx.query<{ registration: object | null }>(
    `select registration from one_time_token
     where client_id = $1 and token_hash = $2 and purpose = 'ACTIVATE'`,
    [clientId, tokenHash],
  );
  return rows[0]?.registration ?? null;
}

/** Gives the open ticket of a client whose code was sent within `seconds` to another holder, and tells which way it went; undefined where there is none. */
export async function handOverTicket(
  tx: Tx,
  clientId: string,
  purpose: TicketPurpose,
  tokenHash: Buffer,
  seconds: number,
  mostTries: number,
): Promise<Channel | undefined> {
  const { rows } = await tx.query<{ sentBy: Channel }>(
    `update one_time_token set token_hash = $3 where client_id = $1 and purpose = $2 and used_at is null and expires_at > now() and tries < $5
       and created_at > now() - $4 * interval '1 second' and sent_by is not null
     returning sent_by as "sentBy"`,
    [clientId, purpose, tokenHash, seconds, mostTries],
  );
  return rows[0]?.sentBy;
}

/** Notes which way a code went. */
export async function setTicketChannel(tx: Tx, tokenHash: Buffer, sentBy: Channel): Promise<void> {
  await tx.query('update one_time_token set sent_by = $2 where token_hash = $1', [
    tokenHash,
    sentBy,
  ]);
}

/** Gives an open ticket another code, and `seconds` from now. */
export async function setTicketCode(
  tx: Tx,
  id: string,
  codeHash: Buffer,
  seconds: number,
): Promise<void> {
  await tx.query(
    `update one_time_token set code_hash = $2, expires_at = now() + $3 * interval '1 second' where id = $1`,
    [id, codeHash, seconds],
  );
}

type TriedTicket = {
  id: string;
  clientId: string | null;
  codeHash: Buffer | null;
  sentBy: Channel | null;
  tries: number;
  registration: object | null;
};

/** Counts one try of a code; undefined where the ticket is used, expired, tried out or not there. */
export async function countCodeTry(
  tx: Tx,
  tokenHash: Buffer,
  purpose: TicketPurpose,
  mostTries: number,
): Promise<TriedTicket | undefined> {
  const { rows } = await tx.query<TriedTicket>(
    `update one_time_token set tries = tries + 1 where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now() and tries < $3
     returning id, client_id as "clientId", code_hash as "codeHash", sent_by as "sentBy", tries, registration`,
    [tokenHash, purpose, mostTries],
  );
  return rows[0];
}

/** The same for the open ticket of a client, which stays where it is until a code is entered. */
export async function countCodeTryOf(
  tx: Tx,
  clientId: string,
  purpose: TicketPurpose,
  mostTries: number,
): Promise<TriedTicket | undefined> {
  const { rows } = await tx.query<TriedTicket>(
    `update one_time_token set tries = tries + 1 where client_id = $1 and purpose = $2 and used_at is null and expires_at > now() and tries < $3
     returning id, client_id as "clientId", code_hash as "codeHash", sent_by as "sentBy", tries, registration`,
    [clientId, purpose, mostTries],
  );
  return rows[0];
}

/** Uses a token up; false if a concurrent request just did. */
export async function spendTicket(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update one_time_token set used_at = now() where id = $1 and used_at is null',
    [id],
  );
  return rowCount === 1;
}

/** The client that an open ticket without a code is for; locked, so that it serves once. */
export async function findTicket(
  tx: Tx,
  tokenHash: Buffer,
  purpose: TicketPurpose,
): Promise<{ id: string; clientId: string } | undefined> {
  const { rows } = await tx.query<{ id: string; clientId: string }>(
    `select id, client_id as "clientId" from one_time_token where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now() and client_id is not null for update`,
    [tokenHash, purpose],
  );
  return rows[0];
}

/** Forgets tickets that ended a week ago. */
export async function dropOldTickets(tx: Tx): Promise<void> {
  await tx.query(`delete from one_time_token where expires_at < now() - interval '7 days'`);
}
