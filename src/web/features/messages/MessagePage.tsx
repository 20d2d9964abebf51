/** One sent message with its steps. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { messages } from '../../../contract/api/messages.ts';
import { useGet } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { MessageBubble } from '../../parts/texts/MessageBubble.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { Rows } from '../../ui/page/layout.tsx';
import { Advice } from './message/Advice.tsx';
import { MessageFacts } from './message/MessageFacts.tsx';
import { isMoving } from './message/moving.ts';
import { Timeline } from './message/Timeline.tsx';

export function MessagePage() {
  const { t } = useTranslation();
  const { messageId = '' } = useParams();
  const query = useGet(
    messages.get,
    { messageId },
    { every: (message) => (message && isMoving(message.status) ? 5000 : false) },
  );
  const back = { to: '/dashboard/campaigns/sent-messages', label: t('messages.back') };
  const message = query.data;
  if (message === undefined) {
    if (!query.isError)
      return (
        <Page title={t('loading')} back={back}>
          <Skeleton variant="rounded" height={320} />
        </Page>
      );
    const gone = query.error instanceof CallError && query.error.status === 404;
    return (
      <Page title={t('messages.title')} back={back}>
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
  return (
    <Page
      title={t('messages.oneTitle', { destination: message.destination })}
      back={back}
      aside={<StatusChip status={message.status} />}
    >
      <Rows>
        <Advice message={message} />
        {message.dupRisk && <Alert severity="warning">{t('messages.dupRisk')}</Alert>}
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.3fr) minmax(0, 1fr)' },
            alignItems: 'start',
          }}
        >
          <Section title={t('messages.timeline')}>
            <Timeline steps={message.timeline} />
          </Section>
          <Rows>
            <Section title={t('messages.text')}>
              <MessageBubble from={message.senderId}>{message.text}</MessageBubble>
            </Section>
            <Section title={t('messages.facts')}>
              <MessageFacts message={message} />
            </Section>
          </Rows>
        </Box>
      </Rows>
    </Page>
  );
}
