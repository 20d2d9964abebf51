import type { Problem } from '../../../../contract/api/monitoring.ts';
import type { Tone } from '../../../ui/theme/tokens.ts';

/** The tone of a problem in the bar, in the tile of its connector and among the alerts. */
export const problemTone = ({ isUrgent }: Pick<Problem, 'isUrgent'>): Tone =>
  isUrgent ? 'error' : 'warning';
