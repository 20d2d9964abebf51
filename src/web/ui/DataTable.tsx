import FirstIcon from '@mui/icons-material/FirstPage';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Checkbox from '@mui/material/Checkbox';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Select from '@mui/material/Select';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';

import type { UseQueryResult } from '@tanstack/react-query';
import {
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router';
import { messageOf, save } from '../api/call.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { useFormat, useNow } from './figures.tsx';
import { isShown, useColumnChoice, type ColumnChoice } from './listColumns.ts';
import { csvOf, fileNameOf } from './listExport.ts';
import { EmptyState, ErrorState } from './states.tsx';
import { useStatusWord } from './StatusChip.tsx';
import { STICKY_TOP } from './stickyTop.ts';
import { visuallyHidden } from './visuallyHidden.ts';
import type { Column } from './column.ts';
import { PAGE_SIZES, type ListAddress } from './useListAddress.ts';

type Paged = {
  collectionCount: number;
  collectionCountIsLowerBound?: boolean;
  nextPageToken: string;
};

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
  /**
   * Gives every row a box to tick, and a bar with what can be done with the ticked rows of this page (small buttons). Ticks go
   * with the page: another page or filter begins without. Call `clear` when it is done.
   */
  selection?: { actions(rows: readonly T[], clear: () => void): ReactNode };
  list: ListAddress;
  /** The filters in the address, so that an empty list can tell "none" from "none that match". */
  filters: readonly string[];
  toolbar?: ReactNode;
  empty: ReactNode;
};

/**
 * A list as the product shows every list: filters, table or cards, count, time of the last refresh, pages by token. By itself it
 * lets people choose its columns (kept in the browser for each list), save the rows on the screen as a CSV file, and go from row
 * to row by the arrow keys, Home and End, where Enter opens the row and Space ticks it.
 */
