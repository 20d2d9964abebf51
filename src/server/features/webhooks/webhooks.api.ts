import {
  MOST_REPLAYED,
  MOST_WEBHOOKS,
  OLD_SECRET_SECONDS,
  TEST_EVENT,
  webhooks,
} from '../../../contract/api/webhooks.ts';
import { record } from '../../core/audit/audit.ts';
import { requireStepUp } from '../../core/auth/second-step/step-up.ts';
import type { Tx } from '../../infra/database/db.ts';
import { badInput, conflict, notFound, tooManyRequests } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Handlers, Route } from '../../infra/http/http.ts';
import { newId } from '../../infra/ids.ts';
import { Outbound } from '../../infra/http/outbound.ts';
import { isFull } from '../../infra/database/limit.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import {
  countTests,
  findDelivery,
  listDeliveries,
  moveDeliveries,
  replayDelivery,
  replayFailed,
} from './deliveries.store.ts';
import { insertBegun } from './delivery-queue.store.ts';
import { hostOf, PACE, whyRefused } from './webhooks.rules.ts';
import { addCallbacks, newSecret } from './secrets.ts';
import { buildTestDelivery } from './payloads.ts';
import { attemptDelivery } from './attempt.ts';
import type { AttemptContext } from './attempt.ts';
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  readTargets,
  rotateSecret,
  updateWebhook,
} from './webhooks.store.ts';
import type { WebhookRow } from './webhooks.store.ts';
import { presentWebhooks, presentDeliveryDetail, presentDelivery } from './webhooks.present.ts';

const TESTS_A_MINUTE = 10;

export function webhookRoutes({
  tokens,
  ...at
}: Pick<AttemptContext, 'database' | 'secretKey' | 'vouched'> & { tokens: PageTokens }): Route[] {
  const context: AttemptContext = { ...at, outbound: new Outbound(), pace: PACE };
  const { database, secretKey, vouched } = context;

  function checkAddress(url: string, language: Language): void {
    const refused = whyRefused(url, vouched);
    if (refused)
      throw badInput([
        { field: 'url', message: sentence(language, refused.code, { why: refused.why }) },
      ]);
  }
  const one = async (tx: Tx, scope: Scope, row: WebhookRow) =>
    (await presentWebhooks(tx, scope, [row]))[0]!;

  return answer(webhooks, {
    list: ({ pageSize, pageToken }, { own }) =>
      database.run(own, async (tx) => {
        const page = await listWebhooks(
          tx,
          own,
          tokens.openPage('webhooks', { pageSize, pageToken }),
        );
        return {
          webhooks: await presentWebhooks(tx, own, page.rows),
          ...page.footer,
        };
      }),

    async create({ url, description, events }, call) {
      checkAddress(url, call.language);
      const { clientId } = call.session;
      const id = newId();
      const { secret, sealed } = newSecret(secretKey, id);
      return database.run(call.own, async (tx) => {
        if (await isFull(tx, 'webhooks', clientId, MOST_WEBHOOKS, countWebhooks))
          throw conflict('list of webhooks', 'FULL', { limit: MOST_WEBHOOKS });
        const row = await insertWebhook(tx, {
          id,
          clientId,
          url,
          description,
          events: [...new Set(events)],
          secret: sealed,
        });
        await record(tx, call, {
          action: 'WEBHOOK_CREATED',
          clientId,
          after: { webhookId: id, url, events },
        });
        return { webhook: await one(tx, call.own, row!), secret }; // one with an address conflicts with none
      });
    },

    createCallbacks: (_input, call) =>
      database.run(call.own, async (tx) => {
        const { clientId } = call.session;
        const made = await addCallbacks(tx, secretKey, clientId);
        if (!made) throw conflict('secret for callbacks', 'MADE');
        await record(tx, call, {
          action: 'WEBHOOK_CREATED',
          clientId,
          after: { webhookId: made.row.id, url: null },
        });
        return { webhook: await one(tx, call.own, made.row), secret: made.secret };
      }),

    update: ({ webhookId, ...change }, call) =>
      database.run(call.own, async (tx) => {
        const before = await getWebhook(tx, call.own, webhookId);
        if (change.url !== undefined && change.url !== before.url)
          await requireStepUp(tx, call.session);
        // The webhook for messages' own addresses has no address, and sends every event.
        if (before.url === null && (change.url !== undefined || change.events !== undefined))
          throw conflict('webhook', 'CALLBACKS');
        if (change.url !== undefined) checkAddress(change.url, call.language);
        const row = await updateWebhook(tx, webhookId, change);
        // At once as many as one transaction takes; the worker moves the others.
        if (change.url !== undefined && before.url !== null && change.url !== before.url)
          await moveDeliveries(
            tx,
            { webhookId, host: hostOf(before.url) },
            { url: change.url, host: hostOf(change.url) },
          );
        const shown = ({ url, description, events, enabled }: WebhookRow) => ({
          webhookId,
          url,
          description,
          events,
          enabled,
        });
        await record(tx, call, {
          action: 'WEBHOOK_UPDATED',
          clientId: row.clientId,
          before: shown(before),
          after: shown(row),
        });
        await wakeWorker(tx);
        return one(tx, call.own, row);
      }),

    remove: ({ webhookId }, call) =>
      database.run(call.own, async (tx) => {
        const { url, clientId } = await getWebhook(tx, call.own, webhookId);
        await deleteWebhook(tx, webhookId);
        await record(tx, call, { action: 'WEBHOOK_DELETED', clientId, before: { webhookId, url } });
        return { ok: true as const };
      }),

    rotateSecret: ({ webhookId }, call) =>
      database.run(call.own, async (tx) => {
        const { url, clientId } = await getWebhook(tx, call.own, webhookId);
        const { secret, sealed } = newSecret(secretKey, webhookId);
        const row = await rotateSecret(tx, webhookId, sealed, OLD_SECRET_SECONDS);
        await record(tx, call, {
          action: 'WEBHOOK_SECRET_ROTATED',
          clientId,
          after: { webhookId, url },
        });
        return { webhook: await one(tx, call.own, row), secret };
      }),

    ...deliveryHandlers(context, tokens),
  });
}

