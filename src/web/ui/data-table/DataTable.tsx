import SearchOffIcon from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useCallback, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { messageOf, save } from '../../api/call.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { FilterBar } from '../lists/FilterBar.tsx';
import { SaveView } from './SaveView.tsx';
import { isPresent, MOST_VIEWS, useSavedViews } from './savedViews.ts';
import { Views } from './Views.tsx';
import { useFormat } from '../figures/figures.tsx';
import { isInFile, useColumnChoice } from './listColumns.ts';
import { csvOf, fileNameOf } from './listExport.ts';
import { EmptyState, ErrorState } from '../page/states.tsx';
import { useStatusWord } from '../figures/StatusChip.tsx';
import type { ListAddress } from '../lists/useListAddress.ts';
import type { ListProps, Paged } from './props.ts';
import { NONE, toggled } from './ticks.ts';
import { BulkBar } from './BulkBar.tsx';
import { Freshness } from './Freshness.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import { Rows } from './Rows.tsx';
import { CardGrid } from './CardGrid.tsx';
import { Cards } from './Cards.tsx';
import { isBlank } from './isBlank.ts';
import { ListBar } from './ListBar.tsx';
import { KeysHint, Pages } from './Pages.tsx';
import { Peek } from './Peek.tsx';
import { PEEKED, usePeek } from './usePeek.ts';
import { useFittingColumns } from './useFittingColumns.ts';
import { usePhone } from '../page/usePhone.ts';

/**
 * A list as the product shows every list: filters, table or cards, count, time of the last refresh, pages by token. By itself it
 * lets people choose its columns and the height of rows, keep filters as views (all three kept in the browser), save the rows on
 * the screen as a CSV file, and go from row to row by the arrow keys, Home and End, where Enter opens the row and Space ticks it.
 * A list with a `peek` shows a row beside itself.
 */
