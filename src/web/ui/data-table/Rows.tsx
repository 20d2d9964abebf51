import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from './listColumns.ts';
import { visuallyHidden } from '../visuallyHidden.ts';
import type { Column } from './column.ts';
import type { Paged, RowsProps } from './props.ts';
import { NONE } from './ticks.ts';
import { ListTable } from './ListTable.ts';
import { classOf, Row } from './Row.tsx';
import { useGrowing } from './useGrowing.ts';
import { useRowKeys } from './useRowKeys.ts';

const hiddenBelow = (from: number | undefined) =>
  from === undefined ? {} : { [`@container (max-width: ${from - 0.02}px)`]: { display: 'none' } };

const ROW_HEIGHT = 44;

export function Rows<T, P extends Paged>({
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
}: RowsProps<T, P> & { choice: ColumnChoice }) {
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
