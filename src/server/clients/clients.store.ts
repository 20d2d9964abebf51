import type { Role } from '../../contract/roles.ts';
import type { Tx } from '../db.ts';

export type NewClient = {
  clientId: string;
  parentId: string | null;
  clientName: string;
  accountType: 'INDIVIDUAL' | 'COMPANY';
  firstName?: string;
  lastName?: string;
  companyName?: string;
  email: string;
  phone?: string;
  country: string;
  timezone: string;
  accessLevel: Role;
  clientStatus: 'INVITED' | 'PENDING_ACTIVATION' | 'ACTIVE';
  passwordHash: string | null;
};

/** Adds a client under its parent; its path is the parent's and its own number. */
export async function insertClient(tx: Tx, client: NewClient): Promise<void> {
  await tx.query(
    `with made as (select nextval(pg_get_serial_sequence('client', 'number'))::int as number)
     insert into client (id, parent_id, number, path, client_name, account_type, first_name, last_name, company_name, email, phone,
       country, timezone, access_level, client_status, password_hash)
     overriding system value
     select $1, $2, number, coalesce((select path from client where id = $2), '') || number || '.', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 from made`,
    [client.clientId, client.parentId, client.clientName, client.accountType, client.firstName ?? null, client.lastName ?? null, client.companyName ?? null,
      client.email, client.phone ?? null, client.country, client.timezone, client.accessLevel, client.clientStatus, client.passwordHash]);
}

/** The root of the tree, or undefined on an empty database. */
export async function findRoot(tx: Tx): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>('select id from client where parent_id is null order by number limit 1');
  return rows[0]?.id;
}
