/** Facts about a client and its texts that a campaign is decided from. */
import { NO_RULES } from '../../../contract/api/platform-settings.ts';
import type { ContentRules } from '../../../contract/api/platform-settings.ts';
import { LATIN_LETTERS, listUnseen, OTHER_LETTERS } from '../../core/accept/fingerprint.rules.ts';
import type { Tx } from '../../infra/database/db.ts';

export type ClientFacts = {
  country: string;
  /** The rule, its own or that of an account above, by which each of its texts needs approval; null where none does. */
  approvalRule: 'CLIENT' | 'EBU' | null;
  clientStatus: string;
  replaceLookalikes: boolean;
};

export async function getClientFacts(tx: Tx, clientId: string): Promise<ClientFacts> {
  const { rows } = await tx.query<ClientFacts>(
    `select country, r.rule as "approvalRule", client_status as "clientStatus", replace_lookalikes as "replaceLookalikes"
     from client c cross join lateral approval_rule_of(c.id) r where c.id = $1`,
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

let unseen: string | undefined;

/** The signs that `withLatinLetters` leaves out, as a regular expression. */
function unseenSigns(): string {
  const escape = (sign: number) => `\\U${sign.toString(16).padStart(8, '0')}`;
  unseen ??= `[${listUnseen()
    .map(([first, last]) => `${escape(first)}-${escape(last)}`)
    .join('')}]`;
  return unseen;
}

/** A text of SQL as `withLatinLetters` makes it, but for its case. */
const inLatin = (sql: string, from: string, to: string) =>
  `regexp_replace(normalize(translate(normalize(${sql}, NFKC), ${from}, ${to}), NFD), '${unseenSigns()}', '', 'g')`;

/**
 * The first of a campaign's texts, as they will be sent, in which a pattern is found, and what was found.
 * @param parts the text cut at its placeholders: literals, and the places of values among a recipient's fields
 * @param patterns.plain is looked for in the texts once they are in Latin letters without accents
 */
export async function findInTexts(
  tx: Tx,
  campaignId: string,
  parts: readonly (string | number)[],
  { pattern, plain }: { pattern: string; plain: string },
): Promise<string | undefined> {
  const values: unknown[] = [pattern, plain, OTHER_LETTERS, LATIN_LETTERS];
  const isOther = (sql: string) => `${sql} ~ '[^\\u0009-\\u000d\\u0020-\\u007e]'`;
  const latinOf = (sql: string) => inLatin(sql, '$3::text', '$4::text');
  const written: string[] = [];
  const latin: string[] = [];
  for (const part of parts)
    if (typeof part === 'number') {
      const value = `(fields ->> ${part})`;
      written.push(value);
      latin.push(`case when ${isOther(value)} then ${latinOf(value)} else ${value} end`);
    } else {
      values.push(part);
      const literal = `$${values.length}::text`;
      written.push(literal);
      // Once, and not for each recipient: it takes longer than everything else here.
      latin.push(`(select ${latinOf(literal)})`);
    }
  const whole = (each: readonly string[]) => `concat(${["''", ...each].join(', ')})`;
  // Words without accents were looked for in ASCII already.
  const isPlain = `${pattern === plain ? `${isOther('text')} and ` : ''}${whole(latin)} ~* $2`;
  const personal = parts.some((part) => typeof part === 'number');
  if (personal) values.push(campaignId);
  const { rows } = await tx.query<{ found: string }>(
    `select coalesce(substring(text from '(?i)' || $1), substring(${whole(latin)} from '(?i)' || $2)) as found
     from (select ${whole(written)} as text${personal ? `, fields from recipient where campaign_id = $${values.length}` : ''} offset 0) texts
     where text ~* $1 or (${isPlain}) limit 1`,
    values,
  );
  return rows[0]?.found;
}
