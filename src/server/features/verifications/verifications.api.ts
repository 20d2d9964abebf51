import type { Parsed } from '../../../contract/endpoint.ts';
import { verifications } from '../../../contract/api/verifications.ts';
import { record } from '../../core/audit/audit.ts';
import { idBounds } from '../../core/messages/messages.rules.ts';
import type { Database } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { search } from '../../infra/database/statement-timeout.ts';
import { badInput } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { idFloor } from '../../infra/ids.ts';
import { sentence } from '../../i18n/sentence.ts';
import { listVerifications, sumByCountry } from './list.store.ts';
import type { VerificationFilter } from './list.store.ts';
import { deleteText, listTexts, putText } from './texts.store.ts';
import { presentSummary, presentVerification } from './verifications.present.ts';
import { hasCodePlace } from './verifications.rules.ts';

/** One-time codes as people see them, and the texts that they are sent in. */
export function verificationRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(verifications, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      search(database, scope, async (tx) => {
        const page = await listVerifications(
          tx,
          scope,
          { ...filterOf(filter), statuses: filter['filter.statuses'] ?? [] },
          tokens.openPage('verifications', { pageSize, pageToken }),
        );
        return { verifications: page.rows.map(presentVerification), ...page.footer };
      }),

    summary: (filter, { scope }) =>
      search(database, scope, async (tx) =>
        presentSummary(await sumByCountry(tx, scope, filterOf(filter))),
      ),

    texts: (_input, { own }) =>
      database.run(own, async (tx) => ({ texts: await listTexts(tx, own.clientId) })),

    putText: (row, call) =>
      database.run(call.own, async (tx) => {
        if (!hasCodePlace(row.text))
          throw badInput([
            { field: 'text', message: sentence(call.language, 'CODE_PLACE_MISSING') },
          ]);
        await putText(tx, call.own.clientId, row);
        await record(tx, call, {
          action: 'CODE_TEXT_SET',
          clientId: call.own.clientId,
          after: row,
        });
        return row;
      }),

    removeText: ({ brand, language }, call) =>
      database.run(call.own, async (tx) => {
        const text = await deleteText(tx, call.own.clientId, brand, language);
        if (text !== undefined)
          await record(tx, call, {
            action: 'CODE_TEXT_REMOVED',
            clientId: call.own.clientId,
            before: { brand, language, text },
          });
        return { ok: true as const };
      }),
  });
}

function filterOf(filter: Parsed<typeof verifications.summary>): VerificationFilter {
  const { from, to } = idBounds(filter['filter.startTimestamp'], filter['filter.endTimestamp']);
  return {
    clientIds: filter['filter.clientIds'] ?? [],
    countries: filter['filter.countries'] ?? [],
    from: from === undefined ? undefined : idFloor(from),
    to: to === undefined ? undefined : idFloor(to),
  };
}
