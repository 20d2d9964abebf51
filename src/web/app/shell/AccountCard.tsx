import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { auth, type SignedIn } from '../../../contract/api/auth.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { ME_FRESH, useGet } from '../../parts/queries.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { shareOfBalance } from './balance.ts';

/** The account, its balance against the level of its alert, and the way to more units; the same for every role. */
export function AccountCard({ me }: { me: SignedIn }) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const { dataUpdatedAt, isError, isFetching, refetch } = useGet(auth.me, {}, { fresh: ME_FRESH });
  // The balance that this browser remembers is of an earlier day.
  const isKnown = dataUpdatedAt > 0 || isError;
  const level = isKnown ? me.lowUnitsNotifyLevel : 0;
  const low = level > 0 && me.smsBalance < level;
  const buys = reachOf(me.clientAccessLevel, 'purchases.buy') !== undefined && !me.impersonated;
  return (
    <Box
      sx={(theme) => ({
        m: 3,
        px: 3,
        height: 64,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        borderRadius: 'var(--corner-card)',
        border: `1px solid ${theme.vars?.palette.chrome.line}`,
        backgroundColor: theme.vars?.palette.chrome.sunken,
      })}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
          <Typography variant="subtitle2" component="p" noWrap title={me.clientName}>
            {me.clientName}
          </Typography>
          <Typography
            variant="caption"
            component="p"
            noWrap
            sx={(theme) => ({
              flex: '1 1000 auto',
              minWidth: 40,
              color: theme.vars?.palette.chrome.quiet,
            })}
          >
            {t(`roles.${me.clientAccessLevel}`)}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, height: 22 }}>
          <Typography
            variant="body2"
            component="p"
            noWrap
            aria-live="polite"
            {...(isKnown && { title: units(me.smsBalance) })}
            sx={(theme) => ({
              fontVariantNumeric: 'tabular-nums',
              color: low ? theme.vars?.palette.chrome.warning : theme.vars?.palette.chrome.quiet,
            })}
          >
            {isKnown ? (
              `${number(me.smsBalance)} ${t('shell.units', { count: me.smsBalance })}`
            ) : (
              <Skeleton width={96} />
            )}
          </Typography>
          <Tooltip title={t('shell.refreshBalance')}>
            <IconButton
              aria-label={t('shell.refreshBalance')}
              onClick={() => void refetch()}
              sx={{
                p: '5px',
                color: 'inherit',
                '& svg': {
                  fontSize: 14,
                  ...(isFetching && { animation: 'turn 0.8s linear infinite' }),
                },
                '@keyframes turn': { to: { transform: 'rotate(360deg)' } },
              }}
            >
              <RefreshIcon />
            </IconButton>
          </Tooltip>
        </Box>
        {level > 0 && (
          <Box
            role="meter"
            aria-label={t('shell.balance')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(shareOfBalance(me.smsBalance, level) * 100)}
            aria-valuetext={t('shell.balanceOfAlert', {
              balance: number(me.smsBalance),
              level: number(level),
            })}
            sx={(theme) => ({
              mt: '3px',
              height: 3,
              borderRadius: '2px',
              overflow: 'hidden',
              backgroundColor: theme.vars?.palette.chrome.line,
            })}
          >
            <Box
              sx={(theme) => ({
                height: '100%',
                width: `${shareOfBalance(me.smsBalance, level) * 100}%`,
                backgroundColor: low
                  ? theme.vars?.palette.chrome.warning
                  : theme.vars?.palette.chrome.accent,
              })}
            />
          </Box>
        )}
      </Box>
      {buys && (
        <Button
          size="small"
          variant="outlined"
          component={Link}
          to="/dashboard/purchases/topup"
          sx={(theme) => ({
            flex: 'none',
            color: theme.vars?.palette.chrome.accent,
            borderColor: theme.vars?.palette.chrome.line,
          })}
        >
          {t('shell.buy')}
        </Button>
      )}
    </Box>
  );
}
