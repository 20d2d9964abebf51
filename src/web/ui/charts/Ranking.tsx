import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../figures/figures.tsx';
import { PlainList } from '../page/layout.tsx';

export type Ranked = {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  readonly detail?: ReactNode;
  readonly to?: string | undefined;
};

/**
 * The largest of some things as bars from one zero, each with its name, its figure and its share of all beside it: a list, so
 * that it is read and heard as one. A row that leads further does so by its name.
 * A full bar is all of them where the share is said, and the largest where another detail is.
 * @param total of all, also of those that are not shown
 * @param isTall fills a card that is as high as a map beside it
 * @param rest how many are not shown
 * @param restTo the place that shows them
 */
export function Ranking({
  label,
  items,
  total,
  isTall = false,
  rest = 0,
  restTo,
}: {
  label: string;
  items: readonly Ranked[];
  total: number;
  isTall?: boolean;
  rest?: number;
  restTo?: string | undefined;
}) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const more = t('charts.more', { count: rest, value: number(rest) });
  const largest = Math.max(1, ...items.map(({ value }) => value));
  return (
    <Box>
      <PlainList component="ol" aria-label={label}>
        {items.map(({ key, name, value, detail, to }) => (
          <Box component="li" key={key} sx={isTall ? { '& + &': { mt: { lg: 3 } } } : null}>
            <Box
              sx={{
                display: 'flex',
                gap: 3,
                alignItems: 'baseline',
                justifyContent: 'space-between',
                mb: '5px',
              }}
            >
              <Box sx={{ minWidth: 0, fontSize: 13, lineHeight: '18px' }}>
                {to === undefined ? (
                  <Typography variant="body2" noWrap>
                    {name}
                  </Typography>
                ) : (
                  <Link
                    component={RouterLink}
                    to={to}
                    color="textPrimary"
                    noWrap
                    sx={{ display: 'block' }}
                  >
                    {name}
                  </Link>
                )}
              </Box>
              <Typography
                variant="body2"
                component="span"
                sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
              >
                {number(value)}
                <Box component="span" sx={{ color: 'text.secondary', ml: 2 }}>
                  {detail ?? percent(total === 0 ? 0 : value / total)}
                </Box>
              </Typography>
            </Box>
            <Box
              aria-hidden="true"
              sx={(theme) => ({
                height: isTall ? { xs: 6, lg: 12 } : 6,
                borderRadius: '3px',
                backgroundColor: theme.vars?.palette.surface.sunken,
                overflow: 'hidden',
              })}
            >
              <Box
                sx={(theme) => ({
                  height: '100%',
                  minWidth: value > 0 ? '2px' : 0,
                  width: `${(value / (detail === undefined && total > 0 ? total : largest)) * 100}%`,
                  borderRadius: '3px',
                  backgroundColor: theme.vars?.palette.data.main,
                  transition: theme.transitions.create('width'),
                })}
              />
            </Box>
          </Box>
        ))}
      </PlainList>
      {rest > 0 && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 3 }}>
          {restTo === undefined ? (
            more
          ) : (
            <Link component={RouterLink} to={restTo}>
              {more}
            </Link>
          )}
        </Typography>
      )}
    </Box>
  );
}
