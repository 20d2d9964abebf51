/**
 * Collects the status changes that messages made in a transaction, and publishes those that have a
 * subscriber; the events commit with the caller.
 */
import { MESSAGE_STATUS, MESSAGE_STATUSES } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import { EVENT_OF_STATUS, publish } from './events.ts';
import type { EventFacts } from './events.ts';
import { batches } from './sql.ts';

const { SUBMITTED } = MESSAGE_STATUS;

/** One step of a message; where SUBMITTED is told, what the message's row does not say yet. */
type Step = {
  messageId: string;
  clientId: string;
  status: number;
  connectorId?: number;
  carrierId?: string;
};

/**
 * Collects the status changes of a transaction and publishes those that have a subscriber.
 * Subscriptions are one lookup by client, sent with the last statements of the transaction;
 * messages are read only if there is a subscriber.
 */
export class EventCollector {
  /** By what is known of a message's own callback: it has one or may have, or has none. */
  readonly #steps: { asked: Step[]; quiet: Step[] } = { asked: [], quiet: [] };
  readonly #order = new Map<Step, number>();

  /** @param calls whether the message has a callback; undefined where that is not known */
  add(step: Step, calls: boolean | undefined): void {
    (calls === false ? this.#steps.quiet : this.#steps.asked).push(step);
    this.#order.set(step, this.#order.size);
  }

  async publish(tx: Tx): Promise<void> {
    const { asked, quiet } = this.#steps;
    if (asked.length + quiet.length === 0) return;
    const { rows } = await tx.query<{ clientId: string; events: string[] }>(
      `select client_id as "clientId", events from webhook where client_id = any ($1::uuid[]) and enabled and url is not null`,
      [[...new Set([...asked, ...quiet].map(({ clientId }) => clientId))]],
      'event clients',
    );
    const subscribed = (step: Step) =>
      rows.some(
        ({ clientId, events }) =>
          clientId === step.clientId && events.includes(eventOf(step.status)),
      );
    const steps = [...asked, ...(rows.length === 0 ? [] : quiet.filter(subscribed))].sort(
      (a, b) => this.#order.get(a)! - this.#order.get(b)!,
    );
    for (const batch of batches(steps))
      await publish(tx, await loadEventFacts(tx, batch, subscribed));
  }
}

const STATUS_NAME = Object.fromEntries(
  MESSAGE_STATUSES.map((name) => [MESSAGE_STATUS[name], name]),
);

const eventOf = (status: number) => EVENT_OF_STATUS[STATUS_NAME[status]!] ?? '';

/** Reads the facts of the events to publish. */
async function loadEventFacts(
  tx: Tx,
  steps: readonly Step[],
  subscribed: (step: Step) => boolean,
): Promise<EventFacts[]> {
  const ids = [...new Set(steps.map(({ messageId }) => messageId))].sort();
  const { rows } = await tx.query<
    Omit<
      EventFacts,
      'messageId' | 'status' | 'subscribed' | 'connectorCid' | 'submittedAt' | 'doneAt' | 'test'
    > & {
      test: boolean;
      now: Date;
      id: string;
      connectorId: number | null;
      submittedAt: Date | null;
      doneAt: Date | null;
    }
  >(
    `select id, client_id as "clientId", client_reference as "clientReference", sender as "from", destination as "to", error_code as "errorCode", carrier_status as "carrierStatus",
       connector_id as "connectorId", carrier_ids[1] as "carrierId", segments, submitted_at as "submittedAt", done_at as "doneAt", callback, test, now() as now
     from message where id = any ($1::uuid[]) and id >= $2 and id <= $3`,
    [ids, ids[0], ids.at(-1)],
    'event messages',
  );
  const wanted = new Map(
    rows.filter(({ callback }) => callback !== null).map((row) => [row.id, row]),
  );
  const kept = steps.filter((step) => wanted.has(step.messageId) || subscribed(step));
  if (kept.length === 0) return [];
  const messages = new Map(rows.map((row) => [row.id, row]));
  const { rows: connectors } = await tx.query<{ id: number; cid: string }>(
    `select id, cid from connector where id = any ($1::int[])`,
    [
      [
        ...new Set([
          ...rows.map(({ connectorId }) => connectorId),
          ...kept.map(({ connectorId }) => connectorId),
        ]),
      ],
    ],
    'event connectors',
  );
  const cids = new Map(connectors.map(({ id, cid }) => [id, cid]));
  return kept.flatMap((step) => {
    const message = messages.get(step.messageId);
    if (!message) return [];
    const { id, connectorId, submittedAt, doneAt, test, now, ...facts } = message;
    const open = step.status === SUBMITTED;
    return [
      {
        ...facts,
        messageId: id,
        status: STATUS_NAME[step.status]!,
        subscribed: subscribed(step),
        connectorCid: cids.get(step.connectorId ?? connectorId ?? 0) ?? null,
        carrierId: step.carrierId ?? facts.carrierId,
        submittedAt: open ? now.toISOString() : (submittedAt?.toISOString() ?? null),
        doneAt: open ? null : (doneAt?.toISOString() ?? null),
        ...(open && { errorCode: null, carrierStatus: null }),
        ...(test && { test }),
      },
    ];
  });
}
