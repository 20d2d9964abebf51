import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { messageOf } from '../../../api/call.ts';
import { useMe } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import type { Price, usePrice } from './usePrice.ts';

/** The regions that have a line of their own. */
const MOST_REGIONS = 3;

/** The cost of the message as it is written, as the server computes it: recipients, segments, price, balance. */
export function Receipt({ price, isUpdating, error }: ReturnType<typeof usePrice>) {
  const { t } = useTranslation();
  const { number, units, segments, region: regionOf } = useFormat();
  const me = useMe();
  /** The factors of a region's price, in words; its messages and segments alone where the price varies. */
  function factorsOf(region: Price['regions'][number], most: number): string[] {
    const isEven = region.segments === region.messages * most;
    if (region.price === null)
      return [
        t('receipt.share', {
          messages: number(region.messages),
          segments: segments(region.segments),
        }),
      ];
    return [
      [
        ...(isEven ? [number(region.messages), segments(most)] : [segments(region.segments)]),
        units(region.price),
      ].join(' × '),
    ];
  }

  return (
    <Box
      component="section"
      aria-labelledby="receipt-title"
      aria-busy={isUpdating}
      sx={(theme) => ({
        mt: 4,
        px: 4,
        py: 3,
        borderRadius: '10px',
        border: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.background.paper,
        fontSize: 13,
        lineHeight: '20px',
      })}
    >
      <Typography variant="subtitle2" component="h2" id="receipt-title" sx={{ mb: 1 }}>
        {price?.isEstimate ? t('receipt.estimate') : t('receipt.title')}
      </Typography>
      {price === null ? (
        <Typography variant="body2" color="textSecondary" component="div">
          {error !== null ? (
            messageOf(error)
          ) : isUpdating ? (
            <Skeleton width="60%" />
          ) : (
            t('receipt.nothing')
          )}
        </Typography>
      ) : (
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gap: '2px',
            fontVariantNumeric: 'tabular-nums',
            transition: 'opacity 150ms',
            opacity: isUpdating ? 0.6 : 1,
          }}
        >
          {price.regions.slice(0, MOST_REGIONS).map((region) => (
            <Line
              key={region.regionName}
              name={[
                ...(price.regions.length > 1 ? [regionOf(region.regionName)] : []),
                ...factorsOf(region, price.mostSegments),
              ].join(': ')}
              value={number(region.units)}
            />
          ))}
          {price.regions.length > MOST_REGIONS && (
            <Line
              name={t('receipt.more', { value: number(price.regions.length - MOST_REGIONS) })}
              value=""
            />
          )}
          {price.standIns.map(({ senderId, messages }) => (
            <Line
              key={senderId}
              name={t('receipt.standIn', { sender: senderId })}
              value={number(messages)}
            />
          ))}
          {price.unregistered > 0 && (
            <Line name={t('receipt.unregistered')} value={number(price.unregistered)} />
          )}
          {price.leftOut > 0 && <Line name={t('receipt.leftOut')} value={number(price.leftOut)} />}
          <Line
            name={t('receipt.total', {
              count: price.recipients,
              value: number(price.recipients),
            })}
            value={units(price.units)}
            isTotal
          />
          <Line
            name={t('fromFile.balanceAfter')}
            value={number(price.balanceAfter)}
            isWrong={price.short}
          />
        </Box>
      )}
      {price?.short && (
        <Typography variant="body2" color="error" sx={{ mt: 2 }}>
          {t('fromFile.short', { units: units(-price.balanceAfter) })}.{' '}
          {reachOf(me.clientAccessLevel, 'purchases.buy') !== undefined && (
            <Link
              component={RouterLink}
              to={`/dashboard/purchases/topup?units=${-price.balanceAfter}`}
              color="inherit"
            >
              {t('compose.topUp')}
            </Link>
          )}
        </Typography>
      )}
    </Box>
  );
}

function Line({
  name,
  value,
  isTotal = false,
  isWrong = false,
}: {
  name: string;
  value: string;
  isTotal?: boolean;
  isWrong?: boolean;
}) {
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        gap: 4,
        justifyContent: 'space-between',
        ...(isTotal && {
          mt: 1,
          pt: 1.5,
          fontWeight: 600,
          borderTop: `1px solid ${theme.vars?.palette.divider}`,
        }),
      })}
    >
      <Box component="dt" sx={{ color: isTotal ? 'text.primary' : 'text.secondary', minWidth: 0 }}>
        {name}
      </Box>
      <Box
        component="dd"
        sx={{
          m: 0,
          whiteSpace: 'nowrap',
          ...(isWrong && { color: 'error.main', fontWeight: 600 }),
        }}
      >
        {value}
      </Box>
    </Box>
  );
}
