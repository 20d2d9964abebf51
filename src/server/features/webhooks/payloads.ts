/** The JSON of each webhook event. */
import type { MessageEvent } from '../../core/dispatch/events/events.ts';
import { newId } from '../../infra/ids.ts';
import type { NewDelivery } from './delivery-queue.store.ts';
import { hostOf } from './webhooks.rules.ts';
import type { Target } from './webhooks.store.ts';

/** An incoming message in the outbox, with the targets that remain. */
export type IncomingEvent = {
  mo: { id: string; from: string; to: string; text: string; at: number };
  next: readonly unknown[];
};

/** A decision on a campaign in the outbox. */
export type CampaignEvent = {
  campaign: {
    eventId: string;
    type: 'campaign.approved' | 'campaign.declined';
    at: string;
    campaignId: string;
    campaignName: string;
    from: string;
    messageCount: number;
    reason: string | null;
  };
};

type EventEnvelope = {
  id: string;
  type: string;
  at: number;
  thread: string | null;
  data: Record<string, unknown>;
};

export function buildDelivery(
  { id, clientId }: Pick<Target, 'id' | 'clientId'>,
  url: string,
  told: EventEnvelope,
): NewDelivery {
  return {
    webhookId: id,
    clientId,
    url,
    host: hostOf(url),
    eventId: told.id,
    event: told.type,
    thread: told.thread,
    body: serializeEvent(told),
  };
}

/** The JSON that is sent, written once: every attempt sends the same octets. */
function serializeEvent({ id, type, at, data }: Omit<EventEnvelope, 'thread'>): string {
  return JSON.stringify({ id, type, createdTimestamp: at / 1000, data });
}

const seconds = (at: string | null) => (at === null ? null : Date.parse(at) / 1000);
const withPlus = (number: string) => (/^[0-9]{9,}$/.test(number) ? `+${number}` : number);

export function messageData({
  messageId,
  clientReference,
  from,
  to,
  status,
  final,
  errorCode,
  carrierStatus,
  segments,
  submittedAt,
  doneAt,
  test,
}: MessageEvent): Record<string, unknown> {
  return {
    messageId,
    clientReference,
    from,
    to: withPlus(to),
    status,
    final,
    errorCode,
    carrierStatus,
    segments,
    submitTimestamp: seconds(submittedAt),
    doneTimestamp: seconds(doneAt),
    ...(test && { test }),
  };
}

export function incomingData({
  id,
  from,
  to,
  text,
  at,
}: IncomingEvent['mo']): Record<string, unknown> {
  return {
    messageId: id,
    from: withPlus(from),
    to: withPlus(to),
    text,
    receiveTimestamp: at / 1000,
  };
}

export function campaignData({
  campaignId,
  campaignName,
  from,
  messageCount,
  reason,
}: CampaignEvent['campaign']): Record<string, unknown> {
  return { campaignId, campaignName, from, messageCount, reason };
}

/** A delivery whose body says only that it is a test. */
export function buildTestDelivery(
  webhook: Pick<Target, 'id' | 'clientId'>,
  url: string,
  event: string,
): NewDelivery {
  return buildDelivery(webhook, url, {
    id: newId(),
    type: event,
    at: Date.now(),
    thread: null,
    data: { test: true },
  });
}
