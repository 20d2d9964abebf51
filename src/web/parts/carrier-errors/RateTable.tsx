import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { DeliveryRate, RateVerdict } from '../../../contract/api/carrier-errors.ts';
import type { Incident } from '../../../contract/api/healing.ts';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { Dotted } from '../../ui/figures/Dotted.tsx';
import { SideScroll } from '../../ui/page/layout.tsx';
import { ToneChip } from '../../ui/figures/StatusChip.tsx';
import type { Tone } from '../../ui/theme/tokens.ts';
import { incidentAddress, incidentAt } from '../monitoring/useOpenIncidents.ts';
import { columnsFrom, useDense } from './columns.ts';
import { connectorAddress, rateAddress } from './messageAddress.ts';

/** Seven columns with the longest of their words, in Portuguese. */
const { wide: WIDE, narrow: NARROW, last: LAST_NARROW } = columnsFrom(780);

/** Rows of a figure and the usual one below it. */
const TWO_LINES = { py: 2 } as const;

/** A space at which no line ends. */
const NO_BREAK = '\u00A0';
const ROUTES = '/dashboard/jasmin/mt-routes';

const TONES: Readonly<Record<RateVerdict, Tone>> = {
  LOW: 'error',
  SLOW: 'warning',
  USUAL: 'success',
  UNKNOWN: 'neutral',
};

/** Delivery rates and times beside the usual ones, the worst first; each leads to its messages. */
export function RateTable({
  rates,
  incidents,
  withConnector,
}: {
  rates: readonly DeliveryRate[];
  incidents: readonly Incident[];
  withConnector: boolean;
}) {
  const { t } = useTranslation();
  const label = t('carrierErrors.rates.title');
  const dense = useDense();
  return (
    <SideScroll isContainer tabIndex={0} role="region" aria-label={label}>
      <Table size="small" aria-label={label} sx={{ ...dense, '& tbody :is(td, th)': TWO_LINES }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('carrierErrors.network')}</TableCell>
            <TableCell sx={WIDE}>{t('carrierErrors.rates.verdict')}</TableCell>
            <TableCell sx={WIDE}>{t('carrierErrors.rates.routeColumn')}</TableCell>
            {withConnector && <TableCell sx={WIDE}>{t('carrierErrors.connector')}</TableCell>}
            <TableCell align="right" sx={WIDE}>
              {t('carrierErrors.rates.receipts')}
            </TableCell>
            <TableCell align="right" sx={LAST_NARROW}>
              {t('carrierErrors.rates.delivered')}
            </TableCell>
            <TableCell align="right" sx={WIDE}>
              {t('carrierErrors.rates.median')}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rates.map((each) => (
            <RateRow
              key={`${each.cid} ${each.routeId} ${each.country} ${each.network}`}
              rate={each}
              incident={incidentAt(each, incidents)}
              withConnector={withConnector}
            />
          ))}
        </TableBody>
      </Table>
    </SideScroll>
  );
}

function RateRow({
  rate: { hour, usual, verdict, ...place },
  incident,
  withConnector,
}: {
  rate: DeliveryRate;
  incident: Incident | undefined;
  withConnector: boolean;
}) {
  const { t } = useTranslation();
  const { number, rate, duration, network } = useFormat();
  const of = { hour, usual, verdict, ...place };
  // A connector without a history of whole hours may have an incident, which has its own.
  const usualSeconds = usual === null ? incident?.figures.usualSeconds : usual.medianSeconds;
  const figures = incident?.figures;
  const route =
    place.routeOrder === null
      ? t('carrierErrors.rates.noRoute')
      : t('carrierErrors.rates.route', { order: place.routeOrder });
  const state =
    incident && (verdict === 'USUAL' || verdict === 'UNKNOWN') ? (
      // The incident says more than this comparison.
      <Link component={RouterLink} to={incidentAddress(incident)}>
        <ToneChip data-tone="warning">
          <span>{t('carrierErrors.rates.incident')}</span>
        </ToneChip>
      </Link>
    ) : (
      <ToneChip data-tone={TONES[verdict]}>
        <span>{t(`carrierErrors.rates.verdicts.${verdict}`)}</span>
      </ToneChip>
    );
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Link component={RouterLink} to={rateAddress(of)} variant="subtitle2">
          {network(place.network, place.country) ?? t('carrierErrors.unknownNetwork')}
        </Link>
        {/* A column of its own would push the delivery rate out of sight. */}
        <Box sx={{ ...NARROW, my: 1 }}>{state}</Box>
        <Typography variant="caption" component="p" color="textSecondary" sx={NARROW}>
          <Dotted>
            {[
              route,
              withConnector && place.cid,
              t('carrierErrors.rates.receiptsOf', {
                count: hour.receipts,
                value: number(hour.receipts),
              }),
              hour.medianSeconds !== null &&
                t('carrierErrors.rates.deliveredIn', { time: duration(hour.medianSeconds) }),
            ]
              .filter((fact) => fact !== false)
              // A value stays with its unit.
              .map((fact) => (
                <span key={fact}>{fact.replaceAll(' ', NO_BREAK)}</span>
              ))}
          </Dotted>
        </Typography>
        {/* The page of a connector says it above, where it matters. */}
        {withConnector && figures !== undefined && figures.sent > 0 && (
          <Typography
            variant="caption"
            component="p"
            sx={(theme) => ({ color: theme.vars?.palette.tone.warning.text })}
          >
            {t('carrierErrors.rates.onTime', {
              share: rate(figures.onTime / figures.sent),
              seconds: duration(figures.dueSeconds).replaceAll(' ', NO_BREAK),
              usual: rate(figures.usual),
            })}
          </Typography>
        )}
      </TableCell>
      <TableCell sx={WIDE}>{state}</TableCell>
      <TableCell sx={WIDE}>
        {place.routeOrder === null ? (
          route
        ) : (
          <Link component={RouterLink} to={ROUTES}>
            {route}
          </Link>
        )}
      </TableCell>
      {withConnector && (
        <TableCell sx={WIDE}>
          <Link component={RouterLink} to={connectorAddress(place)}>
            {place.cid}
          </Link>
        </TableCell>
      )}
      <TableCell align="right" sx={WIDE}>
        {number(hour.receipts)}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap', ...LAST_NARROW }}>
        {rate(hour.share)}
        {usual !== null && <Usual value={rate(usual.share)} />}
      </TableCell>
      <TableCell align="right" sx={{ ...WIDE, whiteSpace: 'nowrap' }}>
        {hour.medianSeconds === null ? DASH : duration(hour.medianSeconds)}
        {typeof usualSeconds === 'number' && <Usual value={duration(usualSeconds)} />}
      </TableCell>
    </TableRow>
  );
}

function Usual({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <Typography variant="caption" component="p" color="textSecondary">
      {t('carrierErrors.rates.usual', { value })}
    </Typography>
  );
}
