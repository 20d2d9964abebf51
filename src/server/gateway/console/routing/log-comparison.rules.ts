/** Reads lines of Jasmin's messages.log, and compares their connectors with those of a configuration. */
import type { DifferingMessages, LogSlice } from '../../../../contract/api/log-comparison.ts';
import { isDay } from '../../../../contract/shared/dates.ts';
import type { ConfigRows } from '../../../core/dispatch/routing/config-version.store.ts';
import type { RoutingFacts } from '../../../core/dispatch/routing/routing-facts.ts';
import { compileRoutes } from '../../../core/dispatch/routing/routing.rules.ts';

export type LoggedMessage = { cid: string; facts: RoutingFacts };

const EXAMPLES = 3;
const TIME = /^\s*(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/;
/** The words before each value of a line, in their order: connector, the parts between, sender, receiver, text. */
const BEFORE = [' SMS-MT [cid:', ']', ' [from:', '] [to:', '] [content:'];
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/**
 * A sent message of the log; undefined for every other line. Its user is in no line, and its time is that of the old
 * gateway's clock.
 */
export function readLogLine(line: string): LoggedMessage | undefined {
  const [, day, time] = TIME.exec(line) ?? [];
  const values = valuesOf(line.trimEnd());
  if (day === undefined || values === undefined) return undefined;
  const [cid = '', , from = '', to = '', content = ''] = values;
  const at = new Date(`${day}T${time}Z`);
  if (!isDay(day) || Number.isNaN(at.getTime())) return undefined;
  return {
    cid,
    facts: {
      sender: readLiteral(from),
      destination: readLiteral(to).replace(/^\+/, ''),
      text: readLiteral(content),
      userId: null,
      groupId: null,
      tags: [],
      at,
    },
  };
}

/**
 * The values of a line, each up to what stands before the next, found once from left to right: texts of
 * customers are among them, and no expression may try them again and again.
 */
function valuesOf(line: string): string[] | undefined {
  if (!line.endsWith(']')) return undefined;
  const places: { from: number; to: number }[] = [];
  let at = 0;
  for (const before of BEFORE) {
    const from = line.indexOf(before, at);
    if (from < 0) return undefined;
    at = from + before.length;
    places.push({ from, to: at });
  }
  return places.map(({ to }, place) => line.slice(to, places[place + 1]?.from ?? line.length - 1));
}

/** A value as Python prints it: bytes or text in quotes, or bare. */
function readLiteral(value: string): string {
  const [, prefix, , inside] = /^([bu]?)(['"])([\s\S]*)\2$/.exec(value) ?? [];
  if (inside === undefined) return value;
  const text = inside.replace(/\\(?:x([0-9a-f]{2})|([\s\S]))/gi, (_, hex?: string, letter = '') =>
    hex === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (prefix === 'u') return text;
  const octets = Buffer.from(text, 'latin1');
  const decoded = octets.toString('utf8');
  // Octets of another alphabet stay as they are, one letter each.
  return decoded.includes('\uFFFD') ? text : decoded;
}

/**
 * Messages whose connector of the log is none of their route's, grouped by both. Started or stopped makes no
 * difference: an imported connector is stopped until it is cut over.
 * @throws Unusable that names the route or filter
 */
export function compareLog(config: ConfigRows, lines: readonly string[]): LogSlice {
  const routeOf = compileRoutes(config);
  const cids = new Map(config.connectors.map(({ id, cid }) => [id, cid]));
  const routes = new Map(
    config.routes.map(({ id, order, type, connectorIds }) => [
      id,
      { order, type, cids: connectorIds.map((connectorId) => cids.get(connectorId)!) },
    ]),
  );
  const mayTake = compileUnlogged(config, cids);
  const groups = new Map<string, DifferingMessages>();
  let [read, same, undecided] = [0, 0, 0];
  for (const line of lines) {
    const message = readLogLine(line);
    if (message === undefined) continue;
    read++;
    const { cid, facts } = message;
    const route = routes.get(routeOf(facts).routeId ?? -1) ?? null;
    if (route?.cids.includes(cid)) {
      same++;
      continue;
    }
    if (mayTake(message, route?.order ?? -1)) {
      undecided++;
      continue;
    }
    const key = `${cid} ${route?.order}`;
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { cid, route, messages: 0, examples: [] }));
    group.messages++;
    if (group.examples.length < EXAMPLES)
      group.examples.push({ destination: facts.destination, senderId: facts.sender });
  }
  return { read, same, undecided, differing: [...groups.values()] };
}

/** Filters of what no log says. */
const UNLOGGED: ReadonlySet<string> = new Set(['UserFilter', 'GroupFilter', 'TagFilter']);

/**
 * Says whether a route for a user, group or tag, above an order, may have given a message to its
 * connector: all its other filters let it through.
 */
function compileUnlogged(
  config: ConfigRows,
  cids: ReadonlyMap<number, string>,
): (message: LoggedMessage, above: number) => boolean {
  const unlogged = new Set(
    config.filters.filter(({ type }) => UNLOGGED.has(type)).map(({ id }) => id),
  );
  const routes = config.routes
    .filter(
      ({ direction, filterIds }) => direction === 'MT' && filterIds.some((id) => unlogged.has(id)),
    )
    .map((route) => ({
      ...route,
      cids: new Set(route.connectorIds.map((id) => cids.get(id))),
      routeOf: compileRoutes({
        ...config,
        routes: [{ ...route, filterIds: route.filterIds.filter((id) => !unlogged.has(id)) }],
      }),
    }));
  return ({ cid, facts }, above) =>
    routes.some(
      (route) =>
        route.order > above && route.cids.has(cid) && route.routeOf(facts).routeId === route.id,
    );
}
