// A reader of Jasmin's store, long because each of its classes has fields of its own.
/**
 * Reads the files that a Jasmin keeps in its store as the same lists that its console shows. Classes:
 * jasmin.routing (jasminApi, Filters, Routes, RoutingTables) and jasmin.protocols.smpp.configs of
 * github.com/jookies/jasmin, releases 0.7 to 0.12.
 */
import { note } from './import-report.ts';
import type { Note } from './import-report.ts';
import { emptyListing } from './jasmin-listings.rules.ts';
import type { ListedRoute, ListedUser, Listing } from './jasmin-listings.rules.ts';
import { PickleFault, readPickle } from './pickle.rules.ts';
import { isKind, textOf } from './pickle-values.rules.ts';
import type { Pickled, PickledObject } from './pickle-values.rules.ts';

export type StoreFile = { name: string; bytes: Buffer };

/** Entries of one file, and parts of one entry: more than any gateway has, few enough to read at once. */
const MOST_ENTRIES = 10_000;
const MOST_PARTS = 100;

/** The first line that Jasmin writes before the pickle. */
const HEADER = /^Persisted on [^\n]{1,100} \[Jasmin [^\n]{1,40}\]\r?\n/;

/** Reads files of a store in any order; what each holds is known by its content. */
export function readStore(files: readonly StoreFile[]): Listing {
  const listing = emptyListing();
  for (const file of files) {
    const refuse = (said: Note) =>
      listing.notTaken.push({ line: null, entity: 'file', id: file.name, said });
    try {
      const [header = ''] = HEADER.exec(file.bytes.subarray(0, 200).toString('latin1')) ?? [];
      const read = readContent(readPickle(file.bytes, header.length), listing);
      if (read === undefined) refuse(note('fileNoStore'));
      else if (read === 'many') refuse(note('fileEntries', { most: MOST_ENTRIES }));
    } catch (error) {
      if (!(error instanceof PickleFault)) throw error;
      const { reason, offset, opcode } = error;
      refuse(note(FAULTS[reason], { offset, opcode }));
    }
  }
  return listing;
}

const FAULTS = {
  unknown: 'fileUnknown',
  outside: 'fileOutside',
  limit: 'fileLimit',
  truncated: 'fileTruncated',
  malformed: 'fileDamaged',
} as const;

/** @returns true if it was read, 'many' if it has too many entries, undefined for anything else */
function readContent(content: Pickled, listing: Listing): true | 'many' | undefined {
  if (isKind(content, 'object')) return readTable(content, listing);
  const entries: [Pickled, Pickled][] = isKind(content, 'list')
    ? content.items.map((item, at) => [at, item])
    : isKind(content, 'dict')
      ? [...content.entries]
      : [];
  if (entries.length > MOST_ENTRIES) return 'many';
  // An empty list or dictionary is a store in which nothing was made.
  if (entries.length === 0) return isKind(content, 'list') || isKind(content, 'dict') || undefined;
  const isRead = entries.map(([key, value]) => readEntry(textOf(key) ?? '', value, listing));
  return isRead.every((each) => each) || undefined;
}

function readEntry(key: string, value: Pickled, listing: Listing): boolean {
  const config = isKind(value, 'dict') ? value.entries.get('config') : undefined;
  if (isKind(value, 'dict') && isKind(config, 'object')) {
    readConnector(config, Number(value.entries.get('service_status')) === 1, listing);
    return true;
  }
  if (!isKind(value, 'object')) return false;
  const kind = classOf(value);
  if (kind === 'Group') {
    listing.groups.push({ line: null, gid: at(value, 'gid'), enabled: isEnabled(value) });
  } else if (kind === 'User') {
    readUser(value, listing);
  } else if (kind === 'HttpConnector') {
    listing.http.push({
      line: null,
      cid: key || at(value, 'cid'),
      method: at(value, 'method').toUpperCase(),
      url: at(value, 'baseurl'),
    });
  } else if (kind.endsWith('Filter')) {
    listing.filters.push({ line: null, fid: key, ...readFilter(value) });
  } else return false;
  return true;
}

