import type { Tx } from '../../infra/database/db.ts';
import type { NameFacts } from './senders.rules.ts';

/** Facts on a name: taken by another client, or similar to one that is. Reads all clients: use the system scope. */
export async function readNameFacts(
  tx: Tx,
  wanted: { name: string; country: string; clientId: string },
): Promise<NameFacts & { looksLike: string | null }> {
  const { rows } = await tx.query<NameFacts & { looksLike: string | null }>(
    `select exists (select from sender where country = $2 and lower(sender) = lower($1) and status <> 'REJECTED') as taken,
       exists (select from sender where status <> 'REJECTED' and (country = $2 or is_generic) and client_id <> $3 and sender_skeleton(sender) = sender_skeleton($1)) as alike,
       exists (select from protected_name where kind = 'WORD' and country in ($2, '*') and sender_skeleton(name) = sender_skeleton($1)) as word,
       (select name from protected_name where kind = 'BRAND' and country in ($2, '*')
          and (sender_skeleton(name) = sender_skeleton($1) or (length(name) >= 5 and position(sender_skeleton(name) in sender_skeleton($1)) > 0)) order by length(name) desc limit 1) as "looksLike"`,
    [wanted.name, wanted.country, wanted.clientId],
  );
  return rows[0]!;
}

/** The names as look-alikes are compared, in their order. */
export async function listSkeletons(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ skeleton: string }>(
    `select sender_skeleton(name) as skeleton from unnest($1::text[]) with ordinality as t (name, at) order by at`,
    [names],
  );
  return rows.map(({ skeleton }) => skeleton);
}

export type Applicant = {
  clientId: string;
  clientName: string;
  accountType: string;
  companyName: string | null;
  email: string | null;
  phone: string | null;
  language: string;
  country: string;
};

/** The owner of a sender ID, as far as names and mails need. */
export async function findApplicant(tx: Tx, clientId: string): Promise<Applicant> {
  const { rows } = await tx.query<Applicant>(
    `select id as "clientId", client_name as "clientName", account_type as "accountType", company_name as "companyName", email, phone, language, country from client where id = $1`,
    [clientId],
  );
  return rows[0]!;
}
