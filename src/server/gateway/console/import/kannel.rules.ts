/** Reads a kannel.conf as the same lists that a Jasmin console shows. Facts: Kannel's User Guide, chapter 5. */
import { leaveOthers, listOf, of, readGroups, type Group } from './kannel-groups.rules.ts';
import { readService } from './kannel-services.rules.ts';
import { note } from './import-report.ts';
import type { Note } from './import-report.ts';
import type { ListedConnector, ListedRoute, ListedUser, Listing } from './jasmin-listings.rules.ts';
import { emptyListing } from './jasmin-listings.rules.ts';
import { yesOrNo } from './values.rules.ts';

/** True for a text that has the groups of a kannel.conf. */
export const isKannelConf = (text: string): boolean =>
  /^[ \t]*group[ \t]*=[ \t]*"?(core|smsbox|smsc|sendsms-user|sms-service|smsbox-route)\b/m.test(
    text,
  );

/** Variables of an SMSC, and the settings of a connector that mean the same. */
const SETTINGS: Readonly<Record<string, string>> = {
  host: 'host',
  port: 'port',
  'use-ssl': 'ssl',
  'smsc-username': 'username',
  'smsc-password': 'password',
  'system-type': 'systype',
  'service-type': 'service_type',
  'address-range': 'addr_range',
  'dest-addr-ton': 'dst_ton',
  'dest-addr-npi': 'dst_npi',
  throughput: 'submit_throughput',
  'max-pending-submits': 'window',
  'enquire-link-interval': 'elink_interval',
  'reconnect-delay': 'con_loss_delay',
  validityperiod: 'validity',
};
/** Kannel's settings of a sender that it does not inspect, as with `source-addr-autodetect = no`. */
const SENDER_SETTINGS: Readonly<Record<string, string>> = {
  'source-addr-ton': 'src_ton',
  'source-addr-npi': 'src_npi',
};
/** Variables that are read elsewhere in this file, or say nothing about the link. */
const READ = new Set([
  'group',
  'smsc',
  'smsc-id',
  'transceiver-mode',
  'receive-port',
  'msg-id-type',
  'allowed-prefix',
  'preferred-prefix',
  'log-file',
  'log-level',
  'access-log',
  'smsc-admin-id',
  'connect-allow-ip',
  'source-addr-autodetect',
]);
/** How a receipt writes the id of an answer, by `msg-id-type`: 1 hexadecimal answered, 2 hexadecimal reported. */
const ID_FORMS: Readonly<Record<string, string>> = { 0: '0', 1: '1', 2: '2', 3: '0' };

/** Advice for each kind of group that has no equivalent here. */
const NOT_TAKEN: Readonly<Record<string, Note['text']>> = {
  core: 'kannelCore',
  smsbox: 'kannelSmsbox',
  'smsbox-route': 'kannelSmsboxRoute',
  wapbox: 'kannelWap',
};

/** Reads a kannel.conf. Each sending user gets a group of its own, so that each can belong to another client. */
export function readKannelConf(text: string): Listing {
  const listing = emptyListing();
  const groups = readGroups(text, listing);
  const named = (kind: string) => groups.filter((group) => group.kind === kind);
  for (const { kind, line } of groups)
    if (!['smsc', 'sendsms-user', 'sms-service'].includes(kind))
      listing.notTaken.push({
        line,
        entity: 'group',
        id: kind,
        said: note(NOT_TAKEN[kind] ?? 'kannelOther'),
      });
  const smscs = nameSmscs(named('smsc'));
  for (const [group, cid] of smscs) readSmsc(group, cid, listing);
  for (const group of named('sendsms-user')) readUser(group, listing);
  for (const group of named('sms-service')) readService(group, listing);
  readRoutes(smscs, named('sendsms-user'), listing);
  return listing;
}

