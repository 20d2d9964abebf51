/** The JSON of each webhook event. */
import type { MessageEvent } from '../../core/dispatch/events.ts';
import { newId } from '../../infra/ids.ts';
import type { NewDelivery } from './delivery-queue.store.ts';
import { hostOf } from './webhooks.rules.ts';
import type { Target } from './webhooks.store.ts';

/** A message from a phone on its way, as it lies in the outbox. */
export type MoNews = {
  mo: { id: string; from: string; to: string; text: string; at: number };
  next: readonly unknown[];
};

type Told = {
  id: string;
  type: string;
  at: number;
  thread: string | null;
  data: Record<string, unknown>;
};

export function deliveryOf(
  { id, clientId }: Pick<Target, 'id' | 'clientId'>,
  url: string,
  told: Told,
): NewDelivery {
  return {
    webhookId: id,
    clientId,
    url,
    host: hostOf(url),
    eventId: told.id,
    event: told.type,
    thread: told.thread,
    body: bodyOf(told),
  };
}

/** The JSON that is sent, written once: every try sends the same octets. */
function bodyOf({ id, type, at, data }: Omit<Told, 'thread'>): string {
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

export function moData({ id, from, to, text, at }: MoNews['mo']): Record<string, unknown> {
  return {
    messageId: id,
    from: withPlus(from),
    to: withPlus(to),
    text,
    receiveTimestamp: at / 1000,
  };
}

/** A delivery that says nothing but that it is a test. */
export function testDelivery(
  webhook: Pick<Target, 'id' | 'clientId'>,
  url: string,
  event: string,
): NewDelivery {
  return deliveryOf(webhook, url, {
    id: newId(),
    type: event,
    at: Date.now(),
    thread: null,
    data: { test: true },
  });
}
