import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { messages, type Message } from '../../../../contract/api/messages.ts';
import { messageOf } from '../../../api/call.ts';
import { MessageBubble } from '../../../parts/texts/MessageBubble.tsx';
import { useGet } from '../../../parts/queries.ts';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { Advice } from './Advice.tsx';
import { MessageFacts } from './MessageFacts.tsx';
import { isMoving } from './moving.ts';
import { Timeline } from './Timeline.tsx';

/** A message beside its list: the row at once, the timeline when it has come. */
export function MessagePeek({ messageId, row }: { messageId: string; row: Message | undefined }) {
  const { t } = useTranslation();
  const query = useGet(
    messages.get,
    { messageId },
    { every: (latest) => (latest && isMoving(latest.status) ? 5000 : false) },
  );
  const message = query.data ?? row;
  if (message === undefined)
    return query.isError ? (
      <Alert severity="error">{messageOf(query.error)}</Alert>
    ) : (
      <Skeleton variant="rounded" height={240} />
    );
  return (
    <>
      <Box>
        <StatusChip status={message.status} />
      </Box>
      <Advice message={message} />
      <MessageBubble from={message.senderId}>{message.text}</MessageBubble>
      <MessageFacts message={message} />
      <Box component="section">
        <Typography variant="subtitle1" component="h3" sx={{ mb: 3 }}>
          {t('messages.timeline')}
        </Typography>
        {query.data === undefined ? (
          <Skeleton variant="rounded" height={160} />
        ) : (
          <Timeline steps={query.data.timeline} />
        )}
      </Box>
    </>
  );
}
