import { type ContactKind } from '../../../../contract/api/contact-changes.ts';
import { record } from '../../../core/audit/audit.ts';
import { type AuthServices } from '../../../core/auth/auth-services.ts';
import { endSessionsBut } from '../../../core/auth/sessions/session.store.ts';
import { endTokens, openLinkToken } from '../../../core/auth/passwords/one-time-tokens.ts';
import { hashOf } from '../../../core/auth/sessions/session-tokens.ts';
import { linkGone } from '../../../infra/errors.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { HAS_PASSWORD, type Caller } from '../sign-ups/accounts.ts';
import { renamed } from '../clients.rules.ts';
import { findClient, lockClient, updateDetails } from '../clients.store.ts';
import { findChangeToUndo, undoChangesSince, withdrawChanges } from './contact-changes.store.ts';
import { valueOf } from './contact-changes.ts';

/** The details that a link restores. @throws linkGone */
export function readUndo(
  at: AuthServices,
  token: string,
): Promise<{ kind: ContactKind; value: string | null }> {
  return at.database.run(systemScope(), async (tx) => {
    const change = await findChangeToUndo(tx, hashOf(token));
    if (!change) throw linkGone();
    return { kind: change.kind, value: change.oldValue };
  });
}

/**
 * Brings an account back to what it was before a change, whatever came after it: address and number are restored, what
 * waits is withdrawn, every session ends, and no later link can turn it round. Gives the token for a new password.
 * @throws linkGone
 */
export function undoChange(
  at: AuthServices,
  token: string,
  call: Caller,
): Promise<{ passwordToken: string | null }> {
  return at.database.run(systemScope(), async (tx) => {
    const found = await findChangeToUndo(tx, hashOf(token));
    const client = found && (await lockClient(tx, systemScope(), found.clientId));
    // Another link may have been faster while this one waited for the client.
    if (!client || !(await findChangeToUndo(tx, hashOf(token)))) throw linkGone();
    const { clientId } = client;
    const undone = await undoChangesSince(tx, clientId, found.number);
    await withdrawChanges(tx, clientId, null);
    const before = (kind: ContactKind) => {
      const first = undone.find((change) => change.kind === kind);
      return first ? first.oldValue : valueOf(client, kind);
    };
    const details = { ...client, email: before('EMAIL'), phone: before('PHONE') };
    await updateDetails(tx, clientId, { ...details, clientName: renamed(client, details) });
    await endTokens(tx, clientId, ['PASSWORD', 'SIGN_IN', 'STEP_UP', 'PHONE']);
    await endSessionsBut(tx, clientId, null);
    await record(tx, call, {
      action: 'CONTACT_CHANGE_UNDONE',
      clientId,
      before: { email: client.email, phone: client.phone },
      after: { email: details.email, phone: details.phone },
    });
    if (!HAS_PASSWORD.includes((await findClient(tx, systemScope(), clientId))!.clientStatus))
      return { passwordToken: null };
    return { passwordToken: await openLinkToken(tx, clientId, 'PASSWORD', UNDO_PASSWORD_SECONDS) };
  });
}

/** The page that undid the change asks for the new password at once. */
const UNDO_PASSWORD_SECONDS = 900;
