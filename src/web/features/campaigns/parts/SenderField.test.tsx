import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { markupOf } from '../../../../../test/harness/render.tsx';
import type { Sender } from '../../../../contract/api/senders.ts';
import type { Fields } from '../../../ui/fields/useFields.ts';
import type { MessageForm } from './messageForm.ts';
import { SenderField } from './SenderField.tsx';

function Field({ senderId }: { senderId: string }) {
  const form = useForm<MessageForm>({ defaultValues: { senderId } });
  const ready = { senderId: 'TUMA', kind: 'TRANSACTIONAL', isGeneric: false } as Sender;
  return (
    <SenderField
      form={form as unknown as Fields<MessageForm>}
      senders={{
        choices: [ready],
        known: true,
        loading: false,
        isLong: false,
        usable: { pageSize: 200 },
        oneOfEach: (list) => [...list],
        add: () => undefined,
      }}
    />
  );
}

const chosenOf = (senderId: string) => {
  const shown = markupOf(<Field senderId={senderId} />);
  return /<option value="([^"]*)" selected="">/.exec(shown)?.[1];
};

test.each(['', 'TUMA', 'BLOCKED'])(
  'the sender ID that is shown is the one that would be sent: %j',
  (senderId) => {
    expect(chosenOf(senderId)).toBe(senderId);
  },
);
