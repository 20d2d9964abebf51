import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ShownState } from '../../../../contract/api/connector-state.ts';
import { DASH, Time } from '../../../ui/figures.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { explain } from './lastError.ts';
import type { Connector } from './kinds.ts';

export type Live = Pick<
  Connector,
  | 'wanted'
  | 'state'
  | 'stateSinceTimestamp'
  | 'lastError'
  | 'messagesPerSecond'
  | 'windowInUse'
  | 'window'
  | 'queueLength'
  | 'receiptsOutstanding'
>;

/** The link's state compared with the wanted one: a closed link is a fault if its operator started it, except for a draft. */
function shownState(
  { wanted, state }: Pick<Live, 'wanted' | 'state'>,
  draft: Connector['draft'],
): ShownState {
  if (draft === 'NEW') return 'DRAFT';
  if (state === null) return wanted;
  if (state === 'CLOSED') return wanted === 'STOPPED' ? 'STOPPED' : 'CLOSED';
  return state;
}

/** The state as a chip, and how long it has been so. */
export function StateOf({ live, draft }: { live: Live; draft: Connector['draft'] }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
      }}
    >
      <StatusChip status={shownState(live, draft)} />
      {draft !== 'NEW' && live.stateSinceTimestamp !== null && (
        <Typography variant="caption" component="span" color="textSecondary">
          <Time at={live.stateSinceTimestamp} />
        </Typography>
      )}
    </Box>
  );
}

/** A last error in plain words. */
export function useWhy(): (said: string | null) => string {
  const { t } = useTranslation();
  return (said) => {
    if (said === null) return DASH;
    const { word, ...parts } = explain(said);
    return t(`connectors.why.${word}`, parts);
  };
}
