/** Parses the listings of a Jasmin console: groups, users, connectors, filters and routes. */
import type { Entity, Note } from './import-report.ts';

/** Lines count from one; null where the configuration came from a file without lines. */
export type ListedUser = {
  line: number | null;
  uid: string;
  gid: string;
  username: string;
  enabled: boolean;
  /** `user -s` showed it: all of its rights and limits must be there. */
  shown?: true;
  /** The limits of `user -l`; `user -s` shows them too. */
  limits: { key: string; value: string }[];
  cred: { section: string; part: string; key: string; value: string; line: number | null }[];
  /** Left out if the text has none. */
  password?: string;
  /** The MD5 of the password in hex, all that a Jasmin keeps of it. */
  digest?: string;
};
export type ListedConnector = {
  line: number | null;
  cid: string;
  started: boolean;
  settings: Map<string, { value: string; line: number | null }>;
};
export type ListedFilter = { line: number | null; fid: string; letters: string; argument: string };
export type ListedRoute = {
  line: number | null;
  direction: 'MT' | 'MO';
  order: number;
  type: string;
  rate: string | null;
  targets: { kind: string; name: string }[];
  filters: { letters: string; argument: string }[];
};
export type Listing = {
  groups: { line: number | null; gid: string; enabled: boolean }[];
  users: ListedUser[];
  smpp: ListedConnector[];
  http: { line: number | null; cid: string; method: string; url: string }[];
  filters: ListedFilter[];
  routes: ListedRoute[];
  interceptors: { line: number | null; text: string }[];
  /** Lines of listings that could not be parsed. */
  unread: { line: number; text: string }[];
  /** Things that were understood and have no equivalent here. */
  notTaken: { line: number | null; entity: Entity; id: string; said: Note }[];
};

export const emptyListing = (): Listing => ({
  groups: [],
  users: [],
  smpp: [],
  http: [],
  filters: [],
  routes: [],
  interceptors: [],
  unread: [],
  notTaken: [],
});

