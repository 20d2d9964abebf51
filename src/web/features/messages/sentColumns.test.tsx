import { ThemeProvider } from '@mui/material/styles';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import type { Message } from '../../../contract/api/messages.ts';
import { en } from '../../i18n/en.ts';
import { makeTheme } from '../../ui/theme.ts';
import { useColumns } from './sentColumns.tsx';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });
const theme = makeTheme(
  { accent: 'default', chrome: 'WHITE', corners: 8 },
  { open: 'Open', close: 'Close', clear: 'Clear' },
);

function CarrierCell({ carrierStatus }: Pick<Message, 'carrierStatus'>) {
  const column = useColumns({ seesOthers: false }).find(({ key }) => key === 'carrier')!;
  return column.cell({ carrierStatus } as Message);
}

const cellOf = (carrierStatus: string | null) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider theme={theme}>
        <CarrierCell carrierStatus={carrierStatus} />
      </ThemeProvider>
    </I18nextProvider>,
  );

test.each([
  ['DELIVRD', 'success'],
  ['DeliveredToTerminal', 'success'],
  ['0', 'success'],
  ['Submitted', 'info'],
  ['EXPIRED', 'warning'],
  ['AbsentSubscriber', 'warning'],
  ['Network Failure', 'warning'],
  ['4', 'warning'],
  ['UNDELIV', 'error'],
  ['DeliveryImpossible', 'error'],
  ['SUBMIT_FAILED', 'error'],
  ['SenderName Blacklisted', 'error'],
  ['something else', 'neutral'],
])('what the carrier says is coloured, in its own word: %s', (carrierStatus, tone) => {
  const cell = cellOf(carrierStatus);
  expect(cell).toContain(`data-tone="${tone}"`);
  expect(cell).toContain(`>${carrierStatus}<`);
});

test('without a word of the carrier there is a dash', () => {
  expect(cellOf(null)).not.toContain('data-tone');
});
