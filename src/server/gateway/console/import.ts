/** A Jasmin's configuration, taken over from what its console lists. */
import { mtMessagingCred, smppsCred } from '../../../contract/api/gateway-credentials.ts';
import type { gatewayConfig } from '../../../contract/api/gateway-config.ts';
import type { Output, Parsed } from '../../../contract/endpoint.ts';
import { httpSettings, smppSettings } from '../../../contract/api/connector-settings.ts';
import { record } from '../../core/audit/audit.ts';
import {
  insertGroup,
  insertUser,
  isClient,
  lockGroup,
  setGroupEnabled,
} from '../../core/gateway-users/gateway-users.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { readConfigRows } from '../../core/dispatch/config-version.store.ts';
import { Refusal } from '../../infra/errors.ts';
import { sentence } from '../../infra/words.ts';
import { insertConnector } from './connectors.store.ts';
import { recordEdit } from './edits.ts';
import {
  LISTED_TYPES,
  numberOrNone,
  readListing,
  yesOrNo,
  type ListedConnector,
  type ListedUser,
} from './import.rules.ts';
import { createFilter, createRoute } from './routing.ts';
import { lockDraft } from './routing.store.ts';
import type { ConsoleCall } from '../customers/users.ts';

type Report = Output<typeof gatewayConfig.import>;
type Kind = 'taken' | 'changed' | 'refused';
type Tell = (kind: Kind, entity: string, id: string, line: number | null, message: string) => void;

/** Keys of a connector that serve only the other gateway's own files. */
const IGNORED = new Set(['logfile', 'logrotate', 'loglevel']);

/** Undoes what a dry run did: the report is all that stays. */
class Rehearsed extends Error {}

/**
 * Takes over what a text lists. Nothing that is there is replaced; groups and users are in force at once, the rest becomes
 * a part of the draft. Without `apply` it is all done, told and undone.
 */
