import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { rates, type ClientRate } from '../../../../contract/api/rates.ts';
import { unitsForMessage, unitsToNumber } from '../../../../contract/shared/units.ts';
import { useAll, useMe } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { RatePrice } from '../../../parts/wallet/RatePrice.tsx';
import { SideScroll } from '../../../ui/page/layout.tsx';

/** A phone has the prefixes below the region, so that its price stays in the card. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;
const NARROW = { display: { xs: 'block', sm: 'none' } } as const;

const prefixesOf = ({ regionFilters }: ClientRate) =>
  regionFilters.map((prefix) => `+${prefix}`).join(', ');

/**
 * The signed-in client's price of a message part, by region.
 * @param unitPrice the price of one unit, from which the units of a part follow
 */
export function OwnRates({ unitPrice }: { unitPrice: string | null }) {
  const { t } = useTranslation();
  const { number, region } = useFormat();
  const me = useMe();
  const query = useAll(rates.list, 'rates', { 'filter.clientIds': [me.clientId] });
  return (
    <Section title={t('wallet.ownRates')} flush>
      {query.error && (
        <ErrorState
          title={t('wallet.ratesFailed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Box sx={{ p: 5 }}>
          <Skeleton height={120} />
        </Box>
      )}
      {query.data && (
        <SideScroll tabIndex={0} role="group" aria-label={t('wallet.ownRates')}>
          <Table aria-label={t('wallet.ownRates')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('clients.region')}</TableCell>
                <TableCell sx={WIDE}>{t('clients.prefixes')}</TableCell>
                {unitPrice !== null && <TableCell align="right">{t('wallet.units')}</TableCell>}
                <TableCell align="right">{t('clients.price')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {query.data.rates.map((rate) => (
                <TableRow key={rate.rateId}>
                  <TableCell>
                    {region(rate.regionName)}
                    <Typography variant="caption" color="textSecondary" sx={NARROW}>
                      {prefixesOf(rate)}
                    </Typography>
                  </TableCell>
                  <TableCell sx={{ ...WIDE, color: 'text.secondary' }}>
                    {prefixesOf(rate)}
                  </TableCell>
                  {unitPrice !== null && (
                    <TableCell align="right" sx={{ fontWeight: 550 }}>
                      {rate.chargedCostPrice === null
                        ? DASH
                        : number(
                            unitsToNumber(unitsForMessage(1, rate.chargedCostPrice, unitPrice)),
                          )}
                    </TableCell>
                  )}
                  <TableCell align="right">
                    <RatePrice rate={rate} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {query.data.rates.length === 0 && (
            <Typography color="textSecondary" sx={{ p: 5 }}>
              {t('wallet.noRates')}
            </Typography>
          )}
        </SideScroll>
      )}
    </Section>
  );
}
