import type { DeliveryRate } from '../../../../contract/api/carrier-errors.ts';

type Counted = Pick<DeliveryRate, 'hour' | 'usual'>;

/**
 * The share of what carriers confirmed in the last hour that was delivered, and the share of usual hours,
 * each route and network weighing as much as in the last hour. Null without a receipt, and the usual one also
 * where a route has none: the two would be of different messages.
 */
export function deliveredOf(rates: readonly Counted[]): {
  delivered: number | null;
  usual: number | null;
} {
  const heard = rates.filter(({ hour }) => hour.receipts > 0);
  const receipts = heard.reduce((sum, { hour }) => sum + hour.receipts, 0);
  if (receipts === 0) return { delivered: null, usual: null };
  const mean = (shareOf: (rate: Counted) => number) =>
    heard.reduce((sum, rate) => sum + rate.hour.receipts * shareOf(rate), 0) / receipts;
  return {
    delivered: mean(({ hour }) => hour.share),
    usual: heard.some(({ usual }) => usual === null) ? null : mean(({ usual }) => usual!.share),
  };
}
