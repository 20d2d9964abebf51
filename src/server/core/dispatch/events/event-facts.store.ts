/** Reads the facts of events, where they did not come with the statement that moved the message. */
import { MESSAGE_STATUS, MESSAGE_STATUSES } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { EventFacts, MessageCallback } from './events.ts';

const { SUBMITTED } = MESSAGE_STATUS;

export const STATUS_NAME = Object.fromEntries(
  MESSAGE_STATUSES.map((name) => [MESSAGE_STATUS[name], name]),
);

/** One step of a message; for SUBMITTED with facts that the message's row does not have yet. */
export type EventStep = {
  messageId: string;
  status: number;
  connectorId?: number;
  carrierId?: string;
  /** Its row as the step left it, where the statement returned it. */
  message?: EventMessage & { connectorCid?: string };
};

/** The columns of a message's row that its events have. */
export type EventMessage = {
  id: string;
  clientId: string;
  clientReference: string | null;
  from: string;
  to: string;
  errorCode: string | null;
  carrierStatus: string | null;
  connectorId: number | null;
  carrierId: string | null;
  segments: number;
  submittedAt: Date | null;
  doneAt: Date | null;
  callback: MessageCallback | null;
  test: boolean;
  now: Date;
};

/** The columns of an `EventMessage`, of the table message or of this alias of it. */
export const eventColumns = (m = 'message') =>
  `${m}.id, ${m}.client_id as "clientId", ${m}.client_reference as "clientReference", ${m}.sender as "from", ${m}.destination as "to", ${m}.error_code as "errorCode",
   ${m}.carrier_status as "carrierStatus", ${m}.connector_id as "connectorId", ${m}.carrier_ids[1] as "carrierId", ${m}.segments,
   ${m}.submitted_at as "submittedAt", ${m}.done_at as "doneAt", ${m}.callback, ${m}.test, now() as now`;

/** The facts of the steps whose message has a callback or a subscriber, in their order. */
export async function loadEventFacts<Step extends EventStep>(
  tx: Tx,
  steps: readonly Step[],
  subscribed: (step: Step) => boolean = () => false,
): Promise<EventFacts[]> {
  const messages = new Map(
    steps.flatMap(({ messageId, message }) => (message ? [[messageId, message]] : [])),
  );
  const ids = [...new Set(steps.map(({ messageId }) => messageId))]
    .filter((id) => !messages.has(id))
    .sort();
  if (ids.length > 0) {
    const { rows } = await tx.query<EventMessage>(
      `select ${eventColumns()} from message where id = any ($1::uuid[]) and id >= $2 and id <= $3`,
      [ids, ids[0], ids.at(-1)],
      'event messages',
    );
    for (const row of rows) messages.set(row.id, row);
  }
  const kept = steps.filter((step) => messages.get(step.messageId)?.callback || subscribed(step));
  if (kept.length === 0) return [];
  const cids = await readCids(
    tx,
    kept.flatMap(({ connectorId, messageId, message }) =>
      message?.connectorCid === undefined
        ? [connectorId ?? messages.get(messageId)?.connectorId ?? null]
        : [],
    ),
  );
  return kept.flatMap((step) => {
    const message = messages.get(step.messageId);
    if (!message) return [];
    const { id, connectorId, submittedAt, doneAt, test, now, ...facts } = message;
    const connectorCid =
      step.message?.connectorCid ?? cids.get(step.connectorId ?? connectorId ?? 0) ?? null;
    const open = step.status === SUBMITTED;
    return [
      {
        ...facts,
        messageId: id,
        status: STATUS_NAME[step.status]!,
        subscribed: subscribed(step),
        connectorCid,
        carrierId: step.carrierId ?? facts.carrierId,
        submittedAt: open ? now.toISOString() : (submittedAt?.toISOString() ?? null),
        doneAt: open ? null : (doneAt?.toISOString() ?? null),
        ...(open && { errorCode: null, carrierStatus: null }),
        ...(test && { test }),
      },
    ];
  });
}

async function readCids(
  tx: Tx,
  connectorIds: readonly (number | null)[],
): Promise<Map<number, string>> {
  const ids = [...new Set(connectorIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: number; cid: string }>(
    `select id, cid from connector where id = any ($1::int[])`,
    [ids],
    'event connectors',
  );
  return new Map(rows.map(({ id, cid }) => [id, cid]));
}
