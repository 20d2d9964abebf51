import BackIcon from '@mui/icons-material/SettingsBackupRestoreOutlined';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../../contract/endpoint.ts';
import { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import { messageOf } from '../../../api/call.ts';
import { useGet } from '../../../parts/queries.ts';
import { Moment, useFormat } from '../../../ui/figures/figures.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import { ToneChip } from '../../../ui/figures/StatusChip.tsx';
import { ChangeList } from './ChangeList.tsx';

export type Version = Output<typeof gatewayConfig.versions>['versions'][number];
/** On a phone the words of a button stand below the text above it. */
const FLUSH = { ml: { xs: '-10px', sm: 0 } } as const;

/** The difference of a count, with its sign. */
function useDifference() {
  const { number } = useFormat();
  return (count: number, before: number | undefined) =>
    before === undefined || count === before
      ? ''
      : ` (${count > before ? '+' : '−'}${number(Math.abs(count - before))})`;
}

type Shown = 'made' | 'current' | null;

/** One configuration; what it changed, and what restoring it would change, open in place. */
export function VersionLine({
  row,
  before,
  restore,
}: {
  row: Version;
  /** The version before it, where it is at hand. */
  before: Version | undefined;
  restore(): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const difference = useDifference();
  const [shown, setShown] = useState<Shown>(null);
  const { version, inForce, actorName, timestamp } = row;
  const counts = [
    ['connectors', row.connectorCount, before?.connectorCount],
    ['filters', row.filterCount, before?.filterCount],
    ['mtRoutes', row.mtRouteCount, before?.mtRouteCount],
    ['moRoutes', row.moRouteCount, before?.moRouteCount],
  ] as const;
  const toggle = (part: 'made' | 'current', label: string) => (
    <Button
      size="small"
      color="inherit"
      sx={FLUSH}
      aria-expanded={shown === part}
      endIcon={<ExpandIcon sx={{ transform: shown === part ? 'rotate(180deg)' : 'none' }} />}
      onClick={() => setShown(shown === part ? null : part)}
    >
      {label}
    </Button>
  );
  return (
    <Box
      component="li"
      aria-label={t('routing.version.name', { version: number(version) })}
      sx={(theme) => ({
        px: { xs: 4, sm: 5 },
        py: 3,
        borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        '&:last-child': { borderBottom: 0 },
      })}
    >
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, alignItems: 'center' }}
      >
        <Box sx={{ flex: { xs: '1 1 0', sm: '1 1 260px' }, minWidth: 0 }}>
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {t('routing.version.name', { version: number(version) })}
            </Typography>
            <Typography variant="body2" component="span" color="textSecondary">
              {actorName ?? t('routing.version.platform')} · <Moment at={timestamp} />
            </Typography>
            {inForce && (
              <ToneChip data-tone="success" sx={{ pl: '8px' }}>
                <span>{t('gateway.versions.inForce')}</span>
              </ToneChip>
            )}
          </Box>
          <Typography variant="body2" color="textSecondary">
            {counts
              .filter(([, count, was = 0]) => count > 0 || was > 0)
              .map(
                ([name, count, was]) =>
                  t(`routing.version.${name}`, { count, value: number(count) }) +
                  difference(count, was),
              )
              .join(' · ')}
          </Typography>
        </Box>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 4,
            // A phone has these below the text, and what restores stays at the right of it.
            order: { xs: 1, sm: 0 },
            width: { xs: '100%', sm: 'auto' },
          }}
        >
          {toggle('made', t('routing.version.changed'))}
          {!inForce && toggle('current', t('gateway.versions.compare'))}
        </Box>
        {!inForce && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<BackIcon />}
            onClick={restore}
          >
            {t('gateway.versions.putBack')}
          </Button>
        )}
      </Box>
      {shown === 'made' && version === 1 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {t('routing.version.first')}
        </Typography>
      )}
      {shown === 'made' && version > 1 && (
        <Difference key="made" input={{ from: version - 1, to: version }} />
      )}
      {shown === 'current' && <Difference key="current" input={{ to: version }} />}
    </Box>
  );
}

function Difference({ input }: { input: { from?: number; to: number } }) {
  const { t } = useTranslation();
  const diff = useGet(gatewayConfig.diff, input);
  return (
    <Box sx={{ mt: 3 }} role="status">
      {diff.error && <Alert severity="error">{messageOf(diff.error)}</Alert>}
      {!diff.data && !diff.error && <Loading />}
      {diff.data?.changes.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('gateway.versions.same')}
        </Typography>
      )}
      {diff.data && <ChangeList changes={diff.data.changes} />}
    </Box>
  );
}
