/** The steps from page to page of a list. */
import FirstIcon from '@mui/icons-material/FirstPage';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Select from '@mui/material/Select';
import type { SxProps, Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../figures/figures.tsx';
import { type ListAddress, PAGE_SIZES } from '../lists/useListAddress.ts';
import type { Paged } from './props.ts';

export function Pages({ label, list, page }: { label: string; list: ListAddress; page: Paged }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const first = list.page * list.pageSize + 1;
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
      <KeysHint sx={{ flex: 1, minWidth: 0, textAlign: 'center' }} />
      <Box sx={{ flex: 1, display: { md: 'none' } }} />
      <Typography variant="body2" component="span" sx={{ mr: 1 }}>
        {first > page.collectionCount
          ? t('list.page', { page: number(list.page + 1) })
          : t('list.range', {
              first: number(first),
              last: number(Math.min(first + list.pageSize - 1, page.collectionCount)),
              all: number(page.collectionCount) + (page.collectionCountIsLowerBound ? '+' : ''),
            })}
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

/** The keys of a list, seen while the focus is on one of its rows; over its lower edge where it has no pages. */
export function KeysHint({ sx }: { sx: SxProps<Theme> }) {
  const { t } = useTranslation();
  return (
    <Typography
      className="list-keys"
      variant="body2"
      component="span"
      aria-hidden="true"
      noWrap
      sx={[
        { visibility: 'hidden', display: { xs: 'none', md: 'block' } },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {t('list.keysShort')}
    </Typography>
  );
}
