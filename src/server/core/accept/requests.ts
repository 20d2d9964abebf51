import type { Tx } from '../../infra/database/db.ts';
import { settled } from '../../infra/database/pipeline.ts';
import { readUsers } from '../gateway-users/gateway-users.store.ts';
import type { UserRow } from '../gateway-users/gateway-users.store.ts';
import { loadConfigInForce } from '../dispatch/config-version.ts';
import type { Refusal } from '../../infra/errors.ts';
import { loadPriceTableUntil } from '../ledger/rates.ts';
import { decideRequest } from './accept.rules.ts';
import type { Draft, AcceptanceContext } from './types.ts';
import { readClients, readSenders, readStamp, readWindows } from './accept.store.ts';
import type { Call } from './call.ts';
import type { Snapshot, AcceptanceCache, Routes } from './cache.ts';

/** Decides about requests against everything but units and limits. */
export async function decideRequests(
  tx: Tx,
  cache: AcceptanceCache,
  calls: readonly Pick<Call, 'submitter' | 'requests'>[],
): Promise<{ read: (Draft | Refusal)[][]; rates: Routes['rates'] }> {
  const clientIds = [...new Set(calls.map(({ submitter }) => submitter.clientId))];
  const userIds = [...new Set(calls.flatMap(({ submitter }) => submitter.user?.id ?? []))];
  const [stamp, clients, users, config] = await settled([
    readStamp(tx),
    readClients(tx, clientIds),
    userIds.length > 0 ? readUsers(tx, userIds) : Promise.resolve(new Map<number, UserRow>()),
    loadConfigInForce(tx, cache.config),
  ]);
  const snapshot = cache.snapshotOf(stamp);
  const { route, rates, version } = cache.routesOf(config);
  for (const [id, user] of users) cache.users.set(id, user);
  const now = new Date();
  await loadMissing(tx, snapshot, calls, users, now);
  const read = calls.map(({ submitter, requests }) => {
    const context: AcceptanceContext = {
      now,
      client: clients.get(submitter.clientId),
      user: submitter.user ? users.get(submitter.user.id) : undefined,
      prices: snapshot.prices.get(submitter.clientId)?.prices,
      sendersNamed: (name) => snapshot.senders.get(name.toLowerCase()) ?? [],
      windows: snapshot.windows ?? [],
      route,
      configVersion: version,
    };
    return requests.map((request) => decideRequest(submitter, request, context));
  });
  return { read, rates };
}

/**
 * Loads prices, senders and sending hours that are not cached: everything after a change, nothing
 * in most transactions.
 */
async function loadMissing(
  tx: Tx,
  snapshot: Snapshot,
  calls: readonly Pick<Call, 'submitter' | 'requests'>[],
  users: ReadonlyMap<number, UserRow>,
  now: Date,
): Promise<void> {
  const names = new Set<string>();
  for (const { submitter, requests } of calls) {
    for (const { from } of requests)
      if (from && !from.includes('\0')) names.add(from.trim().toLowerCase());
    const own =
      submitter.user && users.get(submitter.user.id)?.mtMessagingCred.defaultvalue.src_addr;
    if (own) names.add(own.toLowerCase());
  }
  const unknown = [...names].filter((name) => !snapshot.senders.has(name));
  const unpriced = [...new Set(calls.map(({ submitter }) => submitter.clientId))].filter(
    (clientId) => {
      const priced = snapshot.prices.get(clientId);
      return !priced || (priced.until !== null && priced.until <= now);
    },
  );
  const [senders, windows, prices] = await settled([
    unknown.length > 0 ? readSenders(tx, unknown) : Promise.resolve([]),
    snapshot.windows ? Promise.resolve(snapshot.windows) : readWindows(tx),
    settled(unpriced.map((clientId) => loadPriceTableUntil(tx, clientId))),
  ] as const);
  snapshot.windows = windows;
  for (const name of unknown)
    snapshot.senders.set(
      name,
      senders.filter(({ sender }) => sender.toLowerCase() === name),
    );
  unpriced.forEach((clientId, at) => snapshot.prices.set(clientId, prices[at]!));
}
