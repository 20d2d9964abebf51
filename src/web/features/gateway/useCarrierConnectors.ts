import { connectors } from '../../../contract/api/connectors.ts';
import { useGet } from '../../parts/queries.ts';

/** The names of the connectors that submit to carriers, for a filter. */
export function useCarrierConnectors(): string[] {
  const smpp = useGet(connectors.listSmpp, { pageSize: 200 });
  const generic = useGet(connectors.listGeneric, { pageSize: 200 });
  return [
    ...(smpp.data?.jasminSmppConnectors ?? []),
    ...(generic.data?.genericConnectors ?? []),
  ].map(({ cid }) => cid);
}
