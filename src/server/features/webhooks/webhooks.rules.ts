/** Retries, the circuit breaker of a host, fairness between clients, and addresses that may be called. */
import type { DeliveryStatus } from '../../../contract/api/webhooks.ts';
import { whyUrlBlocked } from '../../infra/http/outbound-addresses.ts';
import type { Transitions } from '../../infra/transitions.ts';

/** A delivery that ended, or still waits, begins anew when it is replayed. */
export const NEXT: Transitions<DeliveryStatus> = {
  PENDING: ['DELIVERED', 'FAILED', 'PENDING'],
  DELIVERED: ['PENDING'],
  FAILED: ['PENDING'],
};

/** The speed of deliveries; tests hurry. */
export type Pace = {
  /** Seconds from one attempt to the next; after the last of them a delivery is given up. */
  waits: readonly number[];
  /** A delivery is given up after this, with or without attempts: hosts that are suspended get none. */
  lifeSeconds: number;
  timeoutMilliseconds: number;
  /** Longer than an attempt may take: the delivery of a process that died goes to the next. */
  leaseSeconds: number;
  /** Failures in a row after which a host is suspended, at first for `probeSeconds`, at most for `longestProbeSeconds`. */
  opensAfter: number;
  probeSeconds: number;
  longestProbeSeconds: number;
  pollMilliseconds: number;
  /** Between two looks at what is due. */
  restMilliseconds: number;
};

// Doubling from ten seconds to some six hours: fifteen tries in a day.
export const PACE: Pace = {
  waits: [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10_240, 20_480, 21_600, 21_600],
  lifeSeconds: 25 * 3600,
  timeoutMilliseconds: 10_000,
  leaseSeconds: 30,
  opensAfter: 10,
  probeSeconds: 30,
  longestProbeSeconds: 900,
  pollMilliseconds: 1000,
  restMilliseconds: 20,
};

/** The result of one attempt. */
export type Outcome = {
  ok: boolean;
  /** Null where there was no answer. */
  status: number | null;
  milliseconds: number;
  error: string | null;
  /** Head and beginning of the answer. */
  answer: string | null;
  /** Seconds that the receiver asked to wait (`Retry-After`). */
  retryAfter: number | null;
  /** It can never be sent there: the address is not allowed. */
  never: boolean;
};

/**
 * Seconds until the next try, undefined where there is none. Spread by a tenth up or down, so that what failed together
 * does not come back together.
 * @param attempts so far, one at least
 * @param random from 0 to 1
 */
export function waitAfter(
  pace: Pace,
  attempts: number,
  random: number,
  retryAfter: number | null = null,
): number | undefined {
  const wait = pace.waits[attempts - 1];
  if (wait === undefined) return undefined;
  return Math.max(wait * (0.9 + random * 0.2), Math.min(retryAfter ?? 0, 3600));
}

/** True if an outcome speaks against the whole host: no answer, or a 5xx or 429. A 404 concerns one endpoint. */
export function speaksAgainstHost({ status, never }: Outcome): boolean {
  return !never && (status === null || status >= 500 || status === 429);
}

/** A host that has failed; it is suspended until `probeAt`, where `openedAt` is set. Times in milliseconds. */
export type HostState = {
  failures: number;
  openedAt: number | null;
  probeAt: number | null;
  probes: number;
};

/**
 * The state of a host, for a client, after a failure. A success clears it. @param probe the failure is that
 * of the one delivery that was let through
 */
export function afterFailure(
  pace: Pace,
  before: HostState | undefined,
  now: number,
  probe: boolean,
): HostState {
  const { failures, openedAt, probeAt, probes } = before ?? {
    failures: 0,
    openedAt: null,
    probeAt: null,
    probes: 0,
  };
  if (openedAt === null) {
    const opens = failures + 1 >= pace.opensAfter;
    return {
      failures: failures + 1,
      openedAt: opens ? now : null,
      probeAt: opens ? now + pace.probeSeconds * 1000 : null,
      probes: 0,
    };
  }
  // A request in flight when the circuit opened says nothing new.
  if (!probe) return { failures: failures + 1, openedAt, probeAt, probes };
  return {
    failures: failures + 1,
    openedAt,
    probeAt: now + Math.min(pace.longestProbeSeconds, pace.probeSeconds * 2 ** (probes + 1)) * 1000,
    probes: Math.min(probes + 1, 20),
  };
}

/**
 * The key of a host's circuit for one account: its failures do not stop the deliveries of others to the host, since anybody
 * may name any host.
 */
