import { templates, type MessageTemplate } from '../../../contract/api/templates.ts';
import type { Database } from '../../infra/database/db.ts';
import { nameTaken, notFound } from '../../infra/errors.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import { newId } from '../../infra/ids.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  updateTemplate,
  type TemplateRow,
} from './templates.store.ts';

/** Texts that a client keeps for the next time; nobody else's business. */
export function templateRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(templates, {
    list: ({ pageSize, pageToken, ...filter }, { own }) =>
      database.run(own, async (tx) => {
        const page = await listTemplates(
          tx,
          own,
          { query: filter['filter.query'] ?? '' },
          tokens.openPage('templates', { pageSize, pageToken }),
        );
        return {
          messageTemplates: page.rows.map(presentTemplate),
          ...page.footer,
        };
      }),
    get: ({ templateId }, { own }) =>
      database.run(own, async (tx) =>
        presentTemplate(found(await findTemplate(tx, own, templateId))),
      ),
    create: ({ name, text }, { own }) =>
      database.run(own, async (tx) => {
        const row = await insertTemplate(tx, { id: newId(), clientId: own.clientId, name, text });
        if (!row) throw nameTaken(name);
        return presentTemplate(row);
      }),
    update: ({ templateId, name, text }, { own }) =>
      database
        .run(own, async (tx) =>
          presentTemplate(found(await updateTemplate(tx, own, templateId, { name, text }))),
        )
        .catch((error: unknown) => {
          throw name !== undefined && isTaken(error) ? nameTaken(name) : error;
        }),
    remove: ({ templateId }, { own }) =>
      database.run(own, async (tx) => {
        if (!(await deleteTemplate(tx, own, templateId))) throw notFound('template');
        return { ok: true } as const;
      }),
  });
}

function found(row: TemplateRow | undefined): TemplateRow {
  if (!row) throw notFound('template');
  return row;
}

function isTaken(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'message_template_name';
}

function presentTemplate({ id, name, text, createdAt, updatedAt }: TemplateRow): MessageTemplate {
  return {
    templateId: id,
    name,
    text,
    createTimestamp: createdAt.getTime() / 1000,
    updateTimestamp: updatedAt.getTime() / 1000,
  };
}