/** @throws Refusal NOT_FOUND */
async function getWebhook(tx: Tx, scope: Scope, webhookId: string): Promise<WebhookRow> {
  const row = await findWebhook(tx, scope, webhookId, true);
  if (!row) throw notFound('webhook');
  return row;
}

/** Wakes the worker for deliveries that are due, once the transaction commits. */
async function wakeWorker(tx: Tx): Promise<void> {
  await tx.query(`select pg_notify('outbox', 'WEBHOOK')`);
}

/** Tests, the log of deliveries, and replays. */
function deliveryHandlers(
  context: AttemptContext,
  tokens: PageTokens,
): Pick<
  Handlers<typeof webhooks>,
  'sendTest' | 'deliveries' | 'delivery' | 'replay' | 'replayFailed'
> {
  const { database, pace } = context;
  return {
    async sendTest({ webhookId }, call) {
      const { begun, target } = await database.run(call.own, async (tx) => {
        const { url, clientId } = await getWebhook(tx, call.own, webhookId);
        if (url === null) throw conflict('webhook', 'CALLBACKS');
        if (await isFull(tx, 'webhook tests', clientId, TESTS_A_MINUTE, countTests))
          throw tooManyRequests(60);
        const begun = await insertBegun(
          tx,
          buildTestDelivery({ id: webhookId, clientId }, url, TEST_EVENT),
          pace.leaseSeconds,
          pace.lifeSeconds,
        );
        return { begun, target: (await readTargets(tx, { ids: [webhookId] }))[0]! };
      });
      await attemptDelivery(context, begun, target, { once: true });
      return database.run(call.own, async (tx) =>
        presentDeliveryDetail((await findDelivery(tx, call.own, String(begun.id)))!),
      );
    },

    deliveries: ({ pageSize, pageToken, ...input }, { own }) =>
      database.run(own, async (tx) => {
        const filter = {
          webhookIds: input['filter.webhookIds'] ?? [],
          statuses: input['filter.deliveryStatuses'] ?? [],
          events: input['filter.events'] ?? [],
          messageIds: input['filter.messageIds'] ?? [],
          from: input['filter.startTimestamp'],
          to: input['filter.endTimestamp'],
        };
        const page = await listDeliveries(
          tx,
          own,
          filter,
          tokens.openPage('webhook deliveries', { pageSize, pageToken }),
        );
        return {
          deliveries: page.rows.map(presentDelivery),
          ...page.footer,
        };
      }),

    delivery: ({ deliveryId }, { own }) =>
      database.run(own, async (tx) => {
        const row = await findDelivery(tx, own, deliveryId);
        if (!row) throw notFound('delivery');
        return presentDeliveryDetail(row);
      }),

    replay: ({ deliveryId }, call) =>
      database.run(call.own, async (tx) => {
        const row = await replayDelivery(tx, call.own, deliveryId, pace.lifeSeconds);
        if (!row) throw notFound('delivery');
        await wakeWorker(tx);
        return presentDelivery(row);
      }),

    replayFailed: ({ webhookId, sinceTimestamp }, call) =>
      database.run(call.own, async (tx) => {
        await getWebhook(tx, call.own, webhookId);
        const count = await replayFailed(
          tx,
          webhookId,
          pace.lifeSeconds,
          sinceTimestamp,
          MOST_REPLAYED,
        );
        await record(tx, call, {
          action: 'WEBHOOK_REPLAYED',
          clientId: call.session.clientId,
          after: { webhookId, count },
        });
        await wakeWorker(tx);
        return { count, more: count === MOST_REPLAYED };
      }),
  };
}
