/** Events of the outbox become deliveries to the webhooks of their clients. */
import type { Tx } from '../../infra/database/db.ts';
import { EVENT_OF_STATUS } from '../../core/dispatch/events/events.ts';
import type { WebhookEvent } from '../../core/dispatch/events/events.ts';
import type { Claimed } from '../../core/background/outbox.store.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { readHosts } from './hosts.store.ts';
import { insertDeliveries } from './delivery-queue.store.ts';
import type { NewDelivery } from './delivery-queue.store.ts';
import { circuitOf, hostOf } from './webhooks.rules.ts';
import { readTargets } from './webhooks.store.ts';
import type { Target } from './webhooks.store.ts';
import type { CampaignEvent, IncomingEvent } from './payloads.ts';
import { buildDelivery, campaignData, incomingData, messageData } from './payloads.ts';
import { addCallbacks } from './secrets.ts';

/**
 * Creates the deliveries of events: an event goes to every webhook of its client that subscribes to it, or to the address
 * that the message named itself. An incoming message that no webhook of the client receives, or whose hosts are all suspended
 * while it could go elsewhere, goes to its next target.
 */
export async function createDeliveries(
  tx: Tx,
  key: SecretKey,
  rows: readonly Claimed[],
  lifeSeconds: number,
  forwardToNext: (incoming: IncomingEvent) => Promise<void>,
): Promise<void> {
  const clientIds = [...new Set(rows.map(({ target }) => target))];
  const targets = await readTargets(tx, { clientIds });
  const deliveries: NewDelivery[] = [];
  for (const { target: clientId, payload } of rows) {
    const own = targets.filter((each) => each.clientId === clientId && each.enabled);
    if ('mo' in payload) {
      const incoming = payload as IncomingEvent;
      const subscribers = own.filter(
        ({ url, events }) => url !== null && events.includes('mo.received'),
      );
      const open =
        incoming.next.length === 0
          ? new Map<string, { openedAt: Date | null }>()
          : await readHosts(tx, subscribers.map(circuitOfTarget));
      const receivers = subscribers.filter(
        (webhook) => !open.get(circuitOfTarget(webhook))?.openedAt,
      );
      if (receivers.length === 0) await forwardToNext(incoming);
      for (const webhook of receivers)
        deliveries.push(
          buildDelivery(webhook, webhook.url ?? '', {
            id: incoming.mo.id,
            type: 'mo.received',
            at: incoming.mo.at,
            thread: null,
            data: incomingData(incoming.mo),
          }),
        );
      continue;
    }
    if ('campaign' in payload) {
      const { campaign } = payload as CampaignEvent;
      for (const target of own)
        if (target.url !== null && target.events.includes(campaign.type))
          deliveries.push(
            buildDelivery(target, target.url, {
              id: campaign.eventId,
              type: campaign.type,
              at: Date.parse(campaign.at),
              thread: null,
              data: campaignData(campaign),
            }),
          );
      continue;
    }
    const { event, url } = payload as WebhookEvent;
    const type = EVENT_OF_STATUS[event.status];
    if (type === undefined) continue;
    const envelope = {
      id: event.eventId,
      type,
      at: Date.parse(event.at),
      thread: event.messageId,
      data: messageData(event),
    };
    if (url === undefined) {
      for (const target of own)
        if (target.url !== null && target.events.includes(type))
          deliveries.push(buildDelivery(target, target.url, envelope));
      continue;
    }
    const callbacks =
      targets.find((each) => each.clientId === clientId && each.url === null) ??
      (await ensureCallbacks(tx, key, clientId, targets));
    if (callbacks.enabled) deliveries.push(buildDelivery(callbacks, url, envelope));
  }
  await insertDeliveries(tx, deliveries, lifeSeconds);
}

const circuitOfTarget = ({ url, clientId }: Target) =>
  circuitOf({ host: hostOf(url ?? ''), clientId });

async function ensureCallbacks(
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
