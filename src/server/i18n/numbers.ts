import { formatDecimal } from '../../contract/shared/units.ts';
import type { Language } from './language.ts';

/** Between thousands and before decimals, as the screens have them; all of them are in the alphabet of SMS. */
const SEPARATORS: Record<Language, { thousands: string; decimal: string }> = {
  en: { thousands: ',', decimal: '.' },
  pt: { thousands: '.', decimal: ',' },
};

/**
 * A number as the readers of a language write it, thousands separated: `1,234.5`, `1.234,5`.
 * @param written a decimal text keeps its decimals, such as an amount of money
 */
export function formatNumber(written: number | bigint | string, language: Language): string {
  const { thousands, decimal } = SEPARATORS[language];
  const [whole = '', fraction] = String(written).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  return fraction === undefined ? grouped : grouped + decimal + fraction;
}

/** Ten-thousandths of units, without trailing zeros after the point. */
export function unitsText(units: bigint, language: Language): string {
  return formatNumber(formatDecimal(units), language);
}
