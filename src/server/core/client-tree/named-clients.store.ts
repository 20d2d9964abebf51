import type { Tx } from '../../infra/database/db.ts';

/** A client that a row of a file may mean. */
export type NamedClient = {
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
    `select id as "clientId", client_name as "clientName", country, lower(email) as email, phone from client
     where parent_id is not null and (lower(email) = any($1) or phone = any($2) or lower(client_name) = any($1))`,
    [names, phones],
  );
  return rows;
}
