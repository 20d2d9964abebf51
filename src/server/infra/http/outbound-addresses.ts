/**
 * The addresses that outgoing calls may reach. The resolved address is checked and that very address
 * is used for the connection.
 */
import { lookup as resolve } from 'node:dns';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { PrivateHosts } from './private-hosts.ts';

/** Resolves a name to all its addresses; tests replace it. */
export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  found: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** Private addresses that may be called: none, all, or those for which it returns true. */
export type Vouch = boolean | ((address: string) => boolean);

/** Azure's wire server: metadata and keys of a machine at a public address. */
const CLOUD_METADATA = '168.63.129.16';

/** The reason why an address may not be called; undefined if it may. */
export function whyBlocked(address: string, vouch: Vouch): string | undefined {
  if (!ipaddr.isValid(address.split('%')[0]!)) return 'is no address';
  const parsed = ipaddr.process(address.split('%')[0]!); // an IPv4 address in IPv6 form is checked as IPv4
  const range = rangeOf(parsed);
  const allowPrivate = typeof vouch === 'function' ? vouch(parsed.toString()) : vouch;
  if (
    allowPrivate &&
    (range === 'private' ||
      range === 'loopback' ||
      range === 'uniqueLocal' ||
      range === 'carrierGradeNat')
  )
    return undefined;
  if (range !== 'unicast') return `is ${range}`;
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .some((each) => ipaddr.process(each.address.split('%')[0]!).toString() === parsed.toString());
  return own && !allowPrivate ? 'is this machine' : undefined;
}

/**
 * The special range of an address, or `unicast`. Unassigned IPv6 addresses count as reserved: the
 * internet has only 2000::/3, and IPv4-compatible ones such as `::7f00:1` are outside it.
 */
function rangeOf(parsed: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (parsed.toString() === CLOUD_METADATA) return 'reserved';
  const range = parsed.range();
  const isGlobal = !('parts' in parsed) || parsed.parts[0]! >> 13 === 1;
  return range === 'unicast' && !isGlobal ? 'reserved' : range;
}

/** The reason why a host may not be called, as far as it is known before its name is resolved. */
export function whyUrlBlocked(url: string, vouch: Vouch): string | undefined {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return 'is no address';
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    return 'is neither http nor https';
  const host = bareHost(parsed);
  return isIP(host) === 0 ? undefined : whyBlocked(host, vouch);
}

/** The result of the operator's list for the addresses of a URL's host. */
export function vouchFor(url: string, hosts: PrivateHosts): Vouch {
  const target = URL.parse(url);
  if (!target) return false;
  const [host, port] = [bareHost(target), portOf(target)];
  return (address) => hosts.has({ host, port, address });
}

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80);
export const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** One lookup for a connection; its result is used only if all addresses are allowed. */
export function guardLookup(vouch: Vouch, resolver: Resolver = resolve): LookupFunction {
  return (hostname, _options, found) => {
    resolver(hostname, { all: true }, (error, addresses) => {
      if (error) return found(error, []);
      const blocked = addresses
        .map(({ address }) => whyBlocked(address, vouch))
        .find((why) => why !== undefined);
      if (blocked !== undefined) return found(new Error(`the address ${blocked}`), []);
      if (addresses.length === 0) return found(new Error('the name has no address'), []);
      found(null, addresses);
    });
  };
}
