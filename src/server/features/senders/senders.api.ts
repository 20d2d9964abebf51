import type { Parsed } from '../../../contract/endpoint.ts';
import { senderDocuments } from '../../../contract/api/sender-documents.ts';
import { senders } from '../../../contract/api/senders.ts';
import type { SenderDetail } from '../../../contract/api/senders.ts';
import { record } from '../../core/audit/audit.ts';
import type { Database } from '../../infra/database/db.ts';
import { badInput, notFound, taken } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { readStored } from '../../core/uploads/uploads.ts';
import { sentence } from '../../i18n/sentence.ts';
import { receiveDocument, receiveDocuments, replaceRejected } from './documents.ts';
import { documentsOf, findDocument, listDocuments } from './documents.store.ts';
import { addGeneric, checkName, requestSender } from './request.ts';
import { decideRequest, decideDocument, markReady } from './review.ts';
import { delegate, getSender, setBlocked } from './senders.ts';
import {
  deleteProtected,
  getRule,
  insertProtected,
  listProtected,
  listRules,
  upsertRule,
} from './sender-rules.store.ts';
import { findApplicant, readNameFacts } from './names.store.ts';
import { listEvents } from './sender-events.store.ts';
import { listSenders, listWaiting, listClientNames, searchSenders } from './senders.store.ts';
import { presentSender, presentDocument } from './senders.present.ts';

const MOST_FOUND = 20;

