/** The age of a list's rows, and their count. */
import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, useNow } from '../figures/figures.tsx';
import type { Paged } from './props.ts';

export function Freshness({
  query,
  isBlank = false,
  children,
}: {
  query: UseQueryResult<Paged, Error>;
  /** Leaves the count out: the list says itself that it has nothing. */
  isBlank?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { number, relative, exact } = useFormat();
  const now = useNow();
  const updated = query.dataUpdatedAt / 1000;
  const { data } = query;
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        color: 'text.secondary',
        ml: 'auto',
      }}
    >
      {/* One run of text, so that the dot stands as close to the count as to the time. */}
      <span>
        {data && !isBlank && (
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
            >{`${isBlank ? '' : ' · '}${t('list.updated', { time: relative(Math.min(updated, now), now) })}`}</Typography>
          </Tooltip>
        )}
      </span>
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
