import { Readable } from 'node:stream';
import { CSV_START, csvLine, csvMoment } from '../../../../contract/shared/csv.ts';
import type { purchases } from '../../../../contract/api/purchases.ts';
import { conflict } from '../../../infra/errors.ts';
import type { Handlers } from '../../../infra/http/http.ts';
import { texts } from '../../../i18n/texts.ts';
import { referenceOf } from '../../../core/ledger/reference.rules.ts';
import { getWithin } from '../checks.ts';
import type { WalletContext } from '../context.ts';
import { receiptPdf } from '../invoices/documents.ts';
import { whatOf } from './statement-lines.rules.ts';
import { statementPdf } from './statement-pdf.ts';
import { everyTransaction, issuerFor, readStatement } from './statements.ts';
import { filterOf, presentTransaction } from '../wallet.present.ts';

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
            issuer: await issuerFor(tx, payment.clientId, platformName),
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
        for await (const row of everyTransaction(database, scope, filter)) {
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

    statement: async ({ clientId, month }, { scope, session, language }) => ({
      fileName: `statement-${month}.pdf`,
      contentType: 'application/pdf',
      stream: await statementPdf(
        await readStatement(
          { database, platformName },
          scope,
          { clientId: clientId ?? session.clientId, month },
          language,
        ),
        language,
      ),
    }),
  };
}
