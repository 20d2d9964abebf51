import { normalizePhone } from '../../../contract/shared/phone.ts';
import { badInput } from '../errors.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';

/** @throws Refusal BAD_INPUT naming `field` */
export function phoneOrRefuse(
  written: string,
  country: string,
  language: Language,
  field = 'phone',
): string {
  const phone = normalizePhone(written, country);
  if (!phone.ok) throw badInput([{ field, message: sentence(language, 'NOT_A_PHONE') }]);
  return phone.e164;
}