export function DataTable<T, P extends Paged>(props: Props<T, P>) {
  const { query, list, toolbar, empty, filters, columns, selection, keyOf } = props;
  const { t } = useTranslation();
  const { exact } = useFormat();
  const statusWord = useStatusWord();
  const { search } = useLocation();
  const asCards = useMediaQuery('(max-width: 599.95px)');
  const frame = useRef<HTMLDivElement>(null);
  const { choice, choose } = useColumnChoice(columns);
  const [ticks, setTicks] = useState<{ search: string; keys: ReadonlySet<string> }>({
    search,
    keys: NONE,
  });
  // New rows are drawn in the background, in steps, so that typing and scrolling go on meanwhile.
  const page = useDeferredValue(query.data);
  const rows = page === undefined ? undefined : props.rowsOf(page);
  const filtered = list.isFiltered(filters);
  const nothing = rows?.length === 0;
  const clear = () => list.filter(Object.fromEntries(filters.map((name) => [name, []])));
  const ticked = ticks.search === search ? ticks.keys : NONE;
  const tickedRows = selection ? (rows ?? []).filter((row) => ticked.has(keyOf(row))) : [];
  const tick = (keys: ReadonlySet<string>) => setTicks({ search, keys });
  const toggle = useCallback(
    (key: string) =>
      setTicks((now) => ({ search, keys: toggled(now.search === search ? now.keys : NONE, key) })),
    [search],
  );

  function exportRows() {
    // A card shows few facts; the file has what a wide screen would.
    const width = asCards ? Infinity : (frame.current?.clientWidth ?? Infinity);
    const csv = csvOf(
      rows ?? [],
      props.nameLabel,
      (row) => props.name(row).text,
      columns.filter((column) => isShown(column, choice, width)),
      { exact, statusWord },
    );
    save(new Blob([csv], { type: 'text/csv' }), fileNameOf(props.label, new Date()));
  }

  function contents() {
    if (query.isError && rows === undefined)
      return (
        <ErrorState
          title={t('list.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      );
    if (nothing && filtered)
      return (
        <EmptyState
          icon={<SearchOffIcon />}
          title={t('list.noneMatch')}
          text={t('list.noneMatchText')}
          action={
            <Button variant="outlined" color="inherit" onClick={clear}>
              {t('common.clearAll')}
            </Button>
          }
        />
      );
    if (nothing && list.page === 0) return empty;
    const shared = { ...props, page, rows, ticked, tick, toggle };
    return asCards ? <Cards {...shared} /> : <Rows {...shared} choice={choice} />;
  }

  return (
    <Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          flexWrap: 'wrap',
          mb: 3,
          minHeight: 36,
        }}
      >
        <Box
          role="group"
          aria-label={t('list.filters')}
          sx={{
            display: 'flex',
            gap: 2,
            flexWrap: 'wrap',
            alignItems: 'center',
            flex: '1 1 320px',
          }}
        >
          {toolbar}
          {filtered && (
            <Button size="small" onClick={clear}>
              {t('common.clearAll')}
            </Button>
          )}
        </Box>
        <Freshness query={query}>
          {!asCards && (
            <ColumnMenu
              columns={columns}
              choice={choice}
              choose={choose}
              width={() => frame.current?.clientWidth ?? 0}
            />
          )}
          <Tooltip title={t('list.export')}>
            <span>
              <IconButton
                size="small"
                aria-label={t('list.export')}
                onClick={exportRows}
                disabled={rows === undefined || nothing}
              >
                <DownloadIcon sx={{ fontSize: 18 }} />
              </IconButton>
            </span>
          </Tooltip>
        </Freshness>
      </Box>
      {query.isError && rows !== undefined && <Kept query={query} />}
      <Box
        ref={frame}
        sx={(theme) => ({
          border: `1px solid ${theme.vars?.palette.divider}`,
          borderRadius: '10px',
          backgroundColor: theme.vars?.palette.background.paper,
          position: 'relative',
          containerType: 'inline-size',
          overflow: { xs: 'clip', md: 'visible' },
          '& table th:first-of-type': { borderTopLeftRadius: 9 },
          '& table th:last-of-type': { borderTopRightRadius: 9 },
          '&:has(tbody tr:focus-visible) .list-keys': { visibility: 'visible' },
        })}
      >
        {query.isPlaceholderData && (
          <LinearProgress
            aria-label={t('list.updating')}
            sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2, zIndex: 3 }}
          />
        )}
        {contents()}
        {selection && tickedRows.length > 0 && (
          <BulkBar count={tickedRows.length} clear={() => tick(NONE)}>
            {selection.actions(tickedRows, () => tick(NONE))}
          </BulkBar>
        )}
        {rows !== undefined && !(nothing && list.page === 0) && query.data !== undefined && (
          <Pages label={props.label} list={list} page={query.data} />
        )}
      </Box>
    </Box>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** What can be done with the ticked rows, in sight as long as some are. */
function BulkBar({
  count,
  clear,
  children,
}: {
  count: number;
  clear(): void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const text = t('list.selected', { count, value: number(count) });
  return (
    <Box
      role="group"
      aria-label={text}
      sx={(theme) => ({
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: { xs: 4, sm: 5 },
        py: 2,
        backgroundColor: theme.vars?.palette.surface.accent,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Typography variant="subtitle2" component="span" role="status" sx={{ mr: 2 }}>
        {text}
      </Typography>
      {children}
      <Button size="small" color="inherit" onClick={clear} sx={{ ml: 'auto' }}>
        {t('list.clearSelection')}
      </Button>
    </Box>
  );
}

function Freshness({
  query,
  children,
}: {
  query: UseQueryResult<Paged, Error>;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { number, relative, exact } = useFormat();
  const now = useNow();
  const updated = query.dataUpdatedAt / 1000;
  const { data } = query;
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary', ml: 'auto' }}
    >
      {data && (
        <Typography variant="body2" component="span">
          {t('list.results', {
            count: data.collectionCount,
            value: number(data.collectionCount) + (data.collectionCountIsLowerBound ? '+' : ''),
          })}
        </Typography>
      )}
      {data && (
        <Tooltip describeChild title={exact(updated)}>
          <Typography
            variant="body2"
            component="span"
            sx={{ display: { xs: 'none', sm: 'inline' } }}
          >{`· ${t('list.updated', { time: relative(Math.min(updated, now), now) })}`}</Typography>
        </Tooltip>
      )}
      <Box sx={{ display: 'flex' }}>
        <Tooltip title={t('common.refresh')}>
          <span>
            <IconButton
              size="small"
              aria-label={t('common.refresh')}
              onClick={() => void query.refetch()}
              disabled={query.isFetching}
            >
              <RefreshIcon sx={{ fontSize: 18 }} />
            </IconButton>
          </span>
        </Tooltip>
        {children}
      </Box>
    </Box>
  );
}

function Kept({ query }: { query: UseQueryResult<Paged, Error> }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3 }}
      action={
        <Button size="small" color="inherit" onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      {t('list.failedKept', {
        time: exact(query.dataUpdatedAt / 1000),
        message: messageOf(query.error),
      })}
    </Alert>
  );
}

type WithRows<T, P extends Paged> = Props<T, P> & {
  page: P | undefined;
  rows: readonly T[] | undefined;
  ticked: ReadonlySet<string>;
  tick(keys: ReadonlySet<string>): void;
  toggle(key: string): void;
};

const hiddenBelow = (from: number | undefined) =>
  from === undefined ? {} : { [`@container (max-width: ${from - 0.02}px)`]: { display: 'none' } };
const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((one) => one !== key)) : new Set([...keys, key]);

/**
 * A table of plain elements, all of whose looks stand in one class: a list of 200 rows has 2,000 cells, and a styled component in
 * each costs more than everything else in the list.
 */
const ListTable = styled('table')(({ theme }) => ({
  display: 'table',
  width: '100%',
  borderSpacing: 0,
  borderCollapse: 'separate',
  fontSize: 13,
  lineHeight: '18px',
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars?.palette.text.primary,
  '& thead': { zIndex: 2, [theme.breakpoints.up('md')]: { position: 'sticky', top: STICKY_TOP } },
  '& th': {
    height: 38,
    padding: '6px 12px',
    textAlign: 'left',
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 550,
    whiteSpace: 'nowrap',
    color: theme.vars?.palette.text.secondary,
    backgroundColor: theme.vars?.palette.surface.sunken,
  },
  '& td': { height: 44, padding: '6px 12px', textAlign: 'left', whiteSpace: 'nowrap' },
  '& th, & td': {
    boxSizing: 'border-box',
    borderBottom: `1px solid ${theme.vars?.palette.divider}`,
  },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 20 },
  '& th:last-of-type, & td:last-of-type': { paddingRight: 20 },
  '& .tick': { width: 48, padding: '0 0 0 4px' },
  '& .figure': { textAlign: 'right' },
  // Takes the room that the others leave, and gives way first, down to what a name can be known by.
  '& .name': { width: '100%' },
  '& td.name': { minWidth: 168, maxWidth: 0 },
  '& td.name > *, & .cut': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& td.name > *': { display: 'inline-block', maxWidth: '100%', verticalAlign: 'middle' },
  '& .menu': { width: 56, padding: '0 8px 0 0', textAlign: 'right' },
  '& tbody:last-of-type tr:last-of-type td': { borderBottom: 0 },
  '& tbody tr': {
    scrollMarginTop: `calc(${STICKY_TOP} + 48px)`,
    scrollMarginBottom: 56,
    '&.ticked': { backgroundColor: theme.vars?.palette.surface.accent },
  },
  '& tbody tr:not(.ticked):hover': { backgroundColor: theme.vars?.palette.action.hover },
  '& tbody tr:focus-visible': {
    outline: `2px solid ${theme.vars?.palette.primary.main}`,
    outlineOffset: -2,
  },
}));

const ROW_HEIGHT = 44;

function Rows<T, P extends Paged>({
  label,
  rows,
  columns: all,
  choice,
  nameLabel,
  name,
  keyOf,
  rowMenu,
  selection,
  ticked,
  tick,
  toggle,
  query,
  page,
  list,
}: WithRows<T, P> & { choice: ColumnChoice }) {
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = useGrowing(page, rows, keyOf);
  const keys = useRowKeys({
    body,
    open: (index) => (rows?.[index] === undefined ? undefined : name(rows[index]).to),
    ...(selection && {
      tick: (index: number) => {
        if (rows?.[index] !== undefined) toggle(keyOf(rows[index]));
      },
    }),
  });
  const help = useId();
  const columns = all.filter(({ key }) => choice[key] !== false);
  const count = rows?.filter((row) => ticked.has(keyOf(row))).length ?? 0;
  const looks = Object.fromEntries(
    columns.map(({ key, from, maxWidth }) => [
      `& .of-${key}`,
      {
        ...(choice[key] === true ? {} : hiddenBelow(from)),
        ...(maxWidth !== undefined && { maxWidth }),
      },
    ]),
  );
  const hidden = all
    .filter(({ key }) => choice[key] === false)
    .map(({ key }) => key)
    .join(' ');
  return (
    // Columns chosen beyond the room for them are reached by scrolling sideways.
    <Box
      sx={{
        overflowX: { xs: 'auto', md: columns.some(({ key }) => choice[key]) ? 'auto' : 'visible' },
      }}
    >
      <Box component="span" id={help} sx={visuallyHidden}>
        {t(selection ? 'list.keysTick' : 'list.keys')}
      </Box>
      <ListTable
        aria-label={label}
        aria-describedby={help}
        aria-busy={query.isFetching}
        sx={{ opacity: query.isPlaceholderData ? 0.6 : 1, ...looks }}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="tick">
                <Checkbox
                  size="small"
                  checked={count > 0 && count === rows?.length}
                  indeterminate={count > 0 && count !== rows?.length}
                  onChange={() =>
                    tick(count > 0 && count === rows?.length ? NONE : new Set(rows?.map(keyOf)))
                  }
                  slotProps={{ input: { 'aria-label': t('list.selectAll') } }}
                />
              </th>
            )}
            <th scope="col" className="name">
              {nameLabel}
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
            {rowMenu && (
              <th scope="col" className="menu">
                <Box component="span" sx={visuallyHidden}>
                  {t('common.actions')}
                </Box>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
          {rows === undefined
            ? Array.from({ length: Math.min(list.pageSize, 10) }, (_, index) => (
                <tr key={index}>
                  {selection && <td className="tick" />}
                  <td className="name">
                    <Skeleton width={index % 2 ? 160 : 200} />
                  </td>
                  {columns.map((column) => (
                    <td key={column.key} className={classOf(column)}>
                      <Skeleton width={72} sx={{ ml: column.figure ? 'auto' : 0 }} />
                    </td>
                  ))}
                  {rowMenu && <td />}
                </tr>
              ))
            : rows
                .slice(0, drawn)
                .map((row, index) => (
                  <Row
                    key={keyOf(row)}
                    row={row}
                    columns={all as readonly Column<unknown>[]}
                    hidden={hidden}
                    name={name as (row: unknown) => { text: string; to?: string }}
                    rowMenu={rowMenu as ((row: unknown) => ReactNode) | undefined}
                    rowKey={keyOf(row)}
                    ticked={selection === undefined ? undefined : ticked.has(keyOf(row))}
                    toggle={toggle}
                    stop={index === Math.min(keys.active, rows.length - 1)}
                  />
                ))}
        </tbody>
        {/* The room of the rows still to be drawn, so that the page is as long as it will be. */}
        {rows !== undefined && drawn < rows.length && (
          <tbody aria-hidden="true">
            <tr>
              <td style={{ height: (rows.length - drawn) * ROW_HEIGHT, padding: 0 }} />
            </tr>
          </tbody>
        )}
      </ListTable>
    </Box>
  );
}

const classOf = ({ key, figure, maxWidth }: Column<never>) =>
  `of-${key}${figure ? ' figure' : ''}${maxWidth === undefined ? '' : ' cut'}`;

type RowProps = {
  row: unknown;
  columns: readonly Column<unknown>[];
  /** The keys of columns that were chosen away, with blanks between. */
  hidden: string;
  name(row: unknown): { text: string; to?: string };
  rowMenu: ((row: unknown) => ReactNode) | undefined;
  rowKey: string;
  /** Undefined where rows have no box. */
  ticked: boolean | undefined;
  toggle(key: string): void;
  /** Tab stops here. */
  stop: boolean;
};

/** Drawn again only when something of it has changed. What it is called is its row's alone, and is not compared. */
const Row = memo(
  function Row({ row, columns, hidden, name, rowMenu, rowKey, ticked, toggle, stop }: RowProps) {
    const { t } = useTranslation();
    const away = hidden.split(' ');
    return (
      <tr className={ticked ? 'ticked' : undefined} tabIndex={stop ? 0 : -1}>
        {ticked !== undefined && (
          <td className="tick">
            <Checkbox
              size="small"
              checked={ticked}
              onChange={() => toggle(rowKey)}
              slotProps={{ input: { 'aria-label': t('list.select', { name: name(row).text }) } }}
            />
          </td>
        )}
        <td className="name">
          <Name {...name(row)} />
        </td>
        {columns.map((column) =>
          away.includes(column.key) ? null : (
            <td key={column.key} className={classOf(column)}>
              {column.cell(row)}
            </td>
          ),
        )}
        {rowMenu && <td className="menu">{rowMenu(row)}</td>}
      </tr>
    );
  },
  (before, after) =>
    (['row', 'columns', 'hidden', 'rowMenu', 'rowKey', 'ticked', 'toggle', 'stop'] as const).every(
      (prop) => Object.is(before[prop], after[prop]),
    ),
);

/** New rows drawn at once: about a screen at first, and so many more in each step that none is felt. */
const FIRST_ROWS = 25;
const MORE_ROWS = 10;

/** How many of the rows to draw for now; in steps it grows to all of them. Rows that stand already are no work and do not count. */
function useGrowing<T>(page: unknown, rows: readonly T[] = [], keyOf: (row: T) => string): number {
  const [now, setNow] = useState<{ page: unknown; drawn: number; keys: ReadonlySet<string> }>({
    page: undefined,
    drawn: 0,
    keys: NONE,
  });
  const drawn = now.page === page ? now.drawn : reach(rows, keyOf, now.keys, FIRST_ROWS);
  useEffect(() => {
    if (now.page === page && now.drawn === rows.length) return;
    const keys = new Set(rows.slice(0, drawn).map(keyOf));
    startTransition(() =>
      setNow({
        page,
        drawn: now.page === page ? reach(rows, keyOf, keys, MORE_ROWS) : drawn,
        keys,
      }),
    );
  });
  return drawn;
}

/** How many of the rows come before there is one too many that is not among the known. */
function reach<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  known: ReadonlySet<string>,
  most: number,
): number {
  let strange = 0;
  const end = rows.findIndex((row) => !known.has(keyOf(row)) && ++strange > most);
  return end < 0 ? rows.length : end;
}

