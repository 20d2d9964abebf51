import type { CarrierError } from '../../../contract/api/carrier-errors.ts';
import { connectors } from '../../../contract/api/connectors.ts';
import { useAll } from '../queries.ts';
import { newCodesOf } from './codeDecisions.ts';

/** Which errors have a code for which somebody has to decide how it is answered. Only SMPP connectors have such decisions. */
export function useUndecided(
  errors: readonly CarrierError[],
  when: boolean,
): (error: CarrierError) => boolean {
  const { data } = useAll(connectors.listSmpp, 'jasminSmppConnectors', {}, { when });
  const codes = new Set(
    (data?.jasminSmppConnectors ?? []).flatMap(({ cid, settings }) =>
      newCodesOf(
        errors.filter((each) => each.kind === 'SMPP' && each.cid === cid),
        settings,
      ).map(({ code }) => `${cid} ${code}`),
    ),
  );
  return ({ cid, outcome, errorCode }) => outcome === 'REFUSED' && codes.has(`${cid} ${errorCode}`);
}
