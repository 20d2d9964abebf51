import type { TextMeasure } from '../../../contract/shared/sms.ts';

/** More segments than these are not drawn one by one. */
const MOST_DRAWN = 12;

/**
 * How full each segment of a text is, from 0 to 1, for a meter: full ones, then the last. A longer text than can be drawn
 * ends with its last segments.
 */
export function segmentCells({
  segments,
  perSegment,
  remaining,
  characters,
}: Pick<TextMeasure, 'segments' | 'perSegment' | 'remaining' | 'characters'>): number[] {
  const last = characters === 0 ? 0 : (perSegment - remaining) / perSegment;
  return [...Array<number>(Math.min(segments, MOST_DRAWN) - 1).fill(1), last];
}
