/** The ids under which the submission of a receipt may be stored. */
import { normaliseCarrierId } from '../../../../contract/shared/carrier-ids.ts';

/** How a carrier's responses and receipts write ids: the setting `dlr_msgid` of a connector. */
export type IdForm = 0 | 1 | 2;

/**
 * Returns the id under which a submission was stored while responses were read as `stored` says, for
 * a receipt whose carrier writes ids as `form` says.
 */
function submittedId(given: string, form: IdForm, stored: IdForm): string {
  const inReceipt = normaliseCarrierId(given, form === 2 ? 'hexToDecimal' : 'same');
  if (form === 1) return stored === 1 ? inReceipt : normaliseCarrierId(given, 'decimalToHex');
  return stored === 1 ? normaliseCarrierId(inReceipt, 'hexToDecimal') : inReceipt;
}

/**
 * Returns the ids to look for: that of messages submitted under the present setting, and that of
 * messages submitted under the one before.
 */
export function idsToMatch(given: string, form: IdForm, before: IdForm): string[] {
  return [...new Set([submittedId(given, form, form), submittedId(given, form, before)])];
}
