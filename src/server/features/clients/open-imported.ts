/** Opens accounts of clients that come from another portal. */
import type { CLIENT_STATUSES } from '../../../contract/api/auth.ts';
import type { LANGUAGES } from '../../../contract/api/client-fields.ts';
import { record } from '../../core/audit/audit.ts';
import { openAccounts } from '../../core/ledger/ledger.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import type { Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { newId } from '../../infra/ids.ts';
import { clientNameOf } from './clients.rules.ts';
import { insertClient } from './clients.store.ts';
import { getClient } from './clients.ts';
import { sendInvitation } from './invite-client.ts';

const STATUS: (typeof CLIENT_STATUSES)[number] = 'INVITED';
const LONGEST = { name: 80, company: 120 };

/**
 * Opens an account that its owner joins by an invitation, now or when staff sends it. The account has
 * no password: hashes of another portal are not taken over.
 */
export async function openImportedAccount(
  tx: Tx,
  messenger: Messenger,
  by: { clientId: string; address: string; userAgent: string },
  {
    parentId,
    name,
    email,
    phone,
    level,
    language,
    country,
    timezone,
  }: {
    parentId: string;
    name: string;
    email: string;
    phone: string | null;
    level: 'COMPANY' | 'CLIENT';
    language: (typeof LANGUAGES)[number] | null;
    country: string;
    timezone: string;
  },
  sendsInvitation: boolean,
): Promise<string> {
  const clientId = newId();
  const names = level === 'COMPANY' ? companyNames(name) : personalNames(name);
  const accountType = level === 'COMPANY' ? 'COMPANY' : 'INDIVIDUAL';
  const clientName = clientNameOf({ accountType, email, ...names });
  await insertClient(tx, {
    clientId,
    parentId,
    clientName,
    accountType,
    ...names,
    email,
    phone,
    country,
    timezone,
    ...(language && { language }),
    accessLevel: level,
    clientStatus: STATUS,
    passwordHash: null,
    inviterId: by.clientId,
    isEmailUnproved: true,
  });
  await openAccounts(tx, clientId);
  await record(
    tx,
    {
      session: { clientId: by.clientId, impersonatorId: null },
      address: by.address,
      userAgent: by.userAgent,
    },
    { action: 'CLIENT_INVITED', clientId, after: { clientName, accessLevel: level } },
  );
  if (sendsInvitation)
    await sendInvitation(
      tx,
      { messenger },
      await getClient(tx, systemScope(), clientId),
      by.clientId,
    );
  return clientId;
}

const companyNames = (name: string) => ({
  firstName: null,
  lastName: null,
  companyName: name.slice(0, LONGEST.company).trim() || null,
});

/** The first word of a name, and what follows it. */
function personalNames(name: string) {
  const [first = '', ...others] = name.trim().split(/\s+/);
  return {
    firstName: first.slice(0, LONGEST.name) || null,
    lastName: others.join(' ').slice(0, LONGEST.name).trim() || null,
    companyName: null,
  };
}