/**
 * Sender IDs: asked for, proved, paid, decided on, delegated, blocked.
 * @param stopSending ends what is on its way under sender IDs that no longer serve whoever uses them; the worker does it too
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
  const at = { database, messenger };
  const shown = (scope: Scope, id: string) =>
    database.run(scope, async (tx) => presentSender(await getSender(tx, scope, id)));
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
              hideGeneric: filter.hide_generic ?? false,
            },
            tokens.openPage('senderids', { pageSize, pageToken }),
          );
          return {
            senderIds: page.rows.map(presentSender),
            ...page.footer,
          };
        }),

      search: ({ query = '', distinct = false }, { scope }) =>
        database.run(scope, async (tx) => ({
          senderIds: (
            await searchSenders(tx, scope, { text: query, distinct, limit: MOST_FOUND })
          ).map(presentSender),
        })),

      async get({ senderIdId }, { scope }) {
        const detail = await database.run(scope, async (tx) => {
          const sender = await getSender(tx, scope, senderIdId);
          const rule = await getRule(tx, sender.country, sender.kind);
          const bare: SenderDetail = {
            ...presentSender(sender),
            brandOwner: null,
            sample: null,
            delegatedTo: [],
            documents: [],
            looksLike: null,
            daysLeast: rule.daysLeast,
            daysMost: rule.daysMost,
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
            events: (await listEvents(tx, senderIdId)).map(({ at: time, ...event }) => ({
              ...event,
              timestamp: time.getTime() / 1000,
            })),
          };
        });
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
          return {
            senderIds: page.rows.map((row) => ({
              ...presentSender(row),
              waitingDocuments: row.waitingDocuments,
            })),
            ...page.footer,
          };
        }),

      rules: (_input, { scope }) =>
        database.run(scope, async (tx) => ({ rules: await listRules(tx) })),

      setRule: (rule, call) =>
        database.run(call.scope, async (tx) => {
          requireFit(rule, call.language);
          await upsertRule(tx, rule);
          await record(tx, call, {
            action: 'SENDER_RULE_SET',
            clientId: call.session.clientId,
            after: rule,
          });
          return { ok: true as const };
        }),

      protectedNames: ({ pageSize, pageToken, ...filter }, { scope }) =>
        database.run(scope, async (tx) => {
          const page = await listProtected(
            tx,
            {
              text: filter['filter.query'] ?? '',
              countries: filter['filter.countries'] ?? [],
              kinds: filter['filter.kinds'] ?? [],
            },
            tokens.openPage('protectedNames', { pageSize, pageToken }),
          );
          return {
            protectedNames: page.rows,
            ...page.footer,
          };
        }),

      protect: (name, call) =>
        database.run(call.scope, async (tx) => {
          const like = await insertProtected(tx, name);
          if (like !== undefined)
            throw taken(
              'name',
              like,
              sentence(call.language, 'PROTECTED_ALREADY', { value: like }),
            );
          await record(tx, call, {
            action: 'NAME_PROTECTED',
            clientId: call.session.clientId,
            after: name,
          });
          return name;
        }),

      unprotect: ({ country, name, reason }, call) =>
        database.run(call.scope, async (tx) => {
          const gone = await deleteProtected(tx, country, name);
          if (!gone) throw notFound('protected name');
          await record(tx, call, {
            action: 'NAME_UNPROTECTED',
            clientId: call.session.clientId,
            before: gone,
            after: { reason },
          });
          return { ok: true as const };
        }),

      check: (input, { session }) =>
        database.run(systemScope(), async (tx) =>
          checkName(tx, await findApplicant(tx, session.clientId), input),
        ),
      request: async (input, call) => shown(call.own, await requestSender(at, call, input)),
      addGeneric: async (input, call) => shown(call.own, await addGeneric(at, call, input)),

      async approve(input, call) {
        await decideRequest(at, call, input);
        return shown(call.scope, input.senderIdId);
      },
      async markReady({ senderIdId }, call) {
        await markReady(at, call, senderIdId);
        return shown(call.scope, senderIdId);
      },
      async update({ senderIdId, senderId: { status, reason } }, call) {
        await setBlocked(at, call, senderIdId, status === 'INACTIVE', reason);
        if (status === 'INACTIVE') await stopSending();
        return shown(call.scope, senderIdId);
      },
      async delegate(input, call) {
        await delegate(at, call, input);
        if (!input.delegated) await stopSending();
        return shown(call.scope, input.senderIdId);
      },
    }),

    ...answer(senderDocuments, {
      upload: (_input, { own, file, language }) => receiveDocument(database, own, file, language),
      uploadSeveral: async (_input, { own, files, language }) => ({
        uploads: await receiveDocuments(database, own, files, language),
      }),

      list: ({ pageSize, pageToken, ...filter }, { scope }) =>
        database.run(scope, async (tx) => {
          const page = await listDocuments(
            tx,
            scope,
            {
              senderIds: filter['filter.senderIds'] ?? [],
            },
            tokens.openPage('documents', { pageSize, pageToken }),
          );
          return {
            documents: page.rows.map(presentDocument),
            ...page.footer,
          };
        }),

      async download({ uploadId }, { scope }) {
        const document = await database.run(scope, (tx) =>
          findDocument(tx, scope, { fileId: uploadId }),
        );
        if (!document) throw notFound('document');
        return {
          fileName: document.fileName,
          contentType: document.contentType,
          stream: readStored(database, scope, document.fileId, document.bytes),
        };
      },

      approve: async ({ documentId }, call) =>
        presentDocument(await decideDocument(at, call, documentId)),
      async reject({ documentId, reason }, call) {
        if (reason === '')
          throw badInput([{ field: 'reason', message: sentence(call.language, 'REASON_MISSING') }]);
        return presentDocument(await decideDocument(at, call, documentId, reason));
      },
      replace: async (input, call) => presentDocument(await replaceRejected(at, call, input)),
    }),
  ];
}

function requireFit(
  rule: Parsed<typeof senders.setRule>,
  language: Parameters<typeof sentence>[0],
): void {
  const faults: string[] = [];
  if (rule.longest < rule.shortest) faults.push('longest');
  if (rule.daysMost < rule.daysLeast) faults.push('daysMost');
  if ((rule.fee === null) !== (rule.currency === null))
    faults.push(rule.fee === null ? 'fee' : 'currency');
  if (rule.fee !== null && Number(rule.fee) === 0) faults.push('fee');
  if (faults.length > 0)
    throw badInput(faults.map((field) => ({ field, message: sentence(language, 'RULE_WRONG') })));
}
