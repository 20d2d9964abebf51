// Carriers and their traffic on a simulated clock. The decisions and the shares are those of the
// product; only the carriers, the phones and the time are made here.
import { USUAL_LIMITS } from '../../../src/contract/api/healing.ts';
import { upperBound } from '../../../src/server/core/dispatch/dispatch.rules.ts';
import type {
  ConnectorConfig,
  RouteConfig,
} from '../../../src/server/core/dispatch/routing/gateway-config.ts';
import { Reliefs } from '../../../src/server/core/dispatch/routing/relief.rules.ts';
import { servingNow } from '../../../src/server/core/dispatch/routing/routing.rules.ts';
import { rangeOf, SLOT_MS } from '../../../src/server/core/healing/healing.rules.ts';
import type { OpenIncident, Range } from '../../../src/server/core/healing/healing.rules.ts';
import { keyOf, planSteps } from '../../../src/server/core/healing/plan.rules.ts';
import type { Place, Step } from '../../../src/server/core/healing/plan.rules.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The worker looks this often. */
const HEAL_MS = 10_000;
/** Gateways follow within this time. */
const FOLLOW_MS = 2_000;
/** Slots that the decisions see. */
const SEEN_MS = 60 * MINUTE;
/** Decisions see a connector as bound since then. */
const ALWAYS = 0;

const connectorIds = [1, 2, 3];
const networks = [
  { network: 1, part: 0.45, delivered: 0.965 },
  { network: 2, part: 0.3, delivered: 0.94 },
  { network: 3, part: 0.25, delivered: 0.9 },
];
const connectors = new Map(
  connectorIds.map((id): [number, ConnectorConfig] => [
    id,
    {
      id,
      cid: `carrier-${id}`,
      kind: 'SMPP',
      carrierAccountId: id,
      settings: { cost: String(id / 100) },
      secret: null,
    },
  ]),
);
const routeOf = (id: number, type: string, weights: number[] | null): RouteConfig => ({
  id,
  direction: 'MT',
  order: id,
  type,
  filterIds: [],
  connectorIds,
  targets: [],
  weights,
  enabled: true,
});
/** Messages a second of each route, in the middle of a day. */
const routes = [
  { route: routeOf(1, 'RandomRoundrobinMTRoute', [2, 1, 1]), rate: 20 },
  { route: routeOf(2, 'FailoverMTRoute', null), rate: 5 },
  { route: routeOf(3, 'LeastCostMTRoute', null), rate: 3 },
];

/** A connector that loses or delays a share of the messages to one network. */
export type Fault = {
  connectorId: number;
  network: number;
  kind: 'loses' | 'delays';
  share: number;
  from: number;
  to: number;
};

/** A step of the product, and when it was taken. */
export type Taken = Step & { at: number };

export type Observed = {
  steps: Taken[];
  /** Parts over the faulty connector's place, by minute: of each route what it took and what all took. */
  shareAt(place: Place, from: number, to: number): number;
  parts: number;
};

class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Draws what this one would draw from here on. */
  fork(): Chance {
    return new Chance(this.#state);
  }

  /** From 0 to 1, as `numbers` of the crash scenario. */
  readonly random = (): number => {
    const state = (this.#state = (this.#state + 0x6d2b79f5) >>> 0);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };

  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.random()));
    return radius * Math.cos(2 * Math.PI * this.random());
  }

  poisson(mean: number): number {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let [count, product] = [0, this.random()];
    while (product > limit) {
      count++;
      product *= this.random();
    }
    return count;
  }

  id(): string {
    const hex = (digits: number) =>
      Math.floor(this.random() * 16 ** digits)
        .toString(16)
        .padStart(digits, '0');
    return `00000000-0000-7000-8000-${hex(6)}${hex(6)}`;
  }
}

/** Half as much at night, more in the evening. */
const rateAt = (at: number) =>
  1 - 0.45 * Math.cos(((at % (24 * HOUR)) / (24 * HOUR)) * 2 * Math.PI);

