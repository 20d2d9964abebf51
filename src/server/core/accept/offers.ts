import type { Tx } from '../../infra/database/db.ts';
import { settled } from '../../infra/database/pipeline.ts';
import { readUsers } from '../gateway-users/gateway-users.store.ts';
import type { UserRow } from '../gateway-users/gateway-users.store.ts';
import { configInForce } from '../dispatch/config-version.ts';
import type { Refusal } from '../../infra/errors.ts';
import { priceTableUntil } from '../ledger/rates.ts';
import { readOffer } from './accept.rules.ts';
import type { Draft, Grounds } from './accept.rules.ts';
import { readClients, readSenders, readStamp, readWindows } from './accept.store.ts';
import type { Call } from './call.ts';
import type { Snapshot, AcceptanceCache, Routes } from './cache.ts';

/** Reads offers against everything that decides on them but units and limits. */
export async function readOffers(
  tx: Tx,
  cache: AcceptanceCache,
  calls: readonly Pick<Call, 'party' | 'offers'>[],
): Promise<{ read: (Draft | Refusal)[][]; rates: Routes['rates'] }> {
  const clientIds = [...new Set(calls.map(({ party }) => party.clientId))];
  const userIds = [...new Set(calls.flatMap(({ party }) => party.user?.id ?? []))];
  const [stamp, clients, users, config] = await settled([
    readStamp(tx),
    readClients(tx, clientIds),
    userIds.length > 0 ? readUsers(tx, userIds) : Promise.resolve(new Map<number, UserRow>()),
    configInForce(tx, cache.config),
  ]);
  const snapshot = cache.under(stamp);
  const { route, rates, version } = cache.routesOf(config);
  for (const [id, user] of users) cache.users.set(id, user);
  const now = new Date();
  await learn(tx, snapshot, calls, users, now);
  const read = calls.map(({ party, offers }) => {
    const grounds: Grounds = {
      now,
      client: clients.get(party.clientId),
      user: party.user ? users.get(party.user.id) : undefined,
      prices: snapshot.prices.get(party.clientId)?.prices,
      sendersNamed: (name) => snapshot.senders.get(name.toLowerCase()) ?? [],
      windows: snapshot.windows ?? [],
      route,
      configVersion: version,
    };
    return offers.map((offer) => readOffer(party, offer, grounds));
  });
  return { read, rates };
}

/** Reads what is not known yet of prices, senders and hours: all of it when they have changed, nothing in most transactions. */
async function learn(
  tx: Tx,
  snapshot: Snapshot,
  calls: readonly Pick<Call, 'party' | 'offers'>[],
  users: ReadonlyMap<number, UserRow>,
  now: Date,
): Promise<void> {
  const names = new Set<string>();
  for (const { party, offers } of calls) {
    for (const { from } of offers)
      if (from && !from.includes('\0')) names.add(from.trim().toLowerCase());
    const own = party.user && users.get(party.user.id)?.mtMessagingCred.defaultvalue.src_addr;
    if (own) names.add(own.toLowerCase());
  }
  const unknown = [...names].filter((name) => !snapshot.senders.has(name));
  const unpriced = [...new Set(calls.map(({ party }) => party.clientId))].filter((clientId) => {
    const priced = snapshot.prices.get(clientId);
    return !priced || (priced.until !== null && priced.until <= now);
  });
  const [senders, windows, prices] = await settled([
    unknown.length > 0 ? readSenders(tx, unknown) : Promise.resolve([]),
    snapshot.windows ? Promise.resolve(snapshot.windows) : readWindows(tx),
    settled(unpriced.map((clientId) => priceTableUntil(tx, clientId))),
  ] as const);
  snapshot.windows = windows;
  for (const name of unknown)
    snapshot.senders.set(
      name,
      senders.filter(({ sender }) => sender.toLowerCase() === name),
    );
  unpriced.forEach((clientId, at) => snapshot.prices.set(clientId, prices[at]!));
}
