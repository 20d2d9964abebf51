import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { markupOf } from '../../../../test/harness/render.tsx';
import { auth, type SignedIn } from '../../../contract/api/auth.ts';
import { ROLES, type Role } from '../../../contract/shared/roles.ts';
import { en } from '../../i18n/en.ts';
import { keyOf } from '../../parts/queries.ts';
import { AccountCard } from './AccountCard.tsx';

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
  return markupOf(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AccountCard me={me} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each(ROLES)('the sidebar of %s has name, access level, balance and refresh', (role) => {
  const card = cardOf(role);
  expect(card).toContain('Amina Otieno');
  expect(card).toContain(en.roles[role]);
  expect(card).toContain('>0 units<');
  expect(card).toContain('aria-label="Refresh the balance"');
});
