import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MT_ROUTE_TYPES,
  mtRoutes,
  type MtRoute,
  type MtRouteType,
} from '../../../../contract/api/routes.ts';
import { useSend } from '../../../parts/queries.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { RouteForm } from './RouteForm.tsx';
import { Choice } from './RouteParts.tsx';
import { DRAFTED } from '../versions/stale.ts';
import { changedChoices, choicesOf } from './routeChoices.ts';
import { useCarriers } from '../useCarrierConnectors.ts';

/** Makes or changes a route of messages to phones. */
export function MtRouteDialog({
  route,
  first,
  onClose,
}: {
  route: MtRoute | null;
  first?: MtRouteType | undefined;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const begun = route?.connectors.map(({ cid }) => cid) ?? [];
  const [cids, setCids] = useState<string[]>(begun);
  const { carriers } = useCarriers();
  const options = {
    changes: DRAFTED,
    done: ({ order }: MtRoute) => {
      toast.success(t('gateway.drafted', { name: String(order) }));
      onClose();
    },
    failed: () => undefined,
  };
  const create = useSend(mtRoutes.create, options);
  const update = useSend(mtRoutes.update, options);
  return (
    <RouteForm
      direction="MT"
      route={route}
      types={MT_ROUTE_TYPES}
      first={first}
      leadsTo={cids}
      failure={create.error ?? update.error}
      busy={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={({ type, order, ...choices }) => {
        const given = {
          ...choices,
          type: type as MtRouteType,
          connectors: cids,
          ...(order !== undefined && { order }),
        };
        if (route)
          update.mutate({
            routeId: route.routeId,
            ...changedChoices(given, { ...choicesOf(route), type: route.type, connectors: begun }),
          });
        else create.mutate(given);
      }}
    >
      {(errors, type) => {
        const isOne = type === 'DefaultRoute' || type === 'StaticMTRoute';
        return (
          <Choice
            id="connectors"
            label={t('gateway.routes.connectors')}
            help={t(isOne ? 'gateway.routes.connectorHelp' : 'gateway.routes.connectorsHelp')}
            error={errors['connectors']}
            value={cids}
            options={carriers.map(({ name, text }) => ({ value: name, text }))}
            // Another takes the place of a connector that is alone.
            onChange={(chosen) => setCids(isOne ? chosen.slice(-1) : chosen)}
          />
        );
      }}
    </RouteForm>
  );
}
