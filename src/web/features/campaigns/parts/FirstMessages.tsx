import { useTranslation } from 'react-i18next';
import { MessageBubble } from '../../../parts/texts/MessageBubble.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Rows } from '../../../ui/page/layout.tsx';

type Message = {
  destination: string;
  text: string;
  segments: number;
  encoding?: 'GSM7' | 'UCS2';
};

/**
 * The first messages of a prepared campaign, exactly as they will be sent; the same text shows once.
 * @param all the messages of the campaign, where all have one text
 */
export function FirstMessages({
  messages,
  all,
}: {
  messages: readonly Message[];
  all?: number | undefined;
}) {
  const { t } = useTranslation();
  const { segments, number } = useFormat();
  const toWhom = (alike: readonly Message[]) =>
    all !== undefined && all > alike.length
      ? t('fromFile.toMore', {
          destination: alike[0]!.destination,
          count: all - 1,
          value: number(all - 1),
        })
      : t('fromFile.to', { destination: alike.map(({ destination }) => destination).join(', ') });
  return (
    <Rows gap={4}>
      {[...Map.groupBy(messages, ({ text }) => text)].map(([text, alike]) => (
        <MessageBubble
          key={text}
          from={toWhom(alike)}
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
