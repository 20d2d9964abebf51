/** The receipts of an accepted message. */
import { ESM_CLASS } from '../../smpp/pdus.ts';
import type { OutgoingOf, PduOf } from '../../smpp/pdus.ts';
import { receiptText, receiptTlvs } from '../../smpp/receipt.ts';
import { decodeText } from '../../smpp/text.ts';
import { VERDICTS } from './behaviour.ts';
import type { Behaviour, VerdictName } from './behaviour.ts';
import type { KeptPart } from './records.ts';

/**
 * Makes the function that writes a message's receipts. It holds on to no more of the PDU than a
 * receipt needs.
 */
export function openReceipts(
  pdu: PduOf<'submit_sm'> | PduOf<'data_sm'>,
  octets: Buffer,
  receiptId: string,
  { receiptForm, vocabulary }: Behaviour,
): (name: VerdictName, kept: KeptPart | undefined) => OutgoingOf<'deliver_sm'> {
  const submitted = new Date();
  const text = (decodeText(pdu.data_coding, octets.subarray(0, 40)) ?? '')
    .slice(0, 20)
    .replace(/[^\x20-\x7e]/g, '?');
  const addresses = {
    source_addr_ton: pdu.dest_addr_ton,
    source_addr_npi: pdu.dest_addr_npi,
    source_addr: pdu.destination_addr,
    dest_addr_ton: pdu.source_addr_ton,
    dest_addr_npi: pdu.source_addr_npi,
    destination_addr: pdu.source_addr,
  };
  return (name, kept) => {
    const { state, error, word } = VERDICTS[kept?.state === 'DELETED' ? 'deleted' : name];
    const stat = vocabulary === 'parlayx' ? word : state;
    if (kept) {
      kept.state = state;
      kept.outcome = stat;
    }
    const receipt: OutgoingOf<'deliver_sm'> = {
      command: 'deliver_sm',
      ...addresses,
      esm_class: ESM_CLASS.delivery_receipt,
    };
    if (receiptForm !== 'tlvs') {
      receipt.short_message = Buffer.from(
        receiptText({
          carrierId: receiptId,
          stat,
          error: String(error).padStart(3, '0'),
          submitted,
          done: new Date(),
          delivered: state === 'DELIVRD',
          text,
        }),
      );
    }
    if (receiptForm !== 'text') receipt.tlvs = receiptTlvs(receiptId, state, error);
    return receipt;
  };
}

/** registered_delivery (5.2.17): 1 asks for every receipt, 2 for those of failures. */
export function wantsReceipt(registeredDelivery: number, verdict: VerdictName): boolean {
  const wish = registeredDelivery & 0x03;
  return wish === 1 || (wish === 2 && verdict !== 'delivered');
}
