import { useTranslation } from 'react-i18next';
import { MO_ROUTE_TYPES, moRoutes, type MoRoute } from '../../../contract/api/routes.ts';
import { DASH } from '../../ui/figures.tsx';
import { MoRouteDialog } from './MoRouteDialog.tsx';
import { RouteList } from './RouteList.tsx';
import { useTargetWords } from './useTargetWords.ts';

/** Routes of incoming messages. */
export function MoRoutes() {
  const { t } = useTranslation();
  const targetWords = useTargetWords();
  return (
    <RouteList<MoRoute>
      direction="MO"
      title={t('gateway.routes.moTitle')}
      purpose={t('gateway.routes.moPurpose')}
      endpoints={moRoutes}
      types={MO_ROUTE_TYPES}
      targetsLabel={t('gateway.routes.targets')}
      targetsOf={({ targets, weights }) =>
        targets.length === 0
          ? DASH
          : targets
              .map(
                (target, at) => `${targetWords(target)}${weights ? ` × ${weights[at] ?? 1}` : ''}`,
              )
              .join(', ')
      }
      dialog={(route, onClose) => <MoRouteDialog route={route} onClose={onClose} />}
    />
  );
}
