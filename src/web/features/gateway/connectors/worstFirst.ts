import type { ShownState } from '../../../../contract/api/connector-state.ts';
import { shownState } from './shownState.ts';
import type { Connector } from './kinds.ts';

/** States by how much they need somebody; a draft needs nobody. */
const ORDER: readonly ShownState[] = [
  'CLOSED',
  'CONNECTING',
  'BINDING',
  'UNBINDING',
  'BOUND',
  'STARTED',
  'STOPPED',
  'DRAFT',
];

type Ranked = Pick<Connector, 'wanted' | 'state' | 'draft'>;

/** Connectors with those that should run and do not first; those of one state keep their order. */
export function worstFirst<Each extends Ranked>(connectors: readonly Each[]): readonly Each[] {
  const rank = (connector: Each) => ORDER.indexOf(shownState(connector, connector.draft));
  return connectors.toSorted((one, other) => rank(one) - rank(other));
}
