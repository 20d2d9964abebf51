import { useTranslation } from 'react-i18next';
import { connectors } from '../../../contract/api/connectors.ts';
import { mtRoutes } from '../../../contract/api/routes.ts';
import { useAll } from '../../parts/queries.ts';
import { ChoiceFilter, TextFilter } from '../../ui/lists/FilterPill.tsx';
import type { ListAddress } from '../../ui/lists/useListAddress.ts';

/** Filters by connector, route and error code, for those who operate the gateway. */
export function SupplierFilters({ list }: { list: ListAddress }) {
  const { t } = useTranslation();
  const smpp = useAll(connectors.listSmpp, 'jasminSmppConnectors', {});
  const generic = useAll(connectors.listGeneric, 'genericConnectors', {});
  const routes = useAll(mtRoutes.list, 'routes', {});
  const names = [
    ...(smpp.data?.jasminSmppConnectors ?? []),
    ...(generic.data?.genericConnectors ?? []),
  ].map(({ cid }) => cid);
  // A connector or route that is gone is still a filter.
  const withChosen = (name: string, known: readonly { value: string; label: string }[]) => [
    ...known,
    ...list
      .values(name)
      .filter((value) => !known.some((each) => each.value === value))
      .map((value) => ({ value, label: value })),
  ];
  const orders = (routes.data?.routes ?? []).map(({ routeId, order }) => ({
    value: String(routeId),
    label: String(order),
  }));
  return (
    <>
      <ChoiceFilter
        name={t('carrierErrors.connector')}
        chosen={list.values('connector')}
        choices={withChosen(
          'connector',
          names.toSorted().map((value) => ({ value, label: value })),
        )}
        onChange={(connector) => list.filter({ connector })}
      />
      <ChoiceFilter
        name={t('messages.factNames.route')}
        chosen={list.values('route')}
        choices={withChosen('route', orders)}
        onChange={(route) => list.filter({ route })}
      />
      <TextFilter
        name={t('messages.errorCode')}
        help={t('messages.errorHelp')}
        value={list.value('error')}
        onChange={(value) => list.filter({ error: value === '' ? [] : [value] })}
      />
    </>
  );
}
