import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { purchases } from '../../../../contract/api/purchases.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { useGet } from '../../../parts/queries.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { isEmptyMonth, monthsSinceFirst, type Month } from './monthsSinceFirst.ts';
import { SumStrip } from '../SumStrip.tsx';

type Sums = Output<typeof purchases.months>;

/** Units in and out and money by month: of a client, of the own account, or for staff of all. */
export function MonthSums({ clientId, seesOthers }: { clientId: string; seesOthers: boolean }) {
  const { t, i18n } = useTranslation();
  const query = useGet(
    purchases.months,
    { clientId: clientId === '' ? undefined : clientId },
    { anew: true },
  );
  const months = query.data && monthsSinceFirst(query.data.months);
  if (months?.length === 0) return null;
  const name = new Intl.DateTimeFormat(i18n.language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <SumStrip
      title={titleOf(query.data)}
      least={150}
      error={query.error}
      columns={months?.map((each) => ({
        key: each.month,
        name: name.format(new Date(`${each.month}-01T00:00:00Z`)),
        content: isEmptyMonth(each) ? (
          <Typography variant="caption" component="p" color="textSecondary">
            {t('wallet.sums.none')}
          </Typography>
        ) : (
          <MonthLines
            month={each}
            isLone={months.length === 1}
            isOwn={seesOthers && clientId === ''}
          />
        ),
      }))}
    />
  );

  function titleOf(sums: Sums | undefined): string {
    if (!seesOthers || sums === undefined) return t('wallet.sums.own');
    if (sums.clientName === null) return t('wallet.sums.all');
    return clientId === ''
      ? t('wallet.sums.mine')
      : t('wallet.sums.client', { name: sums.clientName });
  }
}

/** The sums of a month below each other; those of a lone one beside each other, with their unit. */
function MonthLines({
  month,
  isLone,
  isOwn,
}: {
  month: Month;
  isLone: boolean;
  /** True for a seller's own account. */
  isOwn: boolean;
}) {
  const { t } = useTranslation();
  const { number, units, money } = useFormat();
  const count = isLone ? units : number;
  const { unitsIn, unitsOut, paid, received } = month;
  return (
    <Box
      component="dl"
      sx={(theme) => ({
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 2,
        fontSize: 13,
        lineHeight: '20px',
        '& > dt': { color: theme.vars?.palette.text.secondary },
        '& > dd': { m: 0, textAlign: 'right', overflowWrap: 'anywhere' },
        ...(isLone && { [ROOM_FOR_A_ROW]: ROW }),
      })}
    >
      <dt>{t('wallet.sums.in')}</dt>
      <Amount text={unitsIn === 0 ? DASH : `+${count(unitsIn)}`} isIn={unitsIn > 0} />
      <dt>{t('wallet.sums.out')}</dt>
      <Amount text={unitsOut === 0 ? DASH : count(-unitsOut)} />
      {received.length > 0 && <dt>{t('wallet.sums.received')}</dt>}
      {received.map(({ currency, amount }) => (
        <Amount
          key={currency}
          text={
            isOwn ? (
              // Each payment stands in the clients' purchases.
              <Tooltip describeChild title={t('wallet.sums.fromClients')}>
                <Link component={RouterLink} to={PURCHASES} color="inherit" underline="always">
                  {money(amount, currency)}
                </Link>
              </Tooltip>
            ) : (
              money(amount, currency)
            )
          }
          isIn
        />
      ))}
      {paid.length > 0 && <dt>{t('wallet.sums.paid')}</dt>}
      {paid.map(({ currency, amount }) => (
        <Amount key={currency} text={money(amount, currency)} />
      ))}
    </Box>
  );
}

/** The view of purchases, of all accounts within reach. */
const PURCHASES = '/dashboard/purchases?client=all&type=PURCHASE';

const ROOM_FOR_A_ROW = '@container (min-width: 640px)';

/** Each name above its figures, as columns of one width. */
const ROW = {
  gridTemplateColumns: 'none',
  gridTemplateRows: 'repeat(2, auto)',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  '& > dt': { gridRow: 1 },
  '& > dd': {
    m: 0,
    gridRow: 2,
    gridColumn: 'auto',
    textAlign: 'left',
    fontSize: 15,
    lineHeight: '22px',
    overflowWrap: 'anywhere',
  },
} as const;

/** In green where it came in, in grey where it went out. */
function Amount({ text, isIn = false }: { text: ReactNode; isIn?: boolean }) {
  return (
    <Box
      component="dd"
      className="figure"
      sx={(theme) => ({
        gridColumn: 2,
        fontWeight: 550,
        color: isIn ? theme.vars?.palette.tone.success.text : theme.vars?.palette.text.secondary,
      })}
    >
      {text}
    </Box>
  );
}
