/** The rules of countries for sender IDs, and protected names. */
import type { ProtectedName, SenderRule } from '../../../contract/api/sender-rules.ts';
import type { SenderKind } from '../../../contract/shared/sender-names.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import { conditions } from '../../infra/database/scoped-query.ts';

const PROTECTED = 'country, name, kind, source as reason';

/** Protected names by name, then country. */
export async function listProtected(
  tx: Tx,
  wanted: {
    text: string;
    countries: readonly string[];
    kinds: readonly string[];
  },
  page: PageRequest,
): Promise<Page<ProtectedName>> {
  const where = conditions();
  // As it is found when somebody asks for a sender ID: M-PESA by mpesa, or what looks like it.
  if (wanted.text !== '')
    where.add(
      "(strpos(lower(name), lower(?)) > 0 or (sender_skeleton(?) <> '' and strpos(sender_skeleton(name), sender_skeleton(?)) > 0))",
      wanted.text,
      wanted.text,
      wanted.text,
    );
  if (wanted.countries.length > 0) where.add('country = any (?)', wanted.countries);
  if (wanted.kinds.length > 0) where.add('kind = any (?)', wanted.kinds);
  return listPage<ProtectedName>(tx, page, {
    counted: 'protected_name',
    where,
    order: {
      keys: ['natural_key(lower(name)) collate "C"', 'name collate "C"', 'country collate "C"'],
      direction: 'asc',
      at: 'natural_key(lower(?)), ?, ?',
      valuesOf(place) {
        const [name, country] = place.split('|');
        return [name, name, country];
      },
      placeOf: ({ name, country }) => `${name}|${country}`,
    },
    read: (rows) => `select ${PROTECTED} from protected_name ${rows}`,
  });
}

/** @returns the one of the country that looks like it already, undefined where it was added */
export async function insertProtected(
  tx: Tx,
  { country, name, kind, reason }: ProtectedName,
): Promise<string | undefined> {
  const { rowCount } = await tx.query(
    'insert into protected_name (country, name, kind, source) values ($1, $2, $3, $4) on conflict do nothing',
    [country, name, kind, reason],
  );
  if (rowCount === 1) return undefined;
  const { rows } = await tx.query<{ name: string }>(
    'select name from protected_name where country = $1 and sender_skeleton(name) = sender_skeleton($2)',
    [country, name],
  );
  // Taken away in this moment by somebody else: the name itself says what to try again.
  return rows[0]?.name ?? name;
}

/** @returns what was taken away; undefined where there is none */
export async function deleteProtected(
  tx: Tx,
  country: string,
  name: string,
): Promise<ProtectedName | undefined> {
  const { rows } = await tx.query<ProtectedName>(
    `delete from protected_name where country = $1 and name = $2 returning ${PROTECTED}`,
    [country, name],
  );
  return rows[0];
}

const RULE = `country, kind, offered, shortest, longest, spaces, symbols, documents, sample, fee::text, currency, days_least as "daysLeast", days_most as "daysMost", source, checked_on::text as "checkedOn"`;

export async function listRules(tx: Tx): Promise<SenderRule[]> {
  return (
    await tx.query<SenderRule>(
      `select ${RULE} from sender_rule order by country = '*', country, kind desc`,
    )
  ).rows;
}

/** A country's rule for a kind; the general rule if it has none. */
export async function getRule(tx: Tx, country: string, kind: SenderKind): Promise<SenderRule> {
  const { rows } = await tx.query<SenderRule>(
    `select ${RULE} from sender_rule where country in ($1, '*') and kind = $2 order by country = '*' limit 1`,
    [country, kind],
  );
  return rows[0]!;
}

export async function upsertRule(tx: Tx, rule: SenderRule): Promise<void> {
  await tx.query(
    `insert into sender_rule (country, kind, offered, shortest, longest, spaces, symbols, documents, sample, fee, currency, days_least, days_most, source, checked_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (country, kind) do update set offered = excluded.offered, shortest = excluded.shortest, longest = excluded.longest, spaces = excluded.spaces, symbols = excluded.symbols, documents = excluded.documents,
       sample = excluded.sample, fee = excluded.fee, currency = excluded.currency, days_least = excluded.days_least, days_most = excluded.days_most, source = excluded.source, checked_on = excluded.checked_on`,
    [
      rule.country,
      rule.kind,
      rule.offered,
      rule.shortest,
      rule.longest,
      rule.spaces,
      rule.symbols,
      rule.documents,
      rule.sample,
      rule.fee,
      rule.currency,
      rule.daysLeast,
      rule.daysMost,
      rule.source,
      rule.checkedOn,
    ],
  );
}
