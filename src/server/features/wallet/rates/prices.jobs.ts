// The background work on prices: finds those that are raised or below cost, and notifies the people concerned.
import type { Database, Tx } from '../../../infra/database/db.ts';
import { loadConfigInForce } from '../../../core/dispatch/routing/config-version.ts';
import { compileRoutes, costOf } from '../../../core/dispatch/routing/routing.rules.ts';
import { getRootId } from '../../../core/ledger/ledger.store.ts';
import { buildPriceTable } from '../../../core/ledger/prices.rules.ts';
import type { PriceTable } from '../../../core/ledger/prices.rules.ts';
import { levelsAt, nextChange } from '../../../core/ledger/rates.rules.ts';
import { readRateHistories } from '../../../core/ledger/rates.store.ts';
import { loadPriceTable } from '../../../core/ledger/rates.ts';
import { notify } from '../../../core/mail/notifications.ts';
import type { Messenger } from '../../../core/mail/notifications.ts';
import { languageOf } from '../../../i18n/language.ts';
import type { Language } from '../../../i18n/language.ts';
import { formatNumber } from '../../../i18n/numbers.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { findingsOf, sampleNumber } from './findings.rules.ts';
import type { PriceFinding } from './findings.rules.ts';
import {
  dropOtherFindings,
  listPricedClients,
  listPriceReaders,
  mayWatchPrices,
  readPriceStamp,
  replaceFindings,
} from './findings.store.ts';
import type { PriceReader } from './findings.store.ts';

const CLIENTS_AT_ONCE = 200;
/** Regions that one mail names. */
const MOST_REGIONS = 10;

/**
 * Opens the watch of prices: each call looks at all of them where anything may have changed since the last, and notifies a
 * client and its seller, once a change, where the seller's price has risen above the client's.
 */
export function openPriceWatch(database: Database, messenger: Messenger): () => Promise<void> {
  let seen: string | undefined;
  let until: Date | null = null;
  return async () => {
    const scope = systemScope();
    const { stamp, clients } = await database.run(scope, async (tx) => ({
      stamp: await readPriceStamp(tx),
      clients: await listPricedClients(tx),
    }));
    if (stamp === seen && (until === null || until.getTime() > Date.now())) return;
    const changes: (Date | null)[] = [];
    for (let at = 0; at === 0 || at < clients.length; at += CLIENTS_AT_ONCE) {
      const isMine = await database.run(scope, async (tx) => {
        if (!(await mayWatchPrices(tx))) return false;
        if (at === 0)
          await dropOtherFindings(
            tx,
            clients.map(({ clientId }) => clientId),
          );
        changes.push(await watchClients(tx, messenger, clients.slice(at, at + CLIENTS_AT_ONCE)));
        return true;
      });
      // Another process looks at them now; this one looks again the next time.
      if (!isMine) return;
    }
    until =
      changes.filter((change) => change !== null).sort((a, b) => a.getTime() - b.getTime())[0] ??
      null;
    seen = stamp;
  };
}

/** @returns the moment at which the next price of any of them changes */
async function watchClients(
  tx: Tx,
  messenger: Messenger,
  clients: readonly { clientId: string; isDirect: boolean }[],
): Promise<Date | null> {
  const histories = await readRateHistories(
    tx,
    clients.map(({ clientId }) => clientId),
  );
  const carrierCost = await openCarrierCosts(tx);
  const found = clients.flatMap(({ clientId, isDirect }) => {
    const history = histories.get(clientId);
    const table = history && buildPriceTable(levelsAt(history, history.now));
    // Other clients pay their sellers in units, so what the platform is paid for them is the direct client's price.
    return table
      ? findingsOf(clientId, table, isDirect ? carrierCost(table) : () => undefined)
      : [];
  });
  const changed = await replaceFindings(
    tx,
    clients.map(({ clientId }) => clientId),
    found,
  );
  await notifyRaised(
    tx,
    messenger,
    changed.filter(({ kind }) => kind === 'RAISED'),
  );
  const dates = [...histories.values()].flatMap((history) => nextChange(history) ?? []);
  return dates.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/**
 * The cheapest connector of the route that takes a plain message to a number, where its cost is set, in the
 * platform's own currency.
 */
async function openCarrierCosts(
  tx: Tx,
): Promise<(table: PriceTable) => (prefix: string) => bigint | undefined> {
  const config = await loadConfigInForce(tx);
  const platform = await loadPriceTable(tx, await getRootId(tx));
  if (!config || !platform) return () => () => undefined;
  const route = compileRoutes(config);
  const connectors = new Map(config.connectors.map((connector) => [connector.id, connector]));
  return (table) => (prefix) => {
    if (table.home.currency !== platform.home.currency) return undefined;
    const { connectorIds } = route({
      sender: '',
      destination: sampleNumber(prefix),
      text: '',
      userId: null,
      groupId: null,
      tags: [],
      at: new Date(),
    });
    const costs = connectorIds.map((id) => costOf(connectors.get(id))).filter((cost) => cost > 0);
    return costs.length === 0 ? undefined : BigInt(Math.round(Math.min(...costs) * 10_000));
  };
}

async function notifyRaised(
  tx: Tx,
  messenger: Messenger,
  raised: readonly PriceFinding[],
): Promise<void> {
  const byClient = Map.groupBy(raised, ({ clientId }) => clientId);
  const clients = await listPriceReaders(tx, [...byClient.keys()]);
  const sellers = await listPriceReaders(
    tx,
    [...clients.values()].flatMap(({ parentId }) => parentId ?? []),
  );
  for (const [clientId, regions] of byClient) {
    const client = clients.get(clientId);
    if (!client) continue;
    await write(tx, messenger, client, (page) => ({
      kind: 'PRICE_RAISED',
      list: listRegions(regions, languageOf(client.language)),
      link: page('/dashboard/purchases/topup'),
    }));
    const seller = client.parentId === null ? undefined : sellers.get(client.parentId);
    if (seller)
      await write(tx, messenger, seller, (page) => ({
        kind: 'CLIENT_PRICE_RAISED',
        name: client.clientName,
        list: listRegions(regions, languageOf(seller.language)),
        link: page(`/dashboard/clients/view/${clientId}`),
      }));
  }
}

/** The regions whose prices rose, with the price that is charged and the one that was set. */
function listRegions(regions: readonly PriceFinding[], language: Language): string {
  const named = regions
    .slice(0, MOST_REGIONS)
    .map(
      ({ regionName, againstPrice, setPrice, currency }) =>
        `${regionName}: ${currency} ${formatNumber(againstPrice, language)} (${formatNumber(setPrice, language)})`,
    );
  return [...named, ...(regions.length > MOST_REGIONS ? ['…'] : [])].join('; ');
}

async function write(
  tx: Tx,
  messenger: Messenger,
  { clientId, email, language, emailAlerts }: PriceReader,
  notificationOf: Parameters<typeof notify>[4],
): Promise<void> {
  const mails = emailAlerts.length > 0 ? emailAlerts : email === null ? [] : [email];
  for (const to of mails)
    await notify(
      tx,
      messenger,
      { clientId, email: to, phone: null, language },
      'EMAIL',
      notificationOf,
    );
}
