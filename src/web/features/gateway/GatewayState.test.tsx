import { ThemeProvider } from '@mui/material/styles';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { en } from '../../i18n/en.ts';
import { makeTheme } from '../../ui/theme.ts';
import { GatewayState } from './GatewayState.tsx';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });
const theme = makeTheme(
  { accent: 'default', chrome: 'WHITE', corners: 8 },
  { open: 'Open', close: 'Close', clear: 'Clear' },
);

test.each([
  [true, null, 'Active'],
  [false, null, 'Disabled'],
  [false, 'USER_DISABLED', 'Disabled'],
  [false, 'GROUP_DISABLED', 'Disabled its group is disabled'],
  [false, 'NO_PASSWORD', 'Disabled it has no password'],
] as const)(
  'usable %s, %s: a switch that is off reads as its button says',
  (isUsable, reason, text) => {
    const shown = renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <ThemeProvider theme={theme}>
          <GatewayState isUsable={isUsable} reason={reason} />
        </ThemeProvider>
      </I18nextProvider>,
    );
    const words = shown
      .replace(/<style[^]*?<\/style>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(words.trim()).toBe(text);
  },
);