/** The names of SMSCs as connectors: several connections of one `smsc-id` get a number each. */
function nameSmscs(groups: readonly Group[]): Map<Group, string> {
  const idOf = (group: Group) => of(group, 'smsc-id') || of(group, 'smsc');
  const ids = new Set(groups.map(idOf));
  const used = new Set<string>();
  return new Map(
    groups.map((group) => {
      const id = idOf(group);
      let name = id;
      for (let number = 2; used.has(name) || (name !== id && ids.has(name)); number++)
        name = `${id}-${number}`;
      used.add(name);
      return [group, name];
    }),
  );
}

function readSmsc(group: Group, cid: string, listing: Listing): void {
  if (of(group, 'smsc') !== 'smpp') {
    listing.notTaken.push({
      line: group.line,
      entity: 'smsc',
      id: cid,
      said: note('smscProtocol', { protocol: of(group, 'smsc') }),
    });
    return;
  }
  const settings: ListedConnector['settings'] = new Map();
  // By default Kannel sends names as alphanumeric whatever `source-addr-ton` says; here that setting is of every sender.
  const names =
    yesOrNo(of(group, 'source-addr-autodetect')) === false
      ? { ...SETTINGS, ...SENDER_SETTINGS }
      : SETTINGS;
  for (const [name, { value, line }] of group.variables) {
    const setting = names[name];
    if (setting !== undefined) settings.set(setting, { value, line });
    // A variable without an equivalent is reported under its own name.
    else if (!READ.has(name)) settings.set(name, { value, line });
  }
  const bind = yesOrNo(of(group, 'transceiver-mode'))
    ? 'transceiver'
    : of(group, 'port') === '0' || of(group, 'port') === ''
      ? 'receiver'
      : 'transmitter';
  settings.set('bind', { value: bind, line: group.line });
  if (bind === 'receiver')
    settings.set('port', { value: of(group, 'receive-port'), line: group.line });
  const form = group.variables.get('msg-id-type');
  const dlrMsgid = form && ID_FORMS[Number(form.value)];
  if (form && dlrMsgid !== undefined)
    settings.set('dlr_msgid', { value: dlrMsgid, line: form.line });
  listing.smpp.push({ line: group.line, cid, started: false, settings });
  // Kannel receives over a second connection of the same group.
  if (bind === 'transmitter' && !['', '0'].includes(of(group, 'receive-port')))
    listing.smpp.push({
      line: group.line,
      cid: `${cid}-rx`,
      started: false,
      settings: new Map(settings)
        .set('bind', { value: 'receiver', line: group.line })
        .set('port', { value: of(group, 'receive-port'), line: group.line }),
    });
}

function readUser(group: Group, listing: Listing): void {
  const username = of(group, 'username');
  const cred: ListedUser['cred'] = [];
  const put = (part: string, key: string, value: string, line = group.line) =>
    cred.push({
      section: key === 'ip' ? 'smpps_cred' : 'mt_messaging_cred',
      part,
      key,
      value,
      line,
    });
  put('authorization', 'http_send', 'True');
  put('authorization', 'http_long_content', of(group, 'max-messages') === '1' ? 'False' : 'True');
  const [faked, usual] = [of(group, 'faked-sender'), of(group, 'default-sender')];
  if (faked !== '') put('authorization', 'src_addr', 'False');
  if (faked !== '' || usual !== '') put('defaultvalue', 'src_addr', faked || usual);
  readAddresses(group, listing, (ranges, line) =>
    put('authorization', 'ip', ranges.join(','), line),
  );
  const prefixes = listOf(of(group, 'allowed-prefix'));
  if (prefixes.length > 0) put('valuefilter', 'dst_addr', prefixPattern(prefixes));
  leaveOthers(group, listing, { entity: 'user', id: username, read: READ_OF_USER });
  listing.groups.push({ line: group.line, gid: username, enabled: true });
  const password = of(group, 'password');
  listing.users.push({
    line: group.line,
    uid: username,
    gid: username,
    username,
    enabled: true,
    limits: [],
    cred,
    ...(password !== '' && { password }),
  });
}

/** Variables of a sending user that are read here; all others are named as left out. */
const READ_OF_USER = new Set([
  'group',
  'name',
  'username',
  'password',
  'faked-sender',
  'default-sender',
  'user-allow-ip',
  'user-deny-ip',
  'allowed-prefix',
  'max-messages',
  'forced-smsc',
]);