export function DataTable<T, P extends Paged>(props: ListProps<T, P>) {
  const { query, list, toolbar, empty, filters, selection, keyOf } = props;
  const { t } = useTranslation();
  const { exact } = useFormat();
  const statusWord = useStatusWord();
  const { search } = useLocation();
  const asCards = usePhone();
  const frame = useRef<HTMLDivElement>(null);
  const { choice, choose } = useColumnChoice(props.columns);
  const { columns, tooWide } = useFittingColumns(props.columns, choice);
  const peek = usePeek(props.peek && (props.peek.param ?? PEEKED), frame);
  const [ticks, setTicks] = useState<{ search: string; keys: ReadonlySet<string> }>({
    search,
    keys: NONE,
  });
  // New rows are drawn in the background, in steps, so that typing and scrolling go on meanwhile.
  const page = useDeferredValue(query.data);
  const rows = page === undefined ? undefined : props.rowsOf(page);
  const filtered = list.isFiltered(filters);
  const nothing = rows?.length === 0;
  const areCards = props.card !== undefined && !nothing && !(query.isError && rows === undefined);
  const hasNothing = isBlank(query, list, filters, props.rowsOf);
  const isBare = (query.data?.collectionCount ?? 0) <= (props.bareUpTo ?? -1);
  const saved = useSavedViews(props.columns);
  const { opening, views: offered = [] } = props;
  const canSave =
    filtered &&
    saved.views.length < MOST_VIEWS &&
    ![opening, ...offered, ...saved.views].some(
      (view) => view && isPresent(view.filters, filters, list.values),
    );
  const saveView = (label: string) =>
    saved.save(
      label,
      Object.fromEntries(
        filters.map((name) => [name, list.values(name)]).filter(([, values]) => values!.length > 0),
      ),
    );
  const clear = () =>
    list.filter({ ...Object.fromEntries(filters.map((name) => [name, []])), ...opening?.filters });
  const ticked = ticks.search === search ? ticks.keys : NONE;
  const tickedRows = selection ? (rows ?? []).filter((row) => ticked.has(keyOf(row))) : [];
  const tick = (keys: ReadonlySet<string>) => setTicks({ search, keys });
  const toggle = useCallback(
    (key: string) =>
      setTicks((now) => ({ search, keys: toggled(now.search === search ? now.keys : NONE, key) })),
    [search],
  );

  function exportRows() {
    // A card shows few facts; the file has the columns of a wide screen.
    const width = asCards ? Infinity : (frame.current?.clientWidth ?? Infinity);
    const csv = csvOf(
      rows ?? [],
      props.nameLabel,
      (row) => props.name(row).text,
      [
        ...(props.group ? [{ key: 'group', label: props.group.label, cell: props.group.of }] : []),
        ...columns.filter((column) => isInFile(column, choice, width)),
      ],
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
    const looking = { looked: peek.shown, look: props.peek && peek.open };
    const shared = { ...props, columns, ...looking, page, rows, ticked, tick, toggle };
    if (props.card) return <CardGrid {...shared} card={props.card} />;
    return asCards ? <Cards {...shared} /> : <Rows {...shared} choice={choice} tooWide={tooWide} />;
  }

  return (
    <Box>
      {(opening || offered.length > 0 || saved.views.length > 0) && (
        <Views
          list={list}
          names={filters}
          opening={opening}
          offered={offered}
          saved={saved.views}
          remove={saved.remove}
        />
      )}
      {!isBare && (
        <ListBar>
          <FilterBar
            isFiltered={filtered}
            clear={clear}
            save={canSave && <SaveView save={saveView} />}
          >
            {!hasNothing && toolbar}
          </FilterBar>
          <Freshness query={query} isBlank={hasNothing}>
            {!hasNothing && !asCards && !props.card && (
              <ColumnMenu
                columns={columns}
                choice={choice}
                choose={choose}
                width={() => frame.current?.clientWidth ?? 0}
              />
            )}
            {!hasNothing && (
              <ExportMenu
                exportRows={exportRows}
                wholeExports={props.wholeExports ?? []}
                disabled={rows === undefined || nothing === true}
              />
            )}
          </Freshness>
        </ListBar>
      )}
      {query.isError && rows !== undefined && <StaleNotice query={query} />}
      <Box
        ref={frame}
        onKeyDown={({ key, defaultPrevented }) => {
          if (key === 'Escape' && peek.shown !== null && !defaultPrevented) peek.close();
        }}
        sx={(theme) => ({
          // Cards have frames of their own.
          ...(areCards
            ? { '& > nav': { mt: 4 } }
            : {
                border: `1px solid ${theme.vars?.palette.divider}`,
                borderRadius: 'var(--corner-card)',
                backgroundColor: theme.vars?.palette.background.paper,
              }),
          position: 'relative',
          containerType: 'inline-size',
          overflow: { xs: 'clip', md: 'visible' },
          '& table thead tr:first-child > :first-child': { borderTopLeftRadius: 9 },
          '& table thead tr:first-child > :last-child': { borderTopRightRadius: 9 },
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
        {rows !== undefined &&
          query.data !== undefined &&
          (isPaged(query.data, list) ? (
            <Pages label={props.label} list={list} page={query.data} />
          ) : (
            <KeysHint sx={OVER_THE_EDGE} />
          ))}
      </Box>
      {props.peek && peek.shown !== null && rows !== undefined && (
        <Peek
          {...props}
          peek={props.peek}
          rows={rows}
          shown={peek.shown}
          isFull={asCards}
          open={peek.open}
          close={peek.close}
        />
      )}
    </Box>
  );
}

/** A list of one page has no bar for the hint, and moving the screen at each focus would be worse. */
const OVER_THE_EDGE = {
  position: 'absolute',
  right: 16,
  bottom: -11,
  zIndex: 2,
  px: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 'var(--corner-small)',
  backgroundColor: 'background.paper',
  color: 'text.secondary',
} as const;

/** False where the whole list is on the screen, unless somebody asked for longer pages. */
const isPaged = ({ nextPageToken }: Paged, list: ListAddress): boolean =>
  list.page > 0 || nextPageToken !== '' || list.isLong;
