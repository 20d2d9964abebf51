import { Readable } from 'node:stream';
import { parse as parseCsv } from 'csv-parse/sync';
import { CSV_START, csvLine } from '../../../contract/shared/csv.ts';
import { formatUnits, unitsFromNumber, unitsToNumber } from '../../../contract/shared/units.ts';
import type { Role } from '../../../contract/shared/roles.ts';
import { payments, purchases, rates } from '../../../contract/api/wallet.ts';
import type { ClientRate, Transaction, TransactionType } from '../../../contract/api/wallet.ts';
import { record } from '../../core/audit/audit.ts';
import { findBrandAbove } from '../../core/branding/branding.store.ts';
import { phoneOrRefuse } from '../../infra/http/phone-input.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import {
  arrivesChanged,
  badInput,
  cannotPayFrom,
  conflict,
  fileRefused,
  homesDiffer,
  nothingArrives,
  noProvider,
  noUnits,
  notAllowed,
  notFound,
  nothingToPay,
} from '../../infra/errors.ts';
import { refusalSentence } from '../../core/files/refused.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { once } from '../../infra/http/idempotency.ts';
import { adjust, balances, checkLedger, give } from '../../core/ledger/ledger.ts';
import { getRootId } from '../../core/ledger/ledger.store.ts';
import { mustBeSeller } from '../../core/ledger/rates.check.ts';
import { exchangeOf, priceTable } from '../../core/ledger/rates.ts';
import { exchanged } from '../../core/ledger/exchange.rules.ts';
import { cutPage, shownCount } from '../../infra/database/pages.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { search } from '../../infra/database/statement-timeout.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import { ownScope, systemScope } from '../../infra/database/scope.ts';
import {
  askSecondPerson,
  guardPlatformWallet,
} from '../../core/second-approval/second-approval.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { sentence } from '../../infra/words.ts';
import { paper } from '../../core/i18n/documents.ts';
import { receiptPdf, statementPdf } from './papers.ts';
import type { Party, StatementLine } from './papers.ts';
import { claimCallback, hearCallback } from './callbacks.ts';
import { openFeePayment, openPurchase, providerFor, showPayment, stockOf } from './payments.ts';
import { pushPayment } from './push.ts';
import { retrySync } from './reconcile.ts';
import type { Till } from './payments.ts';
import { numberOfReference, referenceOf } from '../../core/ledger/reference.rules.ts';
import { findPayment, listEvents, listOrphans, listPayments } from './payments.store.ts';
import type { PaymentRow } from './payments.store.ts';
import { changesOf, getRate, leastFor, ratesOf, removeRate, setRates } from './rates.ts';
import { readRates } from './rates.rules.ts';
import { requireStepUpAbove } from './transfer-step-up.ts';
import {
  balanceAt,
  findFee,
  findLastProof,
  findReminder,
  findWalletClient,
  insertProof,
  listEntriesOf,
  saveReminder,
  spentInThirtyDays,
} from './wallet.store.ts';
import { listTransactions } from '../../core/ledger/transactions.store.ts';
import type { WalletClient } from './wallet.store.ts';
import type {
  Place,
  TransactionFilter,
  TransactionRow,
} from '../../core/ledger/transactions.store.ts';

const MOST_CLIENTS_AT_ONCE = 20;
const CSV_LIMIT = 1024 * 1024;

