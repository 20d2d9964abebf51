import { restTemplates } from '../../../contract/api/rest-templates.ts';
import type { KeySession } from '../../infra/http/caller.ts';
import type { Database } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { keyIsTest } from '../../infra/errors.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import { onceIfKeyed } from '../../infra/http/idempotency.ts';
import {
  addTemplate,
  changeTemplate,
  getTemplate,
  pageOfTemplates,
  removeTemplate,
} from './templates.ts';

/** Message templates, for customers' own software: what people do in the portal, by the same verbs. */
export function restTemplateRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(restTemplates, {
    list: ({ 'filter.query': query, ...page }, { own }) =>
      database.run(own, (tx) =>
        pageOfTemplates(tx, own, tokens, 'rest/templates', { query, ...page }),
      ),
    get: ({ templateId }, { own }) => database.run(own, (tx) => getTemplate(tx, own, templateId)),
    create: (words, { own, key, idempotency }) =>
      database.run(own, (tx) => {
        mayWrite(key);
        return onceIfKeyed(tx, idempotency, own.clientId, () =>
          addTemplate(tx, own.clientId, words),
        );
      }),
    async update({ templateId, name, text }, { own, key }) {
      mayWrite(key);
      return changeTemplate(database, own, templateId, { name, text });
    },
    remove: ({ templateId }, { own, key }) =>
      database.run(own, (tx) => {
        mayWrite(key);
        return removeTemplate(tx, own, templateId);
      }),
  });
}

/** @throws Refusal KEY_IS_TEST: templates are one list, in which nothing is only tried out */
function mayWrite({ test }: KeySession): void {
  if (test) throw keyIsTest();
}