export async function importConfig(
  tx: Tx,
  call: ConsoleCall,
  { text, clientId, apply }: Parsed<typeof gatewayConfig.import>,
): Promise<Report> {
  await lockDraft(tx);
  const report: Report = { applied: apply, taken: [], changed: [], refused: [] };
  const tell: Tell = (kind, entity, id, line, message) => {
    report[kind].push({ line, entity, id, message });
  };
  await tx.query('savepoint rehearsal');
  try {
    await take(tx, call, text, clientId, tell);
    if (!apply) throw new Rehearsed();
    await record(tx, call, {
      action: 'GATEWAY_IMPORTED',
      clientId: call.session.clientId,
      after: {
        taken: report.taken.length,
        changed: report.changed.length,
        refused: report.refused.length,
      },
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
    await tx.query('rollback to savepoint rehearsal');
  }
  return report;
}

async function take(
  tx: Tx,
  call: ConsoleCall,
  text: string,
  clientId: string | undefined,
  tell: Tell,
): Promise<void> {
  const listing = readListing(text);
  for (const { line, text: unread } of listing.unread)
    tell('refused', 'row', unread, line, 'This row of a list cannot be read.');

  for (const { gid, enabled, line } of listing.groups) {
    if (!/^[A-Za-z0-9_-]{1,16}$/.test(gid))
      tell('refused', 'group', gid, line, 'This is no name of a group.');
    else if (await insertGroup(tx, gid)) {
      if (!enabled) await setGroupEnabled(tx, gid, false);
      tell('taken', 'group', gid, line, enabled ? 'Made.' : 'Made, disabled as it was.');
    } else
      tell('refused', 'group', gid, line, 'There is one of this name already; it stays as it is.');
  }

  const known = clientId !== undefined && (await isClient(tx, clientId)) ? clientId : undefined;
  for (const user of listing.users) {
    if (known === undefined)
      tell('refused', 'user', user.uid, user.line, 'Choose the client whose users they become.');
    else await takeUser(tx, user, known, tell);
  }

  for (const connector of listing.smpp) await takeConnector(tx, call, connector, tell);
  for (const { cid, method, url, line } of listing.http) {
    const settings = httpSettings.safeParse({ url, method });
    if (!settings.success)
      tell(
        'refused',
        'HTTP connector',
        cid,
        line,
        `${settings.error.issues[0]?.path.join('.') ?? ''}: ${settings.error.issues[0]?.message ?? ''}`,
      );
    else if (
      !(await insertConnector(tx, {
        cid,
        kind: 'HTTP',
        settings: settings.data,
        secret: null,
        started: true,
      }))
    )
      tell(
        'refused',
        'HTTP connector',
        cid,
        line,
        'There is one of this name already; it stays as it is.',
      );
    else {
      await recordEdit(tx, call, 'CONNECTOR', cid, {
        before: null,
        after: { kind: 'HTTP', ...settings.data },
      });
      tell('taken', 'HTTP connector', cid, line, 'Made.');
    }
  }

  /** By what they are, since lists of routes show filters so. */
  const fids = new Map<string, string>();
  const keyOf = ({ letters, argument }: { letters: string; argument: string }) =>
    `${letters} ${argument}`;
  for (const filter of (await readConfigRows(tx)).filters) {
    const letters = Object.entries(LISTED_TYPES).find(([, { type }]) => type === filter.type)?.[0];
    if (letters !== undefined)
      fids.set(
        keyOf({ letters, argument: String(Object.values(filter.parameters)[0] ?? '') }),
        filter.fid,
      );
  }
  const takeFilter = async (
    fid: string,
    filter: { letters: string; argument: string },
    line: number,
  ): Promise<boolean> => {
    const as = LISTED_TYPES[filter.letters];
    if (filter.letters === 'Ev') {
      tell(
        'refused',
        'filter',
        fid,
        line,
        'An EvalPyFilter is a program of the other gateway. Write it again as an ExpressionFilter.',
      );
      return false;
    }
    if (!as) {
      tell('refused', 'filter', fid, line, `There is no type <${filter.letters}>.`);
      return false;
    }
    return attempt(call, tell, 'filter', fid, line, async () => {
      await createFilter(tx, call, {
        fid,
        type: as.type as Parameters<typeof createFilter>[2]['type'],
        parameters: as.parameter === undefined ? {} : { [as.parameter]: filter.argument },
      });
      fids.set(keyOf(filter), fid);
    });
  };
  for (const filter of listing.filters) {
    if (await takeFilter(filter.fid, filter, filter.line))
      tell('taken', 'filter', filter.fid, filter.line, 'Made.');
  }

  let made = 0;
  for (const route of listing.routes) {
    const name = `${route.direction} ${route.order}`;
    const filters: string[] = [];
    for (const filter of route.filters) {
      if (route.order === 0) continue;
      if (!fids.has(keyOf(filter))) {
        const fid = `import-${++made}`;
        if (await takeFilter(fid, filter, route.line))
          tell(
            'changed',
            'filter',
            fid,
            route.line,
            `Made for ${name}, whose list shows what its filters are and not their names.`,
          );
      }
      filters.push(fids.get(keyOf(filter)) ?? '');
    }
    if (filters.includes('')) {
      tell(
        'refused',
        `${route.direction} route`,
        name,
        route.line,
        'One of its filters was refused.',
      );
      continue;
    }
    const done = await attempt(
      call,
      tell,
      `${route.direction} route`,
      name,
      route.line,
      async () => {
        const { order, type } = route;
        if (route.direction === 'MT')
          await createRoute(tx, call, 'MT', {
            type,
            order,
            filters,
            connectors: route.targets.map((target) => target.name),
          });
        else
          await createRoute(tx, call, 'MO', {
            type,
            order,
            filters,
            targets: route.targets.map((target) =>
              target.kind === 'smpps'
                ? { kind: 'SMPP_USER', username: target.name }
                : { kind: 'HTTP', cid: target.name },
            ),
          });
      },
    );
    if (!done) continue;
    if (route.rate !== null && Number(route.rate) > 0)
      tell(
        'changed',
        'MT route',
        name,
        route.line,
        `Made without its rate of ${route.rate}: prices are the clients' own rates.`,
      );
    else tell('taken', `${route.direction} route`, name, route.line, 'Made.');
  }
}

/** Does one thing of many: what is refused is told, and leaves the others. */
async function attempt(
  call: ConsoleCall,
  tell: Tell,
  entity: string,
  id: string,
  line: number,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const said = error.details?.map(({ field, message }) => `${field}: ${message}`).join(' ');
    tell('refused', entity, id, line, said ?? sentence(call.language, error.code, error.values));
    return false;
  }
}

async function takeUser(tx: Tx, user: ListedUser, clientId: string, tell: Tell): Promise<void> {
  const { uid, gid, username, enabled, line } = user;
  const forms: [string, string, RegExp][] = [
    ['uid', uid, /^[A-Za-z0-9_-]{1,16}$/],
    ['gid', gid, /^[A-Za-z0-9_-]{1,16}$/],
    ['username', username, /^[A-Za-z0-9_-]{1,15}$/],
  ];
  const wrong = forms.find(([, value, form]) => !form.test(value));
  if (wrong)
    return tell('refused', 'user', uid, line, `${wrong[0]}: "${wrong[1]}" cannot be used.`);
  if (!(await lockGroup(tx, gid)))
    return tell('refused', 'user', uid, line, `There is no group ${gid}. Take it over too.`);
  const mt: Record<string, Record<string, unknown>> = {};
  const smpps: Record<string, Record<string, unknown>> = {};
  for (const { section, part, key, value, line: at } of user.cred) {
    const into = section === 'mt_messaging_cred' ? mt : smpps;
    const put = (read: unknown) => {
      (into[part] ??= {})[key] = read;
    };
    if (part === 'quota' && key === 'balance') {
      if (numberOrNone(value) !== null)
        tell(
          'changed',
          'user',
          uid,
          at,
          `Its balance of ${value} is left out: money is the client's wallet.`,
        );
    } else if (part === 'quota' || (part === 'authorization' && key !== 'ip')) {
      const read = part === 'quota' ? numberOrNone(value) : yesOrNo(value);
      if (read === undefined)
        tell(
          'changed',
          'user',
          uid,
          at,
          `${part} ${key}: "${value}" cannot be read; the standard stays.`,
        );
      else put(read);
    } else if (part === 'authorization') {
      // Everywhere in IPv4 is everywhere here: a list that names nobody else shuts nobody out.
      put(value === '0.0.0.0/0' ? [] : value.split(/[,\s]+/).filter((range) => range !== ''));
    } else if (part === 'defaultvalue') {
      put(/^none$/i.test(value) ? null : value);
    } else if (part === 'valuefilter') put(value);
  }
  const creds = [mtMessagingCred.safeParse(mt), smppsCred.safeParse(smpps)] as const;
  const fault = creds.flatMap((cred) => (cred.success ? [] : cred.error.issues))[0];
  if (fault || !creds[0].success || !creds[1].success)
    return tell(
      'refused',
      'user',
      uid,
      line,
      `${fault?.path.join('.') ?? ''}: ${fault?.message ?? ''}`,
    );
  if (
    !(await insertUser(tx, {
      uid,
      gid,
      username,
      clientId,
      enabled,
      passwordHash: null,
      mtMessagingCred: creds[0].data,
      smppsCred: creds[1].data,
    }))
  ) {
    return tell(
      'refused',
      'user',
      uid,
      line,
      'There is one of this id or username already; it stays as it is.',
    );
  }
  tell('changed', 'user', uid, line, 'Made without a password, which no list shows. Give it one.');
}

const NUMBERS = new Set(['true', 'false', 'yes', 'no']);

async function takeConnector(
  tx: Tx,
  call: ConsoleCall,
  { cid, line, settings: listed }: ListedConnector,
  tell: Tell,
): Promise<void> {
  if (listed.size === 0)
    return tell(
      'refused',
      'SMPP connector',
      cid,
      line,
      `Add what "smppccm -s ${cid}" shows: a list alone has no settings.`,
    );
  const settings: Record<string, unknown> = {};
  const names = new Set(Object.keys(smppSettings.shape));
  let hasPassword = false;
  for (const [key, { value, line: at }] of listed) {
    if (key === 'cid') continue;
    if (key === 'password') hasPassword = value !== '';
    else if (IGNORED.has(key))
      tell(
        'changed',
        'SMPP connector',
        cid,
        at,
        `${key} is left out: it names the other gateway's own files.`,
      );
    else if (!names.has(key))
      tell(
        'changed',
        'SMPP connector',
        cid,
        at,
        `${key} is left out: there is no such setting here.`,
      );
    else if (key === 'custom_tlvs' && !/^(none|null)?$/i.test(value))
      tell(
        'changed',
        'SMPP connector',
        cid,
        at,
        'custom_tlvs is left out: there each message brings the values, here the connector has them. Write each as tag,type,longest,required,value.',
      );
    else if (!/^(none|null)?$/i.test(value)) settings[key] = readSetting(key, value);
  }
  const parsed = smppSettings.safeParse(settings);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return tell(
      'refused',
      'SMPP connector',
      cid,
      line,
      `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    );
  }
  if (
    !(await insertConnector(tx, {
      cid,
      kind: 'SMPP',
      settings: parsed.data,
      secret: null,
      started: false,
    }))
  )
    return tell(
      'refused',
      'SMPP connector',
      cid,
      line,
      'There is one of this name already; it stays as it is.',
    );
  await recordEdit(tx, call, 'CONNECTOR', cid, {
    before: null,
    after: { kind: 'SMPP', ...parsed.data },
  });
  tell(
    'changed',
    'SMPP connector',
    cid,
    line,
    hasPassword
      ? 'Made, stopped and without its password, so that two gateways never bind at once. Enter it, then start.'
      : 'Made, stopped.',
  );
}

function readSetting(key: string, value: string): unknown {
  if (NUMBERS.has(value.toLowerCase())) return yesOrNo(value);
  const text = [
    'host',
    'username',
    'systype',
    'bind',
    'addr_range',
    'src_addr',
    'service_type',
  ].includes(key);
  return !text && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
