/** Opens accounts of clients that come from another portal. */
import type { CLIENT_STATUSES } from '../../../contract/api/auth.ts';
import type { LANGUAGES } from '../../../contract/api/client-fields.ts';
import { record } from '../../core/audit/audit.ts';
import { openAccounts } from '../../core/ledger/ledger.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import { cutText } from '../../infra/cut-text.ts';
import type { Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { newId } from '../../infra/ids.ts';
import { clientNameOf } from './clients.rules.ts';
import { findByContact, insertClient } from './clients.store.ts';
import { getClient } from './clients.ts';
import { isContactHeld } from './contact-changes/contact-changes.store.ts';
import { sendInvitation } from './sign-ups/invite-client.ts';

const STATUS: (typeof CLIENT_STATUSES)[number] = 'INVITED';
const LONGEST = { name: 80, company: 120 };

/**
 * Opens an account that its owner joins by an invitation, now or when staff sends it. The account has
 * no password: hashes of another portal are not taken over. A number that another account has, or can
 * still have back, is left out.
 * @returns its id; undefined where another account can still have the address back
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
): Promise<string | undefined> {
  if (await isContactHeld(tx, [email], null)) return undefined;
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
    phone: phone !== null && (await isPhoneTaken(tx, email, phone)) ? null : phone,
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

async function isPhoneTaken(tx: Tx, email: string, phone: string): Promise<boolean> {
  const holders = await findByContact(tx, email, phone);
  return holders.length > 0 || isContactHeld(tx, [phone], null);
}

const companyNames = (name: string) => ({
  firstName: null,
  lastName: null,
  companyName: cutText(name, LONGEST.company).trim() || null,
});

/** The first word of a name, and what follows it. */
function personalNames(name: string) {
  const [first = '', ...others] = name.trim().split(/\s+/);
  return {
    firstName: cutText(first, LONGEST.name) || null,
    lastName: cutText(others.join(' '), LONGEST.name).trim() || null,
    companyName: null,
  };
}
