import { connectors } from '../../../contract/api/connectors.ts';
import { useAll } from '../../parts/queries.ts';

/** The connectors that submit to carriers, each with the protocol that it speaks. */
export function useCarriers(when = true): {
  carriers: { name: string; text: 'SMPP' | 'HTTP' }[];
  isLoading: boolean;
} {
  const smpp = useAll(connectors.listSmpp, 'jasminSmppConnectors', {}, { when });
  const generic = useAll(connectors.listGeneric, 'genericConnectors', {}, { when });
  return {
    carriers: [
      ...(smpp.data?.jasminSmppConnectors ?? []).map(({ cid }) => ({
        name: cid,
        text: 'SMPP' as const,
      })),
      ...(generic.data?.genericConnectors ?? []).map(({ cid }) => ({
        name: cid,
        text: 'HTTP' as const,
      })),
    ],
    isLoading: smpp.isFetching || generic.isFetching,
  };
}

/** The names of the connectors that submit to carriers, for a filter. */
export function useCarrierConnectors(): string[] {
  return useCarriers().carriers.map(({ name }) => name);
}
