import { useTranslation } from 'react-i18next';
import { MT_ROUTE_TYPES, mtRoutes, type MtRoute } from '../../../contract/api/routes.ts';
import { DASH } from '../../ui/figures.tsx';
import { MtRouteDialog } from './MtRouteDialog.tsx';
import { RouteList } from './RouteList.tsx';

/** Which connectors messages to phones go out by. */
export function MtRoutes() {
  const { t } = useTranslation();
  return (
    <RouteList<MtRoute>
      direction="MT"
      title={t('gateway.routes.mtTitle')}
      purpose={t('gateway.routes.mtPurpose')}
      endpoints={mtRoutes}
      types={MT_ROUTE_TYPES}
      targetsLabel={t('gateway.routes.connectors')}
      targetsOf={({ connectors, weights }) =>
        connectors.length === 0
          ? DASH
          : connectors
              .map(
                ({ cid, started }, at) =>
                  `${cid}${weights ? ` × ${weights[at] ?? 1}` : ''}${started ? '' : ` (${t('gateway.routes.stopped')})`}`,
              )
              .join(', ')
      }
      dialog={(route, onClose) => <MtRouteDialog route={route} onClose={onClose} />}
    />
  );
}
