/** Accepts an invitation: what it says, and the account that joins by it. */
import type { accounts } from '../../../../contract/api/accounts.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import { record } from '../../../core/audit/audit.ts';
import { hashPassword } from '../../../core/auth/passwords/passwords.ts';
import { type AuthServices } from '../../../core/auth/auth-services.ts';
import { readLink, useLink } from '../../../core/auth/passwords/one-time-tokens.ts';
import { brandOf } from '../../../core/branding/branding.ts';
import { guardNewAccount } from '../../../core/guard/guard.store.ts';
import { mayChangeCountry } from '../../../core/ledger/rates.ts';
import { checkAll, countryFixed, linkGone } from '../../../infra/errors.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { companyOrRefuse, orHeld, passwordOrRefuse, takenContact } from '../checks.ts';
import { phoneOrRefuse } from '../../../infra/http/phone-input.ts';
import { clientNameOf, openStatus } from '../clients.rules.ts';
import { findClient, lockClient, updateDetails } from '../clients.store.ts';
import { claimAccount, setEmailUnproved, updatePassword } from '../credentials.store.ts';
import { moveStatus } from '../move-status.ts';
import type { Caller } from './accounts.ts';

export const INVITATION_SECONDS = 7 * 86_400;

/** The account and inviter of an invitation. @throws linkGone */
export function readInvitation(at: AuthServices, token: string) {
  return at.database.run(systemScope(), async (tx) => {
    const clientId = await readLink(tx, 'INVITATION', token);
    const client =
      clientId === undefined ? undefined : await findClient(tx, systemScope(), clientId);
    if (!client || client.clientStatus !== 'INVITED' || client.email === null) throw linkGone();
    const brand = await brandOf(tx, client.clientId);
    return {
      ...client,
      email: client.email,
      inviterName: client.parentName ?? at.messenger.platformName,
      brandName: brand?.brandName ?? at.messenger.platformName,
    };
  });
}

/**
 * Accepts an invitation: the link has come to the mailbox of the account, so no code is asked. @throws
 * linkGone, badInput, alreadyRegistered, countryFixed
 */
export async function join(
  at: AuthServices,
  input: Parsed<typeof accounts.join>,
  call: Caller,
): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  await at.database
    .run(systemScope(), async (tx) => {
      const clientId = await useLink(tx, 'INVITATION', input.token);
      const client =
        clientId === undefined ? undefined : await lockClient(tx, systemScope(), clientId);
      if (!client || client.clientStatus !== 'INVITED') throw linkGone();
      const country = input.country ?? client.country;
      // It may have been given units, such as an opening balance.
      if (country !== client.country && !(await mayChangeCountry(tx, client.clientId)))
        throw countryFixed();
      const details = {
        ...client,
        firstName: input.firstName,
        lastName: input.lastName,
        otherNames: input.otherNames ?? client.otherNames,
        companyName: input.companyName ?? client.companyName,
        accountType: input.accountType ?? client.accountType,
        country,
        website: input.website ?? client.website,
        timezone: input.timezone ?? client.timezone,
        language: input.language ?? client.language,
        phone: input.phone ?? client.phone,
      };
      const { language } = call;
      checkAll(
        () => companyOrRefuse(details, language),
        () => {
          if (input.phone !== undefined)
            details.phone = phoneOrRefuse(input.phone, country, language);
        },
        () =>
          passwordOrRefuse(
            input.password,
            [
              details.email,
              details.phone,
              details.firstName,
              details.lastName,
              details.companyName,
            ],
            language,
            'password',
          ),
      );
      await updateDetails(tx, client.clientId, { ...details, clientName: clientNameOf(details) });
      await updatePassword(tx, client.clientId, passwordHash, null);
      await claimAccount(tx, client.clientId);
      await setEmailUnproved(tx, client.clientId, false);
      await orHeld(
        tx,
        { phone: details.phone === client.phone ? null : details.phone },
        client.clientId,
      );
      await moveStatus(tx, client, openStatus(details));
      await guardNewAccount(tx, { clientId: client.clientId, country }, 'INVITED');
      await record(tx, call, { action: 'CLIENT_JOINED', clientId: client.clientId });
    })
    .catch((error: unknown) => {
      throw takenContact(error);
    });
}
