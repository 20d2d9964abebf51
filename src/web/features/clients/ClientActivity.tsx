import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Client, ClientActivity as Activity } from '../../../contract/api/client-fields.ts';
import { clients } from '../../../contract/api/clients.ts';
import { formatTimestamp, startOfDay } from '../../../contract/shared/dates.ts';
import { useGet } from '../../parts/queries.ts';
import { ChartCard } from '../../ui/charts/ChartCard.tsx';
import { StackedColumns } from '../../ui/charts/StackedColumns.tsx';
import { ToneKey } from '../../parts/outcomes/OutcomeBar.tsx';
import { useFormat } from '../../ui/figures/figures.tsx';

const HEIGHT = 140;

/** Messages of a client on each of its last days. */
export function ClientActivity({ client: { clientId } }: { client: Client }) {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const query = useGet(clients.activity, { clientId }, { every: () => 60_000 });
  const nameOf = (day: string) =>
    formatTimestamp(startOfDay(day), 'dd MMM HH:mm', 'UTC', i18n.language).slice(0, -6);
  const total = ({ days }: Activity) => days.reduce((sum, { messages }) => sum + messages, 0);
  const delivered = ({ days }: Activity) => days.reduce((sum, day) => sum + day.delivered, 0);
  return (
    <ChartCard
      title={t('clients.activity')}
      query={query}
      height={HEIGHT + 70}
      empty={(activity) => (total(activity) === 0 ? t('clients.activityNone') : undefined)}
      chart={(activity) => (
        <Box sx={{ display: 'grid', gap: 4 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 6 }}>
            <Typography variant="figure" component="p" sx={{ flex: { xs: '1 1 100%', sm: 1 } }}>
              {number(total(activity))}
              <Typography
                component="span"
                variant="body2"
                color="textSecondary"
                sx={{ ml: 2, letterSpacing: 0, whiteSpace: 'nowrap' }}
              >
                {t('clients.activityDays', {
                  from: nameOf(activity.days[0]!.day),
                  to: nameOf(activity.days.at(-1)!.day),
                })}
              </Typography>
            </Typography>
            <ToneKey
              tone="success"
              name={t('charts.outcome.delivered')}
              count={delivered(activity)}
            />
            <ToneKey
              tone="neutral"
              name={t('clients.activityRest')}
              count={total(activity) - delivered(activity)}
            />
          </Box>
          <StackedColumns
            height={HEIGHT}
            every={7}
            summary={t('clients.activityHeard', { value: number(total(activity)) })}
            columns={activity.days.map(({ day, messages, delivered: arrived }) => ({
              key: day,
              label: nameOf(day),
              parts: [
                { tone: 'success', value: arrived },
                { tone: 'neutral', value: messages - arrived },
              ],
              tip: `${nameOf(day)}: ${number(messages)}`,
            }))}
          />
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
          .map(({ day, messages, delivered: arrived }) => ({
            key: day,
            name: nameOf(day),
            cells: [number(messages), number(arrived)],
          })),
      })}
    />
  );
}
