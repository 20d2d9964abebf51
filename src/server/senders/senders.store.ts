import type { Sender } from '../../contract/senders.ts';
import type { Tx } from '../db.ts';
import { COUNT_LIMIT } from '../pages.ts';
import type { Scope } from '../scope.ts';
import { pathEnd, whereWithin } from '../where.ts';

export type SenderRow = {
  id: string;
  sender: string;
  clientId: string;
  kind: Sender['kind'];
  country: string;
  status: Sender['status'];
  isGeneric: boolean;
  createdAt: Date;
};

const COLUMNS = 'id, sender, client_id as "clientId", kind, country, status, is_generic as "isGeneric", created_at as "createdAt"';

/** Adds a sender ID as it stands. */
export async function insertSender(tx: Tx, sender: { id: string; sender: string; clientId: string; kind: Sender['kind']; country: string; status: Sender['status']; isGeneric: boolean }): Promise<void> {
  await tx.query(
    'insert into sender (id, sender, client_id, kind, country, status, is_generic) values ($1, $2, $3, $4, $5, $6, $7)',
    [sender.id, sender.sender, sender.clientId, sender.kind, sender.country, sender.status, sender.isGeneric]);
}

/** The sender IDs within reach, with those that serve the client without being its own. */
export async function listSenders(tx: Tx, scope: Scope, wanted: { statuses: string[]; clientIds: string[]; hideGeneric: boolean; after: string | undefined; limit: number }): Promise<{ rows: SenderRow[]; counted: number }> {
  const where = whereWithin(scope, 'client_id', '(is_generic or ? = any (delegated_to))');
  if (wanted.statuses.length > 0) where.add('status = any (?)', wanted.statuses);
  if (wanted.clientIds.length > 0) where.add('client_id = any (?)', wanted.clientIds);
  if (wanted.hideGeneric) where.add('not is_generic');
  const counting = await tx.query<{ counted: number }>(`select count(*)::int as counted from (select from sender where ${where.sql} limit ${COUNT_LIMIT + 1}) t`, [...where.values]);
  if (wanted.after !== undefined) where.add('id < ?', wanted.after);
  const { rows } = await tx.query<SenderRow>(`select ${COLUMNS} from sender where ${where.sql} order by id desc limit ${where.value(wanted.limit)}`, where.values);
  return { rows, counted: counting.rows[0]!.counted };
}

/** Takes back from the clients of these paths the sender IDs of accounts that do not stand above them. */
export async function endDelegationsFromOutside(tx: Tx, path: string): Promise<void> {
  await tx.query(
    `update sender s set delegated_to = array(
       select d from unnest(s.delegated_to) d where not exists (
         select from client m, client o where m.id = d and m.path >= $1 and m.path < $2 and o.id = s.client_id and not starts_with(m.path, o.path)))
     where s.delegated_to && array(select id from client where path >= $1 and path < $2)`, [path, pathEnd(path)]);
}

/** The fee of a sender ID is paid. */
export async function markFeePaid(tx: Tx, id: string): Promise<void> {
  await tx.query(`update sender set payment_status = 'PAID' where id = $1 and payment_status = 'UNPAID'`, [id]);
}
