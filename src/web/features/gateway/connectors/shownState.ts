import type { ShownState } from '../../../../contract/api/connector-state.ts';
import type { Connector } from './kinds.ts';

/** The link's state compared with the wanted one: a closed link is a fault if its operator started it, except for a draft. */
export function shownState(
  { wanted, state }: Pick<Connector, 'wanted' | 'state'>,
  draft: Connector['draft'],
): ShownState {
  if (draft === 'NEW') return 'DRAFT';
  if (state === null) return wanted;
  if (state === 'CLOSED') return wanted === 'STOPPED' ? 'STOPPED' : 'CLOSED';
  return state;
}
