import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { threads, type ThreadMessage } from '../../../../contract/api/threads.ts';
import { messageOf } from '../../../api/call.ts';
import { MessageBubble } from '../../../parts/texts/MessageBubble.tsx';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useStatusWord } from '../../../ui/figures/StatusChip.tsx';

const AT_ONCE = 30;
const EVERY = 5_000;

/** The messages of a conversation, the newest at the bottom and in view. Once somebody chose it, it is marked as read. */
export function ConversationMessages({
  messageId,
  phone,
  isChosen,
}: {
  messageId: string;
  phone: string;
  isChosen: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Box
      role="log"
      aria-label={t('messages.inbox.messages', { phone })}
      tabIndex={0}
      // A column that begins at its end stays there when more comes.
      sx={{
        flex: 1,
        minHeight: 0,
        overflowY: 'auto',
        display: 'flex',
        flexDirection: 'column-reverse',
        '&:focus-visible': { outlineOffset: -2 },
      }}
    >
      <Box sx={{ px: { xs: 3, sm: 5 }, py: 4, display: 'grid', gap: 4, mt: 'auto' }}>
        <Stretch messageId={messageId} token="" isChosen={isChosen} />
      </Box>
    </Box>
  );
}

/** A page of messages, and above it the earlier ones on demand. */
function Stretch({
  messageId,
  token,
  isChosen,
}: {
  messageId: string;
  token: string;
  isChosen: boolean;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isNewest = token === '';
  const query = useGet(
    threads.messages,
    { messageId, pageSize: AT_ONCE, pageToken: token },
    { every: () => (isNewest ? EVERY : false) },
  );
  useReading(messageId, isNewest && isChosen ? query.data?.messages : undefined);
  if (query.data === undefined)
    return query.isError ? (
      <Alert severity="error">{messageOf(query.error)}</Alert>
    ) : (
      <Skeleton variant="rounded" height={120} />
    );
  const { messages, nextPageToken } = query.data;
  return (
    <>
      {nextPageToken !== '' &&
        (isOpen ? (
          <Stretch messageId={messageId} token={nextPageToken} isChosen={isChosen} />
        ) : (
          <Box sx={{ textAlign: 'center' }}>
            <Button variant="text" size="small" onClick={() => setOpen(true)}>
              {t('messages.inbox.earlier')}
            </Button>
          </Box>
        ))}
      {messages.toReversed().map((message) => (
        <One key={message.messageId} message={message} />
      ))}
    </>
  );
}

function One({ message }: { message: ThreadMessage }) {
  const { t } = useTranslation();
  const { minute } = useFormat();
  const statusWord = useStatusWord();
  const { received, status, timestamp, text, messageId, senderId, campaignName } = message;
  const time = minute(timestamp);
  return (
    <MessageBubble
      written={!received}
      note={
        received ? (
          t('messages.inbox.receivedNote', { time, senderId })
        ) : (
          <>
            {[senderId, campaignName].filter((each) => each !== null && each !== '').join(' · ')}
            {' · '}
            <MuiLink
              component={Link}
              to={`/dashboard/campaigns/sent-messages/${messageId}`}
              color="inherit"
            >
              {status === null ? '' : statusWord(status)}
            </MuiLink>
            {` · ${time}`}
          </>
        )
      }
    >
      {text}
    </MessageBubble>
  );
}

/** Marks the conversation as read up to its newest message; not while a colleague looks from another account. */
function useReading(messageId: string, messages: readonly ThreadMessage[] | undefined) {
  const me = useMe();
  const read = useSend(threads.read, { changes: [threads.list], failed: () => {} });
  const marked = useRef(new Set<string>());
  const newest = messages?.find(({ received }) => received)?.messageId;
  const { mutate } = read;
  useEffect(() => {
    if (newest === undefined || me.impersonated) return;
    for (const each of new Set([messageId, newest])) {
      if (marked.current.has(each)) continue;
      marked.current.add(each);
      mutate({ messageId: each });
    }
  }, [newest, messageId, me.impersonated, mutate]);
}
