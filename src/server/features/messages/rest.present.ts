import { NETWORKS } from '../../../contract/shared/networks.ts';
import type { RestIncomingMessage } from '../../../contract/api/rest-incoming.ts';
import type { RestMessage, RestOffer } from '../../../contract/api/rest-messages.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Outcome } from '../../core/accept/accept.ts';
import { idTime } from '../../infra/ids.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { statusOf } from '../../core/messages/messages.rules.ts';
import type { Charge } from '../../core/messages/charges.store.ts';
import type { LivePart } from '../../core/messages/live-parts.store.ts';
import type { IncomingRow } from './incoming.store.ts';
import type { RestRow } from './rest.store.ts';

const ENCODINGS: Readonly<Record<number, RestMessage['encoding']>> = {
  0: 'GSM7',
  8: 'UCS2',
};
const NO_CHARGE: Charge = { unitsHeld: 0, unitsCharged: 0, unitsRefunded: 0 };
const seconds = (at: Date | null) => (at === null ? null : at.getTime() / 1000);

/** @throws the refusal, where it was not taken */
export function presentAccepted(outcome: Outcome, offer: RestOffer, test: boolean) {
  if ('refusal' in outcome) throw outcome.refusal;
  const { messageId, destination, sender, segments, encoding, units, waitsIn } = outcome;
  return {
    messageId,
    clientReference: offer.clientReference ?? null,
    from: sender,
    to: `+${destination}`,
    segments,
    encoding,
    units: unitsToNumber(units),
    test,
    waitingForApproval: waitsIn !== null,
    campaignId: waitsIn,
  };
}

export function presentRefused(
  { refusal }: Extract<Outcome, { refusal: unknown }>,
  offer: RestOffer,
  language: Language,
) {
  return {
    clientReference: offer.clientReference ?? null,
    to: offer.to,
    error: refusal.code,
    message: sentence(language, refusal.code, refusal.values),
    ...(refusal.details && { details: refusal.details }),
  };
}

/** @param charge of its units; a test key's message has none */
export function presentRestMessage(
  row: RestRow,
  parts: readonly LivePart[],
  charge: Charge | undefined,
): RestMessage {
  return {
    messageId: row.id,
    clientReference: row.clientReference,
    from: row.sender,
    to: `+${row.destination}`,
    text: row.text,
    encoding: ENCODINGS[row.encoding] ?? 'BINARY',
    segments: row.segments,
    units: unitsToNumber(row.units),
    ...(charge ?? NO_CHARGE),
    country: row.country,
    network: NETWORKS.get(row.network)?.network ?? '',
    status: statusOf(row.status, parts),
    carrierStatus: row.carrierStatus,
    errorCode: row.errorCode,
    test: row.test,
    campaignId: row.campaignId,
    createTimestamp: idTime(row.id) / 1000,
    scheduleTimestamp: seconds(row.scheduleAt),
    submitTimestamp: seconds(row.submittedAt ?? parts[0]?.at ?? null),
    doneTimestamp: seconds(row.doneAt),
  };
}

export function presentRestIncoming(row: IncomingRow): RestIncomingMessage {
  return {
    messageId: row.id,
    from: `+${row.source}`,
    to: row.destination,
    text: row.text,
    encoding: ENCODINGS[row.encoding] ?? 'BINARY',
    receiveTimestamp: idTime(row.id) / 1000,
  };
}
