/** Rows of one-time tokens; each is spent by one update. */
import type { OTP_CHANNELS } from '../../../../contract/api/auth.ts';
import type { Tx } from '../../../infra/database/db.ts';

type Channel = (typeof OTP_CHANNELS)[number];

export type TokenPurpose = 'ACTIVATE' | 'SIGN_IN' | 'PASSWORD' | 'INVITATION' | 'STEP_UP' | 'PHONE';
export type NewOneTimeToken = {
  id: string;
  clientId: string | null;
  purpose: TokenPurpose;
  tokenHash: Buffer;
  codeHash: Buffer | null;
  seconds: number;
  signUp?: object | null;
};

export async function insertToken(tx: Tx, token: NewOneTimeToken): Promise<void> {
  await tx.query(
    `insert into one_time_token (id, client_id, purpose, token_hash, code_hash, expires_at, registration)
     values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second', $7)`,
    [
      token.id,
      token.clientId,
      token.purpose,
      token.tokenHash,
      token.codeHash,
      token.seconds,
      token.signUp ? JSON.stringify(token.signUp) : null,
    ],
  );
}

/**
 * Locks a client's row. Every transaction locks it before the client's tokens; blocking an account
 * locks the row first, so the reverse order would deadlock.
 */
export async function lockTokenOwner(tx: Tx, clientId: string | null): Promise<void> {
  await tx.query('select from client where id = $1 for update', [clientId]);
}

/** The same for the client of a token. */
export async function lockTokenOwnerOf(
  tx: Tx,
  tokenHash: Buffer,
  purpose: TokenPurpose,
): Promise<void> {
  await tx.query(
    `select from client where id = (select client_id from one_time_token where token_hash = $1 and purpose = $2)
     for update`,
    [tokenHash, purpose],
  );
}

/** Ends the open tokens of a client for a purpose: only the newest is valid. */
export async function voidTokens(
  tx: Tx,
  clientId: string | null,
  purpose: TokenPurpose,
): Promise<void> {
  await tx.query(
    'update one_time_token set used_at = now() where client_id = $1 and purpose = $2 and used_at is null',
    [clientId, purpose],
  );
}

/** Ends an activation's token, or, without a token, those without a sign-up. */
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

/** The sign-up of a client's token, even after its code expired. */
export async function findSignUp(
  tx: Tx,
  clientId: string | null,
  tokenHash: Buffer | null,
): Promise<object | null> {
  const { rows } = await tx.query<{ signUp: object | null }>(
    `select registration as "signUp" from one_time_token
     where client_id = $1 and token_hash = $2 and purpose = 'ACTIVATE'`,
    [clientId, tokenHash],
  );
  return rows[0]?.signUp ?? null;
}

/**
 * Transfers the open token of a client whose code was sent within `seconds` to another holder.
 * @returns the channel of the code; undefined if there is none
 */
export async function reassignToken(
  tx: Tx,
  clientId: string,
  purpose: TokenPurpose,
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

/** Records the channel of a code. */
export async function setTokenChannel(tx: Tx, tokenHash: Buffer, sentBy: Channel): Promise<void> {
  await tx.query('update one_time_token set sent_by = $2 where token_hash = $1', [
    tokenHash,
    sentBy,
  ]);
}

/** Gives an open token another code, valid for `seconds` from now. */
export async function setTokenCode(
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

type AttemptedToken = {
  id: string;
  clientId: string | null;
  codeHash: Buffer | null;
  sentBy: Channel | null;
  tries: number;
  signUp: object | null;
};

/**
 * Counts one attempt at a code; undefined if the token is used, expired, out of attempts or
 * unknown.
 */
export async function countCodeAttempt(
  tx: Tx,
  tokenHash: Buffer,
  purpose: TokenPurpose,
  mostTries: number,
): Promise<AttemptedToken | undefined> {
  const { rows } = await tx.query<AttemptedToken>(
    `update one_time_token set tries = tries + 1 where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now() and tries < $3
     returning id, client_id as "clientId", code_hash as "codeHash", sent_by as "sentBy", tries, registration as "signUp"`,
    [tokenHash, purpose, mostTries],
  );
  return rows[0];
}

/** The same for the open token of a client, which stays until a code is entered. */
export async function countCodeAttemptOf(
  tx: Tx,
  clientId: string,
  purpose: TokenPurpose,
  mostTries: number,
): Promise<AttemptedToken | undefined> {
  const { rows } = await tx.query<AttemptedToken>(
    `update one_time_token set tries = tries + 1 where client_id = $1 and purpose = $2 and used_at is null and expires_at > now() and tries < $3
     returning id, client_id as "clientId", code_hash as "codeHash", sent_by as "sentBy", tries, registration as "signUp"`,
    [clientId, purpose, mostTries],
  );
  return rows[0];
}

/** Uses a token; false if a concurrent request has just used it. */
export async function spendToken(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update one_time_token set used_at = now() where id = $1 and used_at is null',
    [id],
  );
  return rowCount === 1;
}

/** The client of an open token without a code; locked, so that it is used once. */
export async function findToken(
  tx: Tx,
  tokenHash: Buffer,
  purpose: TokenPurpose,
): Promise<{ id: string; clientId: string } | undefined> {
  const { rows } = await tx.query<{ id: string; clientId: string }>(
    `select id, client_id as "clientId" from one_time_token where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now() and client_id is not null for update`,
    [tokenHash, purpose],
  );
  return rows[0];
}

/** Deletes tokens that ended a week ago. */
export async function dropOldTokens(tx: Tx): Promise<void> {
  await tx.query(`delete from one_time_token where expires_at < now() - interval '7 days'`);
}
