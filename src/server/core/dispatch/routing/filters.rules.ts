/** The eleven types of filters that decide if a route takes a message. */
import { FILTER_TYPES } from '../../../../contract/api/route-filters.ts';
import { PATTERN_LENGTH } from '../../../../contract/api/gateway-credentials.ts';
import type { Direction, FilterField, FilterType } from '../../../../contract/api/route-filters.ts';
import { compileExpression, EXPRESSION_LENGTH } from './expression.rules.ts';
import { compilePattern } from './patterns.rules.ts';
import { Unusable } from './config-fault.ts';
import type { Reading } from './routing-facts.ts';

/** A filter ready to be asked. */
export type CompiledFilter = {
  fid: string;
  type: FilterType;
  matches(facts: Reading): boolean;
  /** The value of the message that the filter compares, for the explanation. */
  valueOf(facts: Reading): string;
  /** The value that the filter expects, as lists of routes show it. */
  description: string;
};

type Kind = {
  letters: string;
  directions: readonly Direction[];
  parameter?: Omit<FilterField['parameters'][number], 'required' | 'default'>;
  value(facts: Reading): string;
  compile(wanted: string): (facts: Reading) => boolean;
};

const both: readonly Direction[] = ['MT', 'MO'];
const equals = (value: (facts: Reading) => string) => (wanted: string) => (facts: Reading) =>
  value(facts) === wanted;
const begins = (value: (facts: Reading) => string) => (wanted: string) => {
  const matches = compilePattern(wanted);
  return (facts: Reading) => matches(value(facts));
};
const pattern = (name: string, example: string): Kind['parameter'] => ({
  name,
  kind: 'pattern',
  unit: null,
  maxLength: PATTERN_LENGTH,
  example,
});
const ID_FORM = /^[A-Za-z0-9_-]{1,16}$/;

const sender = (facts: Reading) => facts.sender;
const destination = (facts: Reading) => facts.destination;
const text = (facts: Reading) => facts.text;
const user = (facts: Reading) => facts.userId ?? '';
const group = (facts: Reading) => facts.groupId ?? '';
const connector = (facts: Reading) => facts.connector ?? '';
const date = (facts: Reading) => facts.iso.slice(0, 10);
const time = (facts: Reading) => facts.iso.slice(11, 19);

function named(form: RegExp, what: string, wanted: string): string {
  if (!form.test(wanted)) throw new Unusable('NOT_A_NAME', { what });
  return wanted;
}

const KINDS: Readonly<Record<FilterType, Kind>> = {
  TransparentFilter: { letters: 'T', directions: both, value: () => '', compile: () => () => true },
  ConnectorFilter: {
    letters: 'C',
    directions: ['MO'],
    parameter: { name: 'cid', kind: 'cid', unit: null, maxLength: 25, example: 'carrier-1' },
    value: connector,
    compile: (wanted) =>
      equals(connector)(named(/^[A-Za-z0-9_-]{3,25}$/, 'the name of a connector', wanted)),
  },
  UserFilter: {
    letters: 'U',
    directions: ['MT'],
    parameter: { name: 'uid', kind: 'uid', unit: null, maxLength: 16, example: 'shop-1' },
    value: user,
    compile: (wanted) => equals(user)(named(ID_FORM, 'the id of a user', wanted)),
  },
  GroupFilter: {
    letters: 'G',
    directions: ['MT'],
    parameter: { name: 'gid', kind: 'gid', unit: null, maxLength: 16, example: 'resellers' },
    value: group,
    compile: (wanted) => equals(group)(named(ID_FORM, 'the name of a group', wanted)),
  },
  SourceAddrFilter: {
    letters: 'SA',
    directions: both,
    parameter: pattern('source_addr', '^SHOP'),
    value: sender,
    compile: begins(sender),
  },
  DestinationAddrFilter: {
    letters: 'DA',
    directions: both,
    parameter: pattern('destination_addr', '^2547[0-2]'),
    value: destination,
    compile: begins(destination),
  },
  ShortMessageFilter: {
    letters: 'SM',
    directions: both,
    parameter: pattern('short_message', '(?i)promo'),
    value: text,
    compile: begins(text),
  },
  DateIntervalFilter: {
    letters: 'DI',
    directions: both,
    parameter: {
      name: 'dateInterval',
      kind: 'dateInterval',
      unit: 'UTC',
      maxLength: 21,
      example: '2026-12-01;2026-12-31',
    },
    value: date,
    compile(wanted) {
      const [from, to] = interval(wanted, '2026-12-01;2026-12-31', isDate);
      if (to < from) throw new Unusable('INTERVAL_ORDER');
      return (facts) => between(date(facts), from, to);
    },
  },
  TimeIntervalFilter: {
    letters: 'TI',
    directions: both,
    parameter: {
      name: 'timeInterval',
      kind: 'timeInterval',
      unit: 'UTC',
      maxLength: 17,
      example: '22:00:00;06:00:00',
    },
    value: time,
    compile(wanted) {
      const [from, to] = interval(wanted, '22:00:00;06:00:00', (value) =>
        /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value),
      );
      // A span may pass midnight.
      return from <= to
        ? (facts) => between(time(facts), from, to)
        : (facts) => time(facts) >= from || time(facts) <= to;
    },
  },
  TagFilter: {
    letters: 'TG',
    directions: both,
    parameter: { name: 'tag', kind: 'tag', unit: null, maxLength: 40, example: 'vip' },
    value: (facts) => facts.tags.join(', '),
    compile(wanted) {
      named(/^[A-Za-z0-9-]{1,40}$/, 'a tag: letters, digits and -', wanted);
      return (facts) => facts.tags.includes(wanted);
    },
  },
  ExpressionFilter: {
    letters: 'Ex',
    directions: both,
    parameter: {
      name: 'expression',
      kind: 'expression',
      unit: null,
      maxLength: EXPRESSION_LENGTH,
      example: 'to.startsWith("2547") && hour >= 8 && hour < 20',
    },
    value: (facts) => `${facts.sender} → ${facts.destination}`,
    compile(wanted) {
      const run = compileExpression(wanted);
      return (facts) =>
        run({
          direction: facts.direction,
          from: facts.sender,
          to: facts.destination,
          text: facts.text,
          user: user(facts),
          group: group(facts),
          connector: connector(facts),
          tags: [...facts.tags],
          date: date(facts),
          time: time(facts),
          hour: BigInt(facts.at.getUTCHours()),
          weekday: BigInt(facts.at.getUTCDay()),
        });
    },
  },
};

