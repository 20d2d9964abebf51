import { templates } from '../../../contract/api/templates.ts';
import type { Database } from '../../infra/database/db.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import {
  addTemplate,
  changeTemplate,
  getTemplate,
  pageOfTemplates,
  removeTemplate,
} from './templates.ts';

/** Texts that a client keeps for the next time; nobody else sees them. */
export function templateRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(templates, {
    list: ({ 'filter.query': query, ...page }, { own }) =>
      database.run(own, (tx) => pageOfTemplates(tx, own, tokens, 'templates', { query, ...page })),
    get: ({ templateId }, { own }) => database.run(own, (tx) => getTemplate(tx, own, templateId)),
    create: (words, { own }) => database.run(own, (tx) => addTemplate(tx, own.clientId, words)),
    update: ({ templateId, name, text }, { own }) =>
      changeTemplate(database, own, templateId, { name, text }),
    remove: ({ templateId }, { own }) =>
      database.run(own, (tx) => removeTemplate(tx, own, templateId)),
  });
}
