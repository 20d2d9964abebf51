import { guard } from '../../../contract/api/guard.ts';
import type { GuardRefusal, GuardRule } from '../../../contract/api/guard.ts';
import { dayOf } from '../../../contract/shared/dates.ts';
import { record } from '../../core/audit/audit.ts';
import { compileGuard, NEW_ACCOUNT_DAYS, rulesInForce } from '../../core/guard/guard.rules.ts';
import {
  clientExists,
  deleteGuardRule,
  listAllRules,
  listRefusals,
  listRulesOf,
  readRefusedDays,
  setGuardRule,
} from '../../core/guard/guard-rules.store.ts';
import type { ListedRule, RefusalRow } from '../../core/guard/guard-rules.store.ts';
import type { Database } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { notFound } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';

/** Days of refusals that are shown one by one. */
const SHOWN_DAYS = 14;

/** The rules that protect accounts from SMS pumping, and what they refused. */
export function guardRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(guard, {
    rules: (_input, { own }) =>
      database.run(own, async (tx) => {
        const rules = await listRulesOf(tx, own.clientId);
        const inForce = rulesInForce(compileGuard(rules), new Date());
        return {
          rules: rules.map((rule) => ({ ...presentRule(rule), isInForce: inForce.has(rule.id) })),
        };
      }),

    setCountries: ({ countries }, call) =>
      database.run(call.own, async (tx) => {
        const { clientId } = call.own;
        const before = (await listRulesOf(tx, clientId)).find(
          (rule) => rule.kind === 'COUNTRIES' && rule.clientId === clientId,
        );
        const rule = await setGuardRule(
          tx,
          clientId,
          { kind: 'COUNTRIES', countries: [...new Set(countries)], reason: '' },
          NEW_ACCOUNT_DAYS,
        );
        await record(tx, call, {
          action: 'GUARD_RULE_SET',
          clientId,
          before: { countries: before?.countries ?? [] },
          after: { countries: rule.countries },
        });
        return presentRule(rule);
      }),

    allRules: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listAllRules(
          tx,
          { clientIds: filter['filter.clientIds'] ?? [], kinds: filter['filter.kinds'] ?? [] },
          tokens.openPage('guard rules', { pageSize, pageToken }),
        );
        return { rules: page.rows.map(presentRule), ...page.footer };
      }),

    setRule: ({ clientId, rule }, call) =>
      database.run(call.scope, async (tx) => {
        if (clientId !== null && !(await clientExists(tx, clientId))) throw notFound('client');
        const set = await setGuardRule(tx, clientId, rule, NEW_ACCOUNT_DAYS);
        await record(tx, call, {
          action: 'GUARD_RULE_SET',
          clientId: clientId ?? call.session.clientId,
          after: rule,
        });
        return presentRule(set);
      }),

    removeRule: ({ ruleId }, call) =>
      database.run(call.scope, async (tx) => {
        const gone = await deleteGuardRule(tx, ruleId);
        if (!gone) throw notFound('guard rule');
        const { kind, countries, prefix, reason } = gone;
        await record(tx, call, {
          action: 'GUARD_RULE_REMOVED',
          clientId: gone.clientId ?? call.session.clientId,
          before: { kind, countries, prefix, reason },
        });
        return { ok: true as const };
      }),

    refusals: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listRefusals(
          tx,
          scope,
          filter['filter.clientIds'] ?? [],
          tokens.openPage('guard refusals', { pageSize, pageToken }),
        );
        const counts = await readRefusedDays(tx, page.rows);
        const today = Date.now() / 1000;
        const days = Array.from({ length: SHOWN_DAYS }, (_, at) =>
          dayOf(today - (SHOWN_DAYS - 1 - at) * 86_400),
        );
        return {
          refusals: page.rows.map((row) => presentRefusal(row, counts, days)),
          days,
          ...page.footer,
        };
      }),
  });
}

function presentRule(rule: ListedRule): GuardRule {
  return {
    ruleId: rule.id,
    clientId: rule.clientId,
    clientName: rule.clientName,
    kind: rule.kind,
    countries: [...rule.countries],
    prefix: rule.prefix === '' ? '' : `+${rule.prefix}`,
    digits: rule.digits,
    codes: rule.codes,
    share: rule.share,
    messages: rule.messages,
    seconds: rule.seconds,
    untilTimestamp: rule.until === null ? null : rule.until.getTime() / 1000,
    reason: rule.reason,
  };
}

function presentRefusal(
  row: RefusalRow,
  counts: Awaited<ReturnType<typeof readRefusedDays>>,
  days: readonly string[],
): GuardRefusal {
  const own = counts.filter(
    ({ clientId, ruleId }) => clientId === row.clientId && ruleId === row.ruleId,
  );
  return {
    clientId: row.clientId,
    clientName: row.clientName,
    ruleId: row.ruleId,
    kind: row.kind,
    day: row.day,
    refused: own.reduce((sum, { refused }) => sum + refused, 0),
    prefix: `+${row.prefix}`,
    timestamp: row.updatedAt.getTime() / 1000,
    byDay: days.map((day) => own.find((each) => each.day === day)?.refused ?? 0),
  };
}
