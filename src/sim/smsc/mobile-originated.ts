/** Messages from phones, as a carrier delivers them. */
import { splitMessage } from '../../smpp/concatenation.ts';
import { NPI, TON } from '../../smpp/pdus.ts';
import type { OutgoingOf } from '../../smpp/pdus.ts';
import { encodeText } from '../../smpp/text.ts';
import type { MobileOriginated } from './options.ts';

/** The parts of a message from a phone. @param reference that joins them */
export function partsOf(message: MobileOriginated, reference: number): OutgoingOf<'deliver_sm'>[] {
  const { data_coding, octets } = encodeText(message.text);
  const parts = splitMessage(octets, data_coding, 'udh8', reference) ?? [];
  return parts.map((part) => ({
    command: 'deliver_sm',
    source_addr_ton: TON.international,
    source_addr_npi: NPI.isdn,
    source_addr: message.source,
    dest_addr_ton: TON.unknown,
    dest_addr_npi: NPI.isdn,
    destination_addr: message.destination,
    data_coding,
    ...part,
  }));
}
