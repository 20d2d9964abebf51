import type { ConfigChange } from '../../../../contract/api/gateway-config.ts';
import type { MoRoute } from '../../../../contract/api/routes.ts';
import type { Connector } from './kinds.ts';

type Route = Pick<Connector['usedBy'][number], 'direction' | 'order'>;

/** The routes that lead to a connector now, and what the next reload adds to them and takes away. */
export type Uses = { inForce: Route[]; added: Route[]; removed: Route[] };

/**
 * Sorts the routes of a connector by whether they are in force.
 * @param usedBy the routes of the draft that lead to it
 * @param changes the edits since the last reload
 */
export function usesOf(
  { cid, usedBy }: Pick<Connector, 'cid' | 'usedBy'>,
  changes: readonly ConfigChange[],
): Uses {
  const uses: Uses = {
    inForce: usedBy.map(({ direction, order }) => ({ direction, order })),
    added: [],
    removed: [],
  };
  const edited = new Set<string>();
  const before: Route[] = [];
  for (const change of changes) {
    if (!change.entity.endsWith('_ROUTE')) continue;
    const direction = change.entity === 'MT_ROUTE' ? 'MT' : 'MO';
    const order = (side: 'before' | 'after') =>
      Number(
        change.fields.find(({ field }) => field === 'order')?.[side] ??
          Number.parseInt(change.label, 10),
      );
    const [was, is] = [
      { direction, order: order('before') },
      { direction, order: order('after') },
    ] as const;
    const leads = change.change !== 'REMOVED' && usedBy.some((each) => keyOf(each) === keyOf(is));
    const led = change.change !== 'ADDED' && ledTo(cid, change, leads);
    if (leads) edited.add(keyOf(is));
    if (led) before.push(was);
    if (leads && !led) uses.added.push(is);
    if (led && !leads) uses.removed.push(was);
  }
  return {
    ...uses,
    inForce: uses.inForce.filter((each) => !edited.has(keyOf(each))).concat(before),
  };
}

const keyOf = ({ direction, order }: Route): string => `${direction} ${order}`;

/** True where a route led to the connector before it was edited; its ends are named only where they changed. */
function ledTo(cid: string, { fields }: ConfigChange, leads: boolean): boolean {
  const ends = fields.filter(({ field }) => field === 'connectors' || field === 'targets');
  if (ends.length === 0) return leads;
  return ends.some(({ before }) =>
    ((before ?? []) as readonly (string | MoRoute['targets'][number])[]).some(
      (end) => (typeof end === 'string' ? end : end.cid) === cid,
    ),
  );
}
