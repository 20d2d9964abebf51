/** One row of a list. */
import Checkbox from '@mui/material/Checkbox';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import { Name, type RowName } from './RowName.tsx';

export const classOf = ({ key, figure, width, grows }: Column<never>) =>
  `of-${key}${figure ? ' figure' : ''}${grows ? ' grows' : width === undefined ? '' : ' cut'}`;

type RowProps = {
  row: unknown;
  columns: readonly Column<unknown>[];
  /** The keys of columns that were chosen away, with blanks between. */
  hidden: string;
  name(row: unknown): RowName;
  rowMenu: ((row: unknown) => ReactNode) | undefined;
  rowKey: string;
  /** Undefined where rows have no box. */
  ticked: boolean | undefined;
  toggle(key: string): void;
  nameClass: string;
  /** Tab stops here. */
  stop: boolean;
  /** Shown beside the list. */
  isLooked: boolean;
};

/** Drawn again only when the row has changed. Its name depends on the row alone and is not compared. */
export const Row = memo(
  function Row({
    row,
    columns,
    hidden,
    name,
    rowMenu,
    rowKey,
    ticked,
    toggle,
    nameClass,
    stop,
    isLooked,
  }: RowProps) {
    const { t } = useTranslation();
    const away = hidden.split(' ');
    return (
      <tr
        className={ticked ? 'ticked' : isLooked ? 'looked' : undefined}
        aria-current={isLooked ? 'true' : undefined}
        tabIndex={stop ? 0 : -1}
        data-row={rowKey}
      >
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
        <td className={nameClass}>
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
    (
      [
        'row',
        'columns',
        'hidden',
        'rowMenu',
        'rowKey',
        'ticked',
        'toggle',
        'nameClass',
        'stop',
        'isLooked',
      ] as const
    ).every((prop) => Object.is(before[prop], after[prop])),
);
