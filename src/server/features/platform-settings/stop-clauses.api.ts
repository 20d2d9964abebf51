import { stopClauses } from '../../../contract/api/stop-clauses.ts';
import type { StopClauseRow } from '../../../contract/api/stop-clauses.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { NETWORKS, rangesOfNetworks } from '../../../contract/shared/networks.ts';
import { ELSEWHERE, LINK, stopClause } from '../../../contract/shared/stop-clauses.ts';
import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import { measureText } from '../../../contract/shared/sms.ts';
import { placeholders } from '../../../contract/shared/template.ts';
import { loadClauses } from '../../core/opt-outs/clauses.ts';
import { changes, record } from '../../core/audit/audit.ts';
import type { Database } from '../../infra/database/db.ts';
import { badInput, notFound } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import type { Language } from '../../i18n/language.ts';
import { sentence } from '../../i18n/sentence.ts';
import { deleteClause, findClause, listClauses, putClause } from './stop-clauses.store.ts';

/** The opt-out clauses of promotional messages: everybody who sends reads them, administrators change them. */
export function stopClauseRoutes({ database }: { database: Database }): Route[] {
  return answer(stopClauses, {
    list: (_input, { own }) =>
      database.run(own, async (tx) => {
        const rows = await listClauses(tx);
        const clauses = await loadClauses(tx, own.clientId, { messages: 0 });
        return {
          stopClauses: rows,
          receivers: presentReceivers(rows, clauses),
          elsewhere: stopClause(clauses, { country: ELSEWHERE, network: 0 }),
        };
      }),

    put: (row, call) =>
      database.run(call.scope, async (tx) => {
        mustFit(row, call.language);
        const before = await findClause(tx, row.country, row.network);
        await putClause(tx, row);
        const changed = changes(before ? { ...before } : {}, { ...row });
        if (changed)
          await record(tx, call, {
            action: 'STOP_CLAUSE_SET',
            clientId: call.session.clientId,
            before: { ...changed.before, country: row.country, network: row.network },
            after: { ...changed.after, country: row.country, network: row.network },
          });
        return row;
      }),

    remove: ({ country, network }, call) =>
      database.run(call.scope, async (tx) => {
        const before = await findClause(tx, country, network);
        if (!before) throw notFound('stop clause');
        await deleteClause(tx, country, network);
        await record(tx, call, {
          action: 'STOP_CLAUSE_REMOVED',
          clientId: call.session.clientId,
          before,
        });
        return { ok: true as const };
      }),
  });
}

/** How the texts to every known operator end, and to the countries that have a row without one. */
function presentReceivers(
  rows: readonly StopClauseRow[],
  clauses: StopClauses,
): Output<typeof stopClauses.list>['receivers'] {
  const networks = rangesOfNetworks();
  const listed = new Set(networks.map(({ country }) => country));
  return [
    ...networks.map(({ code, country, network, prefixes }) => ({
      country,
      network,
      prefixes: [...prefixes],
      clause: stopClause(clauses, { country, network: code }),
    })),
    ...COUNTRIES.filter(
      ({ code }) => listed.has(code) || rows.some(({ country }) => country === code),
    ).map(({ code, phonePrefix }) => ({
      country: code,
      network: '',
      prefixes: [phonePrefix.replace('+', '')],
      clause: stopClause(clauses, { country: code, network: 0 }),
    })),
  ];
}

/** @throws Refusal BAD_INPUT for a network of another country, or a text that would make messages Unicode or be filled in */
function mustFit({ country, network, kind, text }: StopClauseRow, language: Language): void {
  if (network !== 0 && NETWORKS.get(network)?.country !== country)
    throw badInput([{ field: 'network', message: sentence(language, 'NOT_A_NETWORK_THERE') }]);
  if (measureText(text.replace(LINK, '')).encoding !== 'GSM7' || placeholders(text).length > 0)
    throw badInput([{ field: 'text', message: sentence(language, 'CLAUSE_PLAIN') }]);
  if ((kind === 'LINK') !== (text.split(LINK).length === 2))
    throw badInput([{ field: 'text', message: sentence(language, 'CLAUSE_LINK') }]);
}
