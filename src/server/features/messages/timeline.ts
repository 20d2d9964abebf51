/** The steps of a message in order, as its viewer may see them. */
import type { MessageDetail } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idTime } from '../../infra/ids.ts';
import { sortSteps, statusOf } from '../../core/messages/messages.rules.ts';
import { findRoute, listEvents, listReceipts } from './message-detail.store.ts';
import type { MessageRow } from './messages.store.ts';
import type { LivePart } from '../../core/messages/live-parts.store.ts';
import { seconds } from './messages.present.ts';
import { seesSuppliers } from '../../core/messages/suppliers.rules.ts';
import type { Session } from '../../infra/http/caller.ts';

export async function timelineOf(
  tx: Tx,
  row: MessageRow,
  parts: LivePart[],
  viewer: Session,
): Promise<MessageDetail['timeline']> {
  const accepted = idTime(row.id) / 1000;
  const route = await findRoute(tx, row.configVersion, row.routeId);
  const steps: MessageDetail['timeline'] = [
    {
      kind: 'ACCEPTED',
      timestamp: accepted,
      part: null,
      facts: { campaign: row.campaignName, source: row.source },
    },
    {
      kind: 'ROUTED',
      timestamp: accepted,
      part: null,
      facts: {
        route: route?.type ?? null,
        order: route?.order ?? null,
        filters: route?.filters.join(', ') ?? null,
      },
    },
  ];
  const livePlaces = new Set(parts.map((part) => part.part));
  for (const part of parts) {
    if (part.state === 0) continue;
    steps.push({
      kind: 'SUBMITTED',
      timestamp: part.at.getTime() / 1000,
      part: partOf(row, part.part),
      facts: { connector: part.connector, carrierMessageId: part.carrierId },
    });
  }
  for (const [index, carrierId] of (row.carrierIds ?? []).entries()) {
    if (carrierId === null || livePlaces.has(index + 1)) continue;
    steps.push({
      kind: 'SUBMITTED',
      timestamp: seconds(row.submittedAt) ?? accepted,
      part: partOf(row, index + 1),
      facts: { connector: row.connector, carrierMessageId: carrierId },
    });
  }
  for (const receipt of await listReceipts(tx, row.id)) {
    steps.push({
      kind: 'RECEIPT',
      timestamp: receipt.at.getTime() / 1000,
      part: receipt.part === null ? null : partOf(row, receipt.part),
      facts: { carrierStatus: receipt.carrierStatus, errorCode: receipt.errorCode },
    });
  }
  for (const event of await listEvents(tx, row.id)) {
    // Its last step already says that nobody knows how it ended.
    if (event.detail && 'givenUp' in event.detail) continue;
    steps.push({
      kind: event.kind,
      timestamp: event.at.getTime() / 1000,
      part: typeof event.detail?.['part'] === 'number' ? partOf(row, event.detail['part']) : null,
      facts: factsOf(event.detail ?? {}),
    });
  }
  if (row.doneAt)
    steps.push({
      kind: 'FINAL',
      timestamp: row.doneAt.getTime() / 1000,
      part: null,
      facts: { status: statusOf(row.status, []), errorCode: row.errorCode },
    });
  return sortSteps(seesSuppliers(viewer) ? steps : withoutSuppliers(steps));
}

/** Facts that customers may read. */
const CUSTOMERS_FACTS = new Set([
  'campaign',
  'source',
  'carrierStatus',
  'errorCode',
  'status',
  'url',
  'httpStatus',
  'attempt',
]);

/** Steps that speak of routes and connectors alone. */
const SUPPLIERS_STEPS = new Set(['ROUTED', 'FAILED_OVER']);

function withoutSuppliers(steps: MessageDetail['timeline']): MessageDetail['timeline'] {
  return steps
    .filter(({ kind }) => !SUPPLIERS_STEPS.has(kind))
    .map((step) => ({
      ...step,
      facts: Object.fromEntries(
        Object.entries(step.facts).filter(([name]) => CUSTOMERS_FACTS.has(name)),
      ),
    }));
}

// The part is the step's own; the others are our numbers for a link.
const UNSHOWN = new Set(['part', 'connectorId', 'epoch']);

/** The facts of an event that can be shown: words and numbers. */
function factsOf(detail: Record<string, unknown>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(detail).filter(
      (fact): fact is [string, string | number] =>
        !UNSHOWN.has(fact[0]) && (typeof fact[1] === 'string' || typeof fact[1] === 'number'),
    ),
  );
}

/** Which part a step belongs to, where a message has several. */
function partOf(row: MessageRow, part: number): number | null {
  return row.segments > 1 ? part : null;
}
