import { carrierErrors, RATE_VERDICTS } from '../../../contract/api/carrier-errors.ts';
import type { DeliveryRate } from '../../../contract/api/carrier-errors.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import type { Database } from '../../infra/database/db.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { readSettings } from './alert-settings.ts';
import { errorsOf } from './carrier-errors.rules.ts';
import { listOutcomes, listRates, listUsualDays, readBeginnings } from './carrier-errors.store.ts';
import type { MeasuredRate } from './carrier-errors.store.ts';
import { judgeRate } from './delivery-rates.rules.ts';

const MOST_ERRORS = 200;

/** Errors of carriers and delivery rates, for those who run the gateway. */
export function carrierErrorRoutes({ database }: { database: Database }): Route[] {
  return answer(carrierErrors, {
    list: ({ cid }, { scope }) =>
      database.run(scope, async (tx) => {
        const { hour, day } = await readBeginnings(tx);
        const errors = errorsOf(await listOutcomes(tx, cid), await listUsualDays(tx, cid));
        const { thresholds } = await readSettings(tx);
        const rates = await listRates(tx, cid);
        return {
          hourTimestamp: hour.getTime() / 1000,
          dayTimestamp: day.getTime() / 1000,
          errors: errors.slice(0, MOST_ERRORS),
          more: Math.max(0, errors.length - MOST_ERRORS),
          rates: rates
            .map((rate) => presentRate(rate, thresholds.deliveryPoints))
            .toSorted(
              (a, b) =>
                RATE_VERDICTS.indexOf(a.verdict) - RATE_VERDICTS.indexOf(b.verdict) ||
                b.hour.receipts - a.hour.receipts,
            ),
        };
      }),
  });
}

function presentRate(rate: MeasuredRate, points: number): DeliveryRate {
  const { cid, kind, routeId, routeOrder, now, history } = rate;
  const { network = '', country = '' } = NETWORKS.get(rate.network) ?? {};
  return {
    cid,
    kind,
    network,
    country,
    routeId,
    routeOrder,
    hour: now,
    usual: history && history.usual,
    verdict: judgeRate(now, history, points),
  };
}
