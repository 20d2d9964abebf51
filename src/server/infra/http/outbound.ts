/**
 * The only way in which the product calls an address that others choose: providers and customers'
 * servers. The resolved address is checked and that very address is used for the connection.
 * Private networks, this machine and cloud metadata are refused unless an operator allows the host.
 * Redirects are not followed.
 */
import { lookup as resolve } from 'node:dns';
import { connect } from 'node:net';
import { Agent, Pool } from 'undici';
import { bareHost, guardLookup, vouchFor, whyUrlBlocked } from './outbound-addresses.ts';
import type { Resolver, Vouch } from './outbound-addresses.ts';
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

const LONGEST_ANSWER = 1024 * 1024;
// Shorter than the idle timeout of servers (often five seconds), so that a request rarely meets a
// closing connection.
const IDLE_MS = 3000;

const JUDGED_MS = 5000;
const MOST_JUDGED = 1000;

/** Connections of calls that may reach the same addresses: one made for an allowed host must not serve a request for another. */
type Reach = 'guarded' | 'listed' | 'private';

export class Outbound {
  readonly #resolve: Resolver;
  readonly #privateHosts: PrivateHosts;
  readonly #agents: Readonly<Record<Reach, Agent>>;
  /** By reach, protocol, host and port, which are all that a verdict depends on. */
  readonly #judged = new Map<string, { why: string | undefined; until: number }>();

  /** @param privateHosts the list behind `allowListed`; default empty */
  constructor(privateHosts = new PrivateHosts(), resolver: Resolver = resolve) {
    this.#resolve = resolver;
    this.#privateHosts = privateHosts;
    const agent = (reach: Reach) =>
      new Agent({
        factory: (origin, options) =>
          new Pool(origin, {
            ...options,
            allowH2: false,
            keepAliveTimeout: IDLE_MS,
            keepAliveMaxTimeout: IDLE_MS,
            // Each call has a time of its own.
            headersTimeout: 0,
            bodyTimeout: 0,
            connect: {
              lookup: guardLookup(this.#vouchFor(String(origin), reach), resolver),
              timeout: 0,
            },
          }),
      });
    this.#agents = {
      guarded: agent('guarded'),
      listed: agent('listed'),
      private: agent('private'),
    };
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
    const reach = reachOf(allowed);
    const target = URL.parse(url);
    const blocked = target ? this.#whyBlocked(target, reach) : 'is no address';
    if (blocked) throw new OutboundFailure(`the address ${blocked}`, false);
    const { origin, pathname, search } = target!; // there is one where nothing is blocked
    const began = performance.now();
    return new Promise<OutboundAnswer>((answer, reject) => {
      let ended: Error | undefined;
      let abort: ((reason: Error) => void) | undefined;
      const fail = (message: string) => {
        clearTimeout(timer);
        ended ??= new OutboundFailure(message, abort !== undefined);
        reject(ended);
        abort?.(ended);
      };
      const timer = setTimeout(() => fail(`no answer within ${timeoutMs / 1000} s`), timeoutMs);
      let status = 0;
      let its: OutboundAnswer['headers'] = {};
      const chunks: Buffer[] = [];
      let length = 0;
      const succeed = () => {
        clearTimeout(timer);
        answer({
          status,
          headers: its,
          body: Buffer.concat(chunks).subarray(0, keep).toString('utf8'),
          milliseconds: Math.round(performance.now() - began),
        });
      };
      this.#agents[reach].dispatch(
        {
          origin,
          path: `${pathname}${search}`,
          method,
          headers: {
            'user-agent': 'Tuma',
            accept: '*/*',
            'accept-encoding': 'identity',
            ...headers,
          },
          body: body ?? null,
        },
        {
          // The request is written next: from here on it may arrive.
          onRequestStart(controller) {
            if (ended) return controller.abort(ended);
            abort = (reason) => controller.abort(reason);
          },
          onResponseStart(_controller, code, given) {
            status = code;
            its = given;
          },
          onResponseData(controller, chunk) {
            length += chunk.length;
            if (keep === undefined && length > LONGEST_ANSWER)
              return fail('the answer has more than 1 MiB');
            chunks.push(chunk);
            if (keep === undefined || length <= keep) return;
            succeed();
            controller.abort(new Error('enough was read'));
          },
          onResponseEnd: succeed,
          onResponseError: (_controller, error) => fail(error.message || 'the connection failed'),
        },
      );
    });
  }

  /** Connects to a host. @throws OutboundFailure if it accepts no connection */
  async reach(
    url: string,
    { timeoutMs, ...allowed }: Pick<OutboundRequest, 'timeoutMs' | 'allowPrivate' | 'allowListed'>,
  ): Promise<void> {
    const vouch = this.#vouchFor(url, reachOf(allowed));
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
    for (const agent of Object.values(this.#agents)) void agent.destroy();
  }

  /**
   * The reason why a URL may not be called. Software is called with every message, and an address in
   * place of a name would be judged each time: the verdict on a host counts for some seconds.
   */
  #whyBlocked(target: URL, reach: Reach): string | undefined {
    const key = `${reach} ${target.protocol}//${target.host}`;
    const now = performance.now();
    const known = this.#judged.get(key);
    if (known && known.until > now) return known.why;
    const why = whyUrlBlocked(target.href, this.#vouchFor(target.href, reach));
    if (this.#judged.size >= MOST_JUDGED) this.#judged.clear();
    this.#judged.set(key, { why, until: now + JUDGED_MS });
    return why;
  }

  #vouchFor(url: string, reach: Reach): Vouch {
    return reach === 'listed' ? vouchFor(url, this.#privateHosts) : reach === 'private';
  }
}

const reachOf = ({
  allowPrivate,
  allowListed,
}: Pick<OutboundRequest, 'allowPrivate' | 'allowListed'>): Reach =>
  allowPrivate === true ? 'private' : allowListed === true ? 'listed' : 'guarded';
