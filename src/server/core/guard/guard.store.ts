/** The rows of the guard: its rules, and what they refused. */
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import type { GuardKind } from '../../../contract/api/guard.ts';
import { NEW_ACCOUNT_DAYS } from './guard.rules.ts';
import type { GuardRule } from './guard.rules.ts';

const RULE = `id, client_id as "clientId", kind, countries, prefix, digits, codes, share, messages, seconds, until`;

/** Reads the platform's rules and those of these accounts. */
export async function readGuardRules(tx: Tx, clientIds: readonly string[]): Promise<GuardRule[]> {
  const { rows } = await tx.query<GuardRule>(
    `select ${RULE} from guard_rule where client_id is null or client_id = any ($1::uuid[]) order by id`,
    [clientIds],
    'read guard rules',
  );
  return rows;
}

/** Counts refusals by rule and day; the first of a day waits there until its owner is notified. */
export async function addGuardRefusals(
  tx: Tx,
  refusals: readonly {
    clientId: string;
    ruleId: string;
    kind: GuardKind;
    /** The beginning of a number that was refused, no whole one. */
    prefix: string;
    count: number;
  }[],
): Promise<void> {
  const sorted = refusals.toSorted((a, b) =>
    `${a.clientId} ${a.ruleId}` < `${b.clientId} ${b.ruleId}` ? -1 : 1,
  );
  await tx.query(
    `insert into guard_refusal as t (client_id, rule_id, day, kind, prefix, refused)
     select client_id, rule_id, (now() at time zone 'UTC')::date, kind, prefix, refused
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[]) as u (client_id, rule_id, kind, prefix, refused)
     on conflict (client_id, rule_id, day) do update set refused = t.refused + excluded.refused, prefix = excluded.prefix, updated_at = now()`,
    [
      sorted.map(({ clientId }) => clientId),
      sorted.map(({ ruleId }) => ruleId),
      sorted.map(({ kind }) => kind),
      sorted.map(({ prefix }) => prefix),
      sorted.map(({ count }) => count),
    ],
    'add guard refusals',
  );
}

/**
 * Gives a new account its own rules: messages to its home country alone, and the platform's limit of
 * new accounts. The limit is of those that registered themselves: for an invited one the inviter answers.
 */
export async function guardNewAccount(
  tx: Tx,
  { clientId, country }: { clientId: string; country: string },
  how: 'REGISTERED' | 'INVITED',
): Promise<void> {
  await tx.query(
    `insert into guard_rule (id, client_id, kind, countries) values ($1, $2, 'COUNTRIES', array[$3::text]) on conflict do nothing`,
    [newId(), clientId, country],
  );
  if (how === 'INVITED') return;
  await tx.query(
    `insert into guard_rule (id, client_id, kind, messages, seconds, until)
     select $1::uuid, $2::uuid, kind, messages, seconds, now() + $3 * interval '1 day' from guard_rule where client_id is null and kind = 'NEW_ACCOUNT'
     on conflict do nothing`,
    [newId(), clientId, NEW_ACCOUNT_DAYS],
  );
}
