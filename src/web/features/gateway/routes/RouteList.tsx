import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import RouteIcon from '@mui/icons-material/AltRouteOutlined';
import TryIcon from '@mui/icons-material/ScienceOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import { routeFilters, type Direction } from '../../../../contract/api/route-filters.ts';
import type { moRoutes, mtRoutes } from '../../../../contract/api/routes.ts';
import { useAll, useGet } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Freshness } from '../../../ui/data-table/Freshness.tsx';
import { ListBar } from '../../../ui/data-table/ListBar.tsx';
import { Pages } from '../../../ui/data-table/Pages.tsx';
import { FilterBar } from '../../../ui/lists/FilterBar.tsx';
import { ChoiceFilter, TextFilter } from '../../../ui/lists/FilterPill.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { MoreMenu, RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { DraftBar, ReloadButton } from '../versions/DraftBar.tsx';
import { ExpressionsShown } from '../filters/FilterSentence.tsx';
import { laneChanges } from './laneChanges.ts';
import type { AnyRoute } from './lanes.ts';
import { RouteLanes } from './RouteLanes.tsx';
import { TryAnswer, TryField } from '../simulate/TryMessage.tsx';
import { useReplaceConnector } from './useReplaceConnector.tsx';
import { useRouteActions } from './useRouteActions.tsx';
import { useRouteWords } from './useRouteWords.ts';
import { useTrial } from '../simulate/useTrial.ts';

type Props<R extends AnyRoute> = {
  direction: Direction;
  title: string;
  purpose: string;
  endpoints: typeof mtRoutes | typeof moRoutes;
  types: readonly R['type'][];
  /** @param first the kind of a new route */
  dialog(route: R | null, first: 'DefaultRoute' | undefined, onClose: () => void): ReactNode;
};

const FILTERS = ['type', 'fid', 'cid'];
/** A page of lanes: the order must be visible at once, so a page holds more than any installation has. */
const LANES = 200;
const OFTEN = 10_000;

