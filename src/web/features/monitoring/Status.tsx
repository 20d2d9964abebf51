import FullScreenIcon from '@mui/icons-material/FullscreenOutlined';
import FullScreenExitIcon from '@mui/icons-material/FullscreenExitOutlined';
import SoundIcon from '@mui/icons-material/VolumeUpOutlined';
import SilentIcon from '@mui/icons-material/VolumeOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { status, type Problem, type StatusPage } from '../../../contract/api/monitoring.ts';
import { useGet } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { AcknowledgeDialog } from './status/AcknowledgeDialog.tsx';
import { AlertTimeline } from './status/AlertTimeline.tsx';
import { TILE_HEIGHT } from './status/ConnectorTile.tsx';
import { ConnectorTiles } from './status/ConnectorTiles.tsx';
import { FootLine } from './status/FootLine.tsx';
import { HistoryChart } from './status/HistoryChart.tsx';
import { StaleLine } from './status/StaleLine.tsx';
import { useFullScreen } from './status/useFullScreen.ts';
import { useSound } from './status/useSound.ts';
import { VerdictBar } from './status/VerdictBar.tsx';
import { StatusFrame } from '../../parts/monitoring/StatusFrame.tsx';

const EVERY = 5000;
/** Tiles shown at once: two rows where four fit side by side. */
const MOST_TILES = { page: 8, fullScreen: 24 };
/** Tiles side by side on a wide display, and pixels of everything but the tiles and the chart. */
const LAYOUT = { page: { columns: 4, rest: 484 }, fullScreen: { columns: 5, rest: 328 } };
const TILE_ROW = TILE_HEIGHT + 12;

/** The height with which the chart fills the display below the tiles. */
function chartHeight(connectors: number, isFull: boolean): string {
  const name = isFull ? 'fullScreen' : 'page';
  const { columns, rest } = LAYOUT[name];
  const rows = Math.ceil(Math.min(connectors, MOST_TILES[name]) / columns);
  return `max(${rows > 1 ? 160 : 240}px, calc(100dvh - ${rest + rows * TILE_ROW}px))`;
}

/** The night shift's one screen: the verdict, every connector, the queues, and the owner of each problem. */
export function Status() {
  const { t } = useTranslation();
  const query = useGet(status.get, {}, { every: () => EVERY });
  const { isFull, toggle } = useFullScreen();
  const { verdict } = query.data ?? {};
  const sound = useSound(verdict?.tone === 'URGENT' ? verdict.problem : null);
  const actions = (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-pressed={sound.isOn}
        startIcon={sound.isOn ? <SoundIcon /> : <SilentIcon />}
        onClick={sound.toggle}
      >
        {t('monitoring.sound')}
      </Button>
      <Button
        variant="outlined"
        color="inherit"
        aria-pressed={isFull}
        aria-keyshortcuts="F"
        startIcon={isFull ? <FullScreenExitIcon /> : <FullScreenIcon />}
        onClick={toggle}
      >
        {t(isFull ? 'monitoring.leaveFullScreen' : 'monitoring.fullScreen')}
      </Button>
    </>
  );
  const page = query.data && <Overview page={query.data} isFull={isFull} />;
  if (isFull && query.data !== undefined)
    return (
      <FullScreen actions={actions} now={query.data.now}>
        <StaleLine query={query} />
        {page}
      </FullScreen>
    );
  return (
    <StatusFrame tab="overview" actions={actions}>
      <StaleLine query={query} />
      {page ??
        (query.isError ? (
          <Section>
            <ErrorState
              title={t('list.failed')}
              text={messageOf(query.error)}
              retry={() => void query.refetch()}
            />
          </Section>
        ) : (
          <Loading />
        ))}
    </StatusFrame>
  );
}

function Overview({ page, isFull }: { page: StatusPage; isFull: boolean }) {
  const [taking, setTaking] = useState<Problem | null>(null);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: 'minmax(0, 1fr)',
        containerType: 'inline-size',
        // The foot line stands where the page ends, and needs no more room below it.
        mb: isFull ? 0 : -9,
      }}
    >
      <VerdictBar page={page} onTake={setTaking} />
      <ConnectorTiles
        connectors={page.connectors}
        problems={page.problems}
        now={page.now}
        most={isFull ? MOST_TILES.fullScreen : MOST_TILES.page}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'minmax(0, 1fr)',
          '@container (min-width: 860px)': {
            gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)',
          },
        }}
      >
        <HistoryChart page={page} height={chartHeight(page.connectors.length, isFull)} />
        <AlertTimeline page={page} onTake={setTaking} />
      </Box>
      <FootLine page={page} />
      {taking !== null && <AcknowledgeDialog problem={taking} onClose={() => setTaking(null)} />}
    </Box>
  );
}

/** The screen without the shell, for a wall. */
function FullScreen({
  actions,
  now,
  children,
}: {
  actions: ReactNode;
  now: number;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { clock } = useFormat();
  return (
    <Box
      sx={(theme) => ({
        position: 'fixed',
        inset: 0,
        // Above the shell and below its dialogs.
        zIndex: theme.zIndex.drawer + 50,
        overflow: 'auto',
        p: { xs: 4, sm: 5 },
        backgroundColor: theme.vars?.palette.background.default,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap', mb: 3 }}>
        <Typography variant="h1" sx={{ flex: '1 1 auto' }}>
          {t('monitoring.title')}
        </Typography>
        <Typography variant="figure" component="p" sx={{ mr: 2 }}>
          {clock(now)}
        </Typography>
        {actions}
      </Box>
      {children}
    </Box>
  );
}

/** Skeletons in the shape of the screen. */
function Loading() {
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Skeleton variant="rounded" height={56} />
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
        }}
      >
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} variant="rounded" height={144} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={280} />
    </Box>
  );
}
