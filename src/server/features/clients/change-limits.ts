import type { clients } from '../../../contract/api/clients.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { unitsFromNumber, unitsToNumber } from '../../../contract/shared/units.ts';
import { MAY_CREATE } from '../../../contract/api/client-fields.ts';
import { changes, record } from '../../core/audit/audit.ts';
import type { AuthServices } from '../../core/auth/auth-services.ts';
import { endActing } from '../../core/auth/sessions/session.store.ts';
import type { StaffCall } from '../../core/audit/staff-call.ts';
import type { Tx } from '../../infra/database/db.ts';
import { clientsDoNotFit, levelDoesNotFit, levelTooHigh } from '../../infra/errors.ts';
import { setCreditLimit } from '../../core/ledger/ledger.ts';
import {
  requestSecondApproval,
  guardAdministrators,
} from '../../core/second-approval/second-approval.ts';
import { lockTree } from '../../core/client-tree/tree.ts';
import { mustNotLoosen, readFreeNumbers } from './approval-terms.ts';
import { mayOpen } from './clients.rules.ts';
import { countChildrenBut, updateLevel, updateLimits } from './client-terms.store.ts';
import { getClient, lockManaged } from './clients.ts';

/** Changes what those above decide. @throws notFound, levelTooHigh, fourEyes */
export async function changeLimits(
  at: AuthServices,
  call: StaffCall,
  { clientId, ...wanted }: Parsed<typeof clients.limits>,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    const before = {
      dailyLimitMessages: client.dailyLimitMessages,
      requiresCampaignApproval: client.requiresCampaignApproval,
      unapprovedNumbers: client.unapprovedNumbers,
      demandsConsent: client.demandsConsent,
    };
    const after = {
      dailyLimitMessages:
        wanted.dailyLimitMessages === undefined
          ? before.dailyLimitMessages
          : wanted.dailyLimitMessages,
      requiresCampaignApproval:
        client.accessLevel === 'EBU_CLIENT' ||
        (wanted.requiresCampaignApproval ?? before.requiresCampaignApproval),
      unapprovedNumbers:
        wanted.unapprovedNumbers === undefined
          ? before.unapprovedNumbers
          : wanted.unapprovedNumbers,
      demandsConsent:
        wanted.demandsConsent === undefined ? before.demandsConsent : wanted.demandsConsent,
    };
    const numbers = await readFreeNumbers(tx, clientId);
    await updateLimits(tx, clientId, after);
    await mustNotLoosen(tx, call, clientId, {
      numbers,
      isCleared: before.requiresCampaignApproval && !after.requiresCampaignApproval,
    });
    const changed = changes(before, after);
    if (changed) await record(tx, call, { action: 'LIMITS_UPDATED', clientId, ...changed });
  });
}

/**
 * Gives a client another level. Its permissions change with its next call; nobody acts by the old one.
 * @throws notFound, levelTooHigh, levelDoesNotFit, clientsDoNotFit
 */
export async function changeLevel(
  at: AuthServices,
  call: StaffCall,
  { clientId, accessLevel }: Parsed<typeof clients.changeLevel>,
): Promise<void> {
  await at.database.run(call.scope, async (tx) => {
    await lockTree(tx);
    const client = await lockManaged(tx, call, clientId);
    if (client.isRoot || !MAY_CREATE[call.session.accessLevel].includes(accessLevel))
      throw levelTooHigh();
    if (client.accessLevel === accessLevel) return;
    await guardAdministrators(tx, clientId);
    const parent = await getClient(tx, call.scope, client.parentId!);
    if (!mayOpen(call.session.accessLevel, accessLevel, parent))
      throw levelDoesNotFit(parent.clientName);
    const left = await countChildrenBut(tx, clientId, MAY_CREATE[accessLevel]);
    if (left > 0) throw clientsDoNotFit(left);
    await updateLevel(tx, clientId, accessLevel);
    await endActing(tx, client.path);
    await record(tx, call, {
      action: 'LEVEL_CHANGED',
      clientId,
      before: { accessLevel: client.accessLevel },
      after: { accessLevel },
    });
  });
}

/**
 * Lets a client spend more than it has, up to a limit.
 * @returns the request that waits for a second administrator, where the limit is not changed yet
 * @throws notFound, levelTooHigh, creditInUse
 */
export async function changeCredit(
  at: AuthServices,
  call: StaffCall,
  { clientId, creditLimitUnits }: Parsed<typeof clients.changeCredit>,
): Promise<string | undefined> {
  return at.database.run(call.scope, async (tx) => {
    const client = await lockManaged(tx, call, clientId);
    if (client.isRoot) throw levelTooHigh();
    const raise = unitsFromNumber(creditLimitUnits) + client.floor;
    const approvalId = await requestSecondApproval(tx, at.messenger, call, {
      kind: 'CREDIT_LIMIT',
      clientId,
      units: raise,
      input: { creditLimitUnits, before: unitsToNumber(-client.floor) },
    });
    if (approvalId === undefined) await applyCredit(tx, call, clientId, creditLimitUnits);
    return approvalId;
  });
}

/** Changes a credit limit that was allowed. @throws notFound, levelTooHigh, creditInUse */
export async function applyCredit(
  tx: Tx,
  call: StaffCall,
  clientId: string,
  creditLimitUnits: number,
): Promise<void> {
  const client = await lockManaged(tx, call, clientId);
  // The root's wallet has no floor.
  if (client.isRoot) throw levelTooHigh();
  await setCreditLimit(tx, clientId, unitsFromNumber(creditLimitUnits));
  const changed = changes({ creditLimitUnits: unitsToNumber(-client.floor) }, { creditLimitUnits });
  if (changed) await record(tx, call, { action: 'CREDIT_LIMIT_CHANGED', clientId, ...changed });
}
