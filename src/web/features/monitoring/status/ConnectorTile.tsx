import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConnectorLevel, Problem, StatusPage } from '../../../../contract/api/monitoring.ts';
import { Sparkline } from '../../../ui/charts/Sparkline.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import type { Tone } from '../../../ui/theme/tokens.ts';
import { connectorAddress } from './problemAddress.ts';
import { problemTone } from './problemTone.ts';
import { TileFoot } from './TileFoot.tsx';
import { useAlertWords } from '../../../parts/monitoring/useAlertWords.ts';

type Connector = StatusPage['connectors'][number];

/** More than the error of a share as a binary fraction: 0.29 times 100 is a little less than 29. */
const ROUNDING = 1e-9;
const TONES: Readonly<Record<ConnectorLevel, Tone>> = {
  DOWN: 'error',
  DEGRADED: 'warning',
  OK: 'success',
  OFF: 'neutral',
};

/** The tone of a connector: the one of its problem in the bar and among the alerts, where it has one. */
const toneOf = (level: ConnectorLevel, problem: Problem | undefined): Tone =>
  problem === undefined || level === 'OFF' ? TONES[level] : problemTone(problem);

/** Pixels of a tile, whatever is in it. */
export const TILE_HEIGHT = 160;

/** One connector at a glance: its state and since when, its pace, window, queue, receipts, and what is wrong with it. */
export function ConnectorTile({
  connector,
  problem,
  now,
}: {
  connector: Connector;
  /** The most urgent one that it has now. */
  problem: Problem | undefined;
  now: number;
}) {
  const { t } = useTranslation();
  const { number, pace, percent } = useFormat();
  const { cid, kind, level, minutes, queueLength, receiptShare, submittedPerSecond } = connector;
  const hasLink = kind !== 'HTTP';
  // One that may not send has no window and no receipts.
  const isOff = level === 'OFF';
  const isDraft = connector.state === 'DRAFT';
  const words = useAlertWords();
  const tone = toneOf(level, problem);
  const drops =
    connector.drops > 0
      ? t('monitoring.tile.drops', { count: connector.drops, value: number(connector.drops) })
      : '';
  return (
    <Box
      component="li"
      sx={(theme) => ({
        position: 'relative',
        // Rows of one height in every tile, with a second line for what is wrong.
        // One without figures is as high as the tiles beside it.
        height: isDraft ? 'auto' : TILE_HEIGHT,
        boxSizing: 'border-box',
        px: 3,
        py: 2.5,
        display: 'flex',
        flexDirection: 'column',
        borderRadius: '10px',
        backgroundColor: theme.vars?.palette.background.paper,
        border: `1px solid ${theme.vars?.palette.divider}`,
        ...(level === 'DOWN' && {
          borderColor: theme.vars?.palette.tone.error.solid,
          backgroundColor: theme.vars?.palette.tone.error.ground,
        }),
        '&:hover': { borderColor: theme.vars?.palette.surface.control },
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Dot tone={tone} />
        <MuiLink
          component={Link}
          to={connectorAddress(connector)}
          color="textPrimary"
          noWrap
          // The whole tile leads to the connector.
          sx={{
            flex: '1 1 auto',
            minWidth: 0,
            fontWeight: 600,
            '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '10px' },
          }}
        >
          {cid}
        </MuiLink>
        <State connector={connector} now={now} tone={tone} />
      </Box>
      {isDraft ? (
        <DraftNote />
      ) : (
        <>
          <Box
            sx={{ display: 'flex', alignItems: 'end', gap: 3, mt: 1.5, height: 36, flex: 'none' }}
          >
            <Typography
              component="p"
              sx={{ fontSize: 24, lineHeight: '32px', fontWeight: 600 }}
              noWrap
            >
              {hasLink ? pace(submittedPerSecond) : number(queueLength)}
              <Typography variant="caption" component="span" color="textSecondary" sx={{ ml: 1 }}>
                {t(hasLink ? 'monitoring.tile.perSecond' : 'monitoring.tile.waiting')}
              </Typography>
            </Typography>
            {hasLink && (
              <Box
                role="img"
                aria-label={t('monitoring.tile.hour', {
                  value: number(minutes.reduce((sum, each) => sum + each, 0)),
                })}
                sx={{ flex: '0 1 auto', minWidth: 40, ml: 'auto' }}
              >
                <Sparkline values={minutes} />
              </Box>
            )}
          </Box>
          <Box sx={{ height: 16, mt: 1.5, flex: 'none' }}>
            {hasLink ? (
              !isOff && <WindowMeter connector={connector} />
            ) : (
              <Quiet>{t('monitoring.tile.incoming')}</Quiet>
            )}
          </Box>
          <Box
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              gap: 2,
              height: 16,
              mt: 1,
              flex: 'none',
            }}
          >
            {hasLink && (
              <>
                <Quiet>{t('monitoring.tile.queue', { value: number(queueLength) })}</Quiet>
                {!isOff && (
                  <Quiet help={t('monitoring.tile.receiptsHelp')}>
                    {receiptShare === null
                      ? t('monitoring.tile.idle')
                      : t('monitoring.tile.receipts', {
                          // Rounded down: all are back only where none is missing.
                          value: percent(Math.floor(receiptShare * 100 + ROUNDING) / 100),
                        })}
                  </Quiet>
                )}
              </>
            )}
          </Box>
          <TileFoot
            connector={connector}
            tone={tone}
            drops={drops}
            // The error of a link that is down says more than that it is.
            cause={
              problem === undefined ||
              (problem.kind === 'CONNECTOR_DOWN' && connector.lastError !== null)
                ? ''
                : words.brief(problem)
            }
          />
        </>
      )}
    </Box>
  );
}

/** A connector that no reload has put into force has no figures. */
function DraftNote() {
  const { t } = useTranslation();
  return (
    <Box sx={{ my: 'auto' }}>
      <Typography variant="body2" component="p" color="textSecondary">
        {t('monitoring.tile.draft')}
      </Typography>
      <MuiLink
        component={Link}
        to="/dashboard/jasmin/versions"
        variant="body2"
        // Above the link that covers the tile.
        sx={{ position: 'relative', zIndex: 1 }}
      >
        {t('monitoring.tile.review')}
      </MuiLink>
    </Box>
  );
}

function Dot({ tone }: { tone: Tone }) {
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={(theme) => ({
        width: 10,
        height: 10,
        flex: 'none',
        borderRadius: '50%',
        backgroundColor: theme.vars?.palette.tone[tone].solid,
      })}
    />
  );
}

