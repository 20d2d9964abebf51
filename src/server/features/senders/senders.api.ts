import { senderDocuments } from '../../../contract/api/sender-documents.ts';
import { senderRegistrations } from '../../../contract/api/sender-registrations.ts';
import { MOST_FOUND, senders } from '../../../contract/api/senders.ts';
import type { SenderDetail } from '../../../contract/api/senders.ts';
import { networkCodes } from '../../../contract/shared/networks.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { loadClauses } from '../../core/opt-outs/clauses.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { documentHandlers } from './documents.api.ts';
import { documentsOf } from './documents.store.ts';
import { addGeneric, checkName, requestSender } from './request-sender.ts';
import { decideRequest, markReady } from './review.ts';
import { registrationHandlers } from './registrations.api.ts';
import { registrationsOf } from './registrations.ts';
import { delegate, getSender, setBlocked } from './senders.ts';
import { ruleHandlers } from './sender-rules.api.ts';
import { getRule } from './sender-rules.store.ts';
import { findApplicant, readNameFacts } from './names.store.ts';
import { listEvents } from './sender-events.store.ts';
import { listSenders, listWaiting, listClientNames, searchSenders } from './senders.store.ts';
import { presentSender, presentDocument } from './senders.present.ts';

/**
 * Sender IDs: requested, reviewed, paid, delegated, blocked.
 * @param stopSending ends messages in the queue under sender IDs that their clients may no longer use; the worker does it too
 */
export function senderRoutes({
  database,
  tokens,
  messenger,
  stopSending,
}: {
  database: Database;
  tokens: PageTokens;
  messenger: Messenger;
  stopSending: () => Promise<void>;
}): Route[] {
  const context = { database, messenger };
  const shown = (scope: Scope, id: string) =>
    database.run(scope, async (tx) =>
      presentSender(
        await getSender(tx, scope, id),
        await loadClauses(tx, scope.clientId, { messages: 0 }),
      ),
    );
  return [
    ...answer(senders, {
      list: ({ pageSize, pageToken, ...filter }, { scope }) =>
        database.run(scope, async (tx) => {
          const page = await listSenders(
            tx,
            scope,
            {
              statuses: filter['filter.status'] ?? [],
              clientIds: filter['filter.client_ids'] ?? [],
              query: filter['filter.query'] ?? '',
              hideGeneric: filter.hide_generic ?? false,
              usableBy: filter['filter.usable'] ? scope.clientId : null,
              registrations: filter['filter.registrations'] ?? [],
              networks: networkCodes(filter['filter.operators']),
            },
            tokens.openPage('senderids', { pageSize, pageToken }),
          );
          const clauses = await loadClauses(tx, scope.clientId, { messages: 0 });
          return {
            senderIds: page.rows.map((row) => presentSender(row, clauses)),
            ...page.footer,
          };
        }),

      search: ({ query = '', distinct = false }, { scope }) =>
        database.run(scope, async (tx) => {
          const clauses = await loadClauses(tx, scope.clientId, { messages: 0 });
          const found = await searchSenders(tx, scope, {
            text: query,
            distinct,
            limit: MOST_FOUND,
          });
          return { senderIds: found.map((row) => presentSender(row, clauses)) };
        }),

      async get({ senderIdId }, { scope, session }) {
        const isStaff = reachOf(session.accessLevel, 'senders.approve') !== undefined;
        const detail = await database.run(scope, (tx) =>
          readDetail(tx, scope, senderIdId, isStaff),
        );
        const { looksLike } = await database.run(systemScope(), (tx) =>
          readNameFacts(tx, {
            name: detail.senderId,
            country: detail.country,
            clientId: detail.clientId,
          }),
        );
        return { ...detail, looksLike };
      },

      review: ({ pageSize, pageToken }, { scope }) =>
        database.run(scope, async (tx) => {
          const page = await listWaiting(
            tx,
            scope,
            tokens.openPage('senderids:review', { pageSize, pageToken }),
          );
          const clauses = await loadClauses(tx, scope.clientId, { messages: 0 });
          return {
            senderIds: page.rows.map((row) => ({
              ...presentSender(row, clauses),
              waitingDocuments: row.waitingDocuments,
            })),
            ...page.footer,
          };
        }),

      ...ruleHandlers({ database, tokens }),

      check: (input, { session }) =>
        database.run(systemScope(), async (tx) =>
          checkName(tx, await findApplicant(tx, session.clientId), input),
        ),
      request: async (input, call) => shown(call.own, await requestSender(context, call, input)),
      addGeneric: async (input, call) => shown(call.own, await addGeneric(context, call, input)),

      async approve(input, call) {
        await decideRequest(context, call, input);
        return shown(call.scope, input.senderIdId);
      },
      async markReady({ senderIdId }, call) {
        await markReady(context, call, senderIdId);
        return shown(call.scope, senderIdId);
      },
      async update({ senderIdId, senderId: { status, reason } }, call) {
        await setBlocked(context, call, senderIdId, status === 'INACTIVE', reason);
        if (status === 'INACTIVE') await stopSending();
        return shown(call.scope, senderIdId);
      },
      async delegate(input, call) {
        await delegate(context, call, input);
        if (!input.delegated) await stopSending();
        return shown(call.scope, input.senderIdId);
      },
    }),
    ...answer(senderDocuments, documentHandlers({ ...context, tokens })),
    ...answer(senderRegistrations, registrationHandlers(context)),
  ];
}

/** A sender ID with its documents and history; `looksLike` needs the names of all clients. */
async function readDetail(
  tx: Tx,
  scope: Scope,
  senderIdId: string,
  isStaff: boolean,
): Promise<SenderDetail> {
  const sender = await getSender(tx, scope, senderIdId);
  const rule = await getRule(tx, sender.country, sender.kind);
  const bare: SenderDetail = {
    ...presentSender(sender, await loadClauses(tx, scope.clientId, { messages: 0 })),
    brandOwner: null,
    sample: null,
    delegatedTo: [],
    documents: [],
    looksLike: null,
    daysLeast: rule.daysLeast,
    daysMost: rule.daysMost,
    registrations: [],
    standIn: null,
    blockedByStaff: sender.blockedByStaff,
    events: [],
  };
  // A client that may use it without owning it sees that it may, and no more.
  if (!sender.within) return { ...bare, reason: null };
  return {
    ...bare,
    brandOwner: sender.brandOwner,
    sample: sender.sample,
    delegatedTo: await listClientNames(tx, sender.delegatedTo),
    documents: (await documentsOf(tx, senderIdId)).map(presentDocument),
    registrations: await registrationsOf(tx, sender, isStaff),
    standIn: sender.standIn,
    events: (await listEvents(tx, senderIdId)).map(({ at, ...event }) => ({
      ...event,
      timestamp: at.getTime() / 1000,
    })),
  };
}