/**
 * The keys of a list: one row is a stop of Tab, the arrows, Home and End go on to others, Enter opens, Space ticks. What stands
 * in a row keeps its own keys, and Tab goes through it as everywhere.
 */
function useRowKeys({
  body,
  open,
  tick,
}: {
  body: RefObject<HTMLTableSectionElement | null>;
  open(index: number): string | undefined;
  tick?(index: number): void;
}) {
  const navigate = useNavigate();
  const [active, setActive] = useState(0);
  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    const { target } = event;
    // A row's open menu is a child of the row for React, though it stands elsewhere.
    if (!(target instanceof HTMLElement) || body.current === null || !body.current.contains(target))
      return;
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey ||
      target.closest('input:not([type=checkbox]), textarea, select')
    )
      return;
    const elements = [...body.current.rows];
    const at = elements.findIndex((row) => row.contains(target));
    const to = {
      ArrowDown: Math.min(at + 1, elements.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: elements.length - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      elements[to]?.focus();
    } else if (target === elements[at] && event.key === 'Enter') {
      const address = open(at);
      if (address !== undefined) void navigate(address);
    } else if (target === elements[at] && event.key === ' ' && tick) {
      event.preventDefault();
      tick(at);
    }
  }
  function onFocus({ target }: FocusEvent<HTMLTableSectionElement>) {
    const at = [...(body.current?.rows ?? [])].findIndex((row) => row.contains(target));
    if (at >= 0) setActive(at);
  }
  return { active, onKeyDown, onFocus };
}

