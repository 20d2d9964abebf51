/** The messages of a phone of the sandbox. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../contract/shared/dates.ts';
import type { HandsetMessage } from '../../../contract/api/sandbox.ts';
import { MessageBubble } from '../../parts/texts/MessageBubble.tsx';
import { Code } from './Code.tsx';
import { Linked } from './Linked.tsx';
import { Reply } from './Reply.tsx';

export function Conversation({
  phone,
  messages,
}: {
  phone: string;
  messages: readonly HandsetMessage[];
}) {
  const { t } = useTranslation();
  const screen = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.messageId;
  // The newest is the one that was waited for.
  useEffect(() => {
    screen.current?.scrollTo({ top: screen.current.scrollHeight });
  }, [newest, phone]);
  return (
    <>
      <Box
        sx={(theme) => ({
          flex: 'none',
          textAlign: 'center',
          pb: 2.5,
          px: 4,
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        <Typography variant="subtitle1" component="h3">
          {phone}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {t('sandbox.handset.texts')}
        </Typography>
      </Box>
      <Box
        ref={screen}
        role="log"
        tabIndex={0}
        aria-label={t('sandbox.handset.texts')}
        sx={(theme) => ({
          flex: 1,
          overflowY: 'auto',
          p: 3.5,
          display: 'flex',
          flexDirection: 'column',
          gap: 3.5,
          '&:focus-visible': {
            outline: `2px solid ${theme.vars?.palette.primary.main}`,
            outlineOffset: -2,
          },
        })}
      >
        {messages.length === 0 && (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ m: 'auto', textAlign: 'center', textWrap: 'balance', px: 4 }}
          >
            {t('sandbox.handset.empty')}
          </Typography>
        )}
        {messages.map((message) => (
          <Text key={message.messageId} message={message} />
        ))}
      </Box>
      <Reply
        key={phone}
        phone={phone}
        latest={messages.findLast(({ written }) => !written)?.other ?? messages.at(-1)?.other ?? ''}
      />
    </>
  );
}

/** The simulated carrier's statuses of a delivered text. */
const REACHED = ['DELIVRD', 'DeliveredToTerminal'];
/** On the way to a final word. */
const UNDERWAY = ['ACCEPTD', 'SentToNetwork', 'ENROUTE'];

function Text({
  message: { written, other, text, parts, partsArrived, timestamp, outcome },
}: {
  message: HandsetMessage;
}) {
  const { t, i18n } = useTranslation();
  const lost = outcome !== null && !REACHED.includes(outcome) && !UNDERWAY.includes(outcome);
  const time = formatTimestamp(timestamp, 'dd MMM HH:mm', undefined, i18n.language);
  return (
    <MessageBubble
      written={written}
      from={written ? t('sandbox.handset.you', { to: other }) : other}
      note={
        <>
          {time}
          {parts > 1 && ` · ${t('sandbox.handset.parts', { parts })}`}
          {lost && (
            <Box component="span" sx={{ display: 'block', color: 'error.main' }}>
              {t('sandbox.handset.lost', { outcome })}
            </Box>
          )}
        </>
      }
    >
      {text === null ? (
        <Typography component="span" color="textSecondary">
          {partsArrived < parts
            ? t('sandbox.handset.waiting', { arrived: partsArrived, parts })
            : t('sandbox.handset.data')}
        </Typography>
      ) : (
        <>
          <Code text={written ? '' : text} />
          {text !== '' && (
            <div>
              <Linked text={text} />
            </div>
          )}
        </>
      )}
    </MessageBubble>
  );
}
