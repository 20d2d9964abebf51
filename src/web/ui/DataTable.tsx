import FirstIcon from '@mui/icons-material/FirstPage';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import RefreshIcon from '@mui/icons-material/Refresh';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Select from '@mui/material/Select';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { messageOf } from '../call.ts';
import { useFormat, useNow } from './figures.tsx';
import { EmptyState, ErrorState } from './states.tsx';
import { STICKY_TOP } from './stickyTop.ts';
import { visuallyHidden } from './visuallyHidden.ts';
import { PAGE_SIZES, type ListAddress } from './useListAddress.ts';

export type Column<T> = {
  key: string;
  label: string;
  cell(row: T): ReactNode;
  /** Figures stand at the right. */
  figure?: boolean;
  /** Left out where the list is narrower than this many pixels; what matters most has none. */
  from?: number;
  /** How wide its text may grow before it is cut. */
  maxWidth?: number;
  /** Among the three facts of a row's card on a phone. */
  onPhone?: boolean;
};

type Paged = { collectionCount: number; collectionCountIsLowerBound?: boolean; nextPageToken: string };

type Props<T, P extends Paged> = {
  label: string;
  query: UseQueryResult<P, Error>;
  rowsOf(page: P): readonly T[];
  keyOf(row: T): string;
  /** What the row is called and where it leads: its first column, the title of its card. */
  name(row: T): { text: string; to?: string };
  nameLabel: string;
  columns: readonly Column<T>[];
  rowMenu?(row: T): ReactNode;
  list: ListAddress;
  /** The filters in the address, so that an empty list can tell "none" from "none that match". */
  filters: readonly string[];
  toolbar?: ReactNode;
  empty: ReactNode;
};

/** A list as the product shows every list: filters, table or cards, count, time of the last refresh, pages by token. */
export function DataTable<T, P extends Paged>(props: Props<T, P>) {
  const { query, list, toolbar, empty, filters } = props;
  const { t } = useTranslation();
  const asCards = useMediaQuery('(max-width: 599.95px)');
  const rows = query.data === undefined ? undefined : props.rowsOf(query.data);
  const filtered = list.isFiltered(filters);
  const nothing = rows?.length === 0;
  const clear = () => list.filter(Object.fromEntries(filters.map((name) => [name, []])));

  function contents() {
    if (query.isError && rows === undefined) return <ErrorState title={t('list.failed')} text={messageOf(query.error)} retry={() => void query.refetch()} />;
    if (nothing && filtered) return <EmptyState icon={<SearchOffIcon />} title={t('list.noneMatch')} text={t('list.noneMatchText')} action={<Button variant="outlined" color="inherit" onClick={clear}>{t('common.clearAll')}</Button>} />;
    if (nothing && list.page === 0) return empty;
    return asCards ? <Cards {...props} rows={rows} /> : <Rows {...props} rows={rows} />;
  }

  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap', mb: 3, minHeight: 36 }}>
        <Box role="group" aria-label={t('list.filters')} sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center', flex: '1 1 320px' }}>
          {toolbar}
          {filtered && <Button size="small" onClick={clear}>{t('common.clearAll')}</Button>}
        </Box>
        <Freshness query={query} />
      </Box>
      {query.isError && rows !== undefined && <Kept query={query} />}
      <Box
        sx={(theme) => ({
          border: `1px solid ${theme.vars?.palette.divider}`, borderRadius: '10px', backgroundColor: theme.vars?.palette.background.paper, position: 'relative', containerType: 'inline-size',
          overflow: { xs: 'hidden', md: 'visible' }, '& table th:first-of-type': { borderTopLeftRadius: 9 }, '& table th:last-of-type': { borderTopRightRadius: 9 },
        })}
      >
        {query.isPlaceholderData && <LinearProgress aria-label={t('list.updating')} sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 3 }} />}
        {contents()}
        {rows !== undefined && !(nothing && list.page === 0) && query.data !== undefined && <Pages list={list} page={query.data} />}
      </Box>
    </Box>
  );
}

function Freshness({ query }: { query: UseQueryResult<Paged, Error> }) {
  const { t } = useTranslation();
  const { number, relative, exact } = useFormat();
  const now = useNow();
  const updated = query.dataUpdatedAt / 1000;
  const { data } = query;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary', ml: 'auto' }}>
      {data && (
        <Typography variant="body2" component="span">
          {t('list.results', { count: data.collectionCount, value: number(data.collectionCount) + (data.collectionCountIsLowerBound ? '+' : '') })}
        </Typography>
      )}
      {data && <Tooltip title={exact(updated)}><Typography variant="body2" component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>{`· ${t('list.updated', { time: relative(Math.min(updated, now), now) })}`}</Typography></Tooltip>}
      <Tooltip title={t('common.refresh')}>
        <span><IconButton size="small" aria-label={t('common.refresh')} onClick={() => void query.refetch()} disabled={query.isFetching}><RefreshIcon sx={{ fontSize: 18 }} /></IconButton></span>
      </Tooltip>
    </Box>
  );
}

function Kept({ query }: { query: UseQueryResult<Paged, Error> }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  return (
    <Alert severity="warning" sx={{ mb: 3 }} action={<Button size="small" color="inherit" onClick={() => void query.refetch()}>{t('common.tryAgain')}</Button>}>
      {t('list.failedKept', { time: exact(query.dataUpdatedAt / 1000), message: messageOf(query.error) })}
    </Alert>
  );
}

type WithRows<T, P extends Paged> = Props<T, P> & { rows: readonly T[] | undefined };

const hiddenBelow = (from: number | undefined) => (from === undefined ? {} : { [`@container (max-width: ${from - 0.02}px)`]: { display: 'none' } });

