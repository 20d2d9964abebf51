import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/figures/figures.tsx';

/** How a campaign divides, in messages, segments and units. */
export function Shares({
  label,
  first,
  rows,
}: {
  label: string;
  first: string;
  rows: readonly { name: string; messages: number; segments: number; units: number }[];
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (rows.length === 0) return null;
  return (
    <Box
      sx={(theme) => ({ overflowX: 'auto', borderTop: `1px solid ${theme.vars?.palette.divider}` })}
    >
      <Table aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{first}</TableCell>
            <TableCell align="right">{t('campaigns.messages')}</TableCell>
            <TableCell align="right">{t('campaigns.segments')}</TableCell>
            <TableCell align="right">{t('campaigns.units')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ name, messages, segments, units }) => (
            <TableRow key={name}>
              <TableCell>{name}</TableCell>
              <TableCell align="right">{number(messages)}</TableCell>
              <TableCell align="right">{number(segments)}</TableCell>
              <TableCell align="right">{number(units)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
