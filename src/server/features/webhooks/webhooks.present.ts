import type {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from '../../../contract/api/webhooks.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { readHosts } from './hosts.store.ts';
import { countOpen } from './deliveries.store.ts';
import type { DeliveryDetailRow, DeliveryRow } from './deliveries.store.ts';
import { circuitOf, hostOf } from './webhooks.rules.ts';
import type { WebhookRow } from './webhooks.store.ts';

/** Webhooks with their open deliveries, and the state of their hosts. */
export async function presentWebhooks(
  tx: Tx,
  scope: Scope,
  rows: readonly WebhookRow[],
): Promise<Webhook[]> {
  const open = await countOpen(tx, scope);
  const hosts = await readHosts(
    tx,
    rows.flatMap(({ url, clientId }) =>
      url === null ? [] : [circuitOf({ host: hostOf(url), clientId })],
    ),
  );
  return rows.map(
    ({
      id,
      clientId,
      url,
      description,
      events,
      enabled,
      failingSince,
      oldSecretUntil,
      createdAt,
    }) => {
      const countOf = (wanted: string) =>
        open.find(({ webhookId, status }) => webhookId === id && status === wanted)?.count ?? 0;
      const host = url === null ? undefined : hosts.get(circuitOf({ host: hostOf(url), clientId }));
      return {
        webhookId: id,
        url,
        description,
        events,
        enabled,
        createTimestamp: createdAt.getTime() / 1000,
        oldSecretUntilTimestamp: seconds(oldSecretUntil),
        failingSinceTimestamp: seconds(failingSince),
        breaker:
          host?.openedAt && host.probeAt
            ? {
                openTimestamp: host.openedAt.getTime() / 1000,
                probeTimestamp: host.probeAt.getTime() / 1000,
              }
            : null,
        pendingCount: countOf('PENDING'),
        failedCount: countOf('FAILED'),
      };
    },
  );
}

const seconds = (at: Date | null) => at && at.getTime() / 1000;

export function presentDelivery({
  id,
  webhookId,
  url,
  eventId,
  event,
  thread,
  phone,
  status,
  attempts,
  replays,
  tries,
  createdAt,
  endedAt,
  nextAt,
}: DeliveryRow): WebhookDelivery {
  const last = tries.at(-1);
  return {
    deliveryId: String(id),
    webhookId,
    url,
    eventId,
    event,
    messageId: thread,
    phone,
    status,
    attempts,
    replays,
    lastStatus: last?.status ?? null,
    lastError: last?.error ?? null,
    lastMilliseconds: last?.milliseconds ?? null,
    createTimestamp: createdAt.getTime() / 1000,
    endTimestamp: seconds(endedAt),
    nextTimestamp: seconds(nextAt),
  };
}

export function presentDeliveryDetail(row: DeliveryDetailRow): WebhookDeliveryDetail {
  return {
    ...presentDelivery(row),
    body: row.body,
    request: row.request,
    answer: row.answer,
    tries: row.tries.map(({ at, status, milliseconds, error }) => ({
      timestamp: at / 1000,
      status,
      milliseconds,
      error,
    })),
  };
}
