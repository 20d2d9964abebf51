import { fill } from '../../../i18n/fill.ts';
import type { Language } from '../../../i18n/language.ts';
import { formatNumber } from '../../../i18n/numbers.ts';
import { texts } from '../../../i18n/texts.ts';
import { findBrandAbove } from '../../../core/branding/branding.store.ts';
import { listTransactions } from '../../../core/ledger/transactions.store.ts';
import type {
  TransactionCursor,
  TransactionFilter,
  TransactionRow,
} from '../../../core/ledger/transactions.store.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { getClient } from '../checks.ts';
import type { WalletContext } from '../context.ts';
import type { Party } from '../pdf-layout.ts';
import { eachLine, linesByDay, MOST_LINES } from './statement-lines.rules.ts';
import type { StatementFacts } from './statement-pdf.ts';
import { lastEntryBefore } from './sums.store.ts';
import { countEntries } from '../wallet.store.ts';

/** The figures and lines of an account's month, whose opening balance and lines come to its closing balance. */
export async function readStatement(
  { database, platformName }: Pick<WalletContext, 'database' | 'platformName'>,
  scope: Scope,
  { clientId, month }: { clientId: string; month: string },
  language: Language,
): Promise<StatementFacts> {
  const [from, to] = monthOf(month);
  const { client, opening, closing, issuer } = await database.run(scope, async (tx) => ({
    client: await getClient(tx, scope, clientId),
    opening: await lastEntryBefore(tx, clientId, from),
    closing: await lastEntryBefore(tx, clientId, to),
    issuer: await issuerFor(tx, clientId, platformName),
  }));
  // By the ledger's order, in which balances follow each other: transactions that overlap may be written in
  // another order than they began, and the present month goes on while it is read.
  const places = { after: opening.seq, through: closing.seq };
  const rows = everyTransaction(
    database,
    scope,
    {
      statuses: ['COMPLETED'],
      types: [],
      clientIds: [clientId],
      from: undefined,
      to: undefined,
      places,
    },
    true,
  );
  const count = await database.run(scope, (tx) =>
    countEntries(tx, clientId, places, MOST_LINES + 1),
  );
  const { movements } = texts[language].wallet.documents;
  return {
    issuer,
    clientName: client.clientName,
    month,
    opening: opening.balance,
    closing: closing.balance,
    lines:
      count > MOST_LINES
        ? linesByDay(rows, (summed) => fill(movements, { count: formatNumber(summed, language) }))
        : eachLine(rows),
  };
}

/** All transactions of a filter, read page by page. */
export async function* everyTransaction(
  database: Database,
  scope: Scope,
  filter: TransactionFilter,
  oldestFirst = false,
): AsyncGenerator<TransactionRow> {
  for (let after: TransactionCursor | undefined; ;) {
    const { rows } = await database.run(scope, (tx) =>
      listTransactions(tx, scope, filter, {
        after,
        limit: 1_000,
        uncounted: true,
        ...(oldestFirst && { oldestFirst }),
      }),
    );
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < 1_000 || !last) return;
    after = { seq: last.seq, open: last.open, id: last.id };
  }
}

/** The brand or platform in whose name an account's papers are made. */
export async function issuerFor(tx: Tx, clientId: string, platformName: string): Promise<Party> {
  const brand = await findBrandAbove(tx, clientId);
  return {
    name: brand?.brandName ?? platformName,
    lines: [brand?.supportEmail, brand?.supportPhone].filter((line) => typeof line === 'string'),
  };
}

/** The first moment of a month and of the next, UTC. */
function monthOf(month: string): [Date, Date] {
  const from = new Date(`${month}-01T00:00:00Z`);
  return [from, new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))];
}