/** A table of routes or interceptors: a list of dictionaries, each of one order. */
function readTable(table: PickledObject, listing: Listing): true | 'many' | undefined {
  const kind = /^(MO|MT)(Routing|Interception)Table$/.exec(classOf(table));
  const rows = property(table, 'table');
  if (!kind || !isKind(rows, 'list')) return undefined;
  if (rows.items.length > MOST_ENTRIES) return 'many';
  for (const row of rows.items) {
    const [[order, entry] = []] = isKind(row, 'dict') ? row.entries : [];
    if (typeof order !== 'number' || !isKind(entry, 'object')) return undefined;
    if (kind[2] === 'Interception')
      listing.interceptors.push({ line: null, text: `${order} ${classOf(entry)}` });
    else listing.routes.push(readRoute(kind[1] as 'MO' | 'MT', order, entry));
  }
  return true;
}

function readRoute(direction: 'MO' | 'MT', order: number, route: PickledObject): ListedRoute {
  const connector = property(route, 'connector');
  const filters = property(route, 'filters');
  const targets = isKind(connector, 'list') ? connector.items : [connector ?? null];
  const rate = Number(property(route, 'rate') ?? 0);
  return {
    line: null,
    direction,
    order,
    type: classOf(route),
    rate: rate > 0 ? rate.toFixed(5) : null,
    targets: targets.slice(0, MOST_PARTS).map((target) => ({
      kind: KINDS[classOf(target)] ?? 'smppc',
      name: at(target, 'cid'),
    })),
    filters: (isKind(filters, 'list') ? filters.items : []).slice(0, MOST_PARTS).map(readFilter),
  };
}

const KINDS: Readonly<Record<string, string>> = {
  SmppClientConnector: 'smppc',
  HttpConnector: 'http',
  SmppServerSystemIdConnector: 'smpps',
};

/** The letters of a filter in listings, and its argument as they have it. */
function readFilter(filter: Pickled): { letters: string; argument: string } {
  const of = (letters: string, argument: string) => ({ letters, argument });
  switch (classOf(filter)) {
    case 'TransparentFilter':
      return of('T', '');
    case 'ConnectorFilter':
      return of('C', at(property(filter, 'connector'), 'cid'));
    case 'UserFilter':
      return of('U', at(property(filter, 'user'), 'uid'));
    case 'GroupFilter':
      return of('G', at(property(filter, 'group'), 'gid'));
    case 'SourceAddrFilter':
      return of('SA', patternOf(property(filter, 'source_addr')));
    case 'DestinationAddrFilter':
      return of('DA', patternOf(property(filter, 'destination_addr')));
    case 'ShortMessageFilter':
      return of('SM', patternOf(property(filter, 'short_message')));
    case 'DateIntervalFilter':
      return of('DI', intervalOf(property(filter, 'dateInterval')));
    case 'TimeIntervalFilter':
      return of('TI', intervalOf(property(filter, 'timeInterval')));
    case 'TagFilter':
      return of('TG', at(filter, 'tag'));
    case 'EvalPyFilter':
      return of('Ev', '');
    default:
      return of(classOf(filter), '');
  }
}

function readUser(user: PickledObject, listing: Listing): void {
  const cred: ListedUser['cred'] = [];
  for (const [section, name] of [
    ['mt_messaging_cred', 'mt_credential'],
    ['smpps_cred', 'smpps_credential'],
  ] as const)
    for (const [part, names] of Object.entries(PARTS[section])) {
      const written = property(property(user, name), SOURCES[part]!);
      if (!isKind(written, 'dict')) continue;
      for (const [source, key] of Object.entries(names)) {
        const value = written.entries.get(source);
        if (value !== undefined)
          cred.push({ section, part, key, value: wordOf(value), line: null });
      }
    }
  const digest = property(user, 'password');
  listing.users.push({
    line: null,
    uid: at(user, 'uid'),
    gid: at(property(user, 'group'), 'gid'),
    username: at(user, 'username'),
    enabled: isEnabled(user),
    limits: [],
    cred,
    ...(Buffer.isBuffer(digest) && digest.length === 16 && { digest: digest.toString('hex') }),
  });
}

/** The dictionaries of a credential, by the section of the console. */
const SOURCES: Readonly<Record<string, string>> = {
  authorization: 'authorizations',
  valuefilter: 'value_filters',
  defaultvalue: 'defaults',
  quota: 'quotas',
};
/** Names within Jasmin, and those of its console. */
const PARTS: Readonly<
  Record<'mt_messaging_cred' | 'smpps_cred', Record<string, Record<string, string>>>
