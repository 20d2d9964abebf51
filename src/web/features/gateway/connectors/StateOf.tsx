import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat, useNow } from '../../../ui/figures/figures.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import type { Connector } from './kinds.ts';
import { shownState } from './shownState.ts';

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

/** The state as a chip, and how long it has been so. */
export function StateOf({ live, draft }: { live: Live; draft: Connector['draft'] }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 2,
        whiteSpace: 'nowrap',
      }}
    >
      <StatusChip status={shownState(live, draft)} />
      {draft !== 'NEW' && live.stateSinceTimestamp !== null && (
        <Since at={live.stateSinceTimestamp} />
      )}
    </Box>
  );
}

/** How long a link has been bound, or without a bind, with the moment on hover. */
function Since({ at }: { at: number }) {
  const { t } = useTranslation();
  const { age, exact } = useFormat();
  const now = useNow();
  return (
    <Tooltip describeChild title={exact(at)}>
      <Typography variant="caption" component="span" color="textSecondary">
        {t('connectors.forTime', { time: age(now - at) })}
      </Typography>
    </Tooltip>
  );
}
