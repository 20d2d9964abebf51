/** Facts that conversations need beside their messages: contacts, opt-outs, senders, and what was read. */
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { ThreadKey } from './threads.rules.ts';
import { keyText } from './threads.rules.ts';

const columnsOf = (keys: readonly ThreadKey[]) => [
  keys.map(({ clientId }) => clientId),
  keys.map(({ source }) => source),
];

/**
 * Those conversations that have a message at or above an id, so that an earlier page has shown them. Each is one
 * search of the phones' index, which ends at the first row that it finds.
 */
export async function listShownBefore(
  tx: Tx,
  scope: Scope,
  keys: readonly ThreadKey[],
  from: string,
  filter: { destinations: readonly string[]; keywords: readonly string[] },
): Promise<Set<string>> {
  const where = whereWithin(scope, 'm.client_id');
  where.add('m.id >= ?', from);
  if (filter.destinations.length > 0) where.add('m.destination = any (?)', filter.destinations);
  if (filter.keywords.length > 0)
    where.add(
      `lower(substring(m.text from '^\\s*(\\S+)')) = any (?)`,
      filter.keywords.map((keyword) => keyword.toLowerCase()),
    );
  const [clients, sources] = columnsOf(keys);
  const { rows } = await tx.query<ThreadKey>(
    `select key.client_id as "clientId", key.source
     from unnest(${where.value(clients)}::uuid[], ${where.value(sources)}::text[]) as key (client_id, source)
     where exists (select from incoming_message m where m.source = key.source and m.client_id = key.client_id and ${where.sql})`,
    where.values,
  );
  return new Set(rows.map(keyText));
}

/** Those messages that this account has read. */
export async function listRead(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    'select message_id as id from incoming_read where client_id = $1 and message_id = any ($2::uuid[])',
    [clientId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function markRead(tx: Tx, clientId: string, messageId: string): Promise<void> {
  await tx.query(
    'insert into incoming_read (message_id, client_id) values ($1, $2) on conflict do nothing',
    [messageId, clientId],
  );
}

/** Those conversations whose phone has opted out of the account's messages. */
export async function listOptedOut(tx: Tx, keys: readonly ThreadKey[]): Promise<Set<string>> {
  const { rows } = await tx.query<ThreadKey>(
    `select o.client_id as "clientId", o.destination as source
     from unnest($1::uuid[], $2::text[]) as key (client_id, source)
     join opt_out o on o.client_id = key.client_id and o.destination = key.source`,
    columnsOf(keys),
  );
  return new Set(rows.map(keyText));
}

const NAME = `trim(both from first_name || ' ' || last_name)`;

/** The names of an account's contacts by their phones; a contact without a name has none. */
export async function listContactNames(
  tx: Tx,
  clientId: string,
  phones: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ phone: string; name: string }>(
    `select phone, ${NAME} as name from contact where client_id = $1 and phone = any ($2) and ${NAME} <> ''`,
    [clientId, phones],
  );
  return new Map(rows.map(({ phone, name }) => [phone, name]));
}

/** No character comes after it, so it ends all texts that begin with the one before it. */
const HIGHEST = '\u{10FFFF}';
/** The most contacts whose conversations a search by name looks for. */
const MOST_NAMED = 100;

/** Phones of an account's contacts whose first or last name begins with this text. */
export async function listPhonesNamed(tx: Tx, clientId: string, text: string): Promise<string[]> {
  const begins = (column: string) =>
    `(select phone from contact where client_id = $1 and ${column} >= search_key($2)
        and ${column} < search_key($2) || $3 order by ${column} limit ${MOST_NAMED})`;
  const { rows } = await tx.query<{ phone: string }>(
    `${begins('name_key')} union ${begins('last_name_key')}`,
    [clientId, text, HIGHEST],
  );
  return rows.map(({ phone }) => phone);
}

export type ThreadContact = {
  contactId: string;
  name: string;
  groups: { groupId: string; groupName: string }[];
};

export async function findThreadContact(
  tx: Tx,
  { clientId, source }: ThreadKey,
): Promise<ThreadContact | undefined> {
  const { rows } = await tx.query<ThreadContact>(
    `select c.id as "contactId", ${NAME} as name, coalesce((
       select jsonb_agg(jsonb_build_object('groupId', g.id, 'groupName', g.group_name) order by g.group_name)
       from contact_group_member m join contact_group g on g.id = m.group_id where m.contact_id = c.id), '[]') as groups
     from contact c where c.client_id = $1 and c.phone = $2`,
    [clientId, source],
  );
  return rows[0];
}

/** Sender IDs that an account may use: its own first, then those delegated to it, then everybody's. */
export async function listUsableSenders(tx: Tx, clientId: string): Promise<string[]> {
  const { rows } = await tx.query<{ sender: string }>(
    `select sender from sender where status = 'READY_FOR_SENDING' and (is_generic or client_id = $1 or $1 = any (delegated_to))
     order by (client_id = $1) desc, is_generic, id`,
    [clientId],
  );
  return rows.map(({ sender }) => sender);
}

/** Keywords that routes of incoming messages give to an account. */
export async function listKeywords(tx: Tx, clientId: string): Promise<string[]> {
  const { rows } = await tx.query<{ keyword: string }>(
    `select distinct upper(target ->> 'keyword') as keyword from route, jsonb_array_elements(targets) as target
     where direction = 'MO' and enabled and target ->> 'kind' = 'KEYWORD' and target ->> 'clientId' = $1 order by 1`,
    [clientId],
  );
  return rows.map(({ keyword }) => keyword);
}
