import type { Consent } from '../../../contract/api/contacts.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

/** A person's details; empty texts where unknown. */
export type Details = {
  firstName: string;
  lastName: string;
  otherNames: string;
  email: string;
  attributes: Record<string, string>;
  consent: Consent | null;
};
/** `phone` is E.164 without its plus. */
export type NewContact = Details & { id: string; phone: string };
export type ContactRow = NewContact & {
  clientId: string;
  optedOutAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export const COLUMNS = `c.id, c.client_id as "clientId", c.phone, c.first_name as "firstName", c.last_name as "lastName", c.other_names as "otherNames", c.email, c.attributes, c.consent,
  c.created_at as "createdAt", c.updated_at as "updatedAt", (select max(o.created_at) from opt_out o where o.client_id = c.client_id and o.destination in (c.phone, case when exists (select from erased_number) then number_hash(c.phone) end)) as "optedOutAt"`;

export async function getCountry(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await tx.query<{ country: string }>('select country from client where id = $1', [
    clientId,
  ]);
  if (!rows[0]) throw new Error(`client ${clientId} is not visible`);
  return rows[0].country;
}

export async function getClientName(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await tx.query<{ clientName: string }>(
    'select client_name as "clientName" from client where id = $1',
    [clientId],
  );
  return rows[0]!.clientName;
}

/** A text as the keys are stored that names are found by. */
export async function searchKey(tx: Tx, text: string): Promise<string> {
  const { rows } = await tx.query<{ key: string }>('select search_key($1) as key', [text]);
  return rows[0]!.key;
}

/** The client's contacts, counted up to a number. */
export async function countUpTo(tx: Tx, clientId: string, most: number): Promise<number> {
  const { rows } = await tx.query<{ counted: number }>(
    'select count(*)::int as counted from (select from contact where client_id = $1 limit $2) t',
    [clientId, most],
    'count-contacts',
  );
  return rows[0]!.counted;
}

/** Adds a contact; false where the client has one with this phone. */
export async function insertContact(
  tx: Tx,
  clientId: string,
  contact: NewContact,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into contact (id, client_id, phone, first_name, last_name, other_names, email, attributes, consent) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (client_id, phone) do nothing`,
    [
      contact.id,
      clientId,
      contact.phone,
      contact.firstName,
      contact.lastName,
      contact.otherNames,
      contact.email,
      JSON.stringify(contact.attributes),
      contact.consent && JSON.stringify(contact.consent),
    ],
  );
  return rowCount === 1;
}

/** Sets a contact's details as a whole; false where another contact of the client has the new phone. The caller holds its row. */
export async function updateContact(
  tx: Tx,
  clientId: string,
  contact: NewContact,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update contact set phone = $3, first_name = $4, last_name = $5, other_names = $6, email = $7, attributes = $8, consent = $9, updated_at = now()
     where id = $1 and client_id = $2 and not exists (select from contact other where other.client_id = $2 and other.phone = $3 and other.id <> $1)`,
    [
      contact.id,
      clientId,
      contact.phone,
      contact.firstName,
      contact.lastName,
      contact.otherNames,
      contact.email,
      JSON.stringify(contact.attributes),
      contact.consent && JSON.stringify(contact.consent),
    ],
  );
  return rowCount === 1;
}

/**
 * Adds contacts, different phones each, and brings those that are there up to date: what is not empty takes the place of what
 * was, attributes join, one in another case under the name that it has. With `KEEP` those that are there stay as they are.
 * @returns the contact of each phone, old or new
 */
export async function putContacts(
  tx: Tx,
  clientId: string,
  contacts: readonly NewContact[],
  existing: 'UPDATE' | 'KEEP',
): Promise<Map<string, string>> {
  const better = (column: string) =>
    `${column} = case when excluded.${column} <> '' then excluded.${column} else contact.${column} end`;
  const { rows } = await tx.query<{ id: string; phone: string }>(
    `insert into contact (id, client_id, phone, first_name, last_name, other_names, email, attributes, consent)
     select id, $1, phone, first_name, last_name, other_names, email, attributes, consent
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[], $9::jsonb[]) as t (id, phone, first_name, last_name, other_names, email, attributes, consent)
     on conflict (client_id, phone) do ${
       existing === 'KEEP'
         ? 'nothing'
         : `update set ${['first_name', 'last_name', 'other_names', 'email'].map(better).join(', ')},
       attributes = case when contact.attributes = '{}' or excluded.attributes = '{}' then contact.attributes || excluded.attributes
         else contact.attributes || (select jsonb_object_agg(coalesce(
             (select own from jsonb_object_keys(contact.attributes) own where lower(own) = lower(given.key) order by own = given.key desc limit 1), given.key), given.value)
           from jsonb_each(excluded.attributes) given) end, consent = coalesce(excluded.consent, contact.consent), updated_at = now()`
     }
     returning id, phone`,
    [
      clientId,
      contacts.map((c) => c.id),
      contacts.map((c) => c.phone),
      contacts.map((c) => c.firstName),
      contacts.map((c) => c.lastName),
      contacts.map((c) => c.otherNames),
      contacts.map((c) => c.email),
      contacts.map((c) => JSON.stringify(c.attributes)),
      contacts.map((c) => c.consent && JSON.stringify(c.consent)),
    ],
    `put-contacts-${existing}`,
  );
  const found = new Map(rows.map((row) => [row.phone, row.id]));
  const left = contacts
    .filter((contact) => !found.has(contact.phone))
    .map((contact) => contact.phone);
  if (left.length === 0) return found;
  const there = await tx.query<{ id: string; phone: string }>(
    'select id, phone from contact where client_id = $1 and phone = any ($2::text[])',
    [clientId, left],
    'kept-contacts',
  );
  for (const row of there.rows) found.set(row.phone, row.id);
  return found;
}

/** Empties the consent of contacts with these phones: they did not agree. */
export async function clearConsents(
  tx: Tx,
  clientId: string,
  phones: readonly string[],
): Promise<void> {
  await tx.query(
    `update contact set consent = null, updated_at = now() where client_id = $1 and phone = any ($2::text[]) and consent is not null`,
    [clientId, phones],
    'clear-consents',
  );
}

/** Which of these phones the client has as contacts. */
export async function listKnown(tx: Tx, clientId: string, phones: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ phone: string }>(
    'select phone from contact where client_id = $1 and phone = any ($2::text[])',
    [clientId, phones],
    'known-contacts',
  );
  return rows.map((row) => row.phone);
}

export async function findContact(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<ContactRow | undefined> {
  const where = whereWithin(scope, 'c.client_id');
  where.add('c.id = ?', id);
  const { rows } = await tx.query<ContactRow>(
    `select ${COLUMNS} from contact c where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

/**
 * Those of these contacts that are the client's, locked until the transaction ends, so that no group takes in
 * one that is being deleted.
 */
export async function lockContacts(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
  why: 'to change' | 'to keep',
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from contact where client_id = $1 and id = any ($2::uuid[]) order by id ${why === 'to keep' ? 'for key share' : 'for update'}`,
    [clientId, ids],
  );
  return rows.map((row) => row.id);
}

/** The caller holds their rows and has taken them out of their groups. */
export async function deleteContacts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query('delete from contact where id = any ($1::uuid[])', [ids]);
}

/** The names of all attributes that the client's contacts have. */
export async function listAttributeNames(tx: Tx, clientId: string): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `select distinct name from contact c cross join lateral jsonb_object_keys(c.attributes) as name where c.client_id = $1 and c.attributes <> '{}' order by 1 limit 200`,
    [clientId],
  );
  return rows.map((row) => row.name);
}
