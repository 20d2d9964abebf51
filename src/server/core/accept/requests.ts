import type { Tx } from '../../infra/database/db.ts';
import { settled } from '../../infra/database/pipeline.ts';
import { readUsers } from '../gateway-users/gateway-users.store.ts';
import type { UserRow } from '../gateway-users/gateway-users.store.ts';
import { loadConfigInForce } from '../dispatch/routing/config-version.ts';
import type { Refusal } from '../../infra/errors.ts';
import { loadClauses } from '../opt-outs/clauses.ts';
import { readGuardRules } from '../guard/guard.store.ts';
import { loadPriceTableUntil } from '../ledger/rates.ts';
import { decideRequest } from './accept.rules.ts';
import type { Draft, AcceptanceContext } from './types.ts';
import {
  readClients,
  readDefaultSenders,
  readSenders,
  readStamp,
  readWindows,
} from './accept.store.ts';
import type { Call } from './call.ts';
import type { Snapshot, AcceptanceCache, Routes } from './cache.ts';
import { openApprovedTexts, openRules } from './approval.rules.ts';
import { readApprovalFacts, readApprovalSettings, readApprovedTexts } from './approval.store.ts';

/** Links that customers' software may make before their number is looked at again. */
const LINKS_AHEAD = 1_000_000;
const CLAUSES_MS = 600_000;

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
  for (const [id, user] of users) {
    cache.users.set(id, user);
    snapshot.users.set(id, user);
  }
  for (const id of userIds) if (!users.has(id)) snapshot.users.delete(id);
  const unruled = clientIds.filter((id) => !snapshot.approvalFacts.has(id));
  if (unruled.length > 0)
    for (const [id, facts] of await readApprovalFacts(tx, unruled))
      snapshot.approvalFacts.set(id, facts);
  for (const [id, client] of clients)
    snapshot.clients.set(id, { ...client, ...snapshot.approvalFacts.get(id)! });
  cache.config = snapshot.config = config ?? cache.config;
  const now = new Date();
  await loadMissing(tx, snapshot, calls, now);
  return decideWith(cache, snapshot, calls, now);
}

/** Decides about requests on a snapshot that has all that they need. */
export function decideWith(
  cache: AcceptanceCache,
  snapshot: Snapshot,
  calls: readonly Pick<Call, 'submitter' | 'requests'>[],
  now: Date,
): { read: (Draft | Refusal)[][]; rates: Routes['rates'] } {
  const { clients, users } = snapshot;
  const { route, rates, version } = cache.routesOf(snapshot.config);
  const read = calls.map(({ submitter, requests }) => {
    const context: AcceptanceContext = {
      now,
      client: clients.get(submitter.clientId),
      user: submitter.user ? users.get(submitter.user.id) : undefined,
      prices: snapshot.prices.get(submitter.clientId)?.prices,
      sendersNamed: (name) => snapshot.senders.get(name.toLowerCase()) ?? [],
      defaultSender: snapshot.defaultSenders.get(submitter.clientId) ?? undefined,
      windows: snapshot.windows ?? [],
      clauses: snapshot.clauses.get(submitter.clientId)!.clauses,
      guard: snapshot.guards.get(submitter.clientId)!,
      route,
      configVersion: version,
      approval: snapshot.approval!,
      consentDemanded: snapshot.consentDemanded,
      approvedTexts: snapshot.approvedTexts.get(submitter.clientId)?.texts,
    };
    return requests.map((request) => decideRequest(submitter, request, context));
  });
  return { read, rates };
}

/**
 * Loads prices, senders, sending hours, clauses and rules of the guard that are not cached: everything after a change, nothing
 * in most transactions.
 */
