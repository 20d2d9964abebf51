import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Client, ClientActivity as Activity } from '../../../contract/api/client-fields.ts';
import { clients } from '../../../contract/api/clients.ts';
import { formatTimestamp, startOfDay } from '../../../contract/shared/dates.ts';
import { useGet } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { StackedColumns } from '../../ui/charts/StackedColumns.tsx';
import { DASH, useFormat } from '../../ui/figures.tsx';
import { Facts } from '../../ui/Page.tsx';

const HEIGHT = 120;
const DAYS_OF_YEAR = 365;

/** Messages of a client on each of its last days, and how long its units last. */
export function ClientActivity({ client: { clientId } }: { client: Client }) {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const query = useGet(clients.activity, { clientId }, { every: () => 60_000 });
  const nameOf = (day: string) =>
    formatTimestamp(startOfDay(day), 'dd MMM HH:mm', 'UTC', i18n.language).slice(0, -6);
  const total = ({ days }: Activity) => days.reduce((sum, { messages }) => sum + messages, 0);
  return (
    <ChartCard
      title={t('clients.activity')}
      query={query}
      height={HEIGHT + 100}
      empty={(activity) => (total(activity) === 0 ? t('clients.activityNone') : undefined)}
      chart={(activity) => (
        <Box sx={{ display: 'grid', gap: 4 }}>
          <Typography variant="figure" component="p">
            {number(total(activity))}
          </Typography>
          <StackedColumns
            height={HEIGHT}
            every={7}
            summary={t('clients.activityHeard', { value: number(total(activity)) })}
            columns={activity.days.map(({ day, messages, delivered }) => ({
              key: day,
              label: nameOf(day),
              parts: [
                { tone: 'success', value: delivered },
                { tone: 'neutral', value: messages - delivered },
              ],
              tip: `${nameOf(day)}: ${number(messages)}`,
            }))}
          />
          <Lasting activity={activity} />
        </Box>
      )}
      table={({ days, timezone }) => ({
        head: [
          t('clients.activityDay', { zone: timezone.replaceAll('_', ' ') }),
          t('charts.messages'),
          t('charts.outcome.delivered'),
        ],
        rows: days
          .filter(({ messages }) => messages > 0)
          .map(({ day, messages, delivered }) => ({
            key: day,
            name: nameOf(day),
            cells: [number(messages), number(delivered)],
          })),
      })}
    />
  );
}

function Lasting({ activity: { pace, daysLeft } }: { activity: Activity }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const lasts = () => {
    if (daysLeft === null) return DASH;
    if (daysLeft === 0) return t('clients.underADay');
    return daysLeft > DAYS_OF_YEAR
      ? t('clients.yearLeft')
      : t('clients.days', { count: daysLeft, value: number(daysLeft) });
  };
  return (
    <Facts
      rows={[
        [
          t('clients.unitsPerDay'),
          pace === null
            ? DASH
            : number(pace.unitsPerDay < 10 ? pace.unitsPerDay : Math.round(pace.unitsPerDay)),
        ],
        [t('clients.lasts'), lasts()],
      ]}
    />
  );
}
