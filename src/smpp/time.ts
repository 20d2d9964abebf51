/** Time formats of SMPP (3.4, 7.1.1): `YYMMDDhhmmsstnnp`. */

const TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([+\-R])$/;

/**
 * Parses an SMPP time: absolute, in the zone that its last three characters give in quarters of an
 * hour, or relative, ending in R and counted from `now`, with a year of 365 days and a month of 30.
 * @returns undefined if it is invalid, such as a 13th month; the caller handles an empty text
 */
export function readSmppTime(text: string, now: Date): Date | undefined {
  const [, ...fields] = TIME.exec(text) ?? [];
  if (fields.length === 0) return undefined;
  const [years, months, days, hours, minutes, seconds, tenths, quarters] = fields
    .slice(0, 8)
    .map(Number) as [number, number, number, number, number, number, number, number];
  const sign = fields[8];
  if (sign === 'R')
    return new Date(
      now.getTime() +
        ((((years * 365 + months * 30 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000,
    );
  if (quarters > 48) return undefined;
  const local = new Date(
    Date.UTC(2000 + years, months - 1, days, hours, minutes, seconds, tenths * 100),
  );
  // An impossible date would become another day or hour.
  if (
    local.getUTCMonth() !== months - 1 ||
    local.getUTCDate() !== days ||
    local.getUTCHours() !== hours ||
    local.getUTCMinutes() !== minutes ||
    local.getUTCSeconds() !== seconds
  )
    return undefined;
  return new Date(local.getTime() - (sign === '+' ? 1 : -1) * quarters * 15 * 60_000);
}

/** Formats a moment as an absolute time in UTC, to the second. */
export function writeSmppTime(at: Date): string {
  return `${at.toISOString().replace(/\D/g, '').slice(2, 14)}000+`;
}
