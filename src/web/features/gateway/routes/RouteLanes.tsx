import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '../../../../contract/api/gateway-config.ts';
import type { Direction } from '../../../../contract/api/route-filters.ts';
import { useOpenIncidents } from '../../../parts/monitoring/useOpenIncidents.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { visuallyHidden } from '../../../ui/page/visuallyHidden.ts';
import { laneOf, removedLane, stoppedOf, verdictOf, type AnyRoute, type Lane } from './lanes.ts';
import {
  withRemoved,
  type FilterFacts,
  type LaneChanges,
  type RemovedRoute,
} from './laneChanges.ts';
import { LaneHeads, RouteLane } from './RouteLane.tsx';
import { StoppedConnectors } from './StoppedConnectors.tsx';
import { useLaneDrag } from './useLaneDrag.ts';
import { useTargetWords } from './useTargetWords.ts';

type Props<R extends AnyRoute> = {
  label: string;
  direction: Direction;
  routes: readonly R[];
  /** When the routes were read: an order that was asked for shows until they are read again. */
  readAt: number;
  changes: LaneChanges;
  filters: ReadonlyMap<string, FilterFacts>;
  trial: Explanation | undefined;
  /** False while filters hide routes, because positions among hidden routes are unknown. */
  isWhole: boolean;
  menu(route: R): ReactNode;
  /** The button that replaces a connector of a route. */
  swap(route: R, cid: string): ReactNode;
  /** Moves a route past another. */
  move(routeId: number, towards: 'UP' | 'DOWN', pastRouteId: number, failed: () => void): void;
  createDefault(): void;
};

/** The routes of one direction from the first that is tried to the default route. */
export function RouteLanes<R extends AnyRoute>(props: Props<R>) {
  const { label, direction, routes, readAt, changes, filters, trial, isWhole } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  const target = useTargetWords();
  const [asked, setAsked] = useState<{ ids: number[]; readAt: number } | null>(null);
  const [said, setSaid] = useState('');
  const handles = useRef(new Map<number, HTMLButtonElement>());
  const moved = useRef<number | null>(null);
  const movable = sequence(
    routes.filter(({ order }) => order > 0),
    asked?.readAt === readAt ? asked.ids : null,
  );
  const order = movable.map(({ routeId }) => routeId).join(' ');
  // A moved element loses the focus, which belongs to its handle.
  useLayoutEffect(() => {
    if (moved.current !== null) handles.current.get(moved.current)?.focus();
    moved.current = null;
  }, [order]);

  function move(from: number, to: number) {
    const [route, past] = [movable[from], movable[to]];
    if (!route || !past || asked?.readAt === readAt) return;
    const ids = movable.map(({ routeId }) => routeId);
    ids.splice(to, 0, ...ids.splice(from, 1));
    moved.current =
      document.activeElement === handles.current.get(route.routeId) ? route.routeId : null;
    setAsked({ ids, readAt });
    setSaid(
      t('routing.placed', {
        order: number(route.order),
        place: number(to + 1),
        all: number(ids.length),
      }),
    );
    props.move(route.routeId, to < from ? 'UP' : 'DOWN', past.routeId, () => setAsked(null));
  }
  const slow = new Set(useOpenIncidents({ most: 200 }).map(({ cid }) => cid));
  const drag = useLaneDrag(isWhole ? movable.length : 0, move);
  const shown = [...movable, ...routes.filter((route) => route.order === 0)];
  const words = { target };
  const inForce = new Map([
    ...filters,
    ...[...changes.filters].flatMap(([fid, was]): [string, FilterFacts][] =>
      was ? [[fid, { ...was, type: was.type || (filters.get(fid)?.type ?? '') }]] : [],
    ),
  ]);
  const gone = isWhole ? changes.removed : [];
  const lanes: readonly (R | RemovedRoute)[] =
    asked?.readAt === readAt ? shown : withRemoved(shown, gone);
  const isRemoved = (each: R | RemovedRoute): each is RemovedRoute => 'edited' in each;
  return (
    <>
      <StoppedConnectors stopped={stoppedOf(shown)} drafts={changes.newConnectors} />
      <LaneHeads direction={direction} />
      <Box component="ol" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lanes.map((each) => {
          const lane: Lane = isRemoved(each)
            ? removedLane(each, inForce, words)
            : laneOf(each, changes, words, slow);
          const at = isRemoved(each) ? -1 : movable.indexOf(each);
          return (
            <RouteLane
              key={lane.routeId}
              lane={lane}
              inForce={inForce}
              edited={changes.filters}
              verdict={isRemoved(each) ? undefined : verdictOf(lane.routeId, trial)}
              handle={at >= 0 && isWhole && movable.length > 1 ? drag.handle(at) : undefined}
              handleRef={(button) => {
                if (button) handles.current.set(lane.routeId, button);
                else handles.current.delete(lane.routeId);
              }}
              elementRef={at >= 0 ? drag.element(at) : null}
              shift={at >= 0 ? drag.shift(at) : 0}
              isDragged={at >= 0 && drag.dragged === at}
              menu={!isRemoved(each) && props.menu(each)}
              swap={isRemoved(each) ? undefined : (cid) => props.swap(each, cid)}
            />
          );
        })}
      </Box>
      {isWhole && !routes.some((route) => route.order === 0) && (
        <Box
          sx={(theme) => ({
            m: 3,
            p: 3,
            display: 'flex',
            flexWrap: 'wrap',
            gap: 3,
            alignItems: 'center',
            justifyContent: 'space-between',
            borderRadius: 'var(--corner)',
            border: `1px dashed ${theme.vars?.palette.surface.control}`,
          })}
        >
          <Typography variant="body2" color="textSecondary">
            {t(`routing.noDefault.${direction}`)}
          </Typography>
          <Button size="small" startIcon={<AddIcon />} onClick={props.createDefault}>
            {t('routing.noDefault.create')}
          </Button>
        </Box>
      )}
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </>
  );
}

/** Routes in the order that was asked for, else as they are. */
function sequence<R extends AnyRoute>(routes: readonly R[], ids: readonly number[] | null): R[] {
  if (!ids) return [...routes];
  return ids.flatMap((id) => routes.find(({ routeId }) => routeId === id) ?? []);
}
