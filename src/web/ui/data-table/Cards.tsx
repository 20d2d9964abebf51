/** The rows of a list as cards, for phones. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dotted } from '../figures/Dotted.tsx';
import { DASH } from '../figures/figures.tsx';
import { visuallyHidden } from '../page/visuallyHidden.ts';
import type { Column } from './column.ts';
import { headingOf } from './headingOf.ts';
import type { Paged, RowsProps } from './props.ts';
import { useGrowing } from './useGrowing.ts';
import { meansRow } from './usePeek.ts';
import { Name } from './RowName.tsx';

export function Cards<T, P extends Paged>({
  label,
  rows,
  columns,
  group,
  name,
  keyOf,
  rowMenu,
  selection,
  ticked,
  toggle,
  query,
  page,
  look,
}: RowsProps<T, P>) {
  const { t } = useTranslation();
  const facts = columns.filter((column) => column.onPhone);
  const drawn = useGrowing(page, rows, keyOf);
  if (rows === undefined)
    return (
      <Box sx={{ p: 4, display: 'grid', gap: 4 }}>
        {/* No more: they move up where a list turns out to be empty and its tools go. */}
        {Array.from({ length: 2 }, (_, index) => (
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
      {rows.slice(0, drawn).map((row, index) => (
        <Fragment key={keyOf(row)}>
          <GroupName heading={headingOf(group, rows, index)} />
          <Box
            component="li"
            data-row={keyOf(row)}
            tabIndex={-1}
            onClick={
              look &&
              ((event) => {
                if (meansRow(event)) look(keyOf(row));
              })
            }
            sx={(theme) => ({
              p: 4,
              ...(look && { cursor: 'pointer' }),
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: 2,
              borderBottom: `1px solid ${theme.vars?.palette.divider}`,
              '&:last-child': { borderBottom: 0 },
            })}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 30 }}>
              {selection && (
                <Checkbox
                  size="small"
                  checked={ticked.has(keyOf(row))}
                  onChange={() => toggle(keyOf(row))}
                  sx={{ ml: -2, my: -1 }}
                  slotProps={{
                    input: { 'aria-label': t('list.select', { name: name(row).text }) },
                  }}
                />
              )}
              <Box
                sx={{
                  flex: 1,
                  minWidth: 0,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  ...(name(row).isText
                    ? { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 3 }
                    : { whiteSpace: 'nowrap' }),
                }}
              >
                <Name {...name(row)} />
              </Box>
              <Short columns={facts.filter(({ onPhone }) => onPhone === 'amount')} row={row} />
              {rowMenu?.(row)}
            </Box>
            <SecondLine columns={facts} row={row} />
            {facts
              .filter(({ onPhone }) => onPhone === 'text')
              .map((column) => (
                <Text key={column.key} column={column} row={row} />
              ))}
            {facts
              .filter(({ onPhone }) => onPhone === true)
              .map((column) => {
                const cell = column.cell(row);
                return isMissing(cell) ? null : (
                  <Box
                    key={column.key}
                    sx={{
                      display: 'flex',
                      justifyContent: 'space-between',
                      // The first of several lines stands beside the label.
                      alignItems: 'first baseline',
                      gap: 4,
                      fontSize: 13,
                      lineHeight: '18px',
                    }}
                  >
                    <Typography
                      variant="body2"
                      color="textSecondary"
                      component="span"
                      sx={{ flex: 'none', maxWidth: '50%' }}
                    >
                      {column.label}
                    </Typography>
                    <Box
                      sx={{
                        minWidth: 0,
                        textAlign: column.grows ? 'left' : 'right',
                        overflow: 'hidden',
                        textOverflow: 'ellipsis',
                      }}
                    >
                      {cell}
                    </Box>
                  </Box>
                );
              })}
          </Box>
        </Fragment>
      ))}
    </Box>
  );
}

/** A fact that the row does not have is left out, with its label. */
const isMissing = (cell: ReactNode) => cell === null || cell === '' || cell === DASH;

/** The heading above the first card of a group. */
function GroupName({ heading }: { heading: string | undefined }) {
  return (
    heading !== undefined && (
      <Typography
        component="li"
        variant="caption"
        sx={(theme) => ({
          px: 4,
          py: 2,
          fontWeight: 600,
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
          backgroundColor: theme.vars?.palette.surface.sunken,
        })}
      >
        {heading}
      </Typography>
    )
  );
}

/** Facts without a visible label; the label is read out. */
function Short<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
  return columns.map((column) => {
    const cell = column.cell(row);
    return isMissing(cell) ? null : (
      <Box key={column.key} component="span" sx={{ flexShrink: 0, fontSize: 13 }}>
        <Box component="span" sx={visuallyHidden}>{`${column.label}: `}</Box>
        {cell}
      </Box>
    );
  });
}

/** A fact on lines of its own, close to the line above it. */
function Text<T>({ column, row }: { column: Column<T>; row: T }) {
  return (
    <Typography
      component="div"
      variant="body2"
      sx={{ mt: -1, minWidth: 0, overflowWrap: 'anywhere', '&:empty': { display: 'none' } }}
    >
      <Short columns={[column]} row={row} />
    </Typography>
  );
}

/** The line below the name: kind and time of the row, with its status at the right. */
function SecondLine<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
  const has = (column: Column<T>) => !isMissing(column.cell(row));
  const line = columns.filter(({ onPhone }) => onPhone === 'line').filter(has);
  const chips = columns.filter(({ onPhone }) => onPhone === 'chip').filter(has);
  if (line.length + chips.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: -1 }}>
      <Typography
        component="div"
        variant="body2"
        color="textSecondary"
        sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
      >
        <Dotted>
          <Short columns={line} row={row} />
        </Dotted>
      </Typography>
      <Short columns={chips} row={row} />
    </Box>
  );
}
