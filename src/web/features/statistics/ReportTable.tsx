import SearchOffIcon from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useLocation } from 'react-router';
import {
  REPORT_SORTS,
  STATS_BY,
  stats,
  type ReportSort,
  type StatsBy,
  type StatsRow,
} from '../../../contract/api/statistics.ts';
import { useGet } from '../../parts/queries.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DASH, useFormat } from '../../ui/figures/figures.tsx';
import { FilterPill } from '../../ui/lists/FilterPill.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import type { Report } from './useReport.ts';

const FIGURES = [
  'delivered',
  'undeliverable',
  'expired',
  'rejected',
  'failed',
  'unknown',
  'cancelled',
  'open',
  'submitted',
  'segments',
  'units',
] as const;
const FROM: Record<(typeof FIGURES)[number], number> = {
  delivered: 0,
  undeliverable: 900,
  expired: 900,
  rejected: 1000,
  failed: 1000,
  open: 1100,
  submitted: 1340,
  segments: 1200,
  units: 640,
  unknown: 1260,
  cancelled: 1260,
};
const SORTS = [
  'messages',
  'delivered',
  'deliveryRate',
  'undeliverable',
  'expired',
  'rejected',
  'failed',
  'units',
  'label',
] as const satisfies readonly ReportSort[];

/** The grouping and sorting of the table by the address; by client for accounts that see several, until one is chosen. */
export function useOrder({ list, seesTree }: Pick<Report, 'list' | 'seesTree'>): {
  by: StatsBy;
  sort: ReportSort;
  order: 'asc' | 'desc';
} {
  const offered = STATS_BY.filter((by) => by !== 'client' || seesTree);
  const by =
    offered.find((each) => each === list.value('by')) ??
    (seesTree && list.value('client') === '' ? 'client' : 'sender');
  const sort = REPORT_SORTS.find((each) => each === list.value('sort')) ?? 'messages';
  const order = list.value('order');
  return {
    by,
    sort,
    order: order === 'asc' || order === 'desc' ? order : sort === 'label' ? 'asc' : 'desc',
  };
}

const linkOf = (to: string | undefined) => (to === undefined ? {} : { to });

/** The report itself, by one thing after the other. */
export function ReportTable({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { list, seesTree } = report;
  const { by } = useOrder(report);
  return (
    <Box component="section" aria-label={t('stats.table')}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t('stats.table')}
      </Typography>
      <Tabs
        value={by}
        onChange={(_event, value: StatsBy) => list.filter({ by: [value] })}
        aria-label={t('stats.tableBy')}
        variant="scrollable"
        scrollButtons={false}
        sx={{ mb: 3 }}
      >
        {STATS_BY.filter((each) => each !== 'client' || seesTree).map((each) => (
          <Tab key={each} value={each} label={t(`stats.${each}`)} />
        ))}
      </Tabs>
      <Rows key={by} report={report} />
    </Box>
  );
}

/** A client's name leads to its own report, any other to its messages. */
function Rows({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { number, percent, country } = useFormat();
  const { search } = useLocation();
  const { list, filter, messagesOf } = report;
  const { by, sort, order } = useOrder(report);
  const query = useGet(
    stats.reports,
    { pageSize: list.pageSize, pageToken: list.token, ...filter, by, sort, order },
    { keep: true },
  );
  const sortName = (each: ReportSort) =>
    t(each === 'label' ? 'stats.name' : each === 'deliveryRate' ? 'stats.rate' : `stats.${each}`);

  const isUnknown = ({ key }: StatsRow) => (by === 'network' && key === '0') || key === '';
  // Rows without a known value have no list of messages.
  const rowMessages = (row: StatsRow) =>
    isUnknown(row)
      ? undefined
      : messagesOf(
          by === 'network'
            ? { network: row.label, ...(row.country && { country: row.country }) }
            : { [by]: row.key },
        );
  const nameOf = (row: StatsRow) => {
    if (isUnknown(row))
      return t(by === 'network' ? 'stats.unknownNetwork' : 'stats.unknownCountry');
    if (by === 'network') return row.country ? `${row.label}, ${country(row.country)}` : row.label;
    return by === 'country' ? country(row.key) : row.label;
  };
  const drill = (clientId: string) => {
    const address = new URLSearchParams(search);
    for (const name of ['by', 'token', 'page']) address.delete(name);
    address.set('client', clientId);
    return `?${address}`;
  };
  const messagesCell = (row: StatsRow) => {
    const [to, value] = [rowMessages(row), number(row.messages)];
    return to === undefined ? (
      value
    ) : (
      <Link
        component={RouterLink}
        to={to}
        aria-label={t('stats.messagesOf', { name: nameOf(row), value })}
      >
        {value}
      </Link>
    );
  };
  const columns: Column<StatsRow>[] = [
    {
      key: 'messages',
      label: t('stats.messages'),
      figure: true,
      onPhone: true,
      value: ({ messages }) => messages,
      cell: messagesCell,
    },
    ...FIGURES.map((name): Column<StatsRow> => ({
      key: name,
      label: t(`stats.${name}`),
      figure: true,
      from: FROM[name],
      onPhone: name === 'delivered',
      value: (row) => row[name],
      cell: (row) => number(row[name]),
    })),
    {
      key: 'deliveryRate',
      label: t('stats.rate'),
      figure: true,
      onPhone: true,
      value: ({ deliveryRate }) => deliveryRate,
      cell: ({ deliveryRate }) => (deliveryRate === null ? DASH : percent(deliveryRate)),
    },
  ];
  return (
    <DataTable
      label={`${t('stats.table')}: ${t(`stats.${by}`)}`}
      query={query}
      rowsOf={(page) => page.rows}
      keyOf={({ key }) => key}
      list={list}
      filters={[]}
      nameLabel={t(`stats.${by}`)}
      name={(row) => ({
        text: nameOf(row),
        ...linkOf(by === 'client' ? drill(row.key) : rowMessages(row)),
      })}
      columns={columns}
      toolbar={
        <FilterPill
          name={t('list.sortedBy')}
          value={`${sortName(sort)}, ${t(order === 'asc' ? 'stats.ascending' : 'stats.descending')}`}
          onClear={
            list.value('sort') === '' && list.value('order') === ''
              ? undefined
              : () => list.filter({ sort: [], order: [] })
          }
        >
          {(close) => (
            <MenuList autoFocusItem sx={{ p: 1, maxHeight: 420, overflow: 'auto' }}>
              {SORTS.flatMap((each) =>
                (['desc', 'asc'] as const).map((direction) => (
                  <MenuItem
                    key={`${each} ${direction}`}
                    selected={each === sort && direction === order}
                    onClick={() => {
                      close();
                      list.filter({ sort: [each], order: [direction] });
                    }}
                  >
                    {sortName(each)}
                    <Box component="span" sx={{ color: 'text.secondary', ml: 2 }}>
                      {t(direction === 'asc' ? 'stats.ascending' : 'stats.descending')}
                    </Box>
                  </MenuItem>
                )),
              )}
            </MenuList>
          )}
        </FilterPill>
      }
      empty={
        <EmptyState
          icon={<SearchOffIcon />}
          title={t('stats.noneInPeriod')}
          text={t('stats.noneInPeriodText')}
        />
      }
    />
  );
}
