/** The rules of the guard as people read and set them, and what they refused. */
import type { GuardKind, GuardRuleInput } from '../../../contract/api/guard.ts';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { listPage } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { conditions, whereWithin } from '../../infra/database/scoped-query.ts';
import type { GuardRule } from './guard.rules.ts';

export type ListedRule = GuardRule & { clientName: string | null; reason: string };

const RULE = `g.id, g.client_id as "clientId", c.client_name as "clientName", g.kind, g.countries, g.prefix, g.digits, g.codes, g.share, g.messages,
  g.seconds, g.until, g.reason`;
const NO_CLIENT = '00000000-0000-0000-0000-000000000000';
const FROM = 'guard_rule g left join client c on c.id = g.client_id';

/** The rules of one account and the platform's, its own first. */
export async function listRulesOf(tx: Tx, clientId: string): Promise<ListedRule[]> {
  const { rows } = await tx.query<ListedRule>(
    `select ${RULE} from ${FROM} where g.client_id is null or g.client_id = $1 order by g.client_id nulls last, g.kind, g.prefix, g.digits`,
    [clientId],
  );
  return rows;
}

/** All rules: the platform's first, then by account. */
export async function listAllRules(
  tx: Tx,
  wanted: { clientIds: readonly string[]; kinds: readonly GuardKind[] },
  page: PageRequest,
): Promise<Page<ListedRule>> {
  const where = conditions();
  if (wanted.clientIds.length > 0) where.add('g.client_id = any (?::uuid[])', wanted.clientIds);
  if (wanted.kinds.length > 0) where.add('g.kind = any (?::text[])', wanted.kinds);
  return listPage<ListedRule>(tx, page, {
    counted: 'guard_rule g',
    where,
    order: {
      // The platform has no name.
      keys: [`coalesce(c.client_name, '')`, `coalesce(g.client_id, '${NO_CLIENT}')`, 'g.id'],
      direction: 'asc',
      at: '?::text, ?::uuid, ?::uuid',
      valuesOf: (place) => JSON.parse(place) as string[],
      placeOf: ({ clientName, clientId, id }) =>
        JSON.stringify([clientName ?? '', clientId ?? NO_CLIENT, id]),
    },
    read: (rows) => `select ${RULE} from ${FROM} ${rows}`,
  });
}

/** Sets the rule of an account (null: the platform) of this kind; of ranges and shares the one of the block. */
export async function setGuardRule(
  tx: Tx,
  clientId: string | null,
  rule: GuardRuleInput,
  newDays: number,
): Promise<ListedRule> {
  const prefix = rule.kind === 'RANGE' ? rule.prefix.replace('+', '') : '';
  const limit = 'messages' in rule ? rule : { messages: null, seconds: null };
  const share = rule.kind === 'SHARE' ? rule : { digits: null, codes: null, share: null };
  const {
    rows: [set],
  } = await tx.query<{ id: string }>(
    `insert into guard_rule as g (id, client_id, kind, countries, prefix, digits, codes, share, messages, seconds, until, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $3 = 'NEW_ACCOUNT' and $2::uuid is not null then now() + $11::int * interval '1 day' end, $12)
     on conflict (coalesce(client_id, '00000000-0000-0000-0000-000000000000'), kind, prefix, coalesce(digits, 0)) do update set
       countries = excluded.countries, codes = excluded.codes, share = excluded.share, messages = excluded.messages, seconds = excluded.seconds,
       until = excluded.until, reason = excluded.reason
     returning id`,
    [
      newId(),
      clientId,
      rule.kind,
      rule.kind === 'COUNTRIES' ? rule.countries : [],
      prefix,
      share.digits,
      share.codes,
      share.share,
      limit.messages,
      limit.seconds,
      newDays,
      rule.reason,
    ],
  );
  return (await findRule(tx, set!.id))!;
}

