import type { Tx } from '../../infra/database/db.ts';

/** A client that a row may mean, under the system scope. */
export type Candidate = {
  clientId: string;
  clientName: string;
  email: string | null;
  phone: string | null;
};

/** Clients with one of these email addresses (in small letters), phones or names; never the platform itself. */
export async function findCandidates(
  tx: Tx,
  names: readonly string[],
  phones: readonly string[],
): Promise<Candidate[]> {
  const { rows } = await tx.query<Candidate>(
    `select id as "clientId", client_name as "clientName", lower(email) as email, phone from client
     where parent_id is not null and (lower(email) = any($1) or phone = any($2) or lower(client_name) = any($1))`,
    [names, phones],
  );
  return rows;
}

/** The keys among these under which a movement was booked. */
export async function findBooked(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ idem: string }>(
    'select idem from ledger_transfer where idem = any($1)',
    [keys],
  );
  return new Set(rows.map(({ idem }) => idem));
}