async function loadMissing(
  tx: Tx,
  snapshot: Snapshot,
  calls: readonly Pick<Call, 'submitter' | 'requests'>[],
  now: Date,
): Promise<void> {
  const senderless = withoutSender(calls).filter(
    (clientId) => !snapshot.defaultSenders.has(clientId),
  );
  if (senderless.length > 0)
    for (const [clientId, sender] of await readDefaultSenders(tx, senderless))
      snapshot.defaultSenders.set(clientId, sender);
  const unknown = [...senderNames(calls, snapshot)].filter((name) => !snapshot.senders.has(name));
  const unpriced = [...new Set(calls.map(({ submitter }) => submitter.clientId))].filter(
    (clientId) => {
      const priced = snapshot.prices.get(clientId);
      return !priced || (priced.until !== null && priced.until <= now);
    },
  );
  const unclaused = [...new Set(calls.map(({ submitter }) => submitter.clientId))].filter(
    (clientId) => !((snapshot.clauses.get(clientId)?.until ?? 0) > now.getTime()),
  );
  if (!snapshot.approval) await loadApproval(tx, snapshot);
  const undecided = withoutDecisions(calls, snapshot, now);
  const unguarded = [...new Set(calls.map(({ submitter }) => submitter.clientId))].filter(
    (clientId) => !snapshot.guards.has(clientId),
  );
  const [approved, senders, windows, clauses, rules, prices] = await settled([
    undecided.length > 0 ? readApprovedTexts(tx, undecided) : Promise.resolve([]),
    unknown.length > 0 ? readSenders(tx, unknown) : Promise.resolve([]),
    snapshot.windows ? Promise.resolve(snapshot.windows) : readWindows(tx),
    settled(unclaused.map((clientId) => loadClauses(tx, clientId, { messages: LINKS_AHEAD }))),
    unguarded.length > 0 ? readGuardRules(tx, unguarded) : Promise.resolve([]),
    settled(unpriced.map((clientId) => loadPriceTableUntil(tx, clientId))),
  ] as const);
  for (const clientId of undecided) {
    const own = approved.filter((each) => each.clientId === clientId);
    const ends = own.flatMap(({ until }) => (until === null ? [] : [until.getTime()]));
    snapshot.approvedTexts.set(clientId, {
      texts: openApprovedTexts(own),
      until: ends.length === 0 ? null : new Date(Math.min(...ends)),
    });
  }
  snapshot.windows = windows;
  unclaused.forEach((clientId, at) =>
    snapshot.clauses.set(clientId, { clauses: clauses[at]!, until: now.getTime() + CLAUSES_MS }),
  );
  snapshot.addGuards(unguarded, rules);
  for (const name of unknown)
    snapshot.senders.set(
      name,
      senders.filter(({ sender }) => sender.toLowerCase() === name),
    );
  unpriced.forEach((clientId, at) => snapshot.prices.set(clientId, prices[at]!));
}

async function loadApproval(tx: Tx, snapshot: Snapshot): Promise<void> {
  const { content, limits, consentDemanded } = await readApprovalSettings(tx);
  snapshot.approval = openRules(content, limits);
  snapshot.consentDemanded = consentDemanded;
}

/** The clients whose texts may need approval, and whose approved ones are not known. */
export function withoutDecisions(
  calls: readonly Pick<Call, 'submitter'>[],
  { approval, approvedTexts, clients }: Snapshot,
  now: Date,
): string[] {
  return [...new Set(calls.map(({ submitter }) => submitter.clientId))].filter((clientId) => {
    const needs = approval?.findContent !== undefined || clients.get(clientId)?.approvalRule;
    const known = approvedTexts.get(clientId);
    return needs && (!known || (known.until !== null && known.until <= now));
  });
}

/** The clients that submit messages which need not name a sender, and do not. */
export function withoutSender(calls: readonly Pick<Call, 'submitter' | 'requests'>[]): string[] {
  return [
    ...new Set(
      calls.flatMap(({ submitter, requests }) =>
        requests.some(({ from, isSenderOptional }) => isSenderOptional && !from)
          ? [submitter.clientId]
          : [],
      ),
    ),
  ];
}

/** The names of sender IDs that the requests may mean, in lower case. */
export function senderNames(
  calls: readonly Pick<Call, 'submitter' | 'requests'>[],
  { users, defaultSenders }: Pick<Snapshot, 'users' | 'defaultSenders'>,
): Set<string> {
  const names = new Set<string>();
  for (const clientId of withoutSender(calls)) {
    const sender = defaultSenders.get(clientId);
    if (sender) names.add(sender.toLowerCase());
  }
  for (const { submitter, requests } of calls) {
    for (const { from } of requests)
      if (from && !from.includes('\0')) names.add(from.trim().toLowerCase());
    const own =
      submitter.user && users.get(submitter.user.id)?.mtMessagingCred.defaultvalue.src_addr;
    if (own) names.add(own.toLowerCase());
  }
  return names;
}
