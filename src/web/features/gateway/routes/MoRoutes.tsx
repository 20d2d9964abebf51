import { useTranslation } from 'react-i18next';
import { MO_ROUTE_TYPES, moRoutes, type MoRoute } from '../../../../contract/api/routes.ts';
import { MoRouteDialog } from './MoRouteDialog.tsx';
import { RouteList } from './RouteList.tsx';

/** Routes of incoming messages. */
export function MoRoutes() {
  const { t } = useTranslation();
  return (
    <RouteList<MoRoute>
      direction="MO"
      title={t('gateway.routes.moTitle')}
      purpose={t('gateway.routes.moPurpose')}
      endpoints={moRoutes}
      types={MO_ROUTE_TYPES}
      dialog={(route, first, onClose) => (
        <MoRouteDialog route={route} first={first} onClose={onClose} />
      )}
    />
  );
}
