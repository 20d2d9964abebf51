/** Events of the outbox become deliveries to the webhooks of their clients. */
import type { Tx } from '../../infra/database/db.ts';
import { EVENT_OF_STATUS } from '../../core/dispatch/events.ts';
import type { WebhookEvent } from '../../core/dispatch/events.ts';
import type { Claimed } from '../../core/background/outbox.store.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { readHosts } from './hosts.store.ts';
import { insertDeliveries } from './delivery-queue.store.ts';
import type { NewDelivery } from './delivery-queue.store.ts';
import { hostOf } from './webhooks.rules.ts';
import { readTargets } from './webhooks.store.ts';
import type { Target } from './webhooks.store.ts';
import type { MoNews } from './payloads.ts';
import { deliveryOf, moData, messageData } from './payloads.ts';
import { addCallbacks } from './secrets.ts';

/**
 * Makes deliveries of what was told: an event goes to every webhook of its client that asks for it, or to the address that
 * the message named itself. A message from a phone that no webhook of the client takes, or whose hosts are all left alone
 * while it could go elsewhere, goes to its next target.
 */
export async function spread(
  tx: Tx,
  key: SecretKey,
  rows: readonly Claimed[],
  lifeSeconds: number,
  passOn: (news: MoNews) => Promise<void>,
): Promise<void> {
  const clientIds = [...new Set(rows.map(({ target }) => target))];
  const targets = await readTargets(tx, { clientIds });
  const deliveries: NewDelivery[] = [];
  for (const { target: clientId, payload } of rows) {
    const own = targets.filter((each) => each.clientId === clientId && each.enabled);
    if ('mo' in payload) {
      const news = payload as MoNews;
      const takers = own.filter(
        ({ url, events }) => url !== null && events.includes('mo.received'),
      );
      const open =
        news.next.length === 0
          ? new Map<string, { openedAt: Date | null }>()
          : await readHosts(
              tx,
              takers.map(({ url }) => hostOf(url ?? '')),
            );
      const reached = takers.filter(({ url }) => !open.get(hostOf(url ?? ''))?.openedAt);
      if (reached.length === 0) await passOn(news);
      for (const taker of reached)
        deliveries.push(
          deliveryOf(taker, taker.url ?? '', {
            id: news.mo.id,
            type: 'mo.received',
            at: news.mo.at,
            thread: null,
            data: moData(news.mo),
          }),
        );
      continue;
    }
    const { event, url } = payload as WebhookEvent;
    const type = EVENT_OF_STATUS[event.status];
    if (type === undefined) continue;
    const told = {
      id: event.eventId,
      type,
      at: Date.parse(event.at),
      thread: event.messageId,
      data: messageData(event),
    };
    if (url === undefined) {
      for (const target of own)
        if (target.url !== null && target.events.includes(type))
          deliveries.push(deliveryOf(target, target.url, told));
      continue;
    }
    const callbacks =
      targets.find((each) => each.clientId === clientId && each.url === null) ??
      (await callbacksOf(tx, key, clientId, targets));
    if (callbacks.enabled) deliveries.push(deliveryOf(callbacks, url, told));
  }
  await insertDeliveries(tx, deliveries, lifeSeconds);
}

async function callbacksOf(
  tx: Tx,
  key: SecretKey,
  clientId: string,
  targets: Target[],
): Promise<Target> {
  await addCallbacks(tx, key, clientId);
  const made = (await readTargets(tx, { clientIds: [clientId] })).find(({ url }) => url === null);
  if (!made) throw new Error(`client ${clientId} has no webhook for callbacks`);
  targets.push(made);
  return made;
}