const HEADS: [RegExp, string][] = [
  [/^#Group id\b/i, 'groups'],
  [/^#User id\b/i, 'users'],
  [/^#Connector id\b/i, 'smpp'],
  [/^#(?:Httpcc|HttpConnector|Connector) ?id?\b.*\bURL\b/i, 'http'],
  [/^#Httpcc/i, 'http'],
  [/^#Filter id\b/i, 'filters'],
  [/^#Order\b.*\bScript\b/i, 'interceptors'],
  [/^#Order\b.*\bRate\b/i, 'mt'],
  [/^#Order\b/i, 'mo'],
];

/**
 * Reads the text of `group -l`, `user -l`, `user -s`, `smppccm -l`, `smppccm -s`, `httpccm -l`, `filter -l`, `mtrouter -l` and
 * `morouter -l`, in any order, prompts and telnet's leavings between them or not.
 */
export function readListing(text: string): Listing {
  const listing = emptyListing();
  const known: Known = { users: new Map(), smpp: new Map() };
  let list = '';
  let shown: { of: 'user' | 'smpp'; id: string } | undefined;
  for (const [at, raw] of text.split('\n').entries()) {
    const number = at + 1;
    // oxlint-disable-next-line no-control-regex -- the console begins with a terminal's reset
    const bare = raw
      .replace(/\x1b\[?[0-9;]*[A-Za-z]/g, '')
      .replace(/\r/g, '')
      .trim();
    const command =
      /^(?:jcli\s*:\s*)?(user|smppccm|httpccm|filter|group|mtrouter|morouter|mtinterceptor|mointerceptor)\s+(-\w+|--\w+)(?:\s+(\S+))?$/.exec(
        bare,
      );
    if (command) {
      list = '';
      shown =
        command[2] === '-s' &&
        (command[1] === 'user' || command[1] === 'smppccm') &&
        command[3] !== undefined
          ? { of: command[1] === 'user' ? 'user' : 'smpp', id: command[3] }
          : undefined;
      continue;
    }
    const line = bare.replace(/^jcli\s*:\s*/, '');
    if (line === '') continue;
    if (/^Total\b/i.test(line)) {
      list = '';
      continue;
    }
    const head = HEADS.find(([form]) => form.test(line));
    if (head) {
      [, list] = head;
      shown = undefined;
      continue;
    }
    const isRead = shown
      ? readShown({ listing, known }, shown, line, number)
      : !line.startsWith('#') ||
        list === '' ||
        readRow({ listing, known }, list, line.slice(1), number);
    if (!isRead) listing.unread.push({ line: number, text: line.slice(0, 80) });
  }
  return listing;
}

/** Users and connectors that were listed so far, by their ids. */
type Known = { users: Map<string, ListedUser>; smpp: Map<string, ListedConnector> };
type Reading = { listing: Listing; known: Known };

/** @returns false for a line that shows nothing: the console knows no user or connector of that id */
function readShown(
  { listing, known }: Reading,
  shown: { of: 'user' | 'smpp'; id: string },
  line: string,
  number: number,
): boolean {
  if (/^Unknown (?:User|connector)\b/i.test(line)) return false;
  const [key = '', ...rest] = line.split(/\s+/);
  if (shown.of === 'smpp') {
    const connector = findOr(listing.smpp, known.smpp, shown.id, () => ({
      line: number,
      cid: shown.id,
      started: false,
      settings: new Map(),
    }));
    connector.settings.set(key, { value: rest.join(' '), line: number });
    return true;
  }
  const user = findOr(listing.users, known.users, shown.id, () => newUser(number, shown.id));
  user.shown = true;
  if (key === 'gid') user.gid = rest[0] ?? '';
  else if (key === 'username') user.username = rest[0] ?? '';
  else if (key === 'mt_messaging_cred' || key === 'smpps_cred')
    user.cred.push({
      section: key,
      part: rest[0] ?? '',
      key: rest[1] ?? '',
      value: rest.slice(2).join(' '),
      line: number,
    });
  return true;
}

const newUser = (line: number, uid: string): ListedUser => ({
  line,
  uid,
  gid: '',
  username: '',
  enabled: true,
  limits: [],
  cred: [],
});

/** The last columns of `user -l`: balance, messages left, and a second's messages over HTTP and SMPP. */
function limitsOf(row: readonly string[]): ListedUser['limits'] {
  // The console marks users without a balance and a count by `(!)`.
  const cells = row.filter((cell) => cell !== '(!)');
  const [http, smpps] = (cells.at(-1) ?? '').split('/');
  const count = cells.at(-2);
  if (count === undefined || http === undefined || smpps === undefined) return [];
  return [
    { key: 'sms_count', value: count },
    { key: 'http_throughput', value: http },
    { key: 'smpps_throughput', value: smpps },
  ];
}

function findOr<T>(list: T[], known: Map<string, T>, id: string, make: () => T): T {
  const found = known.get(id);
  if (found) return found;
  const made = make();
  list.push(made);
  known.set(id, made);
  return made;
}

function readRow({ listing, known }: Reading, list: string, row: string, line: number): boolean {
  const enabled = !row.startsWith('!');
  const cells = row.replace(/^!/, '').trim().split(/\s+/);
  const [first = ''] = cells;
  if (list === 'groups') return listing.groups.push({ line, gid: first, enabled }) > 0;
  if (list === 'users') {
    const user = findOr(listing.users, known.users, first, () => newUser(line, first));
    Object.assign(user, {
      gid: cells[1]?.replace(/^!/, '') ?? user.gid,
      username: cells[2] ?? user.username,
      enabled,
      limits: limitsOf(cells.slice(3)),
    });
    return cells.length > 2;
  }
  if (list === 'smpp') {
    const connector = findOr(listing.smpp, known.smpp, first, () => ({
      line,
      cid: first,
      started: false,
      settings: new Map(),
    }));
    connector.started = cells[1] === 'started';
    return cells.length > 1;
  }
  if (list === 'http') {
    const url = cells.at(-1) ?? '';
    const method = cells.find((cell) => /^(GET|POST)$/i.test(cell));
    return (
      method !== undefined &&
      /^https?:/i.test(url) &&
      listing.http.push({ line, cid: first, method: method.toUpperCase(), url }) > 0
    );
  }
  if (list === 'filters') {
    const described = readFilters(row.slice(row.indexOf('<')));
    return (
      row.includes('<') &&
      described?.length === 1 &&
      listing.filters.push({ line, fid: first, ...described[0]! }) > 0
    );
  }
  if (list === 'interceptors') return listing.interceptors.push({ line, text: row.trim() }) > 0;
  const route =
    /^(\d+)\s+(\S+)\s+(?:(\d[\d.]*)(?:\s+\(!\))?\s+)?((?:(?:smppc|http|smpps)\([^)]*\)[,;]?\s*)+)(.*)$/.exec(
      row,
    );
  if (!route) return false;
  const [, order, type = '', rate, targets = '', written = ''] = route;
  const filters = readFilters(written);
  // With fewer filters than it had, a route would take messages that are not its own.
  if (!filters) return false;
  listing.routes.push({
    line,
    direction: list === 'mt' ? 'MT' : 'MO',
    order: Number(order),
    type,
    rate: rate ?? null,
    targets: [...targets.matchAll(/(smppc|http|smpps)\(([^)]*)\)/g)].map(
      ([, kind = '', name = '']) => ({ kind, name }),
    ),
    filters,
  });
  return true;
}

/**
 * `<DA (dst_addr=^254)>, <T>`: letters, and the value after the equals sign.
 * @returns undefined where one of them cannot be read, as in a row that was cut off
 */
function readFilters(text: string): { letters: string; argument: string }[] | undefined {
  const filters: { letters: string; argument: string }[] = [];
  for (const each of text.trim().split(/(?<=>)[,;]\s*(?=<)/)) {
    if (each.trim() === '') continue;
    const [, letters, inside] = /^<(\w+)(?: \(([\s\S]*)\))?>$/.exec(each.trim()) ?? [];
    if (letters === undefined) return undefined;
    const argument = /^(?:DI|TI)$/.test(letters)
      ? (inside ?? '').replace(',', ';')
      : (inside ?? '').replace(/^\w+=/, '');
    filters.push({ letters, argument });
  }
  return filters;
}

/**
 * Returns the type and the parameter of a filter's letters; undefined for those without an
 * equivalent here.
 */
export const LISTED_TYPES: Readonly<Record<string, { type: string; parameter?: string }>> = {
  T: { type: 'TransparentFilter' },
  C: { type: 'ConnectorFilter', parameter: 'cid' },
  U: { type: 'UserFilter', parameter: 'uid' },
  G: { type: 'GroupFilter', parameter: 'gid' },
  SA: { type: 'SourceAddrFilter', parameter: 'source_addr' },
  DA: { type: 'DestinationAddrFilter', parameter: 'destination_addr' },
  SM: { type: 'ShortMessageFilter', parameter: 'short_message' },
  DI: { type: 'DateIntervalFilter', parameter: 'dateInterval' },
  TI: { type: 'TimeIntervalFilter', parameter: 'timeInterval' },
  TG: { type: 'TagFilter', parameter: 'tag' },
};
