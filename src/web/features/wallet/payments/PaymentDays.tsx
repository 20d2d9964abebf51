import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { payments } from '../../../../contract/api/payments.ts';
import { formatTimestamp, startOfDay } from '../../../../contract/shared/dates.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { useGet } from '../../../parts/queries.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { SumStrip } from '../SumStrip.tsx';

type PaymentDay = Output<typeof payments.days>['days'][number];

/** The payments of each of the last days, received and failed. */
export function PaymentDays() {
  const { t, i18n } = useTranslation();
  const query = useGet(payments.days, {}, { anew: true });
  const nameOf = (day: string) =>
    formatTimestamp(startOfDay(day), 'eee, dd MMM yyy - hh:mm a', 'UTC', i18n.language).replace(
      / \d{4} .*/,
      '',
    );
  return (
    <SumStrip
      title={t('wallet.truth.days.title')}
      least={136}
      error={query.error}
      columns={query.data?.days.map((each) => ({
        key: each.day,
        name: nameOf(each.day),
        content: <DayLines day={each} />,
      }))}
    />
  );
}

function DayLines({ day: { received, completed, pending, failed } }: { day: PaymentDay }) {
  const { t } = useTranslation();
  const { number, money } = useFormat();
  const counts = [
    completed > 0 && t('wallet.truth.days.count', { count: completed, value: number(completed) }),
    pending > 0 && t('wallet.truth.days.pending', { value: number(pending) }),
    failed > 0 && t('wallet.truth.days.failed', { value: number(failed) }),
  ].filter((each) => each !== false);
  // A day without payments says so in words.
  const sums =
    received.length === 0 && counts.length > 0
      ? [DASH]
      : received.map((each) => money(each.amount, each.currency));
  return (
    <>
      {sums.map((text) => (
        <Typography
          key={text}
          component="p"
          className="figure"
          sx={{ fontSize: 15, lineHeight: '22px', fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {text}
        </Typography>
      ))}
      <Typography variant="caption" component="p" color="textSecondary">
        {counts.length === 0 ? t('wallet.truth.days.none') : counts.join(' · ')}
      </Typography>
    </>
  );
}