/** Phones answer slower in the evening. */
const slownessAt = (at: number) => (rateAt(at - 4 * HOUR) > 1.3 ? 1.7 : 1);

class Carriers {
  readonly #chance: Chance;
  /** A carrier's hour is a little better or worse than the last, and now and then it stalls for some seconds. */
  readonly #moods = new Map<string, number>();
  readonly #stalls = new Map<number, number>();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  beginHour(hour: number): void {
    for (const id of connectorIds) {
      for (const { network } of networks)
        this.#moods.set(`${id} ${network}`, 0.012 * this.#chance.normal());
      if (this.#chance.random() < 0.3)
        this.#stalls.set(id, hour * HOUR + Math.floor(this.#chance.random() * HOUR));
    }
  }

  /** The seconds until a part's delivery; undefined where it is never delivered. */
  deliver(
    at: number,
    connectorId: number,
    { network, delivered }: (typeof networks)[number],
    fault?: Fault,
  ): number | undefined {
    const { random } = this.#chance;
    const isHit =
      fault !== undefined &&
      at >= fault.from &&
      at < fault.to &&
      fault.connectorId === connectorId &&
      fault.network === network &&
      random() < fault.share;
    if (isHit && fault.kind === 'loses') return undefined;
    if (random() >= Math.min(0.995, delivered + this.#moods.get(`${connectorId} ${network}`)!))
      return undefined;
    const stalled = (this.#stalls.get(connectorId) ?? Infinity) - at;
    const stall = stalled <= 0 && stalled > -15_000 ? 15 + stalled / 1000 : 0;
    const seconds = 4 * slownessAt(at) * Math.exp(0.9 * this.#chance.normal());
    return seconds + stall + (isHit ? 600 : 0);
  }
}

type Counted = { at: number; sent: number; deliveries: { seconds: number; parts: number }[] };

/** Adds a part to the slot or hour of its submission, the last of its place. */
function count(sent: Map<string, Counted[]>, key: string, at: number, late?: number): void {
  let places = sent.get(key);
  if (!places) sent.set(key, (places = []));
  let slot = places.at(-1);
  if (slot?.at !== at) places.push((slot = { at, sent: 0, deliveries: [] }));
  slot.sent++;
  if (late === undefined) return;
  const bound = upperBound(late);
  const delivered = slot.deliveries.find(({ seconds }) => seconds === bound);
  if (delivered) delivered.parts++;
  else slot.deliveries.push({ seconds: bound, parts: 1 });
}

/** Two days of a healthy history, thinned: what the ranges are learned from. */
function learnRanges(chance: Chance): Map<string, Range> {
  const carriers = new Carriers(chance);
  const hours = new Map<string, Counted[]>();
  for (let hour = 0; hour < 48; hour++) {
    carriers.beginHour(hour);
    for (const { route } of routes)
      for (const { share, connectorId } of servingNow(route, connectors, () => true))
        for (const network of networks) {
          const parts = chance.poisson(2400 * share * network.part * rateAt(hour * HOUR));
          for (let part = 0; part < parts; part++) {
            const at = hour * HOUR + Math.floor(chance.random() * HOUR);
            const key = keyOf({ routeId: route.id, connectorId, network: network.network });
            count(hours, key, hour * HOUR, carriers.deliver(at, connectorId, network));
          }
        }
  }
  return new Map(
    [...hours].flatMap(([key, counted]) => {
      const range = rangeOf(counted);
      return range ? [[key, range] as const] : [];
    }),
  );
}

/** The history of the last seed, which its healthy and its faulty traffic share. */
let learned: { seed: number; ranges: Map<string, Range>; after: Chance } | undefined;

function historyOf(seed: number): { ranges: Map<string, Range>; chance: Chance } {
  if (learned?.seed !== seed) {
    const after = new Chance(seed);
    learned = { seed, ranges: learnRanges(after), after };
  }
  return { ranges: learned.ranges, chance: learned.after.fork() };
}

/**
 * Runs the traffic of some hours against the product's decisions.
 * @param until ends the run early, asked after each decision
 */
export function simulate(
  seed: number,
  {
    from,
    to,
    fault,
    until,
  }: {
    from: number;
    to: number;
    fault?: Fault;
    until?: (steps: readonly Taken[], now: number) => boolean;
  },
): Observed {
  const { ranges, chance } = historyOf(seed);
  const carriers = new Carriers(chance);
  const sent = new Map<string, Counted[]>();
  const incidents = new Map<string, OpenIncident>();
  const ended = new Map<string, { quietUntil: number | null; lastHoldSeconds: number | null }>();
  const steps: Taken[] = [];
  /** The messages of `sent`, kept to the end. */
  const taken = new Map<string, Counted[]>();
  let parts = 0;
  let reliefs = new Reliefs([], { routes: [], connectors: [] }, () => true);
  let following: { at: number; reliefs: Reliefs } | undefined;
  const allNetworks = new Set(networks.map(({ network }) => network));
  for (let at = from; at < to; at += SLOT_MS) {
    if (at % HOUR === 0 || at === from) carriers.beginHour(Math.floor(at / HOUR));
    for (const { route, rate } of routes) {
      const serving = servingNow(route, connectors, () => true);
      const isRelieved = [...incidents].some(([, { keep }]) => keep < 1);
      for (const network of networks) {
        const messages = chance.poisson(rate * network.part * rateAt(at) * (SLOT_MS / 1000));
        for (let each = 0; each < messages; each++) {
          const when = at + Math.floor(chance.random() * SLOT_MS);
          if (following && when >= following.at) {
            reliefs = following.reliefs;
            following = undefined;
          }
          let lot = chance.random();
          const drawn = serving.find(({ share }) => (lot -= share) < 0) ?? serving.at(-1)!;
          const message = {
            id: isRelieved || following ? chance.id() : '',
            network: network.network,
          };
          const connectorId =
            (message.id && reliefs.takerOf(route.id, drawn.connectorId, message)) ||
            drawn.connectorId;
          const key = keyOf({ routeId: route.id, connectorId, network: network.network });
          count(sent, key, at, carriers.deliver(when, connectorId, network, fault));
          if (fault) count(taken, key, at);
          parts++;
        }
      }
    }
    const now = at + SLOT_MS;
    if (now % HEAL_MS !== 0) continue;
    const planned = planSteps({
      now,
      routes: routes.map(({ route }) => route),
      connectors,
      boundSince: new Map(connectorIds.map((id) => [id, ALWAYS])),
      sent,
      ranges,
      limitsOf: () => USUAL_LIMITS,
      incidents,
      ended,
      networks: new Map(routes.map(({ route }) => [route.id, allNetworks])),
    });
    for (const { place, decision } of planned) {
      const key = keyOf(place);
      const { status, keep, holdSeconds } = decision;
      if (status === 'ENDED') {
        incidents.delete(key);
        ended.set(key, {
          quietUntil:
            decision.quietSeconds === undefined ? null : now + decision.quietSeconds * 1000,
          lastHoldSeconds: holdSeconds,
        });
      } else incidents.set(key, { status, keep, holdSeconds, changedAt: now, isKept: false });
      steps.push({ place, decision, at: now });
    }
    if (planned.length > 0)
      following = {
        at: now + FOLLOW_MS,
        reliefs: new Reliefs(
          [...incidents]
            .filter(([, { keep }]) => keep < 1)
            .map(([key, { keep }]) => {
              const [routeId, connectorId, network] = key.split(' ').map(Number) as [
                number,
                number,
                number,
              ];
              return { routeId, connectorId, network, keep };
            }),
          { routes: routes.map(({ route }) => route), connectors: [...connectors.values()] },
          () => true,
        ),
      };
    if (until?.(steps, now)) break;
    for (const slots of sent.values())
      while (slots.length > 0 && slots[0]!.at < now - SEEN_MS) slots.shift();
  }
  const partsOf = (place: Place, begin: number, end: number) =>
    (taken.get(keyOf(place)) ?? []).reduce(
      (sum, slot) => sum + (slot.at >= begin && slot.at < end ? slot.sent : 0),
      0,
    );
  return {
    steps,
    parts,
    shareAt(place, begin, end) {
      const all = connectorIds.reduce(
        (sum, connectorId) => sum + partsOf({ ...place, connectorId }, begin, end),
        0,
      );
      return partsOf(place, begin, end) / all;
    },
  };
}

export type Tried = {
  seed: number;
  open: string[];
  foundSeconds?: number;
  relievedSeconds?: number;
  backSeconds?: number;
};

/** Hours of healthy carriers: nothing may be moved, nor noticed. */
export function tryHealthy(seed: number, hours = 6): Tried {
  const from = (seed % 24) * HOUR;
  const { steps } = simulate(seed, { from, to: from + hours * HOUR });
  return {
    seed,
    open: steps.map(
      ({ place, decision, at }) =>
        `seed ${seed}: healthy carriers, and ${keyOf(place)} was ${decision.status} at minute ${Math.round((at - from) / MINUTE)}: ${JSON.stringify(decision.figures)}`,
    ),
  };
}

/** The limits that the product promises, in seconds. */
const [FOUND_WITHIN, RELIEVED_WITHIN] = [300, 60];
const FAULT_MINUTES = 30;

/** A carrier that loses or delays 30 % of one network, for half an hour. */
export function tryFault(seed: number): Tried {
  const { random } = new Chance(seed * 7919);
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]!;
  const begin = (seed % 24) * HOUR;
  const from =
    begin + 20 * MINUTE + Math.floor(random() * 30) * MINUTE + Math.floor(random() * 60) * 1000;
  const fault: Fault = {
    connectorId: pick(connectorIds),
    network: pick(networks).network,
    kind: pick(['loses', 'delays'] as const),
    share: 0.3,
    from,
    to: from + FAULT_MINUTES * MINUTE,
  };
  const { steps, shareAt } = simulate(seed, {
    from: begin,
    to: fault.to + 90 * MINUTE,
    fault,
    until: (taken, now) => now > fault.to && isBack(taken),
  });
  const says = `seed ${seed}: connector ${fault.connectorId} ${fault.kind} 30 % of network ${fault.network}`;
  const open: string[] = [];
  const elsewhere = steps.filter(
    ({ place }) => place.connectorId !== fault.connectorId || place.network !== fault.network,
  );
  for (const { place, decision } of elsewhere)
    open.push(`${says}, and ${keyOf(place)} was ${decision.status}`);
  if (steps.some(({ at }) => at < fault.from)) open.push(`${says}: found before it began`);
  const found = steps.find(({ decision }) => decision.status === 'RELIEVED');
  if (!found) return { seed, open: [...open, `${says}: never found`] };
  const foundSeconds = (found.at - fault.from) / 1000;
  if (foundSeconds > FOUND_WITHIN) open.push(`${says}: found after ${foundSeconds} s`);
  // The first half minute in which the connector has no more than its probes, give or take chance.
  let relievedSeconds = 0;
  while (relievedSeconds <= 300) {
    const at = found.at + relievedSeconds * 1000;
    const before = shareAt(found.place, fault.from, found.at);
    if (shareAt(found.place, at, at + 30_000) <= 0.35 * before) break;
    relievedSeconds += 10;
  }
  if (relievedSeconds > RELIEVED_WITHIN) open.push(`${says}: relieved after ${relievedSeconds} s`);
  const last = steps.at(-1)!;
  if (!isBack(steps))
    open.push(`${says}: not back 90 minutes after its end, ${last.decision.status}`);
  return { seed, open, foundSeconds, relievedSeconds, backSeconds: (last.at - fault.to) / 1000 };
}

/** True when every place that was moved is back. */
function isBack(steps: readonly Taken[]): boolean {
  const last = new Map(steps.map(({ place, decision }) => [keyOf(place), decision.status]));
  return steps.length > 0 && [...last.values()].every((status) => status === 'ENDED');
}
