import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ShownForecast } from '../../../contract/api/campaign-progress.ts';
import { useFormat } from '../../ui/figures/figures.tsx';

export type Share = ShownForecast['networks'][number];

export const nameOf = ({ country, network }: Share) => `${country} ${network}`;

/** The messages and units of a forecast by network or route. */
export function ShareTable({
  label,
  first,
  rows,
}: {
  label: string;
  first: string;
  rows: readonly (Share & { key: string; name?: string })[];
}) {
  const { t } = useTranslation();
  const { country: countryName, number } = useFormat();
  return (
    <Box
      sx={(theme) => ({ overflowX: 'auto', borderTop: `1px solid ${theme.vars?.palette.divider}` })}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{first}</TableCell>
            <TableCell align="right">{t('campaigns.messages')}</TableCell>
            <TableCell align="right">{t('campaigns.units')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((share) => {
            const network = share.network || t('progress.unknownNetwork');
            const country = countryName(share.country);
            return (
              <TableRow key={share.key}>
                <TableCell>
                  {share.name ?? network}
                  <Typography variant="caption" component="div" color="textSecondary">
                    {share.name === undefined ? country : `${network}, ${country}`}
                  </Typography>
                </TableCell>
                <TableCell align="right">{number(share.messages)}</TableCell>
                <TableCell align="right">{number(share.units)}</TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </Box>
  );
}
