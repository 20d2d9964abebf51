/**
 * Shares of a whole as percentages. A figure between none and all is never written as either: 3,221
 * of 3,222 is 99.9%, and 1 of 100,000 is 0.01%. Every percentage that people read is made here.
 */

/** Rounds a share to decimals of the share itself, so that only none is 0 and only all is 1. */
export function roundShare(share: number, decimals: number): number {
  const scale = 10 ** decimals;
  const parts = Math.round(Math.abs(share) * scale);
  return (Math.sign(share) * withinBounds(Math.abs(share), parts, scale)) / scale;
}

function withinBounds(magnitude: number, parts: number, scale: number): number {
  if (magnitude > 0 && parts === 0) return 1;
  if (magnitude < 1 && parts === scale) return scale - 1;
  return parts;
}

/**
 * A percentage in a language's writing, `97.2%`.
 * @param decimals of the percentage; without them as many as its size needs
 * @param signed with a sign before what grew or shrank, `+9%`
 */
export function formatShare(
  share: number,
  language: string,
  { decimals, signed = false }: { decimals?: number; signed?: boolean } = {},
): string {
  const digits = decimals ?? digitsFor(Math.abs(share));
  // Without a decimal, the nearest figure below all would be 99%.
  const shown = Math.round(Math.abs(share) * 100) === 100 && Math.abs(share) < 1 ? 1 : 0;
  const used = Math.max(digits, shown);
  return formatOf(language, used, signed).format(roundShare(share, used + 2));
}

function digitsFor(magnitude: number): number {
  if (magnitude === 0 || magnitude >= 0.1) return 0;
  return magnitude >= 0.01 ? 1 : 2;
}

const formats = new Map<string, Intl.NumberFormat>();
function formatOf(language: string, decimals: number, signed: boolean): Intl.NumberFormat {
  const key = `${language} ${decimals} ${signed}`;
  let format = formats.get(key);
  if (!format)
    formats.set(
      key,
      (format = new Intl.NumberFormat(language, {
        style: 'percent',
        maximumFractionDigits: decimals,
        signDisplay: signed ? 'exceptZero' : 'auto',
      })),
    );
  return format;
}