function Rows<T, P extends Paged>({ label, rows, columns, nameLabel, name, keyOf, rowMenu, query, list }: WithRows<T, P>) {
  const { t } = useTranslation();
  return (
    <Box sx={{ overflowX: { xs: 'auto', md: 'visible' } }}>
      <Table stickyHeader aria-label={label} aria-busy={query.isFetching} sx={{ opacity: query.isPlaceholderData ? 0.6 : 1, borderCollapse: 'separate', '& th': { top: { md: STICKY_TOP } } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: '100%' }}>{nameLabel}</TableCell>
            {columns.map((column) => <TableCell key={column.key} align={column.figure ? 'right' : 'left'} sx={hiddenBelow(column.from)}>{column.label}</TableCell>)}
            {rowMenu && <TableCell sx={{ width: 56 }}><Box component="span" sx={visuallyHidden}>{t('common.actions')}</Box></TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows === undefined
            ? Array.from({ length: Math.min(list.pageSize, 10) }, (_, index) => (
              <TableRow key={index}>
                <TableCell><Skeleton width={index % 2 ? 160 : 200} /></TableCell>
                {columns.map((column) => <TableCell key={column.key} align={column.figure ? 'right' : 'left'} sx={hiddenBelow(column.from)}><Skeleton width={72} sx={{ ml: column.figure ? 'auto' : 0 }} /></TableCell>)}
                {rowMenu && <TableCell />}
              </TableRow>
            ))
            : rows.map((row) => (
              <TableRow key={keyOf(row)} hover>
                {/* Takes the room that the others leave, and gives way first. */}
                <TableCell sx={{ width: '100%', maxWidth: 0 }}><Box sx={{ minWidth: 110, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}><Name {...name(row)} /></Box></TableCell>
                {columns.map((column) => (
                  <TableCell key={column.key} align={column.figure ? 'right' : 'left'} sx={{ ...hiddenBelow(column.from), ...(column.maxWidth === undefined ? { whiteSpace: 'nowrap' } : { maxWidth: column.maxWidth, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }) }}>
                    {column.cell(row)}
                  </TableCell>
                ))}
                {rowMenu && <TableCell align="right" padding="none" sx={{ pr: 2 }}>{rowMenu(row)}</TableCell>}
              </TableRow>
            ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Name({ text, to }: { text: string; to?: string }) {
  return to === undefined ? <Box component="span" sx={{ fontWeight: 550 }}>{text}</Box> : <Link component={RouterLink} to={to} title={text}>{text}</Link>;
}

function Cards<T, P extends Paged>({ label, rows, columns, name, keyOf, rowMenu, query }: WithRows<T, P>) {
  const facts = columns.filter((column) => column.onPhone);
  if (rows === undefined) return <Box sx={{ p: 4, display: 'grid', gap: 4 }}>{Array.from({ length: 5 }, (_, index) => <Skeleton key={index} variant="rounded" height={72} />)}</Box>;
  return (
    <Box component="ul" aria-label={label} aria-busy={query.isFetching} sx={{ m: 0, p: 0, listStyle: 'none', opacity: query.isPlaceholderData ? 0.6 : 1 }}>
      {rows.map((row) => (
        <Box component="li" key={keyOf(row)} sx={(theme) => ({ p: 4, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, borderBottom: `1px solid ${theme.vars?.palette.divider}`, '&:last-of-type': { borderBottom: 0 } })}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 30 }}>
            <Box sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}><Name {...name(row)} /></Box>
            {rowMenu?.(row)}
          </Box>
          {facts.map((column) => (
            <Box key={column.key} sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 4, fontSize: 13, lineHeight: '18px' }}>
              <Typography variant="body2" color="textSecondary" component="span">{column.label}</Typography>
              <Box sx={{ minWidth: 0, textAlign: 'right', overflow: 'hidden', textOverflow: 'ellipsis' }}>{column.cell(row)}</Box>
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

function Pages({ list, page }: { list: ListAddress; page: Paged }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Box component="nav" aria-label={t('list.page', { page: number(list.page + 1) })} sx={(theme) => ({ display: 'flex', alignItems: 'center', gap: 2, px: { xs: 4, sm: 5 }, py: 2, borderTop: `1px solid ${theme.vars?.palette.divider}`, color: 'text.secondary', flexWrap: 'wrap' })}>
      <Typography variant="body2" component="span" aria-hidden="true" sx={{ display: { xs: 'none', sm: 'inline' } }}>{t('list.pageSize')}</Typography>
      <Select
        size="small" value={list.pageSize} onChange={(event) => list.resize(Number(event.target.value))} inputProps={{ 'aria-label': t('list.pageSize') }} native
        sx={{ fontSize: 13, '& select': { py: '5px', pl: '10px' } }}
      >
        {PAGE_SIZES.map((rows) => <option key={rows} value={rows}>{rows}</option>)}
      </Select>
      <Box sx={{ flex: 1 }} />
      <Typography variant="body2" component="span" sx={{ mr: 1 }}>{t('list.page', { page: number(list.page + 1) })}</Typography>
      <IconButton size="small" aria-label={t('list.first')} disabled={list.page === 0} onClick={list.toFirst}><FirstIcon /></IconButton>
      <IconButton size="small" aria-label={t('common.previous')} disabled={list.page === 0} onClick={list.backward}><PreviousIcon /></IconButton>
      <IconButton size="small" aria-label={t('common.next')} disabled={page.nextPageToken === ''} onClick={() => list.forward(page.nextPageToken)}><NextIcon /></IconButton>
    </Box>
  );
}

