/** Groups and users as an operator edits them: in force at once. */
import type { gatewayUsers, SmppUser } from '../../../../contract/api/gateway-users.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import { changes, record } from '../../../core/audit/audit.ts';
import { hashPassword } from '../../../core/auth/passwords/passwords.ts';
import { newGatewayPassword } from '../../../core/gateway-users/gateway-users.ts';
import {
  deleteUser,
  findConflicts,
  findUser,
  lockUser,
  insertUser,
  isClient,
  updatePasswordHash,
  updateUser,
} from '../../../core/gateway-users/gateway-users.store.ts';
import { lockGroup } from '../../../core/gateway-users/gateway-groups.store.ts';
import type { UserRow } from '../../../core/gateway-users/gateway-users.store.ts';
import { isRange } from '../../../infra/http/ip-ranges.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { compilePattern } from '../../../core/dispatch/routing/patterns.rules.ts';
import { Unusable } from '../../../core/dispatch/routing/config-fault.ts';
import { badInput, inUse, notFound } from '../../../infra/errors.ts';
import { sentence } from '../../../i18n/sentence.ts';
import { requestUnbind } from '../../customers/smpp-server.store.ts';
import { readConfigRows } from '../../../core/dispatch/routing/config-version.store.ts';
import type { ConsoleCall } from '../console-call.ts';
import { presentUser } from './present-users.ts';
import { filtersNaming, takenHere } from '../console-call.ts';

/** @throws taken, badInput, notFound; nothing that is there is replaced */
export async function createUser(
  database: Database,
  call: ConsoleCall,
  input: Parsed<typeof gatewayUsers.create>,
): Promise<SmppUser & { password: string }> {
  const password = input.password ?? newGatewayPassword();
  const passwordHash = await hashPassword(password);
  return database.run(call.scope, async (tx) => {
    await checkPlace(tx, call, input);
    checkCreds(call, input);
    const {
      uid,
      gid,
      username,
      clientId,
      enabled,
      mt_messaging_cred: mtMessagingCred,
      smpps_cred: smppsCred,
    } = input;
    if (
      !(await insertUser(tx, {
        uid,
        gid,
        username,
        clientId,
        enabled,
        passwordHash,
        mtMessagingCred,
        smppsCred,
      }))
    ) {
      throw (await findConflicts(tx, uid, username)).uid
        ? takenHere(call, 'uid', uid)
        : takenHere(call, 'username', username);
    }
    await record(tx, call, {
      action: 'GATEWAY_ACCESS_CHANGED',
      clientId,
      after: { uid, gid, username, enabled },
    });
    return { ...(await presentUser(tx, await getUser(tx, call, uid))), password };
  });
}

export async function updateUserOf(
  tx: Tx,
  call: ConsoleCall,
  { uid, mt_messaging_cred: mt, smpps_cred: smpps, ...wanted }: Parsed<typeof gatewayUsers.update>,
): Promise<SmppUser> {
  const { id } = await getUser(tx, call, uid);
  await checkPlace(tx, call, wanted);
  await lockUser(tx, id);
  const before = await getUser(tx, call, uid);
  const after = {
    gid: wanted.gid ?? before.gid,
    clientId: wanted.clientId ?? before.clientId,
    enabled: wanted.enabled ?? before.enabled,
    mtMessagingCred: {
      authorization: { ...before.mtMessagingCred.authorization, ...mt?.authorization },
      valuefilter: { ...before.mtMessagingCred.valuefilter, ...mt?.valuefilter },
      defaultvalue: { ...before.mtMessagingCred.defaultvalue, ...mt?.defaultvalue },
      quota: { ...before.mtMessagingCred.quota, ...mt?.quota },
    },
    smppsCred: {
      authorization: { ...before.smppsCred.authorization, ...smpps?.authorization },
      quota: { ...before.smppsCred.quota, ...smpps?.quota },
    },
  };
  checkCreds(call, { mt_messaging_cred: after.mtMessagingCred, smpps_cred: after.smppsCred });
  await updateUser(tx, before.id, after as Parameters<typeof updateUser>[2]); // keys of a change that are undefined were left out of the JSON
  const publicFields = ({
    gid,
    clientId,
    enabled,
    mtMessagingCred,
    smppsCred,
  }: Pick<UserRow, 'gid' | 'clientId' | 'enabled'> & {
    mtMessagingCred: unknown;
    smppsCred: unknown;
  }) => ({ gid, clientId, enabled, mtMessagingCred, smppsCred });
  const changed = changes(publicFields(before), publicFields(after));
  if (changed)
    await record(tx, call, {
      action: 'GATEWAY_ACCESS_CHANGED',
      clientId: after.clientId,
      before: changed.before,
      after: { uid, ...changed.after },
    });
  return presentUser(tx, await getUser(tx, call, uid));
}

