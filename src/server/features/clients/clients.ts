import type { Client } from '../../../contract/api/client-fields.ts';
import type { clients } from '../../../contract/api/clients.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { record } from '../../core/audit/audit.ts';
import { findLastEntry } from '../../core/audit/audit.store.ts';
import { describeSignedIn } from '../../core/auth/auth.ts';
import type { AuthServices } from '../../core/auth/auth-services.ts';
import { endActing, insertImpersonation } from '../../core/auth/sessions/session.store.ts';
import type { StaffCall } from '../../core/audit/staff-call.ts';
import { hashOf, newToken } from '../../core/auth/sessions/session-tokens.ts';
import { moveBrands } from '../../core/branding/branding.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { moveRollups } from '../../core/dispatch/counts/rollups.store.ts';
import {
  conflict,
  levelDoesNotFit,
  levelTooHigh,
  notAllowed,
  notFound,
  underItself,
} from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { ratesInForce, levelsAt } from '../../core/ledger/rates.rules.ts';
import { readRateHistory } from '../../core/ledger/rates.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { lockTree } from '../../core/client-tree/tree.ts';
import type { Inviting } from './sign-ups/invitations.ts';
import { mustNotLoosen, readFreeNumbers } from './approval-terms.ts';
import { mayImpersonate, mayManage, mayOpen, pathUnder } from './clients.rules.ts';
import { readInherited, updateParent } from './client-terms.store.ts';
import { findClient, lockClient } from './clients.store.ts';
import type { ClientRow } from './clients.store.ts';
import { presentClientTo } from './clients.present.ts';

/** Changes that other features make when an account is blocked or moved, in the same transaction. */
export type ClientsContext = Inviting & {
  /** Pauses every campaign of a client that is on its way out. */
  pauseCampaigns(tx: Tx, clientId: string): Promise<void>;
  /** Takes back the sender IDs that clients of these paths were given by accounts that no longer stand above them. */
  endDelegations(tx: Tx, path: string): Promise<void>;
};

/** @throws notFound for what lies outside the reach, as if it did not exist */
export async function getClient(tx: Tx, scope: Scope, clientId: string): Promise<ClientRow> {
  const client = await findClient(tx, scope, clientId);
  if (!client) throw notFound('client');
  return client;
}

/** With its rates and limits. @throws notFound; notAllowed for a caller who is neither staff nor above the client */
export async function getPrivileged(
  at: AuthServices,
  call: StaffCall,
  clientId: string,
): Promise<Client> {
  const [row, inherited] = await at.database.run(call.scope, async (tx) => [
    await getClient(tx, call.scope, clientId),
    await readInherited(tx, clientId),
  ]);
  const { session } = call;
  const readsAudit = reachOf(session.accessLevel, 'audit') !== undefined;
  const blocked =
    row.clientStatus === 'BLOCKED' && readsAudit
      ? await at.database.run(call.scope, (tx) => findLastEntry(tx, clientId, 'CLIENT_BLOCKED'))
      : undefined;
  if (
    call.scope.reach !== 'all' &&
    (session.clientId === clientId || !row.path.startsWith(session.path))
  )
    throw notAllowed();
  // Inherited rates lie on the accounts above, which are out of reach.
  const history = await at.database.run(systemScope(), (tx) => readRateHistory(tx, clientId));
  const rates = ratesInForce(levelsAt(history, history.now).flatMap((level) => level.rates));
  return {
    ...presentClientTo(session, row),
    rates: rates.map(({ clientId: ownerId, ...rate }) => ({
      ...rate,
      inherited: ownerId !== clientId,
    })),
    // The root's wallet has no floor, so no limit either.
    ...(row.isRoot ? {} : { creditLimitUnits: unitsToNumber(-row.floor) }),
    dailyLimitMessages: row.dailyLimitMessages,
    requiresCampaignApproval: row.requiresCampaignApproval,
    unapprovedNumbers: row.unapprovedNumbers,
    ...inherited,
    demandsConsent: row.demandsConsent,
    ...(blocked && {
      blocked: { actorName: blocked.actorName, timestamp: blocked.at.getTime() / 1000 },
    }),
  };
}

/** The client, locked, to be changed by somebody above it. @throws notFound, levelTooHigh */
export async function lockManaged(tx: Tx, call: StaffCall, clientId: string): Promise<ClientRow> {
  const client = await lockClient(tx, call.scope, clientId);
  if (!client) throw notFound('client');
  if (!mayManage(call.session, client)) throw levelTooHigh();
  return client;
}

/**
 * Puts a client with everybody under it under another parent. Sessions go on, with the new place; who acts for one of them stops,
 * since that right came from the old one. @throws notFound, levelTooHigh, underItself, levelDoesNotFit, conflict, fourEyes
 */
export async function moveClient(
  at: ClientsContext,
  call: StaffCall,
  { clientId, parentId }: Parsed<typeof clients.move>,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    await lockTree(tx);
    const client = await lockManaged(tx, call, clientId);
    if (client.isRoot) throw levelTooHigh();
    const parent = await getClient(tx, call.scope, parentId);
    if (parent.path.startsWith(client.path)) throw underItself();
    if (!mayOpen(call.session.accessLevel, client.accessLevel, parent))
      throw levelDoesNotFit(parent.clientName);
    if (parent.clientStatus !== 'ACTIVE' && parent.clientStatus !== 'SHOULD_UPDATE_DETAILS')
      throw conflict('client', parent.clientStatus);
    if (client.parentId === parentId) return;
    const path = pathUnder(parent.path, client.path);
    const numbers = await readFreeNumbers(tx, clientId);
    await endActing(tx, client.path);
    await moveRollups(tx, clientId, parentId);
    const moved = await updateParent(tx, clientId, parentId, client.path, path);
    await mustNotLoosen(tx, call, clientId, { numbers, isCleared: false });
    await moveBrands(tx, client.path, path);
    await at.endDelegations(tx, path);
    await record(tx, call, {
      action: 'CLIENT_MOVED',
      clientId,
      before: { parent: client.parentName },
      after: { parent: parent.clientName, clients: moved },
    });
  });
}

/**
 * Lets an account act for a client of a lower level: a token of 15 minutes without refresh, which
 * ends with the actor's session.
 * @throws notFound, levelTooHigh, conflict
 */
export function impersonate(at: AuthServices, call: StaffCall, clientId: string, sandbox: boolean) {
  return at.database.run(call.scope, async (tx) => {
    const client = await getClient(tx, call.scope, clientId);
    if (!mayImpersonate(call.session, client)) throw levelTooHigh();
    if (client.clientStatus !== 'ACTIVE' && client.clientStatus !== 'SHOULD_UPDATE_DETAILS')
      throw conflict('client', client.clientStatus);
    const token = newToken();
    await insertImpersonation(tx, {
      sessionId: newId(),
      clientId,
      impersonatorId: call.session.clientId,
      actorSessionId: call.session.sessionId,
      accessHash: hashOf(token),
      address: call.address,
      userAgent: call.userAgent,
    });
    await record(tx, call, { action: 'IMPERSONATION_STARTED', clientId });
    return { token, client: await describeSignedIn(tx, clientId, { sandbox, impersonated: true }) };
  });
}
