/** Calls of the audit log and its hash chain. */
import { Readable } from 'node:stream';
import { audit, type AuditChain, type AuditEntry } from '../../../contract/api/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { addTask } from '../background/tasks.ts';
import { findPendingTask } from '../background/tasks.store.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { record } from './audit.ts';
import { exportChain, sealAudit } from './chain.ts';
import type { ChainCheck } from './chain.ts';
import { countUnsealed, findCheck, findHead } from './chain.store.ts';
import { listEntries, type EntryRow } from './audit.store.ts';

export function auditRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(audit, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listEntries(
          tx,
          scope,
          {
            clientIds: filter['filter.clientIds'] ?? [],
            actions: filter['filter.actions'] ?? [],
            start: filter['filter.startTimestamp'],
            end: filter['filter.endTimestamp'],
          },
          tokens.openPage('audit', { pageSize, pageToken }),
        );
        return {
          auditEntries: page.rows.map(presentEntry),
          ...page.footer,
        };
      }),

    chain: () => database.run(systemScope(), presentChain),

    check: (_input, { session }) =>
      database.run(systemScope(), async (tx) => {
        if (!(await findPendingTask(tx, 'checkAudit')))
          await addTask(tx, {
            clientId: session.clientId,
            kind: 'checkAudit',
            description: '',
            input: {},
          });
        return presentChain(tx);
      }),

    export: async (_input, call) => {
      // The export then contains the entry that records it.
      await database.run(call.scope, (tx) =>
        record(tx, call, { action: 'AUDIT_EXPORTED', clientId: call.session.clientId }),
      );
      await sealAudit(database);
      return {
        fileName: 'audit-log.ndjson',
        contentType: 'application/x-ndjson',
        stream: Readable.from(exportChain(database)),
      };
    },
  });
}

async function presentChain(tx: Tx): Promise<AuditChain> {
  const [head, pending, check] = [await findHead(tx), await countUnsealed(tx), await findCheck(tx)];
  const task = await findPendingTask(tx, 'checkAudit');
  return {
    head: head
      ? { seq: Number(head.seq), hash: head.hash, timestamp: head.sealedAt.getTime() / 1000 }
      : null,
    pending,
    check: check
      ? {
          timestamp: check.at.getTime() / 1000,
          ok: check.ok,
          seq: Number((check.result as ChainCheck).head.seq),
          firstBroken: (check.result as ChainCheck).firstBroken,
        }
      : null,
    running: task ? { operationId: task.id, progress: task.progress } : null,
  };
}

function presentEntry(row: EntryRow): AuditEntry {
  return {
    auditEntryId: row.id,
    timestamp: row.at.getTime() / 1000,
    action: row.action,
    actorId: row.actorId,
    actorName: row.actorName,
    impersonatorId: row.impersonatorId,
    impersonatorName: row.impersonatorName,
    clientId: row.clientId,
    clientName: row.clientName,
    before: row.before,
    after: row.after,
    address: row.address,
  };
}