/** The wallet: what moved it, buying units, giving them on, and what messages cost. */
export function walletRoutes({
  database,
  tokens,
  till,
  platformName,
  messenger,
}: {
  database: Database;
  tokens: PageTokens;
  till: Till;
  platformName: string;
  messenger: Messenger;
}): Route[] {
  return [
    ...answer(purchases, {
      list: ({ pageSize, pageToken, ...given }, { scope }) =>
        search(database, scope, async (tx) => {
          const { rows, counted } = await listTransactions(tx, scope, filterOf(given), {
            after: placeOf(tokens.decode('purchases', pageToken)),
            limit: pageSize + 1,
          });
          const page = cutPage(rows, pageSize, writePlace);
          return {
            purchases: page.rows.map(show),
            nextPageToken: page.next ? tokens.encode('purchases', page.next) : '',
            ...shownCount(counted),
          };
        }),

      offer: (_input, { own }) =>
        database.run(systemScope(), async (tx) => {
          const { clientId } = own;
          const home = (await priceTable(tx, clientId))?.home;
          const provider = home && providerFor(till.providers, home.currency);
          const client = await getClient(tx, own, clientId);
          return {
            costPrice: home?.costPrice ?? null,
            currency: home?.currency ?? null,
            phone: client.phone,
            sellerName: (await stockOf(tx, clientId))?.clientName ?? null,
            provider: provider
              ? {
                  name: provider.name,
                  leastAmount: provider.leastAmount,
                  mostAmount: provider.mostAmount,
                }
              : null,
            unitsADay: unitsToNumber((await spentInThirtyDays(tx, clientId)) / 30n),
          };
        }),

      create: ({ units, amount, phone }, { own, session, idempotency, language }) =>
        database.run(systemScope(), (tx) =>
          once(tx, idempotency, own.clientId, async () => {
            if ((units === undefined) === (amount === undefined))
              throw badInput([
                {
                  field: 'units',
                  message: sentence(language, 'ONE_OF', { fields: 'units, amount' }),
                },
              ]);
            const client = await getClient(tx, own, own.clientId);
            const payer = phoneOrRefuse(phone, client.country, language);
            const wanted =
              units === undefined ? { amount: BigInt(amount!) } : { units: unitsFromNumber(units) };
            const payment = await openPurchase(tx, till, session, wanted, payer);
            mustServe(till, payment.provider, payer);
            return showPayment(payment);
          }),
        ),

      get: ({ purchaseId }, { scope }) =>
        database.run(scope, async (tx) => showPayment(await getWithin(tx, scope, purchaseId))),

      async retrySync({ purchaseId }, { scope }) {
        await database.run(scope, (tx) => getWithin(tx, scope, purchaseId));
        return showPayment(await retrySync(till, purchaseId));
      },

      previewTransfer: ({ clientId, units }, { scope, session }) =>
        database.run(systemScope(), async (tx) => {
          const to = await getClient(tx, scope, clientId);
          if (clientId === session.clientId) throw notAllowed();
          const amount = unitsFromNumber(units);
          const arriving = await arrivingOf(tx, session.clientId, to.clientId, amount);
          const { country } = await getClient(tx, ownScope(scope), session.clientId);
          const { available, floor } = await balances(tx, session.clientId);
          if (available - amount < floor)
            throw noUnits(formatUnits(amount), formatUnits(available - floor));
          return {
            units,
            arrives: unitsToNumber(arriving),
            exchanged: country !== to.country,
            fromCountry: country,
            toCountry: to.country,
            balanceAfter: safeUnits(available - amount),
          };
        }),

      transferUnits: (
        { clientId, units, arrives, note },
        { scope, session, idempotency, address, userAgent },
      ) =>
        database.run(systemScope(), (tx) =>
          once(tx, idempotency, session.clientId, async () => {
            const to = await getClient(tx, scope, clientId);
            if (clientId === session.clientId) throw notAllowed();
            const amount = unitsFromNumber(units);
            const arriving = await arrivingOf(tx, session.clientId, to.clientId, amount);
            // The platform's own wallet has no floor: units out of it are as good as a correction.
            if (session.clientId === (await getRootId(tx)))
              await guardPlatformWallet(tx, session.clientId, clientId, amount);
            // Prices may have changed since the giver looked.
            if (arrives !== undefined && unitsFromNumber(arrives) !== arriving)
              throw arrivesChanged(formatUnits(arriving));
            await requireStepUpAbove(tx, session, amount);
            const transferId = await give(tx, {
              fromId: session.clientId,
              toId: to.clientId,
              units: amount,
              arrives: arriving,
              idem: `transfer:${session.clientId}:${idempotency.key}`,
              actorId: session.clientId,
              ...(note !== undefined && { note }),
            });
            await record(
              tx,
              { session, address, userAgent },
              {
                action: 'UNITS_TRANSFERRED',
                clientId: to.clientId,
                after: { units, arrived: unitsToNumber(arriving), note: note ?? null },
              },
            );
            return {
              transferId,
              units,
              arrived: unitsToNumber(arriving),
              balanceAfter: unitsToNumber((await balances(tx, session.clientId)).available),
            };
          }),
        ),

      adjust: ({ clientId, units, note }, { scope, session, idempotency, address, userAgent }) =>
        database.run(systemScope(), (tx) =>
          once(tx, idempotency, session.clientId, async () => {
            const client = await getClient(tx, scope, clientId);
            const amount = unitsFromNumber(units);
            const by = { session, address, userAgent };
            const wish = {
              kind: 'ADJUSTMENT' as const,
              clientId,
              units: amount < 0n ? -amount : amount,
              input: { units, note },
            };
            const approvalId = await askSecondPerson(tx, messenger, by, wish);
            const balanceAfter = async () =>
              unitsToNumber((await balances(tx, client.clientId)).available);
            if (approvalId !== undefined)
              return { transferId: null, units, balanceAfter: await balanceAfter(), approvalId };
            const transferId = await adjust(tx, {
              clientId: client.clientId,
              units: amount,
              note,
              idem: `adjust:${session.clientId}:${idempotency.key}`,
              actorId: session.clientId,
            });
            await record(tx, by, {
              action: 'WALLET_ADJUSTED',
              clientId: client.clientId,
              after: { units, note },
            });
            return { transferId, units, balanceAfter: await balanceAfter(), approvalId: null };
          }),
        ),

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
        const { types } = paper(language);
        async function* lines() {
          yield CSV_START + csvLine(EXPORTED);
          for await (const row of everyTransaction(scope, filter)) {
            const shown = show(row);
            yield csvLine([
              row.at.toISOString(),
              shown.ref,
              types[row.type] ?? row.type,
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
          fileName: `transactions-${new Date().toISOString().slice(0, 10)}.csv`,
          contentType: 'text/csv; charset=utf-8',
          stream: Readable.from(lines(), { objectMode: false }),
        };
      },

      async statement({ clientId, month }, { scope, session, language }) {
        const [from, to] = monthOf(month);
        const whose = clientId ?? session.clientId;
        const { client, opening, closing, issuer } = await database.run(scope, async (tx) => {
          const found = await getClient(tx, scope, whose);
          return {
            client: found,
            opening: await balanceAt(tx, whose, from),
            closing: await balanceAt(tx, whose, to),
            issuer: await issuerFor(tx, whose),
          };
        });
        async function* lines(): AsyncGenerator<StatementLine> {
          const filter = { statuses: ['COMPLETED'], types: [], clientIds: [whose], from, to };
          for await (const row of everyTransaction(scope, filter, true))
            yield {
              at: row.at,
              type: row.type,
              what: whatOf(row),
              units: row.units,
              balance: row.balanceAfter ?? 0n,
            };
        }
        return {
          fileName: `statement-${month}.pdf`,
          contentType: 'application/pdf',
          stream: await statementPdf(
            { issuer, clientName: client.clientName, month, opening, closing, lines: lines() },
            language,
          ),
        };
      },

      reminder: (_input, { own }) =>
        database.run(own, async (tx) => {
          const { every = null, units = null } = (await findReminder(tx, own.clientId)) ?? {};
          return { every, units: units === null ? null : unitsToNumber(units) };
        }),

      setReminder: ({ every, units }, { own }) =>
        database.run(own, async (tx) => {
          await saveReminder(
            tx,
            own.clientId,
            every,
            units === null ? null : unitsFromNumber(units),
          );
          return { ok: true as const };
        }),
    }),

    ...answer(payments, {
      async sendStk({ purchaseId, senderIdId, phone }, { own, session, language }) {
        if ((purchaseId === undefined) === (senderIdId === undefined))
          throw badInput([
            {
              field: 'purchaseId',
              message: sentence(language, 'ONE_OF', { fields: 'purchaseId, senderIdId' }),
            },
          ]);
        const payment = await database.run(own, async (tx) => {
          const client = await getClient(tx, own, own.clientId);
          return {
            payer: phoneOrRefuse(phone, client.country, language),
            known: purchaseId === undefined ? undefined : await getWithin(tx, own, purchaseId),
          };
        });
        const toPay =
          payment.known ??
          (await database.run(systemScope(), async (tx) => {
            const fee = await findFee(tx, own.clientId, senderIdId!);
            if (!fee) throw notFound('sender ID');
            if (fee.paymentStatus !== 'UNPAID' || fee.amount === null || fee.currency === null)
              throw nothingToPay();
            return openFeePayment(
              tx,
              till,
              session,
              { senderIdId: senderIdId!, amount: fee.amount, currency: fee.currency },
              payment.payer,
            );
          }));
        mustServe(till, toPay.provider, payment.payer);
        return showPayment(await pushPayment(till, toPay.id, payment.payer));
      },

      list: ({ pageSize, pageToken, ...given }, { scope }) =>
        database.run(scope, async (tx) => {
          const text = given['filter.query'] || undefined;
          const { rows, counted } = await listPayments(
            tx,
            scope,
            {
              statuses: given['filter.paymentStatuses'] ?? [],
              clientIds: given['filter.clientIds'] ?? [],
              from: dateOf(given['filter.startTimestamp']),
              to: dateOf(given['filter.endTimestamp']),
              number: text === undefined ? undefined : numberOfReference(text),
              text,
            },
            { after: tokens.decode('payments', pageToken), limit: pageSize + 1 },
          );
          const page = cutPage(rows, pageSize, (row) => row.id);
          return {
            payments: page.rows.map(showPayment),
            nextPageToken: page.next ? tokens.encode('payments', page.next) : '',
            ...shownCount(counted),
          };
        }),

      events: ({ purchaseId }, { scope }) =>
        database.run(scope, async (tx) => {
          const payment = await getWithin(tx, scope, purchaseId);
          return {
            payment: showPayment(payment),
            events: (await listEvents(tx, purchaseId)).map((event) => ({
              eventId: String(event.id),
              kind: event.kind,
              timestamp: seconds(event.at),
              address: event.address,
              facts: JSON.stringify(event.facts, undefined, 2),
            })),
            entries: (await listEntriesOf(tx, purchaseId)).map((entry) => ({
              transferId: entry.transferId,
              type: entry.kind,
              account: entry.account,
              clientName: entry.clientName,
              units: unitsToNumber(entry.amount),
              balanceAfter: safeUnits(entry.balanceAfter),
              timestamp: seconds(entry.at),
            })),
          };
        }),

      orphans: ({ pageSize, pageToken }, { scope }) =>
        database.run(scope, async (tx) => {
          const { rows, counted } = await listOrphans(
            tx,
            tokens.decode('orphans', pageToken),
            pageSize + 1,
          );
          const page = cutPage(rows, pageSize, (row) => String(row.id));
          return {
            orphans: page.rows.map((row) => ({
              eventId: String(row.id),
              receipt: row.receipt,
              amount: row.amount,
              phone: row.phone,
              checkoutId: row.checkoutId,
              address: row.address,
              timestamp: seconds(row.at),
              facts: JSON.stringify(row.facts, undefined, 2),
            })),
            nextPageToken: page.next ? tokens.encode('orphans', page.next) : '',
            ...shownCount(counted),
          };
        }),

      async claim({ eventId, purchaseId }, { scope, session, address, userAgent }) {
        await database.run(scope, async (tx) => {
          const payment = await getWithin(tx, scope, purchaseId);
          await claimCallback(tx, eventId, purchaseId);
          await record(
            tx,
            { session, address, userAgent },
            {
              action: 'PAYMENT_CLAIMED',
              clientId: payment.clientId,
              after: { purchaseId, eventId },
            },
          );
        });
        return showPayment(await retrySync(till, purchaseId));
      },

      ledger: ({ now }) =>
        database.run(systemScope(), async (tx) => {
          if (now === 'true' || !(await findLastProof(tx))) {
            const result = await checkLedger(tx);
            await insertProof(tx, result.ok, result);
          }
          const { at, result } = (await findLastProof(tx))!;
          return { ...(result as Awaited<ReturnType<typeof checkLedger>>), timestamp: seconds(at) };
        }),

      async callback({ secret, purchaseId, ...body }, { address }) {
        await hearCallback(till, { secret, paymentId: purchaseId, address }, body);
        return { ResultCode: 0, ResultDesc: 'Accepted' };
      },
    }),

    ...answer(rates, {
      list: ({ pageSize, pageToken, ...given }, { scope, session }) =>
        database.run(systemScope(), async (tx) => {
          const wanted = (given['filter.clientIds'] ?? []).slice(0, MOST_CLIENTS_AT_ONCE);
          const ids =
            wanted.length > 0
              ? wanted
              : [scope.reach === 'all' ? await getRootId(tx) : session.clientId];
          const all: ClientRate[] = [];
          for (const clientId of ids) {
            const client = await findWalletClient(
              tx,
              clientId === session.clientId ? ownScope(scope) : scope,
              clientId,
            );
            if (client) all.push(...(await ratesOf(tx, client, session.clientId)));
          }
          const from = Number(tokens.decode('rates', pageToken) ?? 0);
          return {
            rates: all.slice(from, from + pageSize),
            nextPageToken:
              from + pageSize < all.length ? tokens.encode('rates', String(from + pageSize)) : '',
            ...shownCount(all.length),
          };
        }),

      update: (
        { rateId, clientId, fromTimestamp, ...given },
        { scope, session, address, userAgent },
      ) =>
        database.run(systemScope(), async (tx) => {
          const known = await getRate(tx, rateId);
          const client = await getPriced(tx, scope, session, clientId ?? known.clientId);
          // A rate is named by what the client has in force: its own, or one that it inherits.
          const inForce = (await ratesOf(tx, client, session.clientId)).find(
            (rate) => rate.regionName === known.regionName,
          );
          if (!inForce) throw notFound('rate');
          const row = {
            regionName: known.regionName,
            regionFilters: given.regionFilters ?? inForce.regionFilters,
            costPrice: given.costPrice,
            currency: given.currency ?? inForce.currency,
          };
          const [kept] = await setRates(tx, client.clientId, [row], {
            from: dateOf(fromTimestamp) ?? null,
            mayGoBelow: mayGoBelow(session),
          });
          await record(
            tx,
            { session, address, userAgent },
            {
              action: 'RATE_CHANGED',
              clientId: client.clientId,
              before: {
                regionName: inForce.regionName,
                costPrice: inForce.costPrice,
                currency: inForce.currency,
              },
              after: { ...kept, fromTimestamp: fromTimestamp ?? null },
            },
          );
          return (await ratesOf(tx, client, session.clientId)).find(
            (rate) => rate.regionName === known.regionName,
          )!;
        }),

      add: ({ clientId, fromTimestamp, ...row }, { scope, session, address, userAgent }) =>
        database.run(systemScope(), async (tx) => {
          const client = await getPriced(tx, scope, session, clientId);
          const there = (await ratesOf(tx, client, session.clientId)).find(
            (rate) => rate.regionName === row.regionName,
          );
          if (there && !there.inherited) throw conflict('region', 'THERE');
          const [kept] = await setRates(tx, client.clientId, [row], {
            from: dateOf(fromTimestamp) ?? null,
            mayGoBelow: mayGoBelow(session),
          });
          await record(
            tx,
            { session, address, userAgent },
            {
              action: 'RATE_CHANGED',
              clientId: client.clientId,
              after: { ...kept, fromTimestamp: fromTimestamp ?? null },
            },
          );
          return (await ratesOf(tx, client, session.clientId)).find(
            (rate) => rate.regionName === row.regionName,
          )!;
        }),

      remove: ({ rateId }, { scope, session, address, userAgent }) =>
        database.run(systemScope(), async (tx) => {
          const known = await getRate(tx, rateId);
          const client = await getPriced(tx, scope, session, known.clientId);
          if (client.parentId === null) throw conflict('rate', 'ROOT');
          await removeRate(tx, known);
          await record(
            tx,
            { session, address, userAgent },
            {
              action: 'RATE_REMOVED',
              clientId: client.clientId,
              before: {
                regionName: known.regionName,
                costPrice: known.costPrice,
                currency: known.currency,
              },
            },
          );
          return { ok: true as const };
        }),

      floor: ({ clientId, regionName, regionFilters, fromTimestamp }, { scope, session }) =>
        database.run(systemScope(), async (tx) => {
          const client = await getPriced(tx, scope, session, clientId);
          return leastFor(
            tx,
            client.clientId,
            { regionName, regionFilters: regionFilters ?? [] },
            dateOf(fromTimestamp) ?? null,
          );
        }),

      async previewImport(_input, { file, language }) {
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of file.stream as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size <= CSV_LIMIT) chunks.push(chunk);
        }
        if (size > CSV_LIMIT)
          throw fileRefused(refusalSentence('TOO_LARGE', { limit: 1 }, language));
        try {
          const text = Buffer.concat(chunks).toString('utf8');
          const table = parseCsv(text, {
            bom: true,
            relax_column_count: true,
            skip_empty_lines: false,
            delimiter: [',', ';', '\t'],
            to: 1_001,
          }) as string[][];
          return readRates(table, language);
        } catch {
          throw fileRefused(refusalSentence('NOT_A_TABLE', {}, language));
        }
      },

      import: ({ clientId, rows, fromTimestamp, dryRun }, { scope, session, address, userAgent }) =>
        database.run(systemScope(), async (tx) => {
          const client = await getPriced(tx, scope, session, clientId);
          const from = dateOf(fromTimestamp) ?? null;
          const changes = await changesOf(tx, client.clientId, rows, from);
          const changed = changes.filter((each) => each.change !== 'SAME');
          if (!dryRun && changed.length > 0) {
            const set = changed.map(({ regionName, regionFilters, costPrice, currency }) => ({
              regionName,
              regionFilters,
              costPrice,
              currency,
            }));
            await setRates(tx, client.clientId, set, {
              from,
              mayGoBelow: mayGoBelow(session),
              lineOf: (regionName) => changed.find((each) => each.regionName === regionName)?.line,
            });
            await record(
              tx,
              { session, address, userAgent },
              {
                action: 'RATES_IMPORTED',
                clientId: client.clientId,
                after: {
                  regions: changed
                    .map((each) => `${each.regionName} ${each.costPrice} ${each.currency}`)
                    .join(', ')
                    .slice(0, 2_000),
                  fromTimestamp: fromTimestamp ?? null,
                },
              },
            );
          }
          return { changes };
        }),
    }),
  ];

  async function* everyTransaction(
    scope: Scope,
    filter: TransactionFilter,
    oldestFirst = false,
  ): AsyncGenerator<TransactionRow> {
    for (let after: Place | undefined; ;) {
      const { rows } = await database.run(scope, (tx) =>
        listTransactions(tx, scope, filter, {
          after,
          limit: 1_000,
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

const EXPORTED = [
  'Time (UTC)',
  'Reference',
  'Type',
  'Client',
  'Units',
  'Balance before',
  'Balance after',
  'Amount',
  'Currency',
  'Status',
  'Phone',
  'Receipt',
  'What',
];

function filterOf(given: {
  'filter.paymentStatuses'?: string[] | undefined;
  'filter.types'?: TransactionType[] | undefined;
  'filter.clientIds'?: string[] | undefined;
  'filter.startTimestamp'?: number | undefined;
  'filter.endTimestamp'?: number | undefined;
}): TransactionFilter {
  return {
    statuses: given['filter.paymentStatuses'] ?? [],
    types: given['filter.types'] ?? [],
    clientIds: given['filter.clientIds'] ?? [],
    from: dateOf(given['filter.startTimestamp']),
    to: dateOf(given['filter.endTimestamp']),
  };
}

function show(row: TransactionRow): Transaction {
  return {
    purchaseId: row.id,
    ref: row.number === null ? row.id.slice(-8).toUpperCase() : referenceOf(row.number),
    type: row.type,
    units: unitsToNumber(row.units),
    amount: row.amount,
    currency: row.currency,
    balanceBefore: row.balanceAfter === null ? null : safeUnits(row.balanceAfter - row.units),
    balanceAfter: row.balanceAfter === null ? null : safeUnits(row.balanceAfter),
    paymentStatus: row.status,
    reason: row.reason,
    phone: row.phone,
    receipt: row.receipt,
    clientId: row.clientId,
    clientName: row.clientName,
    otherClientName: row.otherClientName,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    note: row.note,
    createTimestamp: seconds(row.at),
  };
}

/** What a movement was about, in a few words of its own. */
function whatOf(row: TransactionRow): string {
  return row.campaignName ?? row.otherClientName ?? row.note ?? row.receipt ?? '';
}

function writePlace({ seq, open, id }: TransactionRow): string {
  return `${seq}:${open}:${id}`;
}

function placeOf(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined;
  const [seq = '', open = '', id = ''] = text.split(':');
  return { seq: BigInt(seq), open: Number(open), id };
}

/** The first moment of a month and of the next, UTC. */
function monthOf(month: string): [Date, Date] {
  const from = new Date(`${month}-01T00:00:00Z`);
  return [from, new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))];
}

function dateOf(timestamp: number | null | undefined): Date | undefined {
  return timestamp === null || timestamp === undefined ? undefined : new Date(timestamp * 1000);
}

function seconds(at: Date): number {
  return at.getTime() / 1000;
}

/** Also the platform's own accounts, which may owe more than a number on the wire holds exactly. */
function safeUnits(units: bigint): number {
  return Number(formatUnits(units).replaceAll(',', ''));
}

async function getWithin(tx: Tx, scope: Scope, purchaseId: string): Promise<PaymentRow> {
  const payment = await findPayment(tx, scope, purchaseId);
  if (!payment) throw notFound('purchase');
  return payment;
}

async function getClient(tx: Tx, scope: Scope, clientId: string): Promise<WalletClient> {
  const client = await findWalletClient(tx, scope, clientId);
  if (!client) throw notFound('client');
  return client;
}

/**
 * Units that come of a transfer: as many at one home, by the prices of both between two.
 * @throws Refusal HOMES_DIFFER where no price tells, NOTHING_ARRIVES where it is less than the smallest part of a unit
 */
async function arrivingOf(tx: Tx, fromId: string, toId: string, units: bigint): Promise<bigint> {
  const exchange = await exchangeOf(tx, fromId, toId);
  if (!exchange) throw homesDiffer();
  const arriving = exchanged(units, exchange);
  if (arriving <= 0n) throw nothingArrives();
  return arriving;
}

/** Only an administrator sets prices below what the seller pays; everyone else keeps to the floor. */
function mayGoBelow({ accessLevel }: { accessLevel: Role }): boolean {
  return accessLevel === 'ADMINISTRATOR';
}

/** A client whose rates the asker may set: nobody sets the prices that it pays itself. */
async function getPriced(
  tx: Tx,
  scope: Scope,
  session: { clientId: string; accessLevel: Role },
  clientId: string,
): Promise<WalletClient> {
  const client = await getClient(tx, scope, clientId);
  await mustBeSeller(tx, session, client.clientId);
  return client;
}

/** @throws Refusal CANNOT_PAY_FROM for a number of another network or country */
function mustServe(till: Till, name: string, phone: string): void {
  const provider = till.providers.find((each) => each.name === name);
  if (!provider) throw noProvider(name);
  if (!provider.serves(phone)) throw cannotPayFrom(phone);
}
