/** Imports one user of a Jasmin configuration. */
import { mtMessagingCred, smppsCred } from '../../../contract/api/gateway-credentials.ts';
import { gatewayPassword } from '../../../contract/api/gateway-names.ts';
import { hashPassword } from '../../core/auth/passwords.ts';
import { insertUser } from '../../core/gateway-users/gateway-users.store.ts';
import { lockGroup } from '../../core/gateway-users/gateway-groups.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { translatePattern } from './import-patterns.rules.ts';
import { numberOrNone, yesOrNo } from './import.rules.ts';
import type { ListedUser } from './import.rules.ts';
import type { ReportLine } from './import-report.ts';

export async function importUser(
  tx: Tx,
  user: ListedUser,
  clientId: string,
  addLine: ReportLine,
  apply: boolean,
): Promise<void> {
  const { uid, gid, username, enabled, line } = user;
  const hasPassword = gatewayPassword.safeParse(user.password).success;
  const forms: [string, string, RegExp][] = [
    ['uid', uid, /^[A-Za-z0-9_-]{1,16}$/],
    ['gid', gid, /^[A-Za-z0-9_-]{1,16}$/],
    ['username', username, /^[A-Za-z0-9_-]{1,15}$/],
  ];
  const wrong = forms.find(([, value, form]) => !form.test(value));
  if (wrong)
    return addLine('refused', 'user', uid, line, `${wrong[0]}: "${wrong[1]}" cannot be used.`);
  // Its rights and filters stand there alone: without them it would get every right.
  if (user.cred.length === 0)
    return addLine(
      'refused',
      'user',
      uid,
      line,
      `Its rights and filters are not in this text. Add what "user -s ${uid}" shows.`,
    );
  if (!(await lockGroup(tx, gid)))
    return addLine('refused', 'user', uid, line, `There is no group ${gid}. Take it over too.`);
  const mt: Record<string, Record<string, unknown>> = {};
  const smpps: Record<string, Record<string, unknown>> = {};
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
        addLine(
          'changed',
          'user',
          uid,
          at,
          `Its balance of ${value} is left out: money is the client's wallet.`,
        );
    } else if (part === 'quota' || (part === 'authorization' && key !== 'ip')) {
      const read = part === 'quota' ? numberOrNone(value) : yesOrNo(value);
      if (read === undefined)
        addLine(
          'changed',
          'user',
          uid,
          at,
          `${part} ${key}: "${value}" cannot be read; the standard stays.`,
        );
      else put(read);
    } else if (part === 'authorization') {
      // All of IPv4 means any address here: such a list excludes nobody.
      put(value === '0.0.0.0/0' ? [] : value.split(/[,\s]+/).filter((range) => range !== ''));
    } else if (part === 'defaultvalue') {
      put(/^none$/i.test(value) ? null : value);
    } else if (part === 'valuefilter') {
      const pattern = translatePattern(value);
      if (pattern === undefined)
        return addLine(
          'refused',
          'user',
          uid,
          at,
          `${part} ${key}: the pattern "${value}" cannot be read here. Write it without lookahead, lookbehind or references.`,
        );
      if (pattern !== value)
        addLine(
          'changed',
          'user',
          uid,
          at,
          `${part} ${key}: "${value}" is written as "${pattern}", which matches the same.`,
        );
      put(pattern);
    }
  }
  const creds = [mtMessagingCred.safeParse(mt), smppsCred.safeParse(smpps)] as const;
  const fault = creds.flatMap((cred) => (cred.success ? [] : cred.error.issues))[0];
  if (fault || !creds[0].success || !creds[1].success)
    return addLine(
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
      // A rehearsal is rolled back: only the real import takes the time of a hash.
      passwordHash: hasPassword && apply ? await hashPassword(user.password!) : null,
      mtMessagingCred: creds[0].data,
      smppsCred: creds[1].data,
    }))
  ) {
    return addLine(
      'refused',
      'user',
      uid,
      line,
      'There is one of this id or username already; it stays as it is.',
    );
  }
  if (hasPassword) addLine('taken', 'user', uid, line, 'Made, with its password.');
  else
    addLine(
      'changed',
      'user',
      uid,
      line,
      user.password === undefined
        ? 'Made without a password, which no list shows. Give it one, or let it keep its own (FORMER_GATEWAY_URL).'
        : 'Made without its password, which cannot be used here. Give it another.',
    );
}
