import { record } from '../../core/audit/audit.ts';
import type { AuthServices } from '../../core/auth/auth-services.ts';
import { setBlocked } from '../../core/gateway-users/gateway-users.store.ts';
import { endSessionsBut } from '../../core/auth/sessions/session.store.ts';
import type { StaffCall } from '../../core/audit/staff-call.ts';
import { endTokens } from '../../core/auth/passwords/one-time-tokens.ts';
import { pauseChunks, resumeChunks } from '../../core/dispatch/queue/stop.store.ts';
import { conflict, levelTooHigh } from '../../infra/errors.ts';
import { guardAdministrators } from '../../core/second-approval/second-approval.ts';
import { moveStatus } from './move-status.ts';
import { getStatusBeforeBlock } from './client-status.store.ts';
import type { ClientsContext } from './clients.ts';
import { lockManaged } from './clients.ts';

/**
 * Blocks an account: its sessions end, its campaigns pause, what it has queued stops, and its keys stop,
 * since they ask for an account that may be used. @throws notFound, levelTooHigh, conflict
 */
export async function blockClient(
  at: ClientsContext,
  call: StaffCall,
  clientId: string,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    if (client.isRoot) throw levelTooHigh();
    await guardAdministrators(tx, clientId);
    await moveStatus(tx, client, 'BLOCKED');
    await endSessionsBut(tx, clientId, null);
    await endTokens(tx, clientId, ['ACTIVATE', 'PASSWORD', 'SIGN_IN']);
    await at.pauseCampaigns(tx, clientId);
    await setBlocked(tx, clientId, true);
    await pauseChunks(tx, { clientId });
    await record(tx, call, {
      action: 'CLIENT_BLOCKED',
      clientId,
      before: { clientStatus: client.clientStatus },
      after: { clientStatus: 'BLOCKED' },
    });
  });
}

/**
 * Lets an account in again, as what it was; single messages go on, campaigns wait for somebody to resume
 * them. @throws notFound, levelTooHigh, conflict
 */
export async function unblockClient(
  at: AuthServices,
  call: StaffCall,
  clientId: string,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    if (client.clientStatus !== 'BLOCKED') throw conflict('client', client.clientStatus);
    const clientStatus = await getStatusBeforeBlock(tx, clientId);
    await moveStatus(tx, client, clientStatus);
    await setBlocked(tx, clientId, false);
    await resumeChunks(tx, { clientId });
    await record(tx, call, {
      action: 'CLIENT_UNBLOCKED',
      clientId,
      before: { clientStatus: 'BLOCKED' },
      after: { clientStatus },
    });
  });
}
