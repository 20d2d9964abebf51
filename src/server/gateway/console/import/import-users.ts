/** Imports one user of a Jasmin configuration. */
import { mtMessagingCred, smppsCred } from '../../../../contract/api/gateway-credentials.ts';
import { gatewayPassword } from '../../../../contract/api/gateway-names.ts';
import { hashMd5Digest, hashPassword } from '../../../core/auth/passwords/passwords.ts';
import { insertUser } from '../../../core/gateway-users/gateway-users.store.ts';
import { lockGroup } from '../../../core/gateway-users/gateway-groups.store.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { translatePattern } from './patterns.rules.ts';
import { numberOrNone, yesOrNo } from './values.rules.ts';
import type { ListedUser } from './jasmin-listings.rules.ts';
import { faultOf, note } from './import-report.ts';
import type { ReportLine } from './import-report.ts';

/** Hashes at a time, so that sign-ins find a free thread meanwhile. */
const HASHES = 2;

const hasUsablePassword = ({ password, digest }: ListedUser) =>
  digest !== undefined || gatewayPassword.safeParse(password).success;

/** The hashes of the passwords of these users. Each takes long on purpose, and no transaction waits for them. */
export async function hashPasswords(
  users: readonly ListedUser[],
): Promise<ReadonlyMap<ListedUser, string>> {
  const hashes = new Map<ListedUser, string>();
  const waiting = users.filter(hasUsablePassword);
  const work = async () => {
    for (let user = waiting.pop(); user !== undefined; user = waiting.pop())
      hashes.set(
        user,
        await (user.digest === undefined
          ? hashPassword(user.password!)
          : hashMd5Digest(user.digest)),
      );
  };
  await Promise.all(Array.from({ length: HASHES }, work));
  return hashes;
}

export async function importUser(
  tx: Tx,
  user: ListedUser,
  clientId: string,
  hashes: ReadonlyMap<ListedUser, string>,
  addLine: ReportLine,
): Promise<void> {
  const { uid, gid, username, enabled, line } = user;
  const forms: [string, string, RegExp][] = [
    ['uid', uid, /^[A-Za-z0-9_-]{1,16}$/],
    ['gid', gid, /^[A-Za-z0-9_-]{1,16}$/],
    ['username', username, /^[A-Za-z0-9_-]{1,15}$/],
  ];
  const wrong = forms.find(([, value, form]) => !form.test(value));
  if (wrong)
    return addLine(
      'refused',
      'user',
      uid,
      line,
      note('nameUnusable', { field: wrong[0], value: wrong[1] }),
    );
  // Its rights and filters stand there alone: without them it would get every right.
  if (user.cred.length === 0)
    return addLine('refused', 'user', uid, line, note('rightsMissing', { uid }));
  const lost = user.shown && lostOf(user);
  if (lost) return addLine('refused', 'user', uid, line, note('rightsCut', { uid, key: lost }));
  if (!(await lockGroup(tx, gid)))
    return addLine('refused', 'user', uid, line, note('groupMissing', { gid }));
  const read = readCredentials(user, addLine);
  if (!read) return undefined;
  const creds = [mtMessagingCred.safeParse(read.mt), smppsCred.safeParse(read.smpps)] as const;
  const faults = creds.flatMap((cred) => (cred.success ? [] : cred.error.issues));
  if (faults.length > 0 || !creds[0].success || !creds[1].success)
    return addLine('refused', 'user', uid, line, faultOf(faults));
  if (
    !(await insertUser(tx, {
      uid,
      gid,
      username,
      clientId,
      enabled,
      // A rehearsal is rolled back, and has no hashes.
      passwordHash: hashes.get(user) ?? null,
      mtMessagingCred: creds[0].data,
      smppsCred: creds[1].data,
    }))
  ) {
    return addLine('refused', 'user', uid, line, note('userExists'));
  }
  if (hasUsablePassword(user)) addLine('taken', 'user', uid, line, note('userWithPassword'));
  else
    addLine(
      'changed',
      'user',
      uid,
      line,
      note(user.password === undefined ? 'userWithoutPassword' : 'userPasswordUnusable'),
    );
}

/** Rights, filters and limits that every release shows. Without one of them a user would get more than it had. */
const SHOWN = [
  ...['http_send', 'smpps_send', 'dlr_level', 'src_addr', 'priority', 'validity_period'].map(
    (key) => `authorization ${key}`,
  ),
  ...['dst_addr', 'src_addr', 'content'].map((key) => `valuefilter ${key}`),
  ...['sms_count', 'http_throughput', 'smpps_throughput'].map((key) => `quota ${key}`),
  'authorization bind',
  'quota max_bindings',
];

/** The first of them that the text of a user lacks, because it was cut off. */
function lostOf({ cred, limits }: ListedUser): string | undefined {
  const there = new Set([
    ...cred.map(({ part, key }) => `${part} ${key}`),
    ...limits.map(({ key }) => `quota ${key}`),
  ]);
  return SHOWN.find((each) => !there.has(each));
}

type Sections = Record<string, Record<string, unknown>>;

/**
 * Reads the rights, filters and defaults of a user, with a line for each that changed. @returns nothing where
 * the user is refused for one of them
 */
function readCredentials(
  user: ListedUser,
  addLine: ReportLine,
): { mt: Sections; smpps: Sections } | undefined {
  const { uid, line } = user;
  const mt: Sections = {};
  const smpps: Sections = {};
  const listed = user.limits.map((limit) => ({
    ...limit,
    section: 'mt_messaging_cred',
    part: 'quota',
    line,
  }));
  for (const { section, part, key, value, line: at } of listed.concat(user.cred)) {
    const into = section === 'mt_messaging_cred' ? mt : smpps;
    const put = (read: unknown) => {
      (into[part] ??= {})[key] = read;
    };
    if (part === 'quota' && key === 'balance') {
      if (numberOrNone(value) !== null)
        addLine('changed', 'user', uid, at, note('balanceLeft', { value }));
    } else if (part === 'quota' || (part === 'authorization' && key !== 'ip')) {
      const read = part === 'quota' ? numberOrNone(value) : yesOrNo(value);
      // The standard has no limit and every right: more than it may have had.
      if (read === undefined)
        return void addLine(
          'refused',
          'user',
          uid,
          at,
          note('valueUnreadable', { key: `${part} ${key}`, value }),
        );
      put(read);
    } else if (part === 'authorization') {
      // All of IPv4 means any address here: such a list excludes nobody.
      put(value === '0.0.0.0/0' ? [] : value.split(/[,\s]+/).filter((range) => range !== ''));
    } else if (part === 'defaultvalue') {
      put(/^none$/i.test(value) ? null : value);
    } else if (part === 'valuefilter') {
      const pattern = translatePattern(value);
      if (pattern === undefined)
        return void addLine(
          'refused',
          'user',
          uid,
          at,
          note('patternUnreadable', { key: `${part} ${key}`, value }),
        );
      if (pattern !== value)
        addLine(
          'changed',
          'user',
          uid,
          at,
          note('valuePatternRewritten', { key: `${part} ${key}`, value, written: pattern }),
        );
      put(pattern);
    }
  }
  return { mt, smpps };
}
