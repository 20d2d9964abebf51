/** Rows of message templates. */
import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

export type TemplateRow = {
  id: string;
  name: string;
  text: string;
  createdAt: Date;
  updatedAt: Date;
};

const COLUMNS = `id, name, text, created_at as "createdAt", updated_at as "updatedAt"`;

/** Adds a template; undefined where the client has one of that name. */
export async function insertTemplate(
  tx: Tx,
  template: { id: string; clientId: string; name: string; text: string },
): Promise<TemplateRow | undefined> {
  const { rows } = await tx.query<TemplateRow>(
    `insert into message_template (id, client_id, name, text) values ($1, $2, $3, $4) on conflict (client_id, lower(name)) do nothing returning ${COLUMNS}`,
    [template.id, template.clientId, template.name, template.text],
  );
  return rows[0];
}

export async function listTemplates(
  tx: Tx,
  scope: Scope,
  filter: { query: string },
  page: PageRequest,
): Promise<Page<TemplateRow>> {
  const where = whereWithin(scope, 'client_id');
  const pattern = `%${filter.query.replace(/[\\%_]/g, '\\$&')}%`;
  if (filter.query !== '') where.add('(name ilike ? or text ilike ?)', pattern, pattern);
  return listPage<TemplateRow>(tx, page, {
    counted: 'message_template',
    where,
    order: newestFirst(),
    read: (rows) => `select ${COLUMNS} from message_template ${rows}`,
  });
}

export async function findTemplate(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<TemplateRow | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rows } = await tx.query<TemplateRow>(
    `select ${COLUMNS} from message_template where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

/** Changes what is given. A name that the client has already is a unique violation of `message_template_name`. */
export async function updateTemplate(
  tx: Tx,
  scope: Scope,
  id: string,
  { name, text }: { name?: string | undefined; text?: string | undefined },
): Promise<TemplateRow | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rows } = await tx.query<TemplateRow>(
    `update message_template set name = coalesce(${where.value(name ?? null)}, name), text = coalesce(${where.value(text ?? null)}, text), updated_at = now() where ${where.sql} returning ${COLUMNS}`,
    where.values,
  );
  return rows[0];
}

export async function deleteTemplate(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rowCount } = await tx.query(
    `delete from message_template where ${where.sql}`,
    where.values,
  );
  return rowCount === 1;
}
