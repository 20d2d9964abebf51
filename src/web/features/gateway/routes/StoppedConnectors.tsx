import StartIcon from '@mui/icons-material/PlayArrowOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { connectors } from '../../../../contract/api/connectors.ts';
import { useSend } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useListed } from '../../../ui/lists/useListed.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { ORDERED } from '../connectors/kinds.ts';
import type { Stopped } from './lanes.ts';
import { DRAFTED } from '../versions/stale.ts';

/** Above the lanes: the connectors that keep the messages of whole routes waiting, each with its start. */
export function StoppedConnectors({
  stopped,
  drafts,
}: {
  stopped: readonly Stopped[];
  /** Connectors that are not in force: nothing waits for them before the reload. */
  drafts: ReadonlySet<string>;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const listed = useListed();
  const toast = useToast();
  const start = useSend(connectors.start, {
    changes: [...ORDERED, ...DRAFTED],
    done: (_done, { cid }) => toast.success(t('connectors.started', { name: cid })),
  });
  if (stopped.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 3 }}>
      {stopped.map(({ cid, orders }) => (
        <Alert
          key={cid}
          severity="warning"
          action={
            <Button
              size="small"
              color="inherit"
              variant="outlined"
              startIcon={<StartIcon />}
              sx={{ overflowWrap: 'anywhere' }}
              disabled={start.isPending}
              onClick={() => start.mutate({ cid })}
            >
              {t('routing.start', { name: cid })}
            </Button>
          }
        >
          {t(drafts.has(cid) ? 'routing.willWait' : 'routing.waits', {
            count: orders.length,
            orders: listed(orders.map(number)),
            name: cid,
          })}
        </Alert>
      ))}
    </Box>
  );
}
