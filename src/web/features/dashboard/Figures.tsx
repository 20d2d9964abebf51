import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import {
  dashboard,
  type AttentionItem,
  type Figures as Today,
  type Stock,
} from '../../../contract/api/dashboard.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { DASH, useFormat } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';

const EVERY = 60_000;
const DAYS_OF_YEAR = 365;
const SENT = '/dashboard/campaigns/sent-messages';

/**
 * Today in figures, beside the same hours of other days.
 * @param stock how long units last; undefined while that is unknown, null for accounts without units
 * @param approvals the campaigns that wait for an approver, null for none; undefined for other accounts and while unknown
 */
export function Figures({
  stock,
  approvals,
}: {
  stock: Stock | null | undefined;
  approvals: AttentionItem | null | undefined;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const { number, rate } = useFormat();
  const role = me.clientAccessLevel;
  const query = useGet(dashboard.figures, {}, { every: () => EVERY, anew: true });
  const today = query.data;
  const reads = reachOf(role, 'messaging.read') !== undefined;
  const sends = reachOf(role, 'messaging.send') !== undefined;
  const oversees = reachOf(role, 'dashboard') !== 'own' && role !== 'EBU_APPROVER';
  if (today === undefined && query.isError)
    return (
      <Section>
        <ErrorState
          title={t('dashboard.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      </Section>
    );
  const share = (of: Today['today'] | undefined) =>
    of === undefined || of.ended === 0 ? undefined : rate(of.delivered / of.ended);
  const rateYesterday = share(today?.yesterday);
  return (
    <Box component="section" aria-label={t('dashboard.figures.title')}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 3, sm: 4 },
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            sm: 'repeat(auto-fit, minmax(190px, 1fr))',
          },
        }}
      >
        <Figure
          name={t('dashboard.figures.messages')}
          to={reads ? `${SENT}?days=today` : undefined}
          value={today && number(today.today.messages)}
        >
          {today && <Changes of="messages" today={today} />}
        </Figure>
        <Figure
          name={t('dashboard.figures.rate')}
          to={reads ? `${SENT}?days=today&status=DELIVERED` : undefined}
          value={today && (share(today.today) ?? DASH)}
        >
          {today && (
            <Line>
              {today.today.ended === 0
                ? t('dashboard.figures.noneEnded')
                : t('dashboard.figures.ofEnded', {
                    count: today.today.ended,
                    value: number(today.today.ended),
                  })}
            </Line>
          )}
          {rateYesterday !== undefined && (
            <Line>{t('dashboard.figures.yesterdayRate', { rate: rateYesterday })}</Line>
          )}
        </Figure>
        <Figure name={t('dashboard.figures.spent')} value={today && number(today.today.units)}>
          {today && <Changes of="units" today={today} />}
        </Figure>
        {sends && <UnitsLeft balance={me.smsBalance} stock={stock ?? undefined} />}
        {oversees && (
          <Figure
            name={t('dashboard.figures.clients')}
            to="/dashboard/clients"
            value={today && number(today.clientsSending ?? 0)}
          >
            {today && (
              <Line>
                {t(
                  role === 'ADMINISTRATOR'
                    ? 'dashboard.figures.ofEveryone'
                    : 'dashboard.figures.ofClients',
                  { count: today.clients ?? 0, value: number(today.clients ?? 0) },
                )}
              </Line>
            )}
          </Figure>
        )}
        {role === 'EBU_APPROVER' && (
          <Figure
            name={t('dashboard.figures.waiting')}
            to="/dashboard/campaigns?status=WAITING_APPROVAL"
            value={
              approvals === undefined
                ? undefined
                : `${number(approvals?.count ?? 0)}${approvals?.countIsLowerBound ? '+' : ''}`
            }
          />
        )}
      </Box>
      <Typography
        variant="caption"
        component="p"
        color="textSecondary"
        sx={{ mt: 3, minHeight: 16 }}
      >
        {today &&
          (today.wholeHours === 0
            ? t('dashboard.figures.notYet')
            : t('dashboard.figures.compared', {
                hour: `${String(today.wholeHours).padStart(2, '0')}:00`,
              }))}
      </Typography>
    </Box>
  );
}

function UnitsLeft({ balance, stock }: { balance: number; stock: Stock | undefined }) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const { daysLeft, pace } = stock ?? {};
  const lasts = () => {
    if (balance <= 0) return t('dashboard.figures.none');
    if (typeof daysLeft !== 'number') return t('dashboard.figures.noPace');
    if (daysLeft > DAYS_OF_YEAR) return t('dashboard.figures.yearLeft');
    return daysLeft === 0
      ? t('dashboard.figures.underADay')
      : t('dashboard.figures.daysLeft', { count: daysLeft, value: number(daysLeft) });
  };
  return (
    <Figure name={t('dashboard.figures.left')} to="/dashboard/purchases" value={number(balance)}>
      {stock && <Line>{lasts()}</Line>}
      {pace && (
        <Line>
          {t('dashboard.figures.pace', {
            count: pace.days,
            value: number(pace.days),
            units: units(pace.unitsPerDay < 10 ? pace.unitsPerDay : Math.round(pace.unitsPerDay)),
          })}
        </Line>
      )}
    </Figure>
  );
}

/** One figure with its remarks. Its space is reserved while it loads. */
function Figure({
  name,
  value,
  to,
  children,
}: {
  name: string;
  value: string | undefined;
  to?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <Box
      sx={(theme) => ({
        minWidth: 0,
        px: { xs: 4, sm: 5 },
        py: 4,
        backgroundColor: theme.vars?.palette.background.paper,
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: '10px',
      })}
    >
      <Typography
        variant="body2"
        component="h2"
        color="textSecondary"
        noWrap={false}
        sx={{ fontWeight: 400 }}
      >
        {to ? (
          <Link component={RouterLink} to={to} color="inherit" sx={{ fontWeight: 400 }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Typography>
      <Typography variant="figure" component="p" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
        {value ?? <Skeleton width={90} />}
      </Typography>
      <Box sx={{ mt: 2, minHeight: 34, display: 'grid', alignContent: 'start', gap: '2px' }}>
        {value === undefined ? <Skeleton width="70%" height={18} /> : children}
      </Box>
    </Box>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <Typography variant="caption" component="p" color="textSecondary">
      {children}
    </Typography>
  );
}

/** How today is beside yesterday and the same day last week, each over the whole hours that have passed. */
function Changes({
  of,
  today: { wholeHours, throughHours },
}: {
  of: 'messages' | 'units';
  today: Today;
}) {
  const { t } = useTranslation();
  if (wholeHours === 0) return null;
  const now = throughHours.today[of];
  return (
    <>
      <Change
        now={now}
        before={throughHours.yesterday[of]}
        none={t('dashboard.figures.noneYesterday')}
        same={t('dashboard.figures.same')}
        say={(change) => t('dashboard.figures.onYesterday', { change })}
      />
      <Change
        now={now}
        before={throughHours.lastWeek[of]}
        none={t('dashboard.figures.noneLastWeek')}
        same={t('dashboard.figures.sameLastWeek')}
        say={(change) => t('dashboard.figures.onLastWeek', { change })}
      />
    </>
  );
}

function Change({
  now,
  before,
  none,
  same,
  say,
}: {
  now: number;
  before: number;
  none: string;
  same: string;
  say(change: string): string;
}) {
  const { change } = useFormat();
  if (before === 0) return <Line>{none}</Line>;
  if (now === before) return <Line>{same}</Line>;
  return <Line>{say(change(now / before - 1))}</Line>;
}