/** The state as a word, and how long it has lasted. */
function State({ connector, now, tone }: { connector: Connector; now: number; tone: Tone }) {
  const wordOf = useStatusWord();
  const { age } = useFormat();
  const { state, sinceTimestamp } = connector;
  return (
    <Typography
      variant="caption"
      component="span"
      sx={(theme) => ({
        flex: 'none',
        fontWeight: 550,
        // The state of a link that is bound is no fault, whatever its figures are.
        color: theme.vars?.palette.tone[state === 'BOUND' ? 'neutral' : tone].text,
      })}
    >
      {[wordOf(state), sinceTimestamp === null ? '' : age(now - sinceTimestamp)]
        .filter(Boolean)
        .join(' ')}
    </Typography>
  );
}

/** The window: how much of it is in use, in words and as a line of 4 px. */
function WindowMeter({ connector: { inWindow, windowSize } }: { connector: Connector }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const share = windowSize === 0 ? 0 : Math.min(1, inWindow / windowSize);
  const label = t('monitoring.tile.window', { used: number(inWindow), size: number(windowSize) });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Quiet>{label}</Quiet>
      <Box
        role="meter"
        aria-label={label}
        aria-valuenow={inWindow}
        aria-valuemin={0}
        aria-valuemax={Math.max(windowSize, inWindow, 1)}
        sx={(theme) => ({
          height: 4,
          flex: '1 1 auto',
          borderRadius: '2px',
          overflow: 'hidden',
          backgroundColor: theme.vars?.palette.divider,
        })}
      >
        <Box
          sx={(theme) => ({
            width: `${share * 100}%`,
            height: '100%',
            backgroundColor: theme.vars?.palette.tone[share < 1 ? 'info' : 'warning'].solid,
          })}
        />
      </Box>
    </Box>
  );
}

function Quiet({ help = '', children }: { help?: string; children: ReactNode }) {
  return (
    <Tooltip describeChild title={help}>
      <Typography
        variant="caption"
        component="span"
        color="textSecondary"
        noWrap
        // Above the link that covers the tile.
        sx={{ ...(help !== '' && { position: 'relative', zIndex: 1 }) }}
      >
        {children}
      </Typography>
    </Tooltip>
  );
}
