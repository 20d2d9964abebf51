// A second administrator for changes that create or remove units: docs/adr/0052. Shared by the
// wallet, the clients and the screen on which requests are decided.
import {
  SECOND_APPROVAL_HOURS,
  type SecondApprovalKind,
} from '../../../contract/api/second-approvals.ts';
import * as z from 'zod/mini';
import { record, type Actor } from '../audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { secondPersonNeeded, twoAdministratorsNeeded } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { findSetting, putSetting } from '../installation/installation.store.ts';
import { notify, type Messenger } from '../mail/notifications.ts';
import { formatDecimal, unitsFromNumber, unitsToNumber } from '../../../contract/shared/units.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { needsSecondApproval } from './second-approval.rules.ts';
import {
  expireApprovals,
  insertApproval,
  listAdministrators,
  lockAmount,
  sumDirect,
} from './second-approval.store.ts';

const KEY = 'secondPersonAbove';

type Call = Actor & { session: { clientId: string; impersonatorId: string | null } };

/**
 * The requested change: `units` is the amount moved or raised by; only amounts above zero count.
 */
export type ApprovalRequest = {
  kind: SecondApprovalKind;
  clientId: string | null;
  units: bigint;
  input: Record<string, unknown>;
};

/**
 * The amount in units (ten-thousandths) above which a second administrator is needed; null: never.
 */
export async function readAmount(tx: Tx): Promise<bigint | null> {
  const units = z.parse(z.nullable(z.number()), (await findSetting(tx, KEY)) ?? null);
  return units === null ? null : unitsFromNumber(units);
}

export async function writeAmount(tx: Tx, call: Call, amount: bigint | null): Promise<void> {
  const before = await readAmount(tx);
  const show = (units: bigint | null) => (units === null ? null : unitsToNumber(units));
  await putSetting(tx, KEY, show(amount));
  if (before !== amount)
    await record(tx, call, {
      action: 'PLATFORM_UPDATED',
      clientId: call.session.clientId,
      before: { [KEY]: show(before) },
      after: { [KEY]: show(amount) },
    });
}

/**
 * Decides whether a change of a wallet may be made at once. If so, it is counted; if not, a request
 * waits for another administrator. Decisions are serialised.
 * @returns the id of the request; undefined if the change may be made now
 */
export async function requestSecondApproval(
  tx: Tx,
  messenger: Messenger,
  call: Call,
  wish: ApprovalRequest & { clientId: string },
): Promise<string | undefined> {
  await lockAmount(tx);
  const amount = await readAmount(tx);
  if (amount === null || wish.units <= 0n) return undefined;
  const { clientId: authorId } = call.session;
  if (needsSecondApproval(amount, wish.units, await sumDirect(tx, authorId, wish.clientId)))
    return openRequest(tx, messenger, call, wish);
  await insertApproval(tx, { ...wish, id: newId(), authorId, status: 'DIRECT', hours: 24 });
  return undefined;
}

/** Opens a request and notifies the other administrators. */
export async function openRequest(
  tx: Tx,
  messenger: Messenger,
  call: Call,
  wish: ApprovalRequest,
): Promise<string> {
  const { clientId: authorId } = call.session;
  const id = newId();
  await insertApproval(tx, {
    ...wish,
    id,
    authorId,
    status: 'PENDING',
    hours: SECOND_APPROVAL_HOURS,
  });
  await record(tx, call, {
    action: 'SECOND_APPROVAL_REQUESTED',
    clientId: wish.clientId ?? authorId,
    after: { approvalId: id, kind: wish.kind, ...wish.input },
  });
  for (const administrator of await listAdministrators(tx)) {
    if (administrator.clientId === authorId) continue;
    await notify(tx, messenger, administrator, 'EMAIL', (page) => ({
      kind: 'SECOND_APPROVAL_REQUESTED',
      link: page('/dashboard/settings/platform?part=units'),
    }));
  }
  return id;
}

/** Expires requests that nobody decided in time. */
export async function expireRequests(database: Database): Promise<void> {
  await database.run(systemScope(), async (tx) => {
    for (const { id, kind, authorId, clientId } of await expireApprovals(tx)) {
      await record(
        tx,
        { address: '', userAgent: '' },
        {
          action: 'SECOND_APPROVAL_EXPIRED',
          clientId: clientId ?? authorId,
          after: { approvalId: id, kind },
        },
      );
    }
  });
}

/**
 * Refuses units from the platform's own wallet, which has no floor, if a correction would need a
 * second administrator.
 * @throws secondPersonNeeded
 */
export async function guardPlatformWallet(
  tx: Tx,
  authorId: string,
  clientId: string,
  units: bigint,
): Promise<void> {
  await lockAmount(tx);
  const amount = await readAmount(tx);
  if (amount === null) return;
  if (needsSecondApproval(amount, units, await sumDirect(tx, authorId, clientId)))
    throw secondPersonNeeded(formatDecimal(amount));
  await insertApproval(tx, {
    id: newId(),
    kind: 'ADJUSTMENT',
    clientId,
    authorId,
    units,
    input: {},
    status: 'DIRECT',
    hours: 24,
  });
}

/**
 * Keeps two administrators while a second one is needed, so that removing one does not evade the
 * rule.
 * @param leaving the account that would stop being an active administrator
 * @throws twoAdministratorsNeeded
 */
export async function guardAdministrators(tx: Tx, leaving: string): Promise<void> {
  await lockAmount(tx);
  if ((await readAmount(tx)) === null) return;
  const administrators = await listAdministrators(tx);
  const left = administrators.filter(({ clientId }) => clientId !== leaving);
  if (left.length < administrators.length && left.length < 2) throw twoAdministratorsNeeded();
}
