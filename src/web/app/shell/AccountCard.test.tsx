import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { auth, type SignedIn } from '../../../contract/api/auth.ts';
import { ROLES, type Role } from '../../../contract/shared/roles.ts';
import { en } from '../../i18n/en.ts';
import { keyOf } from '../../parts/queries.ts';
import { makeTheme } from '../../ui/theme.ts';
import { AccountCard } from './AccountCard.tsx';

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

function cardOf(clientAccessLevel: Role): string {
  const me: SignedIn = {
    clientId: '00000000-0000-4000-8000-000000000001',
    clientName: 'Amina Otieno',
    clientAccessLevel,
    clientStatus: 'ACTIVE',
    smsBalance: 0,
    country: 'KE',
    timezone: 'Africa/Nairobi',
    language: 'en',
    replaceLookalikes: false,
    profileUrl: null,
    clientBrandLogo: null,
    lowUnitsNotifyLevel: 0,
    needsApproval: false,
    createTimestamp: 0,
    sandbox: false,
    impersonated: false,
    strongSignInDue: false,
  };
  const client = new QueryClient();
  client.setQueryData(keyOf(auth.me, {}), me);
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider theme={theme}>
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <AccountCard me={me} />
          </MemoryRouter>
        </QueryClientProvider>
      </ThemeProvider>
    </I18nextProvider>,
  );
}

test.each(ROLES)('the sidebar of %s has name, access level, balance and refresh', (role) => {
  const card = cardOf(role);
  expect(card).toContain('Amina Otieno');
  expect(card).toContain(en.roles[role]);
  expect(card).toContain('>0 units<');
  expect(card).toContain('aria-label="Refresh the balance"');
});