/** The routes of one direction as lanes, the first that is tried at the top. */
export function RouteList<R extends AnyRoute>(props: Props<R>) {
  const { direction, title, purpose, endpoints, types, dialog } = props;
  const { t } = useTranslation();
  const { typeWord } = useRouteWords();
  const list = useListAddress();
  const [editing, setEditing] = useState<R | 'new' | 'default' | null>(null);
  const [areExpressionsShown, setExpressionsShown] = useState(false);
  const isFiltered = list.isFiltered(FILTERS);
  // The two directions answer alike but for where their routes lead.
  const query = useGet(
    endpoints.list as typeof mtRoutes.list,
    {
      pageSize: LANES,
      pageToken: list.token,
      'filter.types': list.values('type'),
      'filter.fids': list.values('fid'),
      'filter.cids': list.values('cid'),
    },
    { keep: true, every: () => OFTEN },
  );
  const diff = useGet(gatewayConfig.diff, {}, { every: () => OFTEN });
  const known = useAll(routeFilters.list, 'filters', {});
  const changes = useMemo(
    () => laneChanges(diff.data?.changes ?? [], direction),
    [diff.data, direction],
  );
  const filters = useMemo(
    () => new Map((known.data?.filters ?? []).map((filter) => [filter.fid, filter])),
    [known.data],
  );
  const routes = query.data?.routes as unknown as readonly R[] | undefined;
  const trial = useTrial(direction, (diff.data?.changes.length ?? 0) > 0, query.dataUpdatedAt);
  const { actionsOf, move, dialog: questions } = useRouteActions<R>(endpoints, setEditing);
  const replacing = useReplaceConnector();
  const clear = () => list.filter(Object.fromEntries(FILTERS.map((name) => [name, []])));
  // Routes that never were are not filtered, and what is empty offers the first one itself.
  const isBlank = routes?.length === 0 && !isFiltered && changes.removed.length === 0;
  const create = (
    <Button
      variant="contained"
      startIcon={<RouteIcon />}
      // The first one is the default route, which the empty list advises.
      onClick={() => setEditing(isBlank ? 'default' : 'new')}
    >
      {t('gateway.routes.create')}
    </Button>
  );

  function contents() {
    if (query.isError && routes === undefined)
      return (
        <ErrorState
          title={t('list.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      );
    if (routes === undefined)
      return (
        <Box sx={{ p: 4, display: 'grid', gap: 3 }} aria-hidden="true">
          {[1, 2, 3].map((each) => (
            <Skeleton key={each} variant="rounded" height={48} />
          ))}
        </Box>
      );
    if (routes.length === 0 && isFiltered)
      return (
        <EmptyState
          icon={<RouteIcon />}
          title={t('list.noneMatch')}
          text={t('list.noneMatchText')}
          action={
            <Button variant="outlined" color="inherit" onClick={clear}>
              {t('common.clearAll')}
            </Button>
          }
        />
      );
    if (isBlank)
      return (
        <EmptyState
          icon={<RouteIcon />}
          title={t('gateway.routes.empty')}
          text={t(direction === 'MT' ? 'gateway.routes.mtEmptyText' : 'gateway.routes.moEmptyText')}
          action={create}
        />
      );
    return (
      <>
        <TryAnswer
          direction={direction}
          value={trial.value}
          failure={trial.failure}
          trial={trial.trial}
          inForce={trial.inForce}
        />
        <ExpressionsShown value={areExpressionsShown}>
          <RouteLanes<R>
            label={title}
            direction={direction}
            routes={routes}
            readAt={query.dataUpdatedAt}
            changes={changes}
            filters={filters}
            trial={trial.trial}
            isWhole={!isFiltered && query.data!.collectionCount <= LANES}
            menu={(route) => (
              <RowMenu
                name={`${String(route.order)} · ${typeWord(route.type)}`}
                actions={actionsOf(route)}
              />
            )}
            swap={(route, cid) => 'connectors' in route && replacing.button(route, cid)}
            move={move}
            createDefault={() => setEditing('default')}
          />
        </ExpressionsShown>
        {query.data!.collectionCount > LANES && (
          <Pages label={title} list={list} page={query.data!} />
        )}
      </>
    );
  }

  return (
    <Page
      title={title}
      purpose={purpose}
      actions={
        <>
          <MoreMenu
            actions={[
              {
                key: 'simulate',
                label: t('gateway.simulate.title'),
                icon: <TryIcon />,
                to: `/dashboard/jasmin/simulate?direction=${direction}`,
              },
              {
                key: 'versions',
                label: t('gateway.versions.title'),
                icon: <HistoryIcon />,
                to: '/dashboard/jasmin/versions',
              },
            ]}
          />
          <ReloadButton />
          {!isBlank && create}
        </>
      }
    >
      <DraftBar />
      <ListBar>
        {!isBlank && (
          <>
            {routes?.length !== 0 && (
              <TryField
                direction={direction}
                value={trial.value}
                busy={trial.busy}
                trial={trial.trial}
                onChange={trial.onChange}
                onTry={trial.onTry}
                onClear={trial.onClear}
              />
            )}
            <FilterBar isFiltered={isFiltered} clear={clear}>
              <ChoiceFilter
                name={t('gateway.filters.type')}
                choices={types.map((type) => ({ value: type, label: typeWord(type) }))}
                chosen={list.values('type')}
                onChange={(type) => list.filter({ type })}
              />
              <TextFilter
                name={t('gateway.filters.fid')}
                value={list.value('fid')}
                onChange={(fid) => list.filter({ fid: fid === '' ? [] : [fid] })}
              />
              <TextFilter
                name={t('gateway.routes.connector')}
                value={list.value('cid')}
                onChange={(cid) => list.filter({ cid: cid === '' ? [] : [cid] })}
              />
            </FilterBar>
            <FormControlLabel
              control={
                <Switch
                  size="small"
                  checked={areExpressionsShown}
                  onChange={(event) => setExpressionsShown(event.target.checked)}
                />
              }
              sx={{ mx: 0 }}
              label={t('routing.showExpressions')}
              slotProps={{ typography: { variant: 'body2' } }}
            />
          </>
        )}
        <Freshness query={query} isBlank={isBlank}>
          {null}
        </Freshness>
      </ListBar>
      <Box
        sx={(theme) => ({
          border: `1px solid ${theme.vars?.palette.divider}`,
          borderRadius: 'var(--corner-card)',
          overflow: 'clip',
          containerType: 'inline-size',
          fontSize: 13,
          lineHeight: '20px',
          backgroundColor: theme.vars?.palette.background.paper,
          '& ol > li:last-child': { borderBottom: 0 },
        })}
      >
        {contents()}
      </Box>
      {editing !== null &&
        dialog(
          typeof editing === 'string' ? null : editing,
          editing === 'default' ? 'DefaultRoute' : undefined,
          () => setEditing(null),
        )}
      {questions}
      {replacing.layers}
    </Page>
  );
}
