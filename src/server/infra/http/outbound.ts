/**
 * The only way in which the product calls an address that others choose: providers and customers'
 * servers. The resolved address is checked and that very address is used for the connection.
 * Private networks, this machine and cloud metadata are refused unless an operator allows the host.
 * Redirects are not followed.
 */
import { lookup as resolve } from 'node:dns';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { connect, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { LookupFunction, Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { PrivateHosts } from './private-hosts.ts';

export type OutboundRequest = {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Time from the lookup to the last octet of the answer. */
  timeoutMs: number;
  /** Octets to read of a longer response; without it, a longer response is a failure. */
  keep?: number;
  /**
   * The operator allows this host: private networks and this machine may be called, link-local
   * addresses never.
   */
  allowPrivate?: boolean;
  /**
   * The same if the operator's list of private hosts contains this host, its address or its
   * network.
   */
  allowListed?: boolean;
};
export type OutboundAnswer = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  milliseconds: number;
};

/**
 * No answer. `sent`: the other side may have received the request, so it is unknown whether it took
 * effect.
 */
export class OutboundFailure extends Error {
  readonly sent: boolean;
  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}

/** Resolves a name to all its addresses; tests replace it. */
export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  found: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

const LONGEST_ANSWER = 1024 * 1024;
// Shorter than the idle timeout of servers (often five seconds), so that a request rarely meets a
// closing connection.
const IDLE_MS = 3000;

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
const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

export class Outbound {
  readonly #resolve: Resolver;
  readonly #privateHosts: PrivateHosts;
  // A connection made for an allowed host must not serve a request for another.
  readonly #agents: Record<'open' | 'guarded', { http: HttpAgent; https: HttpsAgent }>;

  /** @param privateHosts the list behind `allowListed`; default empty */
  constructor(privateHosts = new PrivateHosts(), resolver: Resolver = resolve) {
    this.#resolve = resolver;
    this.#privateHosts = privateHosts;
    const agents = () => ({
      http: new HttpAgent({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 64 }),
      https: new HttpsAgent({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 64 }),
    });
    this.#agents = { open: agents(), guarded: agents() };
  }

  /**
   * Sends one request and reads its answer, whatever its status.
   * @throws OutboundFailure without an answer: blocked, not reached, too slow, too long
   */
  async call({
    method,
    url,
    headers = {},
    body,
    timeoutMs,
    keep,
    ...allowed
  }: OutboundRequest): Promise<OutboundAnswer> {
    const vouch = this.#vouch(url, allowed);
    const blocked = whyUrlBlocked(url, vouch);
    if (blocked) throw new OutboundFailure(`the address ${blocked}`, false);
    const target = new URL(url);
    const agents = this.#agents[vouch === false ? 'guarded' : 'open'];
    const secure = target.protocol === 'https:';
    const began = performance.now();
    return new Promise<OutboundAnswer>((answer, reject) => {
      let sent = false;
      const fail = (message: string) => {
        clearTimeout(timer);
        reject(new OutboundFailure(message, sent));
        request.destroy();
      };
      const options: RequestOptions = {
        method,
        agent: secure ? agents.https : agents.http,
        protocol: target.protocol,
        host: bareHost(target),
        port: target.port || (secure ? 443 : 80),
        path: `${target.pathname}${target.search}`,
        lookup: guardLookup(vouch, this.#resolve),
        headers: {
          'user-agent': 'Tuma',
          accept: '*/*',
          'accept-encoding': 'identity',
          ...headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
      };
      const request = (secure ? httpsRequest : httpRequest)(options);
      const timer = setTimeout(() => fail(`no answer within ${timeoutMs / 1000} s`), timeoutMs);
      request.once('socket', (socket: Socket) => {
        // Reused: what is written is on its way.
        if (request.reusedSocket) sent = true;
        else
          socket.once(secure ? 'secureConnect' : 'connect', () => {
            sent = true;
          });
      });
      request.once('error', (error) => fail(error.message || 'the connection failed'));
      request.once('response', (response) => {
        readAll(response, keep).then(
          (text) => {
            clearTimeout(timer);
            answer({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: text,
              milliseconds: Math.round(performance.now() - began),
            });
          },
          (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
        );
      });
      request.end(body);
    });
  }

  /** Connects to a host. @throws OutboundFailure if it accepts no connection */
  async reach(
    url: string,
    { timeoutMs, ...allowed }: Pick<OutboundRequest, 'timeoutMs' | 'allowPrivate' | 'allowListed'>,
  ): Promise<void> {
    const vouch = this.#vouch(url, allowed);
    const blocked = whyUrlBlocked(url.replaceAll(/\{\{\w+\}\}/g, 'x'), vouch);
    if (blocked) throw new OutboundFailure(`the address ${blocked}`, false);
    const target = new URL(url);
    await new Promise<void>((resolve_, reject) => {
      const socket = connect({
        host: bareHost(target),
        port: Number(target.port) || (target.protocol === 'https:' ? 443 : 80),
        lookup: guardLookup(vouch, this.#resolve),
      });
      const timer = setTimeout(
        () => socket.destroy(new Error(`no connection within ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
      socket.once('connect', () => {
        socket.destroy();
        resolve_();
      });
      socket.once('error', (error) =>
        reject(new OutboundFailure(error.message || 'the connection failed', false)),
      );
      socket.once('close', () => clearTimeout(timer));
    });
  }

  /** Closes kept connections. */
  close(): void {
    for (const { http, https } of Object.values(this.#agents)) {
      http.destroy();
      https.destroy();
    }
  }

  #vouch(
    url: string,
    { allowPrivate, allowListed }: Pick<OutboundRequest, 'allowPrivate' | 'allowListed'>,
  ): Vouch {
    return allowPrivate === true || (allowListed === true && vouchFor(url, this.#privateHosts));
  }
}

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

async function readAll(response: IncomingMessage, keep: number | undefined): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early ends the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (keep === undefined && length > LONGEST_ANSWER)
      throw new Error('the answer has more than 1 MiB');
    chunks.push(chunk);
    if (keep !== undefined && length > keep) break;
  }
  return Buffer.concat(chunks).subarray(0, keep).toString('utf8');
}
