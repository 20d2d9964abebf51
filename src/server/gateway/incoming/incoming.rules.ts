/** An incoming message as received over SMPP. */
import { createHash } from 'node:crypto';
import { readContent } from '../../../smpp/concatenation.ts';
import { DATA_CODING } from '../../../smpp/pdus.ts';
import type { PduOf } from '../../../smpp/pdus.ts';
import { readableText } from '../../../smpp/text.ts';
import { plain } from '../carriers/connector.rules.ts';

export type NewIncoming = {
  connectorId: number;
  carrierAccountId: number;
  /** The phone, and the number that it wrote to; without plus. */
  source: string;
  destination: string;
  text: string;
  /** The text's octets as received, without a user data header. */
  octets: Buffer;
  encoding: number;
  /** The carrier's own time, as written; empty where it gives none. */
  carrierAt: string;
  /** The hash that identifies a repeat. */
  hash: Buffer;
  part: { reference: number; total: number; part: number } | undefined;
};

export function readIncoming(
  pdu: PduOf<'deliver_sm'> | PduOf<'data_sm'>,
  connector: { connectorId: number; carrierAccountId: number },
): NewIncoming {
  const content = readContent(pdu);
  const source = plain(pdu.source_addr.replace(/^\+/, ''));
  const destination = plain(pdu.destination_addr.replace(/^\+/, ''));
  const carrierAt = 'schedule_delivery_time' in pdu ? plain(pdu.schedule_delivery_time) : '';
  const hash = createHash('sha256')
    .update(
      [connector.carrierAccountId, source, destination, carrierAt, pdu.data_coding].join('\0'),
    )
    .update(content.header ?? '')
    .update(content.octets)
    .digest();
  return {
    ...connector,
    source,
    destination,
    carrierAt,
    hash,
    encoding: pdu.data_coding,
    part: content.part,
    octets: content.octets,
    text: textOf(pdu.data_coding, content.octets),
  };
}

/** Data has no text: its octets in hex are what can be shown. */
const textOf = (encoding: number, octets: Buffer) =>
  plain(readableText(encoding, octets) ?? octets.toString('hex'));

/**
 * The text of all parts, in their order. A phone may cut an emoji or an escape in two: the octets are
 * read together, unless parts differ in coding or have half a character of their own.
 */
export function joinParts(
  parts: readonly Pick<NewIncoming, 'text' | 'octets' | 'encoding'>[],
): Pick<NewIncoming, 'text' | 'octets'> {
  const octets = Buffer.concat(parts.map((part) => part.octets));
  const encoding = parts[0]?.encoding ?? 0;
  const isOne = parts.every(
    (part) =>
      part.encoding === encoding && (encoding !== DATA_CODING.ucs2 || part.octets.length % 2 === 0),
  );
  return {
    octets,
    text: isOne ? textOf(encoding, octets) : parts.map(({ text }) => text).join(''),
  };
}
