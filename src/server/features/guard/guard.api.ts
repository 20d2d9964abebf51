import { guard } from '../../../contract/api/guard.ts';
import type { GuardRefusal, GuardRule } from '../../../contract/api/guard.ts';
import { record } from '../../core/audit/audit.ts';
import { NEW_ACCOUNT_DAYS } from '../../core/guard/guard.rules.ts';
import {
  clientExists,
  deleteGuardRule,
  listAllRules,
  listRefusals,
  listRulesOf,
  setGuardRule,
} from '../../core/guard/guard-rules.store.ts';
import type { ListedRule, RefusalRow } from '../../core/guard/guard-rules.store.ts';
import type { Database } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { notFound } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';

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
      database.run(own, async (tx) => ({
        rules: (await listRulesOf(tx, own.clientId)).map(presentRule),
      })),

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
        return { refusals: page.rows.map(presentRefusal), ...page.footer };
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

function presentRefusal(row: RefusalRow): GuardRefusal {
  return {
    clientId: row.clientId,
    clientName: row.clientName,
    ruleId: row.ruleId,
    kind: row.kind,
    day: row.day,
    refused: row.refused,
    prefix: `+${row.prefix}`,
    timestamp: row.updatedAt.getTime() / 1000,
  };
}
