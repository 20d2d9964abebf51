import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../contract/clients.ts';
import { useFormat } from '../ui/figures.tsx';
import { Section } from '../ui/Page.tsx';

/** What a client pays for a segment to each region, and whether that is its own price or comes from above. */
export function Rates({ rates }: { rates: NonNullable<Client['rates']> }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (rates.length === 0) return <Section title={t('clients.rates')}><Typography color="textSecondary">{t('clients.noRates')}</Typography></Section>;
  return (
    <Section title={t('clients.rates')} flush>
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={t('clients.rates')}>
        <Table aria-label={t('clients.rates')}>
          <TableHead>
            <TableRow><TableCell>{t('clients.region')}</TableCell><TableCell>{t('clients.prefixes')}</TableCell><TableCell align="right">{t('clients.price')}</TableCell><TableCell>{t('clients.source')}</TableCell></TableRow>
          </TableHead>
          <TableBody>
            {rates.map((rate) => (
              <TableRow key={rate.rateId}>
                <TableCell>{rate.regionName}</TableCell>
                <TableCell sx={{ color: 'text.secondary' }}>{rate.regionFilters.map((prefix) => `+${prefix}`).join(', ')}</TableCell>
                <TableCell align="right">{money(rate.costPrice, rate.currency)}</TableCell>
                <TableCell sx={{ color: 'text.secondary' }}>{rate.inherited ? t('clients.inherited') : t('clients.own')}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Section>
  );
}
