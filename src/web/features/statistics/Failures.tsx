import { useTranslation } from 'react-i18next';
import type { Output } from '../../../contract/endpoint.ts';
import { stats } from '../../../contract/api/statistics.ts';
import { reasonsOf, type FailureReason } from '../../parts/outcomes/failureReasons.ts';
import { useGet } from '../../parts/queries.ts';
import { ReasonList } from '../../parts/outcomes/ReasonList.tsx';
import { useAdviceOf } from '../../parts/outcomes/useAdvice.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import type { Report } from './useReport.ts';

type Failure = Output<typeof stats.failures>['rows'][number];
const SHOWN = 5;

/** Why messages did not arrive: each reason in plain words with its advice, and what carriers call it. */
export function Failures({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const adviceOf = useAdviceOf();
  const query = useGet(stats.failures, report.filter, { keep: true });
  const to = ({ status, carrierStatus }: Failure) =>
    report.messagesOf({
      statuses: [status],
      ...(carrierStatus !== null && !carrierStatus.includes('…') && { carrier: carrierStatus }),
    });
  const toReason = ({ rows }: FailureReason<Failure>) =>
    rows.length === 1
      ? to(rows[0]!)
      : report.messagesOf({ statuses: [...new Set(rows.map(({ status }) => status))] });
  return (
    <ChartCard
      title={t('stats.failures')}
      text={t('stats.failuresText')}
      query={query}
      height={120}
      empty={({ failed }) => (failed === 0 ? t('stats.noFailures') : undefined)}
      chart={({ failed, rows }) => (
        <ReasonList
          label={t('stats.failures')}
          reasons={reasonsOf(rows, adviceOf)}
          failed={failed}
          most={SHOWN}
          to={toReason}
        />
      )}
      table={({ failed, rows }) => ({
        head: [
          t('stats.cause'),
          t('stats.carrierSays'),
          t('stats.errorCode'),
          t('stats.messages'),
          t('stats.share'),
        ],
        rows: rows.map((row) => ({
          key: keyOf(row),
          name: adviceOf(row)?.title ?? row.status,
          to: to(row),
          cells: [
            row.carrierStatus ?? DASH,
            row.errorCode ?? DASH,
            number(row.messages),
            percent(row.messages / failed),
          ],
        })),
      })}
    />
  );
}

const keyOf = ({ status, errorCode, carrierStatus }: Failure) =>
  `${status} ${errorCode} ${carrierStatus}`;
