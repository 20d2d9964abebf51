/** Rows of pending changes of email address and phone. */
import type { ContactKind } from '../../../../contract/api/contact-changes.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { statusesBefore } from '../../../infra/transitions.ts';
import { NEXT_CHANGE } from './contact-changes.rules.ts';

export type ContactChange = {
  number: bigint;
  clientId: string;
  kind: ContactKind;
  oldValue: string | null;
  newValue: string;
  requestedBy: string;
};
export type NewContactChange = Omit<ContactChange, 'number'> & {
  confirmHash: Buffer | null;
  undoHash: Buffer;
  seconds: number;
};

const CHANGE = `number, client_id as "clientId", kind, old_value as "oldValue", new_value as "newValue", requested_by as "requestedBy"`;

export async function insertContactChange(tx: Tx, change: NewContactChange): Promise<void> {
  await tx.query(
    `insert into contact_change (client_id, kind, old_value, new_value, requested_by, confirm_hash, undo_hash, expires_at, undo_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 second', now() + $8 * interval '1 second')`,
    [
      change.clientId,
      change.kind,
      change.oldValue,
      change.newValue,
      change.requestedBy,
      change.confirmHash,
      change.undoHash,
      change.seconds,
    ],
  );
}

/** The change of a kind that waits for its confirmation, expired ones left out; locked. */
export async function lockPendingChange(
  tx: Tx,
  clientId: string,
  kind: ContactKind,
): Promise<ContactChange | undefined> {
  const { rows } = await tx.query<ContactChange>(
    `select ${CHANGE} from contact_change where client_id = $1 and kind = $2 and status = 'PENDING' and expires_at > now() for update`,
    [clientId, kind],
  );
  return rows[0];
}

/** The change that a link to its new address confirms. */
export async function findChangeToConfirm(
  tx: Tx,
  confirmHash: Buffer,
): Promise<ContactChange | undefined> {
  const { rows } = await tx.query<ContactChange>(
    `select ${CHANGE} from contact_change where confirm_hash = $1 and status = 'PENDING' and expires_at > now()`,
    [confirmHash],
  );
  return rows[0];
}

/** The change that a link to its old address undoes. */
export async function findChangeToUndo(
  tx: Tx,
  undoHash: Buffer,
): Promise<ContactChange | undefined> {
  const { rows } = await tx.query<ContactChange>(
    `select ${CHANGE} from contact_change where undo_hash = $1 and undone_at is null and undo_expires_at > now()`,
    [undoHash],
  );
  return rows[0];
}

/** Replaces the link to the new address, and begins its time anew. */
export async function renewPendingChange(
  tx: Tx,
  number: bigint,
  confirmHash: Buffer | null,
  seconds: number,
): Promise<void> {
  await tx.query(
    `update contact_change set confirm_hash = $2, expires_at = now() + $3 * interval '1 second' where number = $1 and status = 'PENDING'`,
    [number, confirmHash, seconds],
  );
}

/** Confirms a change; from now on it can be undone for `seconds`. False where it no longer waits. */
export async function confirmChange(tx: Tx, number: bigint, seconds: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update contact_change set status = 'CONFIRMED', confirmed_at = now(), confirm_hash = null, undo_expires_at = now() + $2 * interval '1 second'
     where number = $1 and status = any ($3) and expires_at > now()`,
    [number, seconds, statusesBefore(NEXT_CHANGE, 'CONFIRMED')],
  );
  return rowCount === 1;
}

/** Withdraws the changes of an account that wait, of one kind or of all. Gives how many. */
export async function withdrawChanges(
  tx: Tx,
  clientId: string,
  kind: ContactKind | null,
): Promise<number> {
  const { rowCount } = await tx.query(
    `update contact_change set status = 'WITHDRAWN', confirm_hash = null where client_id = $1 and status = any ($3) and ($2::text is null or kind = $2)`,
    [clientId, kind, statusesBefore(NEXT_CHANGE, 'WITHDRAWN')],
  );
  return rowCount;
}

/**
 * Takes back a change and every later one of its account; none of them can be undone again. Gives those that
 * counted, oldest first.
 */
export async function undoChangesSince(
  tx: Tx,
  clientId: string,
  number: bigint,
): Promise<ContactChange[]> {
  await tx.query(
    'update contact_change set undone_at = now() where client_id = $1 and number >= $2 and undone_at is null',
    [clientId, number],
  );
  const { rows } = await tx.query<ContactChange>(
    `update contact_change set status = 'UNDONE' where client_id = $1 and number >= $2 and status = any ($3) returning ${CHANGE}`,
    [clientId, number, statusesBefore(NEXT_CHANGE, 'UNDONE')],
  );
  return rows.sort((one, other) => Number(one.number - other.number));
}

/** True where another account had this address or number before a change that can still be undone. */
export async function isContactHeld(
  tx: Tx,
  values: readonly string[],
  exceptClientId: string | null,
): Promise<boolean> {
  const { rows } = await tx.query<{ held: boolean }>(
    `select exists (select from contact_change where lower(old_value) = any($1) and undone_at is null and undo_expires_at > now() and client_id is distinct from $2
       and status in ('CONFIRMED', 'PENDING')) as held`,
    [values.map((value) => value.toLowerCase()), exceptClientId],
  );
  return rows[0]!.held;
}

/** Forgets changes that can neither be confirmed nor undone any more, a month later. */
export async function dropOldContactChanges(tx: Tx): Promise<void> {
  await tx.query(
    `delete from contact_change where greatest(expires_at, undo_expires_at) < now() - interval '30 days'`,
  );
}
