import ArrowIcon from '@mui/icons-material/ArrowForward';
import HandleIcon from '@mui/icons-material/DragIndicator';
import NoIcon from '@mui/icons-material/Close';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import YesIcon from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Direction } from '../../../../contract/api/route-filters.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Ends, Kind, State, Takes, Was, wasOf } from './LaneParts.tsx';
import type { Lane, Verdict } from './lanes.ts';
import type { FilterFacts } from './laneChanges.ts';
import { useRouteWords } from './useRouteWords.ts';

type Props = {
  lane: Lane;
  /** Filters by name, as they are in force. */
  inForce: ReadonlyMap<string, FilterFacts>;
  /** Filters by name that were edited; null for a new one. */
  edited: ReadonlyMap<string, FilterFacts | null>;
  verdict: Verdict | undefined;
  /** Undefined for a lane that stays where it is. */
  handle: ComponentProps<typeof IconButton> | undefined;
  handleRef: Ref<HTMLButtonElement>;
  elementRef: Ref<HTMLLIElement>;
  shift: number;
  isDragged: boolean;
  menu: ReactNode;
  /** The button that replaces a connector; undefined where none can be replaced. */
  swap: ((cid: string) => ReactNode) | undefined;
};

const COLUMNS = '28px 62px minmax(0, 1.35fr) 20px 132px 20px minmax(0, 1fr) 116px 34px';

