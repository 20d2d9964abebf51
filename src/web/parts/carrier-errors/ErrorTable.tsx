import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { CarrierError } from '../../../contract/api/carrier-errors.ts';
import { DASH, useFormat } from '../../ui/figures.tsx';
import { SideScroll } from '../../ui/layout.tsx';
import { connectorAddress, errorAddress } from './messageAddress.ts';
import { useCodeWords } from './useCodeWords.ts';

/** Hidden on a phone, where the row's name says it. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;

/** Errors with their counts; each leads to its messages. */
export function ErrorTable({
  errors,
  withConnector,
}: {
  errors: readonly CarrierError[];
  withConnector: boolean;
}) {
  const { t } = useTranslation();
  const label = t('carrierErrors.title');
  return (
    <SideScroll tabIndex={0} role="region" aria-label={label}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{t('carrierErrors.code')}</TableCell>
            {withConnector && <TableCell sx={WIDE}>{t('carrierErrors.connector')}</TableCell>}
            <TableCell sx={WIDE}>{t('carrierErrors.network')}</TableCell>
            <TableCell align="right">{t('carrierErrors.hour')}</TableCell>
            <TableCell align="right">{t('carrierErrors.day')}</TableCell>
            <TableCell align="right" sx={WIDE}>
              {t('carrierErrors.share')}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {errors.map((error) => (
            <ErrorRow key={keyOf(error)} error={error} withConnector={withConnector} />
          ))}
        </TableBody>
      </Table>
    </SideScroll>
  );
}

const keyOf = ({ cid, country, network, outcome, carrierStatus, errorCode }: CarrierError) =>
  `${cid} ${country} ${network} ${outcome} ${carrierStatus} ${errorCode}`;

function ErrorRow({ error, withConnector }: { error: CarrierError; withConnector: boolean }) {
  const { t } = useTranslation();
  const { number, rate, network: networkName } = useFormat();
  const words = useCodeWords();
  const network = networkName(error.network, error.country) ?? t('carrierErrors.unknownNetwork');
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Link component={RouterLink} to={errorAddress(error)} variant="subtitle2">
          {words.code(error)}
        </Link>
        <Typography variant="body2" color="textSecondary">
          {words.meaning(error)}
        </Typography>
        {words.kind(error) !== words.code(error) && (
          <Typography variant="caption" component="p" color="textSecondary">
            {words.kind(error)}
          </Typography>
        )}
        <Typography
          variant="caption"
          component="p"
          color="textSecondary"
          sx={{ display: { sm: 'none' } }}
        >
          {[withConnector && error.cid, network].filter(Boolean).join(' · ')}
        </Typography>
      </TableCell>
      {withConnector && (
        <TableCell sx={WIDE}>
          <Link component={RouterLink} to={connectorAddress(error)} color="textPrimary">
            {error.cid}
          </Link>
        </TableCell>
      )}
      <TableCell sx={WIDE}>{network}</TableCell>
      <TableCell align="right">{number(error.hour)}</TableCell>
      <TableCell align="right">{number(error.day)}</TableCell>
      <TableCell align="right" sx={WIDE}>
        {error.share === null ? DASH : rate(error.share)}
      </TableCell>
    </TableRow>
  );
}
