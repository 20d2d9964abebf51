import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
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
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { Dotted } from '../../ui/figures/Dotted.tsx';
import { SideScroll } from '../../ui/page/layout.tsx';
import { NARROW, useDense, WIDE, WIDER } from './columns.ts';
import { connectorAddress, errorAddress } from './messageAddress.ts';
import { useCodeWords } from './useCodeWords.ts';

/** Errors with their counts, each in one line; each leads to its messages. */
export function ErrorTable({
  errors,
  withConnector,
  hour,
  isNetworkSaid,
  facts,
  isUndecided,
}: {
  errors: readonly CarrierError[];
  withConnector: boolean;
  /** The minute at which the last hour began. */
  hour: string;
  /** True where the sentence above names the one network of all errors. */
  isNetworkSaid: boolean;
  /** Facts about all errors, in the line above the table. */
  facts: readonly string[];
  /** True where somebody has to decide what the code means. */
  isUndecided(error: CarrierError): boolean;
}) {
  const { t } = useTranslation();
  const label = t('carrierErrors.title');
  const dense = useDense();
  const networkOf = useNetworkWords();
  /** The connector and the network of an error in a line, for places without their columns. */
  const placeOf = (error: CarrierError) =>
    withConnector ? `${error.cid} · ${networkOf(error)}` : networkOf(error);
  // A new installation has no week to compare with.
  const hasUsual = errors.some(({ usualDay }) => usualDay !== null);
  const [first, ...others] = errors;
  const shared =
    first && others.length > 0 && others.every((each) => placeOf(each) === placeOf(first))
      ? first
      : undefined;
  const isConnectorSaid = shared !== undefined && withConnector;
  const isNetworkLeft = shared !== undefined && !isNetworkSaid;
  return (
    <SideScroll isContainer tabIndex={0} role="region" aria-label={label}>
      {(facts.length > 0 || isConnectorSaid || isNetworkLeft) && (
        <Typography
          variant="body2"
          component="div"
          color="textSecondary"
          sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}
        >
          <Dotted>
            {isConnectorSaid && (
              <span>
                {t('carrierErrors.all')}{' '}
                <Link component={RouterLink} to={connectorAddress(shared)}>
                  {shared.cid}
                </Link>
              </span>
            )}
            {isNetworkLeft && <span>{networkOf(shared)}</span>}
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </Dotted>
        </Typography>
      )}
      <Table size="small" aria-label={label} sx={dense}>
        <TableHead>
          <TableRow>
            <TableCell>{t('carrierErrors.code')}</TableCell>
            <TableCell sx={WIDE}>{t('carrierErrors.meaning')}</TableCell>
            <TableCell sx={WIDER}>{t('carrierErrors.answer')}</TableCell>
            {shared === undefined && withConnector && (
              <TableCell sx={WIDE}>{t('carrierErrors.connector')}</TableCell>
            )}
            {shared === undefined && <TableCell sx={WIDE}>{t('carrierErrors.network')}</TableCell>}
            <TableCell align="right" sx={WIDE} title={t('carrierErrors.since', { time: hour })}>
              {t('carrierErrors.hour')}
            </TableCell>
            <TableCell align="right">{t('carrierErrors.day')}</TableCell>
            {hasUsual && (
              <TableCell align="right" sx={WIDE} title={t('carrierErrors.usualDayHelp')}>
                {t('carrierErrors.usualDay')}
              </TableCell>
            )}
            <TableCell align="right">{t('carrierErrors.share')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {errors.map((error) => (
            <ErrorRow
              key={keyOf(error)}
              error={error}
              place={shared === undefined ? placeOf(error) : undefined}
              withConnector={withConnector}
              hasUsual={hasUsual}
              isUndecided={isUndecided(error)}
            />
          ))}
        </TableBody>
      </Table>
    </SideScroll>
  );
}

const keyOf = ({ cid, country, network, outcome, carrierStatus, errorCode }: CarrierError) =>
  `${cid} ${country} ${network} ${outcome} ${carrierStatus} ${errorCode}`;

function useNetworkWords() {
  const { t } = useTranslation();
  const { network: networkName } = useFormat();
  return ({ network, country }: CarrierError): string =>
    networkName(network, country) ?? t('carrierErrors.unknownNetwork');
}

function ErrorRow({
  error,
  place,
  withConnector,
  hasUsual,
  isUndecided,
}: {
  error: CarrierError;
  /** Said below the meaning where the columns are hidden; undefined where all errors have the same, and no such columns. */
  place: string | undefined;
  withConnector: boolean;
  hasUsual: boolean;
  isUndecided: boolean;
}) {
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
        <Box sx={NARROW}>
          <Typography variant="body2" color="textSecondary">
            {words.meaning(error)}
          </Typography>
          {isUndecided && <Decide error={error} code={words.code(error)} />}
          {place !== undefined && (
            <Typography variant="caption" component="p" color="textSecondary">
              {place}
            </Typography>
          )}
        </Box>
      </TableCell>
      <TableCell sx={WIDE}>
        <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 3 }}>
          {words.meaning(error)}
          {isUndecided && <Decide error={error} code={words.code(error)} />}
        </Box>
      </TableCell>
      <TableCell sx={{ ...WIDER, color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {words.kind(error)}
      </TableCell>
      {place !== undefined && withConnector && (
        <TableCell sx={WIDE}>
          <Link component={RouterLink} to={connectorAddress(error)}>
            {error.cid}
          </Link>
        </TableCell>
      )}
      {place !== undefined && (
        <TableCell sx={{ ...WIDE, whiteSpace: 'nowrap' }}>{network}</TableCell>
      )}
      <TableCell align="right" sx={WIDE}>
        {number(error.hour)}
      </TableCell>
      <TableCell align="right">{number(error.day)}</TableCell>
      {hasUsual && (
        <TableCell align="right" sx={{ ...WIDE, color: 'text.secondary' }}>
          {error.usualDay === null ? DASH : number(Math.round(error.usualDay))}
        </TableCell>
      )}
      <TableCell align="right">{error.share === null ? DASH : rate(error.share)}</TableCell>
    </TableRow>
  );
}

/** The way to the connector, where somebody has to decide what the code means. */
function Decide({ error, code }: { error: CarrierError; code: string }) {
  const { t } = useTranslation();
  return (
    <Button
      size="small"
      variant="outlined"
      color="warning"
      component={RouterLink}
      to={connectorAddress(error)}
      aria-label={`${t('carrierErrors.decide')}: ${code}`}
      title={t('carrierErrors.undecided')}
      sx={{
        flex: 'none',
        my: 1,
        '@container (min-width: 620px)': { minHeight: 26, py: 0, my: 0 },
      }}
    >
      {t('carrierErrors.decide')}
    </Button>
  );
}
