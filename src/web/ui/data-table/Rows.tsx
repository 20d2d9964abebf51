import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import { Fragment, type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { headingOf } from './headingOf.ts';
import { type ColumnChoice, edgeBelow, hiddenBelow } from './listColumns.ts';
import { visuallyHidden } from '../page/visuallyHidden.ts';
import { before, onlyFirst } from './over.ts';
import type { Column } from './column.ts';
import type { Paged, RowsProps } from './props.ts';
import { NONE } from './ticks.ts';
import { ListTable } from './ListTable.ts';
import { classOf, Row } from './Row.tsx';
import type { RowName } from './RowName.tsx';
import { useRowHeight } from './rowHeight.ts';
import { useGrowing } from './useGrowing.ts';
import { useOverflow } from '../page/useOverflow.ts';
import { meansRow } from './usePeek.ts';
import { useRowKeys } from './useRowKeys.ts';

/** The width of a cell for a number of digits, with its padding. */
const roomFor = (digits: number) => `calc(${digits}ch + 24px)`;

const rowAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;

export function Rows<T, P extends Paged>({
  label,
  rows,
  columns: all,
  group,
  choice,
  nameLabel,
  nameWidth,
  isEven = false,
  nameFigure,
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
  looked,
  look,
  tooWide,
}: RowsProps<T, P> & { choice: ColumnChoice; tooWide(width: number): void }) {
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isWider = useOverflow(frame, tooWide);
  const drawn = useGrowing(page, rows, keyOf);
  const keys = useRowKeys({
    body,
    open: (index) => (rows?.[index] === undefined ? undefined : name(rows[index]).to),
    ...(look && {
      look: (index: number) => {
        if (rows?.[index] !== undefined) look(keyOf(rows[index]));
      },
      isLooking: looked !== null,
    }),
    ...(selection && {
      tick: (index: number) => {
        if (rows?.[index] !== undefined) toggle(keyOf(rows[index]));
      },
    }),
  });
  const help = useId();
  const { height } = useRowHeight();
  const columns = all.filter(({ key }) => choice[key] !== false);
  const count = rows?.filter((row) => ticked.has(keyOf(row))).length ?? 0;
  const looks = Object.fromEntries(
    columns.flatMap(({ key, from, width, grows }, index) => [
      [
        `& .of-${key}`,
        {
          ...(choice[key] === true ? {} : hiddenBelow(from)),
          ...(width !== undefined && !grows && { maxWidth: roomFor(width) }),
        },
      ],
      // The menu of the rows is last wherever there is one.
      [`& tr > .of-${key}`, rowMenu ? {} : edgeBelow(columns.slice(index + 1), choice)],
      [`& .over.of-${key} > *`, onlyFirst(before(columns, index), choice)],
    ]),
  );
  const width = 1 + columns.length + (selection ? 1 : 0) + (rowMenu ? 1 : 0);
  const nameGrows = !isEven && (nameWidth === undefined || !columns.some(({ grows }) => grows));
  const nameClass = `name${nameGrows ? ' grows' : ''}${nameFigure ? ' digits' : ''}`;
  const hidden = all
    .filter(({ key }) => choice[key] === false)
    .map(({ key }) => key)
    .join(' ');
  return (
    // Columns beyond the room for them are reached by scrolling sideways; else the head stays in view.
    // A frame without a position would not hold the hidden texts in it, and the page would scroll too.
    <Box
      ref={frame}
      sx={{ position: 'relative', overflowX: { xs: 'auto', md: isWider ? 'auto' : 'visible' } }}
    >
      <Box component="span" id={help} sx={visuallyHidden}>
        {t(selection ? 'list.keysTick' : 'list.keys')}
      </Box>
      <ListTable
        aria-label={label}
        aria-describedby={help}
        aria-busy={query.isFetching}
        sx={{
          '--row-height': `${height}px`,
          opacity: query.isPlaceholderData ? 0.6 : 1,
          ...looks,
          ...(!nameGrows &&
            nameWidth !== undefined && {
              '& .name': { width: roomFor(nameWidth), maxWidth: roomFor(nameWidth) },
            }),
          // A sticky head in a frame that scrolls by itself would lie over the first rows.
          ...(isWider && { '& thead': { position: { md: 'static' } } }),
        }}
      >
        <thead>
          {columns.some(({ over }) => over !== undefined) && (
            // Read out with each column below.
            <tr className="groups" aria-hidden="true">
              {selection && <td />}
              <td />
              {columns.map(({ key, over }) => (
                <td key={key} className={`of-${key}${over === undefined ? '' : ' over'}`}>
                  {over !== undefined && <span>{over}</span>}
                </td>
              ))}
              {rowMenu && <td />}
            </tr>
          )}
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
            <th scope="col" className={nameClass}>
              {nameLabel}
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.over !== undefined && (
                  <Box component="span" sx={visuallyHidden}>{`${column.over}: `}</Box>
                )}
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
        <tbody
          ref={body}
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
          className={look && 'looks'}
          onClick={
            look &&
            ((event) => {
              const key = rowAt(event.target)?.dataset['row'];
              if (key !== undefined && meansRow(event)) look(key);
            })
          }
        >
          {rows === undefined
            ? Array.from({ length: Math.min(list.pageSize, 10) }, (_, index) => (
                <tr key={index}>
                  {selection && <td className="tick" />}
                  <td className={nameClass}>
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
            : rows.slice(0, drawn).map((row, index) => {
                const heading = headingOf(group, rows, index);
                return (
                  <Fragment key={keyOf(row)}>
                    {heading !== undefined && (
                      <tr>
                        <th scope="rowgroup" colSpan={width}>
                          {heading}
                        </th>
                      </tr>
                    )}
                    <Row
                      row={row}
                      columns={all as readonly Column<unknown>[]}
                      hidden={hidden}
                      name={name as (row: unknown) => RowName}
                      rowMenu={rowMenu as ((row: unknown) => ReactNode) | undefined}
                      rowKey={keyOf(row)}
                      ticked={selection === undefined ? undefined : ticked.has(keyOf(row))}
                      toggle={toggle}
                      nameClass={nameClass}
                      stop={index === Math.min(keys.active, rows.length - 1)}
                      isLooked={keyOf(row) === looked}
                    />
                  </Fragment>
                );
              })}
        </tbody>
        {/* The room of the rows still to be drawn, so that the page is as long as it will be. */}
        {rows !== undefined && drawn < rows.length && (
          <tbody aria-hidden="true">
            <tr>
              <td style={{ height: (rows.length - drawn) * height, padding: 0 }} />
            </tr>
          </tbody>
        )}
      </ListTable>
    </Box>
  );
}
