import type { Tx } from '../../infra/database/db.ts';
import type { AddressFacts } from './own-address.rules.ts';

/** A client that a row of a file may mean. */
export type NamedClient = AddressFacts & {
  clientId: string;
  clientName: string;
  country: string;
  /** In small letters. */
  email: string | null;
  phone: string | null;
};

/**
 * Clients with one of these email addresses (in small letters), phones or names, under the system
 * scope; never the platform itself.
 */
export async function listNamedClients(
  tx: Tx,
  names: readonly string[],
  phones: readonly string[],
): Promise<NamedClient[]> {
  const { rows } = await tx.query<NamedClient>(
    `select c.id as "clientId", c.client_name as "clientName", c.country, lower(c.email) as email, c.phone,
       c.email_unproved as "isEmailUnproved", c.client_status as "clientStatus", i.access_level as "inviterLevel"
     from client c left join client i on i.id = c.inviter_id
     where c.parent_id is not null and (lower(c.email) = any($1) or c.phone = any($2) or lower(c.client_name) = any($1))`,
    [names, phones],
  );
  return rows;
}
