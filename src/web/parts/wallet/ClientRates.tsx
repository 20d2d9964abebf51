import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reachOf } from '../../../contract/shared/roles.ts';
import { rates, type ClientRate } from '../../../contract/api/rates.ts';
import { useAll, useMe } from '../queries.ts';
import { messageOf } from '../../api/call.ts';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { visuallyHidden } from '../../ui/page/visuallyHidden.ts';
import { marginOf } from './margin.ts';
import { RateDialog } from './RateDialog.tsx';
import { useRateRemoval } from './useRateRemoval.tsx';
import { RatePrice } from './RatePrice.tsx';

/** On a phone these columns are a second line of the region and of the price. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } };

/** A client's price of a message part by region, own or inherited; its seller changes it here. */
export function ClientRates({ clientId }: { clientId: string }) {
  const { t } = useTranslation();
  const { money, percent, region } = useFormat();
  const me = useMe();
  const [editing, setEditing] = useState<ClientRate | 'new' | null>(null);
  const { remove, removal } = useRateRemoval();
  const query = useAll(rates.list, 'rates', { 'filter.clientIds': [clientId] });
  const reach = reachOf(me.clientAccessLevel, 'rates.update');
  const may = reach === 'all' || (reach === 'tree' && clientId !== me.clientId);
  const rows = query.data?.rates;
  const prefixesOf = ({ regionFilters }: ClientRate) =>
    regionFilters.map((prefix) => `+${prefix}`).join(', ');
  const ownPriceOf = ({ ownCostPrice, currency }: ClientRate) =>
    ownCostPrice === null ? DASH : money(ownCostPrice, currency);
  const marginText = (rate: ClientRate) => {
    const margin = marginOf(rate);
    return margin === null ? DASH : percent(margin);
  };
  const hasMargins = rows?.some((rate) => marginOf(rate) !== null) ?? false;
  const sourceOf = (rate: ClientRate) => {
    if (!rate.inherited) return t('clients.own');
    return marginOf(rate) === 0 ? t('clients.sameAsYours') : t('clients.inherited');
  };
  // Units sold at cost or below earn nothing.
  const earnsNothing = (rate: ClientRate) => (marginOf(rate) ?? 1) <= 0;
  return (
    <Section
      title={t('clients.rates')}
      flush
      action={
        may && (
          <Button size="small" startIcon={<AddIcon />} onClick={() => setEditing('new')}>
            {t('wallet.rates.add')}
          </Button>
        )
      }
    >
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
      {rows?.length === 0 && (
        <Typography color="textSecondary" sx={{ p: 5 }}>
          {t('clients.noRates')}
        </Typography>
      )}
      {rows !== undefined && rows.length > 0 && (
        <Box
          sx={{ position: 'relative', overflowX: 'auto' }}
          tabIndex={0}
          role="group"
          aria-label={t('clients.rates')}
        >
          <Table aria-label={t('clients.rates')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('clients.region')}</TableCell>
                <TableCell sx={WIDE}>{t('clients.prefixes')}</TableCell>
                <TableCell align="right">{t('clients.price')}</TableCell>
                <TableCell align="right" sx={WIDE}>
                  {t('wallet.rates.ownPrice')}
                </TableCell>
                {hasMargins && (
                  <TableCell align="right" sx={WIDE}>
                    {t('wallet.rates.margin')}
                  </TableCell>
                )}
                <TableCell sx={WIDE}>{t('clients.source')}</TableCell>
                {may && (
                  <TableCell>
                    <Box component="span" sx={visuallyHidden}>
                      {t('common.actions')}
                    </Box>
                  </TableCell>
                )}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((rate) => (
                <TableRow key={rate.rateId}>
                  <TableCell component="th" scope="row">
                    {region(rate.regionName)}
                    <SecondLine>
                      {[prefixesOf(rate), sourceOf(rate)].filter(Boolean).join(' · ')}
                    </SecondLine>
                  </TableCell>
                  <TableCell sx={{ ...WIDE, color: 'text.secondary' }}>
                    {prefixesOf(rate)}
                  </TableCell>
                  <TableCell align="right">
                    <RatePrice rate={rate} />
                    <SecondLine>{`${t('wallet.rates.ownPrice')}: ${ownPriceOf(rate)}`}</SecondLine>
                    {hasMargins && (
                      <SecondLine>{`${t('wallet.rates.margin')}: ${marginText(rate)}`}</SecondLine>
                    )}
                  </TableCell>
                  <TableCell align="right" sx={{ ...WIDE, color: 'text.secondary' }}>
                    {ownPriceOf(rate)}
                  </TableCell>
                  {hasMargins && (
                    <TableCell align="right" sx={WIDE}>
                      {earnsNothing(rate) ? <Warned>{marginText(rate)}</Warned> : marginText(rate)}
                    </TableCell>
                  )}
                  <TableCell sx={{ ...WIDE, color: 'text.secondary' }}>{sourceOf(rate)}</TableCell>
                  {may && (
                    <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                      <EditButton rate={rate} onEdit={() => setEditing(rate)} />
                      <RowMenu
                        name={region(rate.regionName)}
                        actions={
                          rate.inherited
                            ? []
                            : [
                                {
                                  key: 'remove',
                                  label: t('wallet.rates.remove'),
                                  icon: <RemoveIcon />,
                                  danger: true,
                                  act: () => remove(rate),
                                },
                              ]
                        }
                      />
                    </TableCell>
                  )}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
      {editing !== null && (
        <RateDialog
          rate={editing === 'new' ? null : editing}
          clientId={clientId}
          onClose={() => setEditing(null)}
        />
      )}
      {removal}
    </Section>
  );
}

/** Changes a price, or gives the client its own. */
function EditButton({ rate, onEdit }: { rate: ClientRate; onEdit(): void }) {
  const { t } = useTranslation();
  const { region } = useFormat();
  const action = rate.inherited ? t('wallet.rates.makeOwn') : t('wallet.rates.change');
  return (
    <Tooltip title={action}>
      <IconButton
        size="small"
        aria-label={`${action}: ${region(rate.regionName)}`}
        onClick={onEdit}
      >
        <EditIcon />
      </IconButton>
    </Tooltip>
  );
}

function Warned({ children }: { children: string }) {
  return (
    <Box
      component="span"
      sx={(theme) => ({ fontWeight: 550, color: theme.vars?.palette.tone.warning.text })}
    >
      {children}
    </Box>
  );
}

/** A cell's further facts, on a phone alone. */
function SecondLine({ children }: { children: ReactNode }) {
  return (
    <Typography
      variant="caption"
      component="span"
      color="textSecondary"
      sx={{ display: { xs: 'block', sm: 'none' } }}
    >
      {children}
    </Typography>
  );
}
