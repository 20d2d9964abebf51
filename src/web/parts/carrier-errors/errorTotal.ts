import type { CarrierError } from '../../../contract/api/carrier-errors.ts';

type Counted = Pick<CarrierError, 'cid' | 'country' | 'network' | 'day' | 'share'>;

/**
 * Errors of the last day, and their share of the parts that were submitted to the same networks over
 * the same connectors. The share is null where no row knows how many those were.
 */
export function totalOf(errors: readonly Counted[]): { errors: number; share: number | null } {
  const submitted = new Map<string, number>();
  let counted = 0;
  for (const { cid, country, network, day, share } of errors) {
    if (share === null || share === 0) continue;
    counted += day;
    submitted.set(`${cid} ${country} ${network}`, day / share);
  }
  const all = [...submitted.values()].reduce((sum, each) => sum + each, 0);
  return {
    errors: errors.reduce((sum, { day }) => sum + day, 0),
    share: all === 0 ? null : counted / all,
  };
}
