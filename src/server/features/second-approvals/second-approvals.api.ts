import { SECOND_APPROVAL_HOURS, secondApprovals } from '../../../contract/api/second-approvals.ts';
import { unitsFromNumber, unitsToNumber } from '../../../contract/shared/units.ts';
import { record } from '../../core/audit/audit.ts';
import type { StaffCall } from '../../core/audit/staff-call.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import {
  authorNotAdministrator,
  conflict,
  fourEyes,
  notFound,
  tooNewToApprove,
  twoAdministratorsNeeded,
} from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { adjust } from '../../core/ledger/ledger.ts';
import { notify } from '../../core/mail/notifications.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import { systemScope } from '../../infra/database/scope.ts';
import {
  openRequest,
  readAmount,
  writeAmount,
} from '../../core/second-approval/second-approval.ts';
import {
  endApproval,
  isNewAdministrator,
  listAdministrators,
  listEnded,
  listPending,
  lockAmount,
  lockApproval,
} from '../../core/second-approval/second-approval.store.ts';
import type { ApprovalRow } from '../../core/second-approval/second-approval.store.ts';
import { presentApproval } from './second-approvals.present.ts';

const ENDED_SHOWN = 50;

/** Changes a client's credit limit, which belongs to the clients. */
type ApplyCredit = (
  tx: Tx,
  call: StaffCall,
  clientId: string,
  creditLimitUnits: number,
) => Promise<void>;

/** Requests that wait for a second administrator, and the amount above which one is needed. */
export function secondApprovalRoutes({
  database,
  messenger,
  applyCredit,
}: {
  database: Database;
  messenger: Messenger;
  applyCredit: ApplyCredit;
}): Route[] {
  return answer(secondApprovals, {
    list: () =>
      database.run(systemScope(), async (tx) => {
        const amount = await readAmount(tx);
        return {
          amount: amount === null ? null : unitsToNumber(amount),
          administrators: (await listAdministrators(tx)).length,
          pending: (await listPending(tx)).map(presentApproval),
          ended: (await listEnded(tx, ENDED_SHOWN)).map(presentApproval),
        };
      }),

    approve: ({ approvalId }, call) =>
      database.run(systemScope(), async (tx) => {
        const request = await lockOthers(tx, call, approvalId);
        if (await isNewAdministrator(tx, call.session.clientId, SECOND_APPROVAL_HOURS))
          throw tooNewToApprove(SECOND_APPROVAL_HOURS);
        const author = (await listAdministrators(tx)).find(
          ({ clientId }) => clientId === request.authorId,
        );
        if (!author) throw authorNotAdministrator();
        await end(tx, request, 'APPROVED', call, null);
        // A refusal here, such as of a wallet that has not enough any more, undoes the approval too.
        await carryOut(tx, call, request, applyCredit);
        await notify(tx, messenger, author, 'EMAIL', (page) => ({
          kind: 'SECOND_APPROVAL_APPROVED',
          link: page('/dashboard/settings/platform?part=units'),
        }));
        return { ok: true as const };
      }),

    refuse: ({ approvalId, reason }, call) =>
      database.run(systemScope(), async (tx) => {
        const request = await lockOthers(tx, call, approvalId);
        await end(tx, request, 'REFUSED', call, reason);
        const author = (await listAdministrators(tx)).find(
          ({ clientId }) => clientId === request.authorId,
        );
        if (author)
          await notify(tx, messenger, author, 'EMAIL', (page) => ({
            kind: 'SECOND_APPROVAL_REFUSED',
            reason,
            link: page('/dashboard/settings/platform?part=units'),
          }));
        return { ok: true as const };
      }),

    cancel: ({ approvalId }, call) =>
      database.run(systemScope(), async (tx) => {
        const request = await lockApproval(tx, approvalId);
        if (!request || request.authorId !== call.session.clientId) throw notFound('request');
        await end(tx, request, 'CANCELLED', call, null);
        return { ok: true as const };
      }),

    setAmount: ({ amount }, call) =>
      database.run(systemScope(), async (tx) => {
        await lockAmount(tx);
        const before = await readAmount(tx);
        const wanted = amount === null ? null : unitsFromNumber(amount);
        const shown = before === null ? null : unitsToNumber(before);
        if (wanted === before) return { amount: shown, approvalId: null };
        if (before !== null)
          return {
            amount: shown,
            approvalId: await openRequest(tx, messenger, call, {
              kind: 'AMOUNT',
              clientId: null,
              units: 0n,
              input: { amount },
            }),
          };
        if ((await listAdministrators(tx)).length < 2) throw twoAdministratorsNeeded();
        await writeAmount(tx, call, wanted);
        return { amount, approvalId: null };
      }),
  });
}

/** A pending request of somebody else, locked until the transaction ends. @throws notFound, fourEyes, conflict */
async function lockOthers(
  tx: Tx,
  { session }: StaffCall,
  approvalId: string,
): Promise<ApprovalRow> {
  const request = await lockApproval(tx, approvalId);
  if (!request) throw notFound('request');
  if (request.authorId === session.clientId) throw fourEyes();
  return request;
}

async function end(
  tx: Tx,
  request: ApprovalRow,
  status: 'APPROVED' | 'REFUSED' | 'CANCELLED',
  call: StaffCall,
  reason: string | null,
): Promise<void> {
  if (!(await endApproval(tx, request.id, status, call.session.clientId, reason)))
    throw conflict('request', request.status);
  const action = (
    {
      APPROVED: 'SECOND_APPROVAL_APPROVED',
      REFUSED: 'SECOND_APPROVAL_REFUSED',
      CANCELLED: 'SECOND_APPROVAL_CANCELLED',
    } as const
  )[status];
  await record(tx, call, {
    action,
    clientId: request.clientId ?? request.authorId,
    after: {
      approvalId: request.id,
      kind: request.kind,
      author: request.authorName,
      ...(reason !== null && { reason }),
    },
  });
}

/** Does what was asked for. The ledger names its author; the audit log has both. */
async function carryOut(
  tx: Tx,
  call: StaffCall,
  { id, kind, clientId, authorId, authorName, input }: ApprovalRow,
  applyCredit: ApplyCredit,
): Promise<void> {
  if (kind === 'AMOUNT') {
    const { amount } = input as { amount: number | null };
    await writeAmount(tx, call, amount === null ? null : unitsFromNumber(amount));
  } else if (kind === 'ADJUSTMENT') {
    const { units, note } = input as { units: number; note: string };
    await adjust(tx, {
      clientId: clientId!,
      units: unitsFromNumber(units),
      note,
      idempotencyKey: `approved:${id}`,
      actorId: authorId,
    });
    await record(tx, call, {
      action: 'WALLET_ADJUSTED',
      clientId: clientId!,
      after: { units, note, author: authorName },
    });
  } else {
    const { creditLimitUnits } = input as { creditLimitUnits: number };
    await applyCredit(tx, call, clientId!, creditLimitUnits);
  }
}
