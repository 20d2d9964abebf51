import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Paged, RowsProps } from './props.ts';
import { useGrowing } from './useGrowing.ts';
import { meansRow } from './usePeek.ts';
import { Name } from './RowName.tsx';

export function Cards<T, P extends Paged>({
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
  look,
}: RowsProps<T, P>) {
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
          {facts.map((column) => {
            const cell = column.cell(row);
            // A fact that the row does not have is left out, with its label.
            return cell === null ? null : (
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
                    textAlign: 'right',
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
      ))}
    </Box>
  );
}
