// Parts of the web as markup, in English: rules within components, tested without a browser.
import { ThemeProvider } from '@mui/material/styles';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { en } from '../../src/web/i18n/en.ts';
import { makeTheme } from '../../src/web/ui/theme/theme.ts';

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});
const theme = makeTheme(
  { accent: 'default', chrome: 'WHITE', corners: 8 },
  { open: 'Open', close: 'Close', clear: 'Clear' },
);

/** The markup of a part, with words and theme. */
export function markupOf(part: ReactNode): string {
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider theme={theme}>{part}</ThemeProvider>
    </I18nextProvider>,
  );
}

/** The text of a part, without its elements. */
export const textOf = (part: ReactNode): string =>
  markupOf(part)
    .replace(/<style[^]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');
