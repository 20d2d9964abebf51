import type { MessageTemplate } from '../../../contract/api/templates.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { nameTaken, notFound } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  updateTemplate,
  type TemplateRow,
} from './templates.store.ts';

type Words = { name: string; text: string };

/** @param kind of list, which its page tokens are bound to */
export async function pageOfTemplates(
  tx: Tx,
  own: Scope,
  tokens: PageTokens,
  kind: string,
  { query = '', ...page }: { query: string | undefined; pageSize: number; pageToken: string },
) {
  const { rows, footer } = await listTemplates(tx, own, { query }, tokens.openPage(kind, page));
  return { messageTemplates: rows.map(presentTemplate), ...footer };
}

/** @throws Refusal NOT_FOUND */
export async function getTemplate(tx: Tx, own: Scope, templateId: string) {
  return presentTemplate(found(await findTemplate(tx, own, templateId)));
}

/** @throws Refusal NAME_TAKEN */
export async function addTemplate(tx: Tx, clientId: string, { name, text }: Words) {
  const row = await insertTemplate(tx, { id: newId(), clientId, name, text });
  if (!row) throw nameTaken(name);
  return presentTemplate(row);
}

/** @throws Refusal NOT_FOUND, NAME_TAKEN */
export function changeTemplate(
  database: Database,
  own: Scope,
  templateId: string,
  words: { [K in keyof Words]: Words[K] | undefined },
) {
  return database
    .run(own, async (tx) =>
      presentTemplate(found(await updateTemplate(tx, own, templateId, words))),
    )
    .catch((error: unknown) => {
      throw words.name !== undefined && isTaken(error) ? nameTaken(words.name) : error;
    });
}

/** @throws Refusal NOT_FOUND */
export async function removeTemplate(tx: Tx, own: Scope, templateId: string) {
  if (!(await deleteTemplate(tx, own, templateId))) throw notFound('template');
  return { ok: true } as const;
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