> = {
  mt_messaging_cred: {
    authorization: {
      http_send: 'http_send',
      http_balance: 'http_balance',
      http_rate: 'http_rate',
      http_bulk: 'http_bulk',
      smpps_send: 'smpps_send',
      http_long_content: 'http_long_content',
      long_content: 'http_long_content',
      set_dlr_level: 'dlr_level',
      http_set_dlr_method: 'http_dlr_method',
      set_dlr_method: 'http_dlr_method',
      set_source_address: 'src_addr',
      set_priority: 'priority',
      set_validity_period: 'validity_period',
      set_hex_content: 'hex_content',
      set_schedule_delivery_time: 'schedule_delivery_time',
    },
    valuefilter: {
      destination_address: 'dst_addr',
      source_address: 'src_addr',
      priority: 'priority',
      validity_period: 'validity_period',
      content: 'content',
    },
    defaultvalue: { source_address: 'src_addr' },
    quota: {
      balance: 'balance',
      early_decrement_balance_percent: 'early_percent',
      submit_sm_count: 'sms_count',
      http_throughput: 'http_throughput',
      smpps_throughput: 'smpps_throughput',
    },
  },
  smpps_cred: {
    authorization: { bind: 'bind', ip: 'ip' },
    quota: { max_bindings: 'max_bindings' },
  },
};

function readConnector(config: PickledObject, started: boolean, listing: Listing): void {
  const settings: Listing['smpp'][number]['settings'] = new Map();
  for (const [source, key] of Object.entries(SETTINGS)) {
    const value = property(config, source);
    if (value !== undefined) settings.set(key, { value: settingOf(key, value), line: null });
  }
  listing.smpp.push({ line: null, cid: at(config, 'id'), started, settings });
}

/** Attributes of SMPPClientConfig, and the keys of `smppccm`. */
const SETTINGS: Readonly<Record<string, string>> = {
  host: 'host',
  port: 'port',
  useSSL: 'ssl',
  username: 'username',
  password: 'password',
  systemType: 'systype',
  bindOperation: 'bind',
  sessionInitTimerSecs: 'bind_to',
  enquireLinkTimerSecs: 'elink_interval',
  inactivityTimerSecs: 'trx_to',
  responseTimerSecs: 'res_to',
  pduReadTimerSecs: 'pdu_red_to',
  reconnectOnConnectionLoss: 'con_loss_retry',
  reconnectOnConnectionLossDelay: 'con_loss_delay',
  reconnectOnConnectionFailure: 'con_fail_retry',
  reconnectOnConnectionFailureDelay: 'con_fail_delay',
  addressTon: 'bind_ton',
  addressNpi: 'bind_npi',
  addressRange: 'addr_range',
  source_addr: 'src_addr',
  source_addr_ton: 'src_ton',
  source_addr_npi: 'src_npi',
  dest_addr_ton: 'dst_ton',
  dest_addr_npi: 'dst_npi',
  protocol_id: 'proto_id',
  priority_flag: 'priority',
  validity_period: 'validity',
  replace_if_present_flag: 'ripf',
  sm_default_msg_id: 'def_msg_id',
  service_type: 'service_type',
  data_coding: 'coding',
  submit_sm_throughput: 'submit_throughput',
  requeue_delay: 'requeue_delay',
  dlr_expiry: 'dlr_expiry',
  dlr_msg_id_bases: 'dlr_msgid',
  custom_tlvs: 'custom_tlvs',
  log_privacy: 'logprivacy',
};

const TON =
  'UNKNOWN INTERNATIONAL NATIONAL NETWORK_SPECIFIC SUBSCRIBER_NUMBER ALPHANUMERIC ABBREVIATED'.split(
    ' ',
  );
const NPI: Readonly<Record<string, number>> = {
  UNKNOWN: 0,
  ISDN: 1,
  DATA: 3,
  TELEX: 4,
  LAND_MOBILE: 6,
  NATIONAL: 8,
  PRIVATE: 9,
  ERMES: 10,
  INTERNET: 14,
  WAP_CLIENT_ID: 18,
};

/**
 * A setting as the console writes it. Numbers with names are kept as the name, or as the place of the name in
 * its enumeration.
 */
