import { useTranslation } from 'react-i18next';
import { MessageBubble } from '../../../parts/MessageBubble.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { Rows } from '../../../ui/layout.tsx';

type Message = {
  destination: string;
  text: string;
  segments: number;
  encoding?: 'GSM7' | 'UCS2';
};

/** The first messages of a prepared campaign, exactly as they will be sent; the same text shows once. */
export function FirstMessages({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation();
  const { segments } = useFormat();
  return (
    <Rows gap={4}>
      {[...Map.groupBy(messages, ({ text }) => text)].map(([text, alike]) => (
        <MessageBubble
          key={text}
          from={t('fromFile.to', {
            destination: alike.map(({ destination }) => destination).join(', '),
          })}
          note={[
            segments(alike[0]!.segments),
            ...(alike[0]?.encoding === undefined
              ? []
              : [t(`fromFile.encoding.${alike[0].encoding}`)]),
          ].join(' · ')}
        >
          {text}
        </MessageBubble>
      ))}
    </Rows>
  );
}
