import { reachOf } from '../../../contract/shared/roles.ts';
import { record } from '../../core/audit/audit.ts';
import type { Database } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { badInput, notFound, taken } from '../../infra/errors.ts';
import type { Handlers } from '../../infra/http/http.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import type { senders } from '../../../contract/api/senders.ts';
import { sentence } from '../../i18n/sentence.ts';
import {
  deleteProtected,
  insertProtected,
  listProtected,
  listRules,
  upsertRule,
} from './sender-rules.store.ts';

/** The rules of sender IDs in each country, and the protected names. */
export function ruleHandlers({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Pick<
  Handlers<typeof senders>,
  'rules' | 'setRule' | 'protectedNames' | 'protect' | 'unprotect'
> {
  return {
    rules: (_input, { scope, session }) =>
      database.run(scope, async (tx) => {
        const rules = await listRules(tx);
        // Sources name other firms, which are no matter of customers'.
        const seesSources = reachOf(session.accessLevel, 'senders.read') === 'all';
        return { rules: seesSources ? rules : rules.map((rule) => ({ ...rule, source: '' })) };
      }),

    setRule: (rule, call) =>
      database.run(call.scope, async (tx) => {
        requireFit(rule, call.language);
        await upsertRule(tx, rule);
        await record(tx, call, {
          action: 'SENDER_RULE_SET',
          clientId: call.session.clientId,
          after: rule,
        });
        return { ok: true as const };
      }),

    protectedNames: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listProtected(
          tx,
          {
            text: filter['filter.query'] ?? '',
            countries: filter['filter.countries'] ?? [],
            kinds: filter['filter.kinds'] ?? [],
          },
          tokens.openPage('protectedNames', { pageSize, pageToken }),
        );
        return {
          protectedNames: page.rows,
          ...page.footer,
        };
      }),

    protect: (name, call) =>
      database.run(call.scope, async (tx) => {
        const like = await insertProtected(tx, name);
        if (like !== undefined)
          throw taken('name', like, sentence(call.language, 'PROTECTED_ALREADY', { value: like }));
        await record(tx, call, {
          action: 'NAME_PROTECTED',
          clientId: call.session.clientId,
          after: name,
        });
        return name;
      }),

    unprotect: ({ country, name, reason }, call) =>
      database.run(call.scope, async (tx) => {
        const gone = await deleteProtected(tx, country, name);
        if (!gone) throw notFound('protected name');
        await record(tx, call, {
          action: 'NAME_UNPROTECTED',
          clientId: call.session.clientId,
          before: gone,
          after: { reason },
        });
        return { ok: true as const };
      }),
  };
}

function requireFit(
  rule: Parsed<typeof senders.setRule>,
  language: Parameters<typeof sentence>[0],
): void {
  const faults: string[] = [];
  if (rule.longest < rule.shortest) faults.push('longest');
  if (rule.daysMost < rule.daysLeast) faults.push('daysMost');
  if ((rule.fee === null) !== (rule.currency === null))
    faults.push(rule.fee === null ? 'fee' : 'currency');
  if (rule.fee !== null && Number(rule.fee) === 0) faults.push('fee');
  if (faults.length > 0)
    throw badInput(faults.map((field) => ({ field, message: sentence(language, 'RULE_WRONG') })));
}