function settingOf(key: string, value: Pickled): string {
  const names = key.endsWith('_ton')
    ? TON
    : key.endsWith('_npi')
      ? Object.keys(NPI)
      : key === 'priority'
        ? ['LEVEL_0', 'LEVEL_1', 'LEVEL_2', 'LEVEL_3']
        : key === 'ripf'
          ? ['DO_NOT_REPLACE', 'REPLACE']
          : undefined;
  const known = isKind(value, 'object') ? namesWithin(value) : [textOf(value) ?? ''];
  const name = names?.find((each) => known.includes(each));
  if (names && name !== undefined)
    return String(key.endsWith('_npi') ? NPI[name] : names.indexOf(name));
  if (names && isKind(value, 'object')) {
    const place = names[Number(value.args[0]) - 1];
    return place === undefined ? 'none' : settingOf(key, place);
  }
  if (key === 'custom_tlvs') return tlvsOf(value);
  return wordOf(value);
}

/** TLVs as a connector here writes them: one with a value is sent with each message, one without may be brought by it. */
function tlvsOf(value: Pickled): string {
  const tlvs = isKind(value, 'list') ? value.items.slice(0, MOST_PARTS) : [];
  if (tlvs.length === 0) return 'none';
  return tlvs
    .map((tlv) => {
      const part = (name: string) => (isKind(tlv, 'dict') ? tlv.entries.get(name) : undefined);
      const own = part('value') ?? '';
      const length = part('length');
      const longest = typeof length === 'number' ? length : '-';
      return [part('tag'), textOf(part('type')), longest, 'optional', wordOf(own)]
        .slice(0, own === '' ? 4 : 5)
        .join(',');
    })
    .join(';');
}

/** Texts among the arguments and the state of a value of an enumeration: its name, where it is written. */
const namesWithin = ({ args, state }: PickledObject): (string | undefined)[] => [
  ...args.slice(0, MOST_PARTS).map(textOf),
  ...(isKind(state, 'dict') ? [...state.entries.values().take(MOST_PARTS)].map(textOf) : []),
];

// ---- the parts of an object ----

const classOf = (value: Pickled | undefined) =>
  isKind(value, 'object') ? value.of.slice(value.of.lastIndexOf('.') + 1) : '';

/** An attribute; its state is a dictionary, or for a class with slots a pair whose first is one. */
function property(value: Pickled | undefined, name: string): Pickled | undefined {
  if (!isKind(value, 'object')) return undefined;
  const state = isKind(value.state, 'list') ? value.state.items[0] : value.state;
  return isKind(state, 'dict') ? state.entries.get(name) : undefined;
}

/** A text or number of an object; empty where it has none. */
const at = (value: Pickled | undefined, name: string) => {
  const found = property(value, name);
  return found === undefined || found === null ? '' : wordOf(found);
};

/** Users and groups of releases before 0.8 know no `enabled`. */
const isEnabled = (value: PickledObject) => property(value, 'enabled') !== false;

/** A value as the console prints it; nothing is `None`. */
function wordOf(value: Pickled): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (isKind(value, 'object')) return patternOf(value);
  if (isKind(value, 'list')) return value.items.slice(0, MOST_PARTS).map(wordsOf).join(',');
  return textOf(value) ?? (typeof value === 'object' ? '' : String(value));
}
const wordsOf = (value: Pickled) => textOf(value) ?? '';

/** The source of a compiled pattern: the first argument of `re._compile`. */
const patternOf = (value: Pickled | undefined) =>
  isKind(value, 'object') ? (textOf(value.args[0]) ?? '') : (textOf(value) ?? '');

/** Two dates (`datetime.date`, four octets) or times (`datetime.time`, six) with a semicolon between. */
function intervalOf(value: Pickled | undefined): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return (isKind(value, 'list') ? value.items : [])
    .slice(0, 2)
    .map((each) => {
      const octets = isKind(each, 'object') ? each.args[0] : undefined;
      if (!Buffer.isBuffer(octets)) return '';
      const [a = 0, b = 0, c = 0, d = 0] = octets;
      return classOf(each) === 'date'
        ? `${String(a * 256 + b).padStart(4, '0')}-${two(c)}-${two(d)}`
        : `${two(a)}:${two(b)}:${two(c)}`;
    })
    .join(';');
}