function Name({ text, to }: { text: string; to?: string }) {
  return to === undefined ? (
    <Box component="span" sx={{ fontWeight: 550 }}>
      {text}
    </Box>
  ) : (
    <Link component={RouterLink} to={to} title={text}>
      {text}
    </Link>
  );
}

function Cards<T, P extends Paged>({
  label,
  rows,
  columns,
  name,
  keyOf,
  rowMenu,
  selection,
  ticked,
  toggle,
  query,
  page,
}: WithRows<T, P>) {
  const { t } = useTranslation();
  const facts = columns.filter((column) => column.onPhone);
  const drawn = useGrowing(page, rows, keyOf);
  if (rows === undefined)
    return (
      <Box sx={{ p: 4, display: 'grid', gap: 4 }}>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} variant="rounded" height={72} />
        ))}
      </Box>
    );
  return (
    <Box
      component="ul"
      aria-label={label}
      aria-busy={query.isFetching}
      sx={{ m: 0, p: 0, listStyle: 'none', opacity: query.isPlaceholderData ? 0.6 : 1 }}
    >
      {rows.slice(0, drawn).map((row) => (
        <Box
          component="li"
          key={keyOf(row)}
          sx={(theme) => ({
            p: 4,
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 2,
            borderBottom: `1px solid ${theme.vars?.palette.divider}`,
            '&:last-of-type': { borderBottom: 0 },
          })}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 30 }}>
            {selection && (
              <Checkbox
                size="small"
                checked={ticked.has(keyOf(row))}
                onChange={() => toggle(keyOf(row))}
                sx={{ ml: -2, my: -1 }}
                slotProps={{ input: { 'aria-label': t('list.select', { name: name(row).text }) } }}
              />
            )}
            <Box
              sx={{
                flex: 1,
                minWidth: 0,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
              }}
            >
              <Name {...name(row)} />
            </Box>
            {rowMenu?.(row)}
          </Box>
          {facts.map((column) => (
            <Box
              key={column.key}
              sx={{
                display: 'flex',
                justifyContent: 'space-between',
                alignItems: 'center',
                gap: 4,
                fontSize: 13,
                lineHeight: '18px',
              }}
            >
              <Typography variant="body2" color="textSecondary" component="span">
                {column.label}
              </Typography>
              <Box
                sx={{
                  minWidth: 0,
                  textAlign: 'right',
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                }}
              >
                {column.cell(row)}
              </Box>
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

function Pages({ label, list, page }: { label: string; list: ListAddress; page: Paged }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Box
      component="nav"
      aria-label={`${label}: ${t('list.page', { page: number(list.page + 1) })}`}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: { xs: 4, sm: 5 },
        py: 2,
        borderTop: `1px solid ${theme.vars?.palette.divider}`,
        color: 'text.secondary',
        flexWrap: 'wrap',
      })}
    >
      <Typography
        variant="body2"
        component="span"
        aria-hidden="true"
        sx={{ display: { xs: 'none', sm: 'inline' } }}
      >
        {t('list.pageSize')}
      </Typography>
      <Select
        size="small"
        value={list.pageSize}
        onChange={(event) => list.resize(Number(event.target.value))}
        inputProps={{ 'aria-label': t('list.pageSize') }}
        native
        sx={{ fontSize: 13, '& select': { py: '5px', pl: '10px' } }}
      >
        {PAGE_SIZES.map((rows) => (
          <option key={rows} value={rows}>
            {rows}
          </option>
        ))}
      </Select>
      <Typography
        className="list-keys"
        variant="body2"
        component="span"
        aria-hidden="true"
        sx={{
          flex: 1,
          minWidth: 0,
          textAlign: 'center',
          visibility: 'hidden',
          display: { xs: 'none', md: 'block' },
        }}
        noWrap
      >
        {t('list.keysShort')}
      </Typography>
      <Box sx={{ flex: 1, display: { md: 'none' } }} />
      <Typography variant="body2" component="span" sx={{ mr: 1 }}>
        {t('list.page', { page: number(list.page + 1) })}
      </Typography>
      <IconButton
        size="small"
        aria-label={t('list.first')}
        disabled={list.page === 0}
        onClick={list.toFirst}
      >
        <FirstIcon />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('common.previous')}
        disabled={list.page === 0}
        onClick={list.backward}
      >
        <PreviousIcon />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('common.next')}
        disabled={page.nextPageToken === ''}
        onClick={() => list.forward(page.nextPageToken)}
      >
        <NextIcon />
      </IconButton>
    </Box>
  );
}