/** @returns the new password, which nothing shows again */
export async function resetUserPassword(
  database: Database,
  call: ConsoleCall,
  uid: string,
  wanted?: string,
): Promise<{ uid: string; username: string; password: string }> {
  const password = wanted ?? newGatewayPassword();
  const passwordHash = await hashPassword(password);
  return database.run(call.scope, async (tx) => {
    const user = await getUser(tx, call, uid);
    await updatePasswordHash(tx, user.id, passwordHash);
    await record(tx, call, {
      action: 'GATEWAY_PASSWORD_RESET',
      clientId: user.clientId,
      after: { uid },
    });
    return { uid, username: user.username, password };
  });
}

export async function deleteUserOf(tx: Tx, call: ConsoleCall, uid: string): Promise<void> {
  const user = await getUser(tx, call, uid);
  const routes = (await readConfigRows(tx)).routes.filter(({ targets }) =>
    targets.some((target) => target.kind === 'SMPP_USER' && target.username === user.username),
  );
  const by = [
    ...(await filtersNaming(tx, 'uid', uid)),
    ...routes.map(({ order }) => `MO route ${order}`),
  ];
  if (by.length > 0) throw inUse('user', by);
  await deleteUser(tx, user.id);
  await record(tx, call, {
    action: 'GATEWAY_ACCESS_CHANGED',
    clientId: user.clientId,
    before: { uid, gid: user.gid, username: user.username, enabled: user.enabled },
  });
}

/** Has one bind of a user ended by its process. @throws Refusal NOT_FOUND, also where it has ended by itself */
export async function unbindUser(
  tx: Tx,
  call: ConsoleCall,
  { uid, bindId }: Parsed<typeof gatewayUsers.unbind>,
): Promise<void> {
  const user = await getUser(tx, call, uid);
  const bind = await requestUnbind(tx, user.id, bindId);
  if (!bind) throw notFound('bind');
  await record(tx, call, {
    action: 'GATEWAY_USER_UNBOUND',
    clientId: user.clientId,
    after: { uid, ...bind },
  });
}

async function getUser(tx: Tx, call: ConsoleCall, uid: string): Promise<UserRow> {
  const user = await findUser(tx, call.scope, uid);
  if (!user) throw notFound('user');
  return user;
}

/** The group and the client that a user is to belong to must be there. */
async function checkPlace(
  tx: Tx,
  call: ConsoleCall,
  { gid, clientId }: { gid?: string | undefined; clientId?: string | undefined },
): Promise<void> {
  const missing = (field: string, value: string) =>
    badInput([{ field, message: sentence(call.language, 'NO_SUCH', { value }) }]);
  if (gid !== undefined && !(await lockGroup(tx, gid))) throw missing('gid', gid);
  if (clientId !== undefined && !(await isClient(tx, clientId)))
    throw missing('clientId', clientId);
}

type Creds = {
  mt_messaging_cred: { valuefilter: Record<string, unknown> };
  smpps_cred: { authorization: { ip?: string[] | undefined } };
};

/** Compiles patterns and parses ranges before they are saved. */
function checkCreds(call: ConsoleCall, { mt_messaging_cred: mt, smpps_cred: smpps }: Creds): void {
  const wrong = Object.entries(mt.valuefilter).flatMap(([name, pattern]) => {
    try {
      compilePattern(String(pattern));
      return [];
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      return [{ field: `mt_messaging_cred.valuefilter.${name}`, message: error.in(call.language) }];
    }
  });
  wrong.push(
    ...(smpps.authorization.ip ?? [])
      .filter((range) => !isRange(range))
      .map((range) => ({
        field: 'smpps_cred.authorization.ip',
        message: sentence(call.language, 'NOT_A_RANGE', { range }),
      })),
  );
  if (wrong.length > 0) throw badInput(wrong);
}
