import { ThemeProvider } from '@mui/material/styles';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import type { Sender } from '../../../../contract/api/senders.ts';
import { en } from '../../../i18n/en.ts';
import { makeTheme } from '../../../ui/theme.ts';
import type { Fields } from '../../../ui/useFields.ts';
import type { MessageForm } from './messageForm.ts';
import { SenderField } from './SenderField.tsx';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });
const theme = makeTheme(
  { accent: 'default', chrome: 'WHITE', corners: 8 },
  { open: 'Open', close: 'Close', clear: 'Clear' },
);

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
  const shown = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider theme={theme}>
        <Field senderId={senderId} />
      </ThemeProvider>
    </I18nextProvider>,
  );
  return /<option value="([^"]*)" selected="">/.exec(shown)?.[1];
};

test.each(['', 'TUMA', 'BLOCKED'])(
  'the sender ID that is shown is the one that would be sent: %j',
  (senderId) => {
    expect(chosenOf(senderId)).toBe(senderId);
  },
);
