import { offsetAt } from '../../../contract/shared/zones.ts';

/** The name of a zone as people read it: `Africa/Dar es Salaam`. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** Every time zone of the browser, and the chosen one where the browser calls it otherwise. */
export function zonesWith(own: string): string[] {
  return [...new Set([own, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();
}

/** How far a zone's clocks are from UTC at a moment in seconds: `UTC+03:00`. */
export function offsetOf(zone: string, at: number): string {
  const offset = offsetAt(at, zone);
  const minutes = Math.abs(offset) / 60;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `UTC${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/**
 * The zones that fit what was typed: each word is in the zone's name, or begins its offset (`+3`, `UTC+03:00`).
 * @param offset of a zone; called only where the words name one
 */
export function matchingZones(
  zones: readonly string[],
  typed: string,
  offset: (zone: string) => string,
): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return zones.filter((zone) => {
    const name = zoneName(zone).toLowerCase();
    return words.every((word) => {
      const hours = /^(?:utc|gmt)?([+-])(\d{1,2})?(:\d{0,2})?$/.exec(word);
      if (hours === null) return name.includes(word);
      const [, sign = '', hour, minutes = ''] = hours;
      const from = hour === undefined ? '' : hour.padStart(2, '0') + minutes;
      return offset(zone)
        .slice(3)
        .startsWith(sign + from);
    });
  });
}
