/** The host that a passkey is bound to. */
import type { Database } from '../../../infra/database/db.ts';
import { passkeyNotHere } from '../../../infra/errors.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { ownerOfHosts } from '../../branding/branding.ts';
import type { Messenger } from '../../mail/notifications.ts';

export type At = { database: Database; messenger: Messenger };

/** The host that passkeys are bound to (the RP ID), and the origin of its pages. */
export type PasskeySite = { host: string; origin: string };

/**
 * The first of a request's possible hosts that belongs to this installation; undefined if none
 * does, or only an IP address.
 */
export async function findPasskeySite(
  database: Database,
  { origin }: Pick<Messenger, 'origin'>,
  hosts: readonly string[],
): Promise<PasskeySite | undefined> {
  const url = new URL(origin);
  for (const host of hosts) {
    const isOwn = host === url.hostname && !/^[\d.]+$|^\[/.test(host);
    if (!isOwn && !(await database.run(systemScope(), (tx) => ownerOfHosts(tx, [host])))) continue;
    url.hostname = host;
    return { host, origin: url.origin };
  }
  return undefined;
}

/** @throws passkeyNotHere */
export async function requireSite(
  { database, messenger }: At,
  hosts: readonly string[],
): Promise<PasskeySite> {
  const site = await findPasskeySite(database, messenger, hosts);
  if (!site) throw passkeyNotHere(hosts[0] ?? '');
  return site;
}