/** The headings of the lanes, where these stand in columns; each lane says the same in its own name. */
export function LaneHeads({ direction }: { direction: Direction }) {
  const { t } = useTranslation();
  return (
    <Box
      aria-hidden="true"
      sx={(theme) => ({
        display: 'none',
        '@container (min-width: 820px)': { display: 'grid' },
        gridTemplateColumns: COLUMNS,
        gridTemplateAreas: '"handle head takes to kind then ends state menu"',
        columnGap: 3,
        px: 4,
        py: 2,
        fontSize: 12,
        fontWeight: 550,
        color: 'text.secondary',
        borderBottom: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <span style={{ gridArea: 'head' }}>{t('gateway.routes.order')}</span>
      <span style={{ gridArea: 'takes' }}>{t('routing.heads.when')}</span>
      <span style={{ gridArea: 'kind' }}>{t('routing.heads.how')}</span>
      <span style={{ gridArea: 'ends' }}>{t(`routing.heads.${direction}`)}</span>
    </Box>
  );
}

/** One route: the messages that it takes, how it shares them, and where they go. */
export function RouteLane(props: Props) {
  const { lane, verdict, shift, isDragged, elementRef, menu, swap } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  const { typeWord } = useRouteWords();
  const { change } = lane;
  const isGone = change?.change === 'REMOVED';
  const isQuiet = isGone || !lane.enabled || verdict?.state === 'untried';
  return (
    <Box
      component="li"
      ref={elementRef}
      aria-label={t('routing.lane', { order: number(lane.order), type: typeWord(lane.type) })}
      aria-current={verdict?.state === 'taken' ? 'true' : undefined}
      data-draft={change?.change}
      sx={(theme) => ({
        position: 'relative',
        zIndex: isDragged ? 2 : 'auto',
        transform: shift === 0 ? 'none' : `translateY(${shift}px)`,
        transition: isDragged ? 'none' : 'transform 150ms',
        '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
        px: { xs: 3, sm: 4 },
        py: 3,
        display: 'grid',
        columnGap: 3,
        rowGap: 2,
        alignItems: 'start',
        gridTemplateColumns: '28px fit-content(132px) minmax(0, 1fr) auto',
        gridTemplateAreas:
          '"handle head head menu" ". takes takes takes" ". kind ends ends" ". notes notes notes"',
        '@container (min-width: 820px)': {
          rowGap: 0,
          gridTemplateColumns: COLUMNS,
          gridTemplateAreas:
            '"handle head takes to kind then ends state menu" ". . notes notes notes notes notes notes notes"',
        },
        borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.background.paper,
        ...(isQuiet && { color: theme.vars?.palette.text.secondary }),
        // A tint that several edited routes bear beside each other; the bar says it.
        ...(change && {
          backgroundColor: `color-mix(in srgb, ${theme.vars?.palette.tone[isGone ? 'neutral' : 'info'].ground} 45%, ${theme.vars?.palette.background.paper})`,
          boxShadow: `inset 3px 0 0 ${theme.vars?.palette.tone[isGone ? 'neutral' : 'info'].solid}`,
        }),
        ...(verdict?.state === 'taken' && {
          backgroundColor: theme.vars?.palette.tone.success.ground,
          boxShadow: `inset 0 0 0 2px ${theme.vars?.palette.tone.success.solid}`,
        }),
        ...(isDragged && { boxShadow: '0 8px 24px rgb(10 20 30 / 0.24)' }),
      })}
    >
      <Handle {...props} />
      <Head lane={lane} />
      <Takes {...props} />
      <Arrow area="to" />
      <Kind lane={lane} />
      <Arrow area="then" />
      <Ends lane={lane} swap={swap} />
      <Box sx={{ gridArea: 'state', display: { xs: 'none' }, ...wide({ display: 'block' }) }}>
        <State lane={lane} />
      </Box>
      <Box sx={{ gridArea: 'menu', mt: '-4px', justifySelf: 'end' }}>{menu}</Box>
      <Notes {...props} />
    </Box>
  );
}

const wide = (style: object) => ({ '@container (min-width: 820px)': style });

function Handle({ lane, handle, handleRef }: Props) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (!handle) return null;
  return (
    <IconButton
      ref={handleRef}
      size="small"
      aria-label={t('routing.handle', { order: number(lane.order) })}
      aria-keyshortcuts="ArrowUp ArrowDown"
      sx={{
        gridArea: 'handle',
        mt: '-4px',
        width: 28,
        cursor: 'grab',
        touchAction: 'none',
        '&:active': { cursor: 'grabbing' },
      }}
      {...handle}
    >
      <HandleIcon fontSize="small" />
    </IconButton>
  );
}

function Head({ lane }: { lane: Lane }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const was = wasOf(lane.change);
  return (
    <Box sx={{ gridArea: 'head', display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      <Box>
        <Typography component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {number(lane.order)}
        </Typography>
        {was.order !== undefined && <Was>{number(was.order)}</Was>}
        {lane.order === 0 && (
          <Typography
            variant="caption"
            component="span"
            color="textSecondary"
            sx={{ display: 'block' }}
          >
            {t('routing.last')}
          </Typography>
        )}
      </Box>
      <Box sx={wide({ display: 'none' })}>
        <State lane={lane} />
      </Box>
    </Box>
  );
}

function Arrow({ area }: { area: string }) {
  return (
    <ArrowIcon
      aria-hidden="true"
      sx={{
        gridArea: area,
        display: 'none',
        fontSize: 18,
        mt: '1px',
        color: 'text.secondary',
        ...wide({ display: 'block' }),
      }}
    />
  );
}

/** Why a tried message does not take this lane, that it does, and what the lint says of the route. */
function Notes({ lane, verdict }: Props) {
  const { t } = useTranslation();
  const notes: ReactNode[] = lane.findings.map((finding) => (
    <Note key={finding} tone="warning" icon={<WarningIcon />}>
      {finding}
    </Note>
  ));
  if (verdict?.state === 'taken')
    notes.push(
      <Note key="taken" tone="success" icon={<YesIcon />}>
        {t('routing.trial.takes')}
      </Note>,
    );
  // A filter says so itself, where it stands.
  if (verdict?.state === 'refused' && verdict.value === null)
    notes.push(
      <Note key="refused" tone="error" icon={<NoIcon />}>
        {t('routing.trial.keyword')}
      </Note>,
    );
  if (notes.length === 0) return null;
  return <Box sx={{ gridArea: 'notes', display: 'grid', gap: 1, ...wide({ mt: 1 }) }}>{notes}</Box>;
}

function Note({
  tone,
  icon,
  children,
}: {
  tone: 'warning' | 'success' | 'error';
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <Typography
      variant="body2"
      sx={(theme) => ({
        display: 'flex',
        gap: 1.5,
        overflowWrap: 'anywhere',
        color: theme.vars?.palette.tone[tone].text,
        '& svg': { fontSize: 16, flex: 'none', mt: '1px' },
      })}
    >
      {icon}
      <span>{children}</span>
    </Typography>
  );
}