const between = (value: string, from: string, to: string) => value >= from && value <= to;
const isDate = (value: string) =>
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true;

function interval(
  wanted: string,
  example: string,
  is: (value: string) => boolean,
): [string, string] {
  const [from = '', to = '', ...more] = wanted.split(';');
  if (!is(from) || !is(to) || more.length > 0) throw new Unusable('INTERVAL', { example });
  return [from, to];
}

const isType = (type: string): type is FilterType =>
  (FILTER_TYPES as readonly string[]).includes(type);

/** True if a type of filter applies to messages of a direction. */
export function mayFilter(type: string, direction: Direction): boolean {
  return isType(type) && KINDS[type].directions.includes(direction);
}

/** The types with their parameters, for forms. */
export function filterFields(): FilterField[] {
  return FILTER_TYPES.map((type) => {
    const { parameter, directions } = KINDS[type];
    return {
      type,
      directions: [...directions],
      parameters: parameter ? [{ ...parameter, default: null, required: true }] : [],
    };
  });
}

/** The one parameter that a type takes; undefined for one that takes none. */
export function parameterOf(type: string): string | undefined {
  return isType(type) ? KINDS[type].parameter?.name : undefined;
}

/** A filter's parameters as answers have them. */
export function textParameters(parameters: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  );
}

/** Names of parameters in the lists of Jasmin, where they are not those of its console; an interval has none. */
const LISTED_NAMES: Readonly<Record<string, string>> = {
  destination_addr: 'dst_addr',
  source_addr: 'src_addr',
  short_message: 'msg',
};

/** As lists of Jasmin's routes show it: `<DA (dst_addr=^254)>`, `<DI (2026-01-01,2026-02-01)>`. */
export function describeFilter({
  type,
  parameters,
}: {
  type: string;
  parameters: Record<string, unknown>;
}): string {
  if (!isType(type)) return `<${type}>`;
  const { letters, parameter } = KINDS[type];
  if (parameter === undefined) return `<${letters}>`;
  const value = String(parameters[parameter.name] ?? '');
  return /Interval$/.test(parameter.name)
    ? `<${letters} (${value.replace(';', ',')})>`
    : `<${letters} (${LISTED_NAMES[parameter.name] ?? parameter.name}=${value})>`;
}

/**
 * Makes a filter ready to be asked.
 * @throws Unusable that names the filter
 */
export function compileFilter(filter: {
  fid: string;
  type: string;
  parameters: Record<string, unknown>;
}): CompiledFilter {
  const where = `filter ${filter.fid}`;
  if (!isType(filter.type)) throw new Unusable('FILTER_TYPE', { type: filter.type }, where);
  const kind = KINDS[filter.type];
  const name = kind.parameter?.name;
  const unknown = Object.keys(filter.parameters).find((given) => given !== name);
  if (unknown !== undefined)
    throw new Unusable('FILTER_UNKNOWN', { type: filter.type, name: unknown }, where);
  const wanted = name === undefined ? '' : filter.parameters[name];
  if (typeof wanted !== 'string' && typeof wanted !== 'number')
    throw new Unusable('FILTER_MISSING', { name: name ?? '' }, where);
  try {
    return {
      fid: filter.fid,
      type: filter.type,
      matches: kind.compile(String(wanted)),
      valueOf: kind.value,
      description: describeFilter(filter),
    };
  } catch (error) {
    throw error instanceof Unusable ? error.at(where) : error;
  }
}
