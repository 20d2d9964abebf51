// Calls that show and change clients' rates.
import type { Readable } from 'node:stream';
import { parse as parseCsv } from 'csv-parse/sync';
import type { Role } from '../../../../contract/shared/roles.ts';
import { MOST_RATES, rates } from '../../../../contract/api/rates.ts';
import type { ClientRate } from '../../../../contract/api/rates.ts';
import { record } from '../../../core/audit/audit.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { conflict, fileRefused, notFound } from '../../../infra/errors.ts';
import { refusalSentence } from '../../../core/files/upload-refused.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Call, Route } from '../../../infra/http/http.ts';
import type { Language } from '../../../i18n/language.ts';
import { getRootId } from '../../../core/ledger/ledger.store.ts';
import { mustBeSeller } from '../../../core/ledger/check-rates.ts';
import { shownCount } from '../../../infra/database/pages.ts';
import { ownScope, systemScope } from '../../../infra/database/scope.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { changesOf, getRate, leastFor, ratesOf, removeRate, setRates } from './rates.ts';
import type { Change } from './rates.ts';
import { readRates } from './rate-import.rules.ts';
import type { ReadRates } from './rate-import.rules.ts';
import { findWalletClient } from '../wallet.store.ts';
import type { WalletClient } from '../wallet.store.ts';
import type { WalletContext } from '../context.ts';
import { dateOf } from '../wallet.present.ts';
import { getClient } from '../checks.ts';

const CSV_LIMIT = 1024 * 1024;
/** Lines that are parsed, empty ones among them. */
const MOST_LINES = 5 * MOST_RATES;

/** Rates: the prices of messages for a client, set by its seller. */
export function rateRoutes({
  database,
  tokens,
}: Pick<WalletContext, 'database' | 'tokens'>): Route[] {
  return answer(rates, {
    list: ({ pageSize, pageToken, ...given }, { scope, session }) =>
      database.run(systemScope(), async (tx) => {
        const wanted = new Set(given['filter.clientIds']);
        const ids =
          wanted.size > 0
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

    update: ({ rateId, clientId, fromTimestamp, ...given }, call) =>
      database.run(systemScope(), async (tx) => {
        const known = await getRate(tx, rateId);
        const client = await getPriced(tx, call.scope, call.session, clientId ?? known.clientId);
        // A rate is named by what the client has in force: its own, or one that it inherits.
        const inForce = await rateOf(tx, client, call.session.clientId, known.regionName);
        if (!inForce) throw notFound('rate');
        const row = {
          regionName: known.regionName,
          regionFilters: given.regionFilters ?? inForce.regionFilters,
          costPrice: given.costPrice,
          currency: given.currency ?? inForce.currency,
        };
        return setPrice(tx, call, client, row, fromTimestamp, {
          regionName: inForce.regionName,
          costPrice: inForce.costPrice,
          currency: inForce.currency,
        });
      }),

    add: ({ clientId, fromTimestamp, ...row }, call) =>
      database.run(systemScope(), async (tx) => {
        const client = await getPriced(tx, call.scope, call.session, clientId);
        const there = await rateOf(tx, client, call.session.clientId, row.regionName);
        if (there && !there.inherited) throw conflict('region', 'THERE');
        return setPrice(tx, call, client, row, fromTimestamp);
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

    previewImport: (_input, { file, language }) => readPriceFile(file.stream, language),

    import: ({ clientId, rows, fromTimestamp, dryRun }, call) =>
      database.run(systemScope(), async (tx) => {
        const client = await getPriced(tx, call.scope, call.session, clientId);
        const from = dateOf(fromTimestamp) ?? null;
        const changes = await changesOf(tx, client.clientId, rows, from);
        const changed = changes.filter((each) => each.change !== 'SAME');
        if (!dryRun && changed.length > 0)
          await applyChanges(tx, call, client.clientId, changed, from);
        return { changes };
      }),
  });
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

/** The rate that a client has for a region, its own or an inherited one. */
async function rateOf(
  tx: Tx,
  client: WalletClient,
  asker: string,
  regionName: string,
): Promise<ClientRate | undefined> {
  return (await ratesOf(tx, client, asker)).find((rate) => rate.regionName === regionName);
}

/** Sets the price of one region, from a time on or at once, and records it. */
async function setPrice(
  tx: Tx,
  {
    session,
    address,
    userAgent,
  }: Pick<Call<typeof rates.add>, 'session' | 'address' | 'userAgent'>,
  client: WalletClient,
  row: Parameters<typeof setRates>[2][number],
  fromTimestamp: number | null | undefined,
  before?: Record<string, unknown>,
): Promise<ClientRate> {
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
      ...(before && { before }),
      after: { ...kept, fromTimestamp: fromTimestamp ?? null },
    },
  );
  return (await rateOf(tx, client, session.clientId, row.regionName))!;
}

/** Reads an uploaded price list. @throws Refusal FILE_REFUSED where it is too large, too long or no table */
async function readPriceFile(stream: Readable, language: Language): Promise<ReadRates> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= CSV_LIMIT) chunks.push(chunk);
  }
  if (size > CSV_LIMIT) throw fileRefused(refusalSentence('TOO_LARGE', { limit: 1 }, language));
  const table = parsePrices(Buffer.concat(chunks).toString('utf8'));
  if (!table) throw fileRefused(refusalSentence('NOT_A_TABLE', {}, language));
  const filled = table.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  // A list that was cut off would leave prices as they are without a word.
  if (filled.length > MOST_RATES + 1 || table.length === MOST_LINES)
    throw fileRefused(refusalSentence('TOO_MANY_ROWS', { limit: MOST_RATES }, language));
  return readRates(table, language);
}

function parsePrices(text: string): string[][] | undefined {
  try {
    return parseCsv(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: false,
      delimiter: [',', ';', '\t'],
      to: MOST_LINES,
    }) as string[][];
  } catch {
    return undefined;
  }
}

/** Sets the prices of an import that change, from a time on or at once, and records them. */
async function applyChanges(
  tx: Tx,
  {
    session,
    address,
    userAgent,
  }: Pick<Call<typeof rates.import>, 'session' | 'address' | 'userAgent'>,
  clientId: string,
  changed: readonly Change[],
  from: Date | null,
): Promise<void> {
  const set = changed.map(({ regionName, regionFilters, costPrice, currency }) => ({
    regionName,
    regionFilters,
    costPrice,
    currency,
  }));
  await setRates(tx, clientId, set, {
    from,
    mayGoBelow: mayGoBelow(session),
    lineOf: (regionName) => changed.find((each) => each.regionName === regionName)?.line,
  });
  await record(
    tx,
    { session, address, userAgent },
    {
      action: 'RATES_IMPORTED',
      clientId,
      after: {
        regions: changed
          .map((each) => `${each.regionName} ${each.costPrice} ${each.currency}`)
          .join(', ')
          .slice(0, 2_000),
        fromTimestamp: from && from.getTime() / 1000,
      },
    },
  );
}
