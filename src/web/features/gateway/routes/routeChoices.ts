import type { MoRoute, MtRoute } from '../../../../contract/api/routes.ts';
import { onlyChanged } from '../../../ui/fields/onlyChanged.ts';

/** The choices of a route that routes of both directions have, as its form begins. */
export const choicesOf = ({
  order,
  filters,
  weights,
  enabled,
}: Pick<MtRoute | MoRoute, 'order' | 'filters' | 'weights' | 'enabled'>) => ({
  order,
  filters: filters.map(({ fid }) => fid),
  weights,
  enabled,
});

const LEADS = ['type', 'connectors', 'targets', 'weights'];

/**
 * The choices of a form that differ from those it began with. The kind of a route, its connectors
 * or targets and their shares are one choice, sent together.
 */
export function changedChoices<T extends object>(now: T, begun: T): Partial<T> {
  const changed = onlyChanged(now, begun);
  const leads = Object.fromEntries(Object.entries(now).filter(([name]) => LEADS.includes(name)));
  return Object.keys(changed).some((name) => LEADS.includes(name))
    ? { ...changed, ...leads }
    : changed;
}
