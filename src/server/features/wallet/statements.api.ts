import { Readable } from 'node:stream';
import { CSV_START, csvLine, csvMoment } from '../../../contract/shared/csv.ts';
import type { purchases } from '../../../contract/api/purchases.ts';
import { findBrandAbove } from '../../core/branding/branding.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { conflict } from '../../infra/errors.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { fill } from '../../i18n/fill.ts';
import { formatNumber } from '../../i18n/numbers.ts';
import { texts } from '../../i18n/texts.ts';
import { receiptPdf } from './documents.ts';
import type { Party } from './paper.ts';
import { statementPdf } from './statement-pdf.ts';
import { eachLine, linesByDay, MOST_LINES, whatOf } from './statement-lines.rules.ts';
import { referenceOf } from '../../core/ledger/reference.rules.ts';
import { countEntries, lastEntryBefore } from './wallet.store.ts';
import { listTransactions } from '../../core/ledger/transactions.store.ts';
import type {
  TransactionCursor,
  TransactionFilter,
  TransactionRow,
} from '../../core/ledger/transactions.store.ts';
import type { Handlers } from '../../infra/http/http.ts';
import type { WalletContext } from './context.ts';
import { filterOf, presentTransaction } from './wallet.present.ts';
import { getWithin, getClient } from './checks.ts';

/** Receipts, the list of movements as a file, and monthly statements. */
export function statementHandlers({
  database,
  platformName,
}: WalletContext): Pick<Handlers<typeof purchases>, 'receipt' | 'export' | 'statement'> {
  return {
    receipt: ({ purchaseId }, { scope, language }) =>
      database.run(scope, async (tx) => {
        const payment = await getWithin(tx, scope, purchaseId);
        if (payment.status !== 'COMPLETED') throw conflict('purchase', payment.status);
        const stream = receiptPdf(
          {
            issuer: await issuerFor(tx, payment.clientId),
            clientName: payment.clientName,
            ref: referenceOf(payment.number),
            receipt: payment.receipt,
            at: payment.endedAt!,
            phone: payment.phone,
            amount: payment.amount,
            currency: payment.currency,
            units: payment.units,
            costPrice: payment.costPrice,
            what: payment.purpose,
          },
          language,
        );
        return {
          fileName: `${referenceOf(payment.number)}.pdf`,
          contentType: 'application/pdf',
          stream,
        };
      }),

    async export(given, { scope, language }) {
      const filter = filterOf(given);
      const { documents, transactions } = texts[language].wallet;
      async function* lines() {
        yield CSV_START + csvLine(transactions.columns);
        for await (const row of everyTransaction(scope, filter)) {
          const shown = presentTransaction(row);
          yield csvLine([
            csvMoment(row.at),
            shown.ref,
            documents.types[row.type] ?? row.type,
            shown.clientName,
            String(shown.units),
            shown.balanceBefore === null ? '' : String(shown.balanceBefore),
            shown.balanceAfter === null ? '' : String(shown.balanceAfter),
            shown.amount ?? '',
            shown.currency ?? '',
            shown.paymentStatus,
            shown.phone ?? '',
            shown.receipt ?? '',
            whatOf(row),
          ]);
        }
      }
      return {
        fileName: `${transactions.fileName} ${new Date().toISOString().slice(0, 10)}.csv`,
        contentType: 'text/csv; charset=utf-8',
        stream: Readable.from(lines(), { objectMode: false }),
      };
    },

    async statement({ clientId, month }, { scope, session, language }) {
      const [from, to] = monthOf(month);
      const subjectId = clientId ?? session.clientId;
      const { client, opening, closing, issuer } = await database.run(scope, async (tx) => {
        const found = await getClient(tx, scope, subjectId);
        return {
          client: found,
          opening: await lastEntryBefore(tx, subjectId, from),
          closing: await lastEntryBefore(tx, subjectId, to),
          issuer: await issuerFor(tx, subjectId),
        };
      });
      // By the ledger's order, in which balances follow each other: transactions that overlap may be written in
      // another order than they began, and the present month goes on while it is read.
      const places = { after: opening.seq, through: closing.seq };
      const rows = everyTransaction(
        scope,
        {
          statuses: ['COMPLETED'],
          types: [],
          clientIds: [subjectId],
          from: undefined,
          to: undefined,
          places,
        },
        true,
      );
      const count = await database.run(scope, (tx) =>
        countEntries(tx, subjectId, places, MOST_LINES + 1),
      );
      const { movements } = texts[language].wallet.documents;
      const lines =
        count > MOST_LINES
          ? linesByDay(rows, (summed) => fill(movements, { count: formatNumber(summed, language) }))
          : eachLine(rows);
      return {
        fileName: `statement-${month}.pdf`,
        contentType: 'application/pdf',
        stream: await statementPdf(
          {
            issuer,
            clientName: client.clientName,
            month,
            opening: opening.balance,
            closing: closing.balance,
            lines,
          },
          language,
        ),
      };
    },
  };

  async function* everyTransaction(
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

  async function issuerFor(tx: Tx, clientId: string): Promise<Party> {
    const brand = await findBrandAbove(tx, clientId);
    return {
      name: brand?.brandName ?? platformName,
      lines: [brand?.supportEmail, brand?.supportPhone].filter((line) => typeof line === 'string'),
    };
  }
}

/** The first moment of a month and of the next, UTC. */
function monthOf(month: string): [Date, Date] {
  const from = new Date(`${month}-01T00:00:00Z`);
  return [from, new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))];
}