async function findRule(tx: Tx, id: string): Promise<ListedRule | undefined> {
  const { rows } = await tx.query<ListedRule>(`select ${RULE} from ${FROM} where g.id = $1`, [id]);
  return rows[0];
}

/** @returns the rule that was there */
export async function deleteGuardRule(tx: Tx, id: string): Promise<ListedRule | undefined> {
  const rule = await findRule(tx, id);
  await tx.query('delete from guard_rule where id = $1', [id]);
  return rule;
}

export async function clientExists(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await tx.query('select from client where id = $1', [clientId]);
  return rows.length > 0;
}

export type RefusalRow = {
  clientId: string;
  clientName: string;
  ruleId: string;
  kind: GuardKind;
  day: string;
  refused: number;
  prefix: string;
  updatedAt: Date;
};

const REFUSAL = `r.client_id as "clientId", c.client_name as "clientName", r.rule_id as "ruleId", r.kind, r.day::text as day, r.refused, r.prefix, r.updated_at as "updatedAt"`;

/** Each account and rule by the last day on which it refused. */
export async function listRefusals(
  tx: Tx,
  scope: Scope,
  clientIds: readonly string[],
  page: PageRequest,
): Promise<Page<RefusalRow>> {
  const where = whereWithin(scope, 'r.client_id');
  if (clientIds.length > 0) where.add('r.client_id = any (?::uuid[])', clientIds);
  where.add(
    `not exists (select from guard_refusal later where later.client_id = r.client_id and later.rule_id = r.rule_id and later.day > r.day)`,
  );
  return listPage<RefusalRow>(tx, page, {
    counted: 'guard_refusal r',
    where,
    order: {
      keys: ['r.day', 'r.client_id', 'r.rule_id'],
      direction: 'desc',
      at: '?::date, ?::uuid, ?::uuid',
      valuesOf: (place) => place.split(' '),
      placeOf: ({ day, clientId, ruleId }) => `${day} ${clientId} ${ruleId}`,
    },
    read: (rows) =>
      `select ${REFUSAL} from guard_refusal r join client c on c.id = r.client_id ${rows}`,
  });
}

/** The refusals of these accounts and rules on each day that is kept. */
export async function readRefusedDays(
  tx: Tx,
  refusals: readonly Pick<RefusalRow, 'clientId' | 'ruleId'>[],
): Promise<Pick<RefusalRow, 'clientId' | 'ruleId' | 'day' | 'refused'>[]> {
  const { rows } = await tx.query<Pick<RefusalRow, 'clientId' | 'ruleId' | 'day' | 'refused'>>(
    `select r.client_id as "clientId", r.rule_id as "ruleId", r.day::text as day, r.refused
     from unnest($1::uuid[], $2::uuid[]) as u (client_id, rule_id)
     join guard_refusal r on r.client_id = u.client_id and r.rule_id = u.rule_id`,
    [refusals.map(({ clientId }) => clientId), refusals.map(({ ruleId }) => ruleId)],
  );
  return rows;
}

type RefusalNotice = Pick<RefusalRow, 'kind' | 'prefix' | 'refused' | 'clientId'> & {
  email: string | null;
  language: string;
};

/** Takes refusals whose owners are not notified yet, at most `limit`; a rule and day comes once. */
export async function takeRefusalNotices(tx: Tx, limit: number): Promise<RefusalNotice[]> {
  const { rows } = await tx.query<RefusalNotice>(
    `with due as (
       select client_id, rule_id, day from guard_refusal where notified_at is null order by day limit $1 for update skip locked)
     update guard_refusal r set notified_at = now() from due, client c
     where r.client_id = due.client_id and r.rule_id = due.rule_id and r.day = due.day and c.id = r.client_id
     returning r.client_id as "clientId", r.kind, r.prefix, r.refused, c.email, c.language`,
    [limit],
  );
  return rows;
}

/** Deletes what was refused more than 90 days ago. */
export async function dropOldRefusals(tx: Tx): Promise<void> {
  await tx.query(`delete from guard_refusal where day < current_date - 90`);
}
