/** Repairs differences between clients and the gateway's users. */
import { randomBytes } from 'node:crypto';
import type { gatewayUsers } from '../../../contract/api/gateway-users.ts';
import { mtMessagingCred, smppsCred } from '../../../contract/api/gateway-credentials.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { PERMISSIONS } from '../../../contract/shared/roles.ts';
import { record } from '../../core/audit/audit.ts';
import {
  countForRectify,
  insertUser,
  listMisblocked,
  listWithoutUser,
  setBlocked,
} from '../../core/gateway-users/gateway-users.store.ts';
import { insertGroup, lockGroup } from '../../core/gateway-users/gateway-groups.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { lockDraft } from './routing/routing.store.ts';
import type { ConsoleCall } from './console-call.ts';

type RectifyReport = Output<typeof gatewayUsers.rectify>;

const MOST_AT_ONCE = 10_000;
const MOST_LISTED = 1_000;
const LEVELS = Object.keys(PERMISSIONS.credentials);

/**
 * Compares clients with gateway groups and users. An active client that may have credentials and
 * has none gets a user in the group of its level, without a password; a user is disabled exactly
 * while its client is blocked. A second run finds nothing to do.
 * @param dryRun only report
 */
export async function rectify(tx: Tx, call: ConsoleCall, dryRun: boolean): Promise<RectifyReport> {
  await lockDraft(tx);
  const actions: RectifyReport['actions'] = [];
  const groups = new Set<string>();
  for (const { clientId, clientName, accessLevel } of await listWithoutUser(
    tx,
    LEVELS,
    MOST_AT_ONCE,
  )) {
    const gid = accessLevel.toLowerCase();
    if (!groups.has(gid)) {
      groups.add(gid);
      if (await isMissing(tx, gid, dryRun))
        actions.push({
          action: 'GROUP_CREATED',
          gid,
          uid: null,
          clientId: null,
          clientName: null,
          reason: 'GROUP_MISSING',
        });
    }
    const uid = dryRun ? null : await addUser(tx, { gid, clientId, clientName });
    actions.push({
      action: 'USER_CREATED',
      gid,
      uid,
      clientId,
      clientName,
      reason: 'CLIENT_HAS_NO_USER',
    });
  }
  for (const { uid, gid, clientId, clientName, blocked } of await listMisblocked(tx)) {
    if (!dryRun) await setBlocked(tx, clientId, !blocked);
    actions.push({
      action: blocked ? 'USER_ENABLED' : 'USER_DISABLED',
      gid,
      uid,
      clientId,
      clientName,
      reason: blocked ? 'CLIENT_NO_LONGER_BLOCKED' : 'CLIENT_BLOCKED',
    });
  }
  const { clients: clientCount, users: userCount } = await countForRectify(tx, LEVELS);
  if (!dryRun && actions.length > 0) {
    await record(tx, call, {
      action: 'GATEWAY_RECTIFIED',
      clientId: call.session.clientId,
      after: {
        actionCount: actions.length,
        actions: actions
          .slice(0, 100)
          .map(({ action, uid, gid }) => `${action} ${uid ?? gid ?? ''}`),
      },
    });
  }
  return {
    clientCount,
    userCount,
    actions: actions.slice(0, MOST_LISTED),
    actionCount: actions.length,
  };
}

async function isMissing(tx: Tx, gid: string, dryRun: boolean): Promise<boolean> {
  if (!dryRun) return insertGroup(tx, gid);
  return (await lockGroup(tx, gid)) === undefined;
}

/** Returns an unused name that shows its owner. */
async function addUser(
  tx: Tx,
  { gid, clientId, clientName }: { gid: string; clientId: string; clientName: string },
): Promise<string> {
  const beginning =
    clientName
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 9) || 'user';
  for (let attempt = 0; attempt < 20; attempt++) {
    const uid = `${beginning}-${randomBytes(3).toString('hex').slice(0, 5)}`;
    if (
      await insertUser(tx, {
        uid,
        gid,
        username: uid,
        clientId,
        enabled: true,
        passwordHash: null,
        mtMessagingCred: mtMessagingCred.parse({}),
        smppsCred: smppsCred.parse({}),
      })
    )
      return uid;
  }
  throw new Error(`no free name for the user of ${clientId}`);
}