export function circuitOf({ host, clientId }: { host: string; clientId: string }): string {
  return `${host} ${clientId}`;
}

/** The same in SQL. @param host a column, `clientId` another */
export const circuitSql = (host: string, clientId: string): string =>
  `${host} || ' ' || ${clientId}`;

/** Deliveries of one webhook to one host. `one`: it is suspended for the client, and a single delivery may try it. */
export type Lane = { host: string; webhookId: string; clientId: string; one: boolean };
export type Chosen = Lane & { take: number };

/** At once: to one host, and of one client. */
export const PER_HOST = 16;
export const PER_CLIENT = 32;

/**
 * Chooses the next deliveries: in turns, always of the client with the fewest in progress, so that a client with
 * millions waiting, or with a host that hangs, slows nobody down.
 * @param running deliveries in progress, one entry for each
 */
export function chooseLanes(
  lanes: readonly Lane[],
  running: readonly { host: string; clientId: string }[],
  free: number,
): Chosen[] {
  const count = (of: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const key of of) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  const [hosts, clients, circuits] = [
    count(running.map(({ host }) => host)),
    count(running.map(({ clientId }) => clientId)),
    count(running.map(circuitOf)),
  ];
  const taken = new Map<Lane, number>();
  const open = (lane: Lane) =>
    (hosts.get(lane.host) ?? 0) < PER_HOST && (!lane.one || !circuits.has(circuitOf(lane)));
  // The lanes of a client take turns as well.
  const queues = new Map(
    [...Map.groupBy(lanes, ({ clientId }) => clientId)].map(([clientId, of]) => [
      clientId,
      [...of],
    ]),
  );
  for (let left = free; left > 0; left--) {
    let clientId: string | undefined;
    for (const each of queues.keys())
      if (clientId === undefined || (clients.get(each) ?? 0) < (clients.get(clientId) ?? 0))
        clientId = each;
    if (clientId === undefined || (clients.get(clientId) ?? 0) >= PER_CLIENT) break;
    const queue = queues.get(clientId)!;
    const at = queue.findIndex(open);
    if (at < 0) {
      queues.delete(clientId);
      left++;
      continue;
    }
    const [lane] = queue.splice(at, 1);
    queue.push(lane!);
    taken.set(lane!, (taken.get(lane!) ?? 0) + 1);
    hosts.set(lane!.host, (hosts.get(lane!.host) ?? 0) + 1);
    circuits.set(circuitOf(lane!), 1);
    clients.set(clientId, (clients.get(clientId) ?? 0) + 1);
  }
  return [...taken].map(([lane, take]) => ({ ...lane, take }));
}

/** Addresses that may be called beside public ones over https: all (a sandbox), or hosts that the operator vouches for. */
export type Vouched = { all: boolean; hosts: ReadonlySet<string> };

export function isVouched(url: string, { all, hosts }: Vouched): boolean {
  return all || (hosts.size > 0 && hosts.has(URL.parse(url)?.hostname ?? ''));
}

/** Why nothing may be sent to an address, as far as it says so itself: a sentence's name, and what fills it. */
export function whyRefused(
  url: string,
  vouched: Vouched,
):
  | {
      code:
        | 'WEBHOOK_NO_ADDRESS'
        | 'WEBHOOK_NOT_HTTPS'
        | 'WEBHOOK_PORT'
        | 'WEBHOOK_PASSWORD'
        | 'WEBHOOK_PRIVATE';
      why: string;
    }
  | undefined {
  const parsed = URL.parse(url);
  if (!parsed || parsed.hostname === '' || !/^https?:$/.test(parsed.protocol))
    return { code: 'WEBHOOK_NO_ADDRESS', why: '' };
  if (parsed.username !== '' || parsed.password !== '')
    return { code: 'WEBHOOK_PASSWORD', why: '' };
  const free = isVouched(url, vouched);
  if (!free && parsed.protocol !== 'https:') return { code: 'WEBHOOK_NOT_HTTPS', why: '' };
  if (!free && parsed.port !== '') return { code: 'WEBHOOK_PORT', why: parsed.port };
  const blocked = whyUrlBlocked(url, free);
  if (blocked !== undefined) return { code: 'WEBHOOK_PRIVATE', why: blocked };
  return !free && /(^|\.)(localhost|local|internal)\.?$/.test(parsed.hostname)
    ? { code: 'WEBHOOK_PRIVATE', why: 'is of a private network' }
    : undefined;
}

/** The unit that fails together: scheme, name and port. */
export function hostOf(url: string): string {
  return URL.parse(url)?.origin ?? '';
}
