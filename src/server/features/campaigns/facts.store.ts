import { NO_RULES } from '../../../contract/api/platform-settings.ts';
import type { ContentRules } from '../../../contract/api/platform-settings.ts';
import type { Tx } from '../../infra/database/db.ts';

export type ClientFacts = {
  country: string;
  accessLevel: string;
  requiresCampaignApproval: boolean;
  clientStatus: string;
  replaceLookalikes: boolean;
};

export async function getClientFacts(tx: Tx, clientId: string): Promise<ClientFacts> {
  const { rows } = await tx.query<ClientFacts>(
    `select country, access_level as "accessLevel", requires_campaign_approval as "requiresCampaignApproval", client_status as "clientStatus", replace_lookalikes as "replaceLookalikes" from client where id = $1`,
    [clientId],
  );
  if (!rows[0]) throw new Error(`client ${clientId} is not visible`);
  return rows[0];
}

export async function getContentRules(tx: Tx): Promise<ContentRules> {
  const { rows } = await tx.query<{ value: ContentRules }>(
    `select value from setting where key = 'contentRules'`,
  );
  return rows[0]?.value ?? NO_RULES;
}

/** The addressee of mails about a client's campaigns. */
export async function getOwner(
  tx: Tx,
  clientId: string,
): Promise<{ clientId: string; email: string | null; phone: string | null; language: string }> {
  const { rows } = await tx.query<{
    clientId: string;
    email: string | null;
    phone: string | null;
    language: string;
  }>(`select id as "clientId", email, phone, language from client where id = $1`, [clientId]);
  return rows[0]!;
}

/**
 * The first of a campaign's texts, as they will be sent, in which a pattern is found, and what was found.
 * @param parts the text cut at its placeholders: literals, and the places of values among a recipient's fields
 */
export async function findInTexts(
  tx: Tx,
  campaignId: string,
  parts: readonly (string | number)[],
  pattern: string,
): Promise<string | undefined> {
  const values: unknown[] = [pattern];
  const sql = `concat('', ${parts
    .map((part) => {
      if (typeof part === 'number') return `fields ->> ${part}`;
      values.push(part);
      return `$${values.length}::text`;
    })
    .join(', ')})`;
  const personal = parts.some((part) => typeof part === 'number');
  if (personal) values.push(campaignId);
  const { rows } = await tx.query<{ found: string }>(
    personal
      ? `select substring(${sql} from '(?i)' || $1) as found from recipient where campaign_id = $${values.length} and ${sql} ~* $1 limit 1`
      : `select substring(${sql} from '(?i)' || $1) as found where ${sql} ~* $1`,
    values,
  );
  return rows[0]?.found;
}
