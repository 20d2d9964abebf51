import { useTranslation } from 'react-i18next';
import { MT_ROUTE_TYPES, mtRoutes, type MtRoute } from '../../../../contract/api/routes.ts';
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
      dialog={(route, first, onClose) => (
        <MtRouteDialog route={route} first={first} onClose={onClose} />
      )}
    />
  );
}
