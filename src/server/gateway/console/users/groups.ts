/** Groups of gateway users, as the console edits them. */
import type { JasminGroup } from '../../../../contract/api/gateway-groups.ts';
import { changes, record } from '../../../core/audit/audit.ts';
import {
  deleteGroup,
  insertGroup,
  lockGroup,
  setGroupEnabled,
} from '../../../core/gateway-users/gateway-groups.store.ts';
import { listUsers } from '../../../core/gateway-users/gateway-users.store.ts';
import type { GroupRow } from '../../../core/gateway-users/gateway-groups.store.ts';
import { unsignedPage } from '../../../infra/database/pages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { inUse, notFound } from '../../../infra/errors.ts';
import type { ConsoleCall } from '../console-call.ts';
import { filtersNaming, takenHere } from '../console-call.ts';

export function presentGroup(row: GroupRow): JasminGroup {
  return {
    gid: row.gid,
    enabled: row.enabled,
    userCount: row.userCount,
    boundCount: row.boundCount,
    createTimestamp: row.createdAt.getTime() / 1000,
  };
}

export async function createGroup(tx: Tx, call: ConsoleCall, gid: string): Promise<JasminGroup> {
  if (!(await insertGroup(tx, gid))) throw takenHere(call, 'gid', gid);
  await record(tx, call, {
    action: 'GATEWAY_ACCESS_CHANGED',
    clientId: call.session.clientId,
    after: { gid, enabled: true },
  });
  return presentGroup(await getGroup(tx, gid));
}

export async function setGroup(
  tx: Tx,
  call: ConsoleCall,
  gid: string,
  enabled: boolean,
): Promise<JasminGroup> {
  const group = await getGroup(tx, gid);
  await setGroupEnabled(tx, gid, enabled);
  const changed = changes({ enabled: group.enabled }, { enabled });
  if (changed)
    await record(tx, call, {
      action: 'GATEWAY_ACCESS_CHANGED',
      clientId: call.session.clientId,
      before: { gid, ...changed.before },
      after: { gid, ...changed.after },
    });
  return presentGroup({ ...group, enabled });
}

export async function deleteGroupOf(tx: Tx, call: ConsoleCall, gid: string): Promise<void> {
  const group = await getGroup(tx, gid);
  const { rows: users } = await listUsers(
    tx,
    call.scope,
    { clientIds: [], gids: [gid], query: '' },
    unsignedPage(20, undefined),
  );
  const by = [...users.map(({ uid }) => `user ${uid}`), ...(await filtersNaming(tx, 'gid', gid))];
  if (by.length > 0) throw inUse('group', by);
  await deleteGroup(tx, gid);
  await record(tx, call, {
    action: 'GATEWAY_ACCESS_CHANGED',
    clientId: call.session.clientId,
    before: { gid, enabled: group.enabled },
  });
}

async function getGroup(tx: Tx, gid: string): Promise<GroupRow> {
  const group = await lockGroup(tx, gid);
  if (!group) throw notFound('group');
  return group;
}
