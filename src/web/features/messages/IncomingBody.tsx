import { useTranslation } from 'react-i18next';
import type { Incoming } from '../../../contract/api/messages.ts';
import { MessageBubble } from '../../parts/texts/MessageBubble.tsx';
import { useMe } from '../../parts/queries.ts';
import { Moment } from '../../ui/figures/figures.tsx';
import { Facts } from '../../ui/page/Page.tsx';
import { Copyable } from './Copyable.tsx';

/** Facts of a message from a phone beside its text. */
export function IncomingFacts({ message }: { message: Incoming }) {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <Facts
      rows={[
        [
          t('messages.from'),
          <Copyable key="from" name={t('messages.from')} value={message.source} />,
        ],
        [
          t('messages.writtenTo'),
          <Copyable key="to" name={t('messages.writtenTo')} value={message.senderId} />,
        ],
        message.clientId === me.clientId || message.clientName === null
          ? null
          : [t('messages.owner'), message.clientName],
        message.foundBy === null
          ? null
          : [t('messages.foundBy'), t(`messages.found.${message.foundBy}`)],
        [t('messages.received'), <Moment key="at" at={message.receiveTimestamp} />],
        [t('messages.encoding'), t(`messages.alphabets.${message.encoding}`)],
        message.connectorId === null ? null : [t('messages.connector'), message.connectorId],
        [
          t('messages.messageId'),
          <Copyable key="id" name={t('messages.messageId')} value={message.messageId} />,
        ],
      ]}
    />
  );
}

/** A message from a phone beside its list. */
export function IncomingBody({ message }: { message: Incoming }) {
  return (
    <>
      <MessageBubble from={message.source}>{message.text}</MessageBubble>
      <IncomingFacts message={message} />
    </>
  );
}
