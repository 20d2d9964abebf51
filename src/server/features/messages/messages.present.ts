import type { Incoming, Message, MessageToSubmit } from '../../../contract/api/messages.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Session } from '../../infra/http/caller.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idTime } from '../../infra/ids.ts';
import { maskText, seesText } from '../../infra/mask.ts';
import type { IncomingRow } from './incoming.store.ts';
import { standInOn } from '../../core/messages/writing.rules.ts';
import { statusOf } from '../../core/messages/messages.rules.ts';
import { seesSuppliers } from '../../core/messages/suppliers.rules.ts';
import { listCharges, type Charge } from '../../core/messages/charges.store.ts';
import { listLiveParts } from '../../core/messages/live-parts.store.ts';
import type { MessageRow } from './messages.store.ts';
import type { LivePart } from '../../core/messages/live-parts.store.ts';
import type { CampaignToSubmit, QueuedMessage, NotExpandedRecipient } from './to-submit.store.ts';

/** The start of a page: in a campaign, after a queued message or after a row of its recipients. */
export type Place = { due: Date; campaignId: string; chunk: string; position: number; row: number };
export type ItemToSubmit = {
  place: string;
  campaign: CampaignToSubmit;
  message: QueuedMessage | (NotExpandedRecipient & { text: string });
};

export function presentMessageToSubmit(
  campaign: CampaignToSubmit,
  message: ItemToSubmit['message'],
  viewer: Session,
): MessageToSubmit {
  const text = message.text ?? campaign.text;
  return {
    messageId: 'id' in message ? message.id : null,
    rowNumber: 'rowNo' in message ? message.rowNo : null,
    campaignId: campaign.id,
    campaignName: campaign.campaignName,
    campaignStatus: campaign.status,
    clientId: campaign.clientId,
    clientName: campaign.clientName,
    senderId: standInOn(campaign.operatorSenders, message.network)?.sender ?? campaign.sender,
    destination: `+${message.destination}`,
    text: seesText(viewer, campaign.clientId) ? text : maskText(text),
    segments: message.segments,
    units: unitsToNumber(message.units),
    country: message.country,
    network: NETWORKS.get(message.network)?.network ?? '',
    dueTimestamp: campaign.due.getTime() / 1000,
  };
}

export function presentIncoming(row: IncomingRow, viewer: Session): Incoming {
  return {
    messageId: row.id,
    clientId: row.clientId,
    clientName: row.clientName,
    source: withPlus(row.source),
    senderId: row.destination,
    text: seesText(viewer, row.clientId ?? '') ? row.text : maskText(row.text),
    encoding:
      row.encoding === 8 ? 'UCS2' : row.encoding === 4 || row.encoding === 2 ? 'BINARY' : 'GSM7',
    foundBy: row.foundBy,
    connectorId: seesSuppliers(viewer) ? row.connector : null,
    receiveTimestamp: idTime(row.id) / 1000,
  };
}

/** A carrier may name as its source what is no number at all, or a short one. */
function withPlus(source: string): string {
  return /^[0-9]{9,}$/.test(source) ? `+${source}` : source;
}

export async function presentMessages(
  tx: Tx,
  rows: MessageRow[],
  viewer: Session,
): Promise<Message[]> {
  const parts = await partsOf(tx, rows);
  const charges = await listCharges(tx, rows);
  return rows.map((row) =>
    presentMessage(row, parts.get(row.id) ?? [], charges.get(row.id)!, viewer),
  );
}

async function partsOf(tx: Tx, rows: MessageRow[]): Promise<Map<string, LivePart[]>> {
  const live = rows.filter((row) => row.status < 10).map((row) => row.id);
  return live.length === 0
    ? new Map()
    : Map.groupBy(await listLiveParts(tx, live), (part) => part.messageId);
}

export function presentMessage(
  row: MessageRow,
  parts: LivePart[],
  charge: Charge,
  viewer: Session,
): Message {
  const first = parts[0];
  const shown = seesSuppliers(viewer);
  return {
    messageId: row.id,
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    clientId: row.clientId,
    clientName: row.clientName,
    senderId: row.sender,
    destination: `+${row.destination}`,
    text: seesText(viewer, row.clientId) ? row.text : maskText(row.text),
    encoding: row.encoding === 0 ? 'GSM7' : row.encoding === 8 ? 'UCS2' : 'BINARY',
    segments: row.segments,
    units: unitsToNumber(row.units),
    ...charge,
    country: row.country,
    network: NETWORKS.get(row.network)?.network ?? '',
    connectorId: shown ? (row.connector ?? first?.connector ?? null) : null,
    routeId: shown ? row.routeId : null,
    carrierMessageId: shown
      ? (row.carrierIds?.find((id) => id !== null) ?? first?.carrierId ?? null)
      : null,
    status: statusOf(row.status, parts),
    carrierStatus: row.carrierStatus,
    errorCode: row.errorCode,
    dupRisk: row.dupRisk ?? parts.some((part) => part.dupRisk),
    createTimestamp: idTime(row.id) / 1000,
    submitTimestamp: seconds(row.submittedAt ?? first?.at ?? null),
    doneTimestamp: seconds(row.doneAt),
  };
}

export function seconds(at: Date | null): number | null {
  return at === null ? null : at.getTime() / 1000;
}
