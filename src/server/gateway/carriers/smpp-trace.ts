/** The fields and the text of a PDU as the console's trace shows them. */
import { readContent } from '../../../smpp/concatenation.ts';
import type { PduOf } from '../../../smpp/pdus.ts';
import { decodeText } from '../../../smpp/text.ts';
import type { Submit } from './connector.rules.ts';

/** Returns the fields of a PDU that are set, without its text. */
export function fieldsOf(pdu: object): Record<string, string | number> {
  const fields: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(pdu)) {
    if (
      (typeof value === 'number' || typeof value === 'string') &&
      value !== '' &&
      name !== 'command'
    )
      fields[name] = value;
    if (name === 'tlvs' && typeof value === 'object' && value !== null) {
      for (const [tlv, content] of Object.entries(value as Record<string, unknown>))
        if (
          (typeof content === 'number' || typeof content === 'string') &&
          tlv !== 'message_payload'
        )
          fields[tlv] = content;
    }
  }
  return fields;
}

export function textOf(pdu: Submit | PduOf<'deliver_sm'> | PduOf<'data_sm'>): string | null {
  const { octets } = readContent({
    esm_class: pdu.esm_class ?? 0,
    ...('short_message' in pdu && pdu.short_message && { short_message: pdu.short_message }),
    ...(pdu.tlvs && { tlvs: pdu.tlvs }),
  });
  return decodeText(pdu.data_coding ?? 0, octets) ?? octets.toString('hex');
}