/** Kannel refuses the addresses of `user-deny-ip` but for those of `user-allow-ip`; here a list names all that may send. */
function readAddresses(
  group: Group,
  listing: Listing,
  allow: (ranges: string[], line: number) => void,
): void {
  const [allowed, denied] = ['user-allow-ip', 'user-deny-ip'].map((name) =>
    group.variables.get(name),
  );
  const leave = (line: number, said: Note) =>
    listing.notTaken.push({ line, entity: 'user', id: of(group, 'username'), said });
  const refusesAll = denied !== undefined && /^\*(\.\*){3}$/.test(denied.value);
  if (allowed && refusesAll && !allowed.value.includes('*'))
    return allow(listOf(allowed.value), allowed.line);
  if (denied)
    leave(
      denied.line,
      allowed
        ? note('addressesLeftBut', { denied: denied.value, allowed: allowed.value })
        : note('addressesLeft', { denied: denied.value }),
    );
  else if (allowed) leave(allowed.line, note('allowLeft'));
}

/**
 * Routes as Kannel chooses an SMSC: that of a user's `forced-smsc`, else one whose `allowed-prefix` or
 * `preferred-prefix` matches, else any of the others in turn.
 */
function readRoutes(
  smscs: ReadonlyMap<Group, string>,
  users: readonly Group[],
  listing: Listing,
): void {
  const senders = new Set(
    listing.smpp
      .filter(({ settings }) => settings.get('bind')!.value !== 'receiver')
      .map(({ cid }) => cid),
  );
  const sending = [...smscs].filter(([, cid]) => senders.has(cid));
  const add = (
    line: number,
    order: number,
    names: string[],
    filters: ListedRoute['filters'] = [],
  ) => {
    const type = order === 0 ? 'DefaultRoute' : 'StaticMTRoute';
    listing.routes.push({
      line,
      direction: 'MT',
      order,
      type: names.length > 1 ? 'RandomRoundrobinMTRoute' : type,
      rate: null,
      targets: names.map((name) => ({ kind: 'smppc', name })),
      filters,
    });
  };
  for (const [at, group] of users.entries()) {
    const forced = sending
      .filter(([smsc]) => of(smsc, 'smsc-id') === of(group, 'forced-smsc'))
      .map(([, cid]) => cid);
    const { line = 0 } = group.variables.get('forced-smsc') ?? {};
    if (line > 0 && forced.length === 0)
      listing.notTaken.push({
        line,
        entity: 'user',
        id: of(group, 'username'),
        said: note('leftOut', { name: 'forced-smsc' }),
      });
    else if (line > 0)
      add(group.line, 5_000 + at, forced, [{ letters: 'U', argument: of(group, 'username') }]);
  }
  const prefixed = Map.groupBy(
    sending,
    ([group]) => of(group, 'allowed-prefix') || of(group, 'preferred-prefix'),
  );
  for (const [at, [prefixes, each]] of [...prefixed].entries())
    if (prefixes !== '')
      add(
        each[0]![0].line,
        100 + at,
        each.map(([, cid]) => cid),
        [{ letters: 'DA', argument: prefixPattern(listOf(prefixes)) }],
      );
  const open = sending.filter(([group]) => of(group, 'allowed-prefix') === '');
  const names = open.map(([, cid]) => cid);
  if (names.length > 1) add(open[0]![0].line, 1, names, [{ letters: 'T', argument: '' }]);
  if (names.length > 0) add(open[0]![0].line, 0, [names[0]!]);
}

/** Numbers that begin with one of these, which Kannel writes with or without plus and zeros. */
function prefixPattern(prefixes: readonly string[]): string {
  const bare = prefixes.map((prefix) => prefix.replace(/^(\+|00)/, '').replaceAll(/\D/g, ''));
  return bare.length === 1 ? `^${bare[0]}` : `^(${bare.join('|')})`;
}
