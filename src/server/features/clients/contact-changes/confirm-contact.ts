import { CONTACT_LINK_SECONDS } from '../../../../contract/api/contact-changes.ts';
import { record } from '../../../core/audit/audit.ts';
import { requireCode } from '../../../core/auth/auth.ts';
import { type AuthServices } from '../../../core/auth/auth-services.ts';
import { endTokens, enterOwnCode } from '../../../core/auth/passwords/one-time-tokens.ts';
import { hashOf } from '../../../core/auth/sessions/session-tokens.ts';
import { consume } from '../../../core/auth/limits/rate-limits.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { linkGone, otpGone } from '../../../infra/errors.ts';
import { notify } from '../../../core/mail/notifications.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { type Caller } from '../sign-ups/accounts.ts';
import { orHeld, takenContact } from '../checks.ts';
import { openStatus, renamed } from '../clients.rules.ts';
import { lockClient, updateDetails, type ClientRow } from '../clients.store.ts';
import { setEmailUnproved } from '../credentials.store.ts';
import type { StaffCall } from '../../../core/audit/staff-call.ts';
import { moveStatus } from '../move-status.ts';
import {
  confirmChange,
  findChangeToConfirm,
  lockPendingChange,
  type ContactChange,
} from './contact-changes.store.ts';
import { fieldOf, mask, wayTo } from './contact-changes.ts';

/** The address that a link confirms. @throws linkGone */
export function readConfirmation(at: AuthServices, token: string): Promise<{ email: string }> {
  return at.database.run(systemScope(), async (tx) => {
    const change = await findChangeToConfirm(tx, hashOf(token));
    if (!change) throw linkGone();
    return { email: change.newValue };
  });
}

/** Makes a new address the account's. @throws linkGone, alreadyRegistered */
export async function confirmEmail(at: AuthServices, token: string, call: Caller): Promise<void> {
  await at.database
    .run(systemScope(), async (tx) => {
      const found = await findChangeToConfirm(tx, hashOf(token));
      const client = found && (await lockClient(tx, systemScope(), found.clientId));
      const change = client && (await lockPendingChange(tx, client.clientId, 'EMAIL'));
      if (!change || change.number !== found.number) throw linkGone();
      await settleChange(tx, at, client, change, call);
      await endTokens(tx, client.clientId, ['PASSWORD', 'INVITATION']);
      await setEmailUnproved(tx, client.clientId, false);
    })
    .catch((error: unknown) => {
      throw takenContact(error);
    });
}

/**
 * Makes a new number the account's, by the code that went to it. @throws notWhileImpersonating, otpWrong,
 * otpGone, alreadyRegistered, tooManyRequests
 */
export async function confirmPhone(at: AuthServices, code: string, call: StaffCall): Promise<void> {
  const { clientId } = call.session;
  await consume(at.database, [{ key: `confirm phone ${clientId}`, most: 30, seconds: 3600 }]);
  requireCode(
    await at.database
      .run(systemScope(), async (tx) => {
        const client = await lockClient(tx, systemScope(), clientId);
        const change = client && (await lockPendingChange(tx, clientId, 'PHONE'));
        if (!change) throw otpGone();
        const entered = await enterOwnCode(tx, at.codeKey, 'PHONE', clientId, code);
        if (entered !== 'gone' && !('left' in entered))
          await settleChange(tx, at, client, change, call);
        return entered;
      })
      .catch((error: unknown) => {
        throw takenContact(error);
      }),
  );
}

async function settleChange(
  tx: Tx,
  at: AuthServices,
  client: ClientRow,
  change: ContactChange,
  call: Caller,
): Promise<void> {
  const { clientId } = client;
  const { kind, newValue } = change;
  const field = fieldOf(kind);
  await orHeld(tx, { [field]: newValue }, clientId);
  if (!(await confirmChange(tx, change.number, CONTACT_LINK_SECONDS))) throw linkGone();
  const details = { ...client, [field]: newValue };
  await updateDetails(tx, clientId, { ...details, clientName: renamed(client, details) });
  await record(tx, call, {
    action: 'CONTACT_CHANGED',
    clientId,
    before: { [field]: client[field] },
    after: { [field]: newValue },
  });
  if (client.clientStatus === 'SHOULD_UPDATE_DETAILS' && openStatus(details) === 'ACTIVE')
    await moveStatus(tx, client, 'ACTIVE');
  // To the address and the number as they were: their owner must know.
  await notify(tx, at.messenger, client, wayTo(client), () => ({
    kind: `${kind}_CHANGED`,
    to: mask(kind, newValue),
  }));
}
