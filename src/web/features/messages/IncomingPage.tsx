/** One message from a phone. */
import ReplyIcon from '@mui/icons-material/ReplyOutlined';
import SentIcon from '@mui/icons-material/MarkEmailReadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { messages } from '../../../contract/api/messages.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { MessageBubble } from '../../parts/texts/MessageBubble.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { IncomingFacts } from './IncomingBody.tsx';
import { canReply, replyAddress } from './reply.ts';

export function IncomingPage() {
  const { t } = useTranslation();
  const me = useMe();
  const { messageId = '' } = useParams();
  const query = useGet(messages.getReceived, { messageId });
  const back = { to: '/dashboard/campaigns/incoming-messages', label: t('messages.incomingTitle') };
  const message = query.data;
  if (message === undefined) {
    if (!query.isError)
      return (
        <Page title={t('loading')} back={back}>
          <Skeleton variant="rounded" height={240} />
        </Page>
      );
    const gone = query.error instanceof CallError && query.error.status === 404;
    return (
      <Page title={t('messages.incomingTitle')} back={back}>
        <Section>
          <ErrorState
            title={gone ? t('messages.notFound') : t('list.failed')}
            text={gone ? t('messages.notFoundText') : messageOf(query.error)}
            retry={gone ? undefined : () => void query.refetch()}
          />
        </Section>
      </Page>
    );
  }
  const sends = reachOf(me.clientAccessLevel, 'messaging.send') !== undefined;
  return (
    <Page
      title={t('messages.incomingOne', { source: message.source })}
      back={back}
      actions={
        canReply(message) && (
          <>
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<SentIcon />}
              component={Link}
              to={`/dashboard/campaigns/sent-messages?number=${encodeURIComponent(message.source)}`}
            >
              {t('messages.sentToNumber')}
            </Button>
            {sends && (
              <Button
                variant="contained"
                startIcon={<ReplyIcon />}
                component={Link}
                to={replyAddress(message)}
              >
                {t('messages.reply')}
              </Button>
            )}
          </>
        )
      }
    >
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.3fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Section title={t('messages.text')}>
          <MessageBubble from={message.source}>{message.text}</MessageBubble>
        </Section>
        <Section title={t('messages.facts')}>
          <IncomingFacts message={message} />
        </Section>
      </Box>
    </Page>
  );
}
