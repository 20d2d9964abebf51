import { textDecisions } from '../../../../contract/api/text-decisions.ts';
import type { TextDecision } from '../../../../contract/api/text-decisions.ts';
import { isBoundOver } from '../../../core/accept/approval.store.ts';
import { record } from '../../../core/audit/audit.ts';
import type { Database } from '../../../infra/database/db.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import { fourEyes, notFound } from '../../../infra/errors.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import { deleteDecision, listDecisions, lockDecision } from './text-decisions.store.ts';
import type { DecisionRow } from './text-decisions.store.ts';

/** Decisions on texts that software sends. */
export function textDecisionRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(textDecisions, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const { rows, footer } = await listDecisions(
          tx,
          scope,
          { clientIds: filter['filter.clientIds'] ?? [], query: filter['filter.query'] ?? '' },
          tokens.openPage('text decisions', { pageSize, pageToken }),
        );
        return { textDecisions: rows.map(presentDecision), ...footer };
      }),

    revoke: ({ decisionId }, call) =>
      database.run(call.scope, async (tx) => {
        const { session } = call;
        const found = await lockDecision(tx, call.scope, decisionId);
        if (!found) throw notFound('text');
        if (
          [session.clientId, session.impersonatorId].includes(found.clientId) ||
          (await isBoundOver(tx, session.clientId, found.clientId))
        )
          throw fourEyes();
        await deleteDecision(tx, decisionId);
        await record(tx, call, {
          action: 'TEXT_DECISION_REVOKED',
          clientId: found.clientId,
          before: {
            senderId: found.sender,
            text: found.text,
            decision: found.isApproved ? 'APPROVED' : 'DECLINED',
          },
        });
        return { ok: true as const };
      }),
  });
}

function presentDecision(row: DecisionRow): TextDecision {
  return {
    decisionId: row.id,
    clientId: row.clientId,
    clientName: row.clientName,
    senderId: row.sender,
    text: row.text,
    campaignId: row.campaignId,
    isApproved: row.isApproved,
    reason: row.reason ?? '',
    decidedBy: row.decidedBy ?? '',
    decideTimestamp: row.createdAt.getTime() / 1000,
    endTimestamp: row.expiresAt === null ? null : row.expiresAt.getTime() / 1000,
  };
}
