// Details of an account, changed by itself or by one above it.
import type { Client } from '../../../contract/api/client-fields.ts';
import type { clients } from '../../../contract/api/clients.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { unitsFromNumber, unitsToNumber } from '../../../contract/shared/units.ts';
import { changes, record } from '../../core/audit/audit.ts';
import type { AuthServices } from '../../core/auth/auth-services.ts';
import { requireStepUp } from '../../core/auth/second-step/step-up.ts';
import { endTokens } from '../../core/auth/passwords/one-time-tokens.ts';
import type { Tx } from '../../infra/database/db.ts';
import { countryFixed, notAllowed, notFound, notWhileImpersonating } from '../../infra/errors.ts';
import { mayChangeCountry } from '../../core/ledger/rates.ts';
import { notifyAllChannels } from '../../core/mail/notifications.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { moveStatus } from './move-status.ts';
import { orHeld, takenContact } from './checks.ts';
import { phoneOrRefuse } from '../../infra/http/phone-input.ts';
import { openStatus, renamed } from './clients.rules.ts';
import { lockClient, updateDetails, type ClientRow } from './clients.store.ts';
import { setEmailUnproved, replaceInvitingAdministrator } from './credentials.store.ts';
import { getClient, lockManaged } from './clients.ts';
import { presentClientTo } from './clients.present.ts';
import { type StaffCall } from '../../core/audit/staff-call.ts';
import { requestChange } from './contact-changes/contact-changes.ts';
import { contactRuleFor } from './contact-changes/contact-changes.rules.ts';

type Update = Parsed<typeof clients.update>;
type Wanted = Omit<Update, 'clientId'>;

/**
 * Changes one's own details, or those of somebody below. Another email or phone waits for its confirmation; the rest is
 * saved at once.
 * @throws notFound, levelTooHigh, notAllowed, notWhileImpersonating, stepUpRequired, badInput,
 * alreadyRegistered, tooManyRequests, noWayToConfirm
 */
export async function updateClient(
  at: AuthServices,
  call: StaffCall,
  { clientId, ...wanted }: Update,
): Promise<Client> {
  // An address that others hold and the platform's own SMS lie out of a caller's reach; the client itself is
  // still looked up within it.
  const scope =
    wanted.email !== undefined || wanted.phone !== undefined ? systemScope() : call.scope;
  await at.database
    .run(scope, (tx) => applyUpdate(tx, at, call, clientId, wanted))
    .catch((error: unknown) => {
      throw takenContact(error);
    });
  return at.database.run(call.scope, async (tx) =>
    presentClientTo(call.session, await getClient(tx, call.scope, clientId)),
  );
}

async function applyUpdate(
  tx: Tx,
  at: AuthServices,
  call: StaffCall,
  clientId: string,
  wanted: Wanted,
): Promise<void> {
  const own = clientId === call.session.clientId;
  const before = own
    ? await lockClient(tx, call.scope, clientId)
    : await lockManaged(tx, call, clientId);
  if (!before) throw notFound('client');
  const country = wanted.country ?? before.country;
  if (country !== before.country && !(await mayChangeCountry(tx, clientId))) throw countryFixed();
  const phone =
    wanted.phone === undefined ? before.phone : phoneOrRefuse(wanted.phone, country, call.language);
  const email = wanted.email ?? before.email;
  await allowSignIn(tx, call, before, wanted);
  const isOtherEmail = email?.toLowerCase() !== before.email?.toLowerCase(),
    isOtherPhone = phone !== before.phone;
  const isAtOnce = isOtherEmail || isOtherPhone ? await allowContact(tx, call, before) : false;
  if (isAtOnce)
    await orHeld(
      tx,
      { email: isOtherEmail ? email : null, phone: isOtherPhone ? phone : null },
      clientId,
    );
  const details = {
    accountType: before.accountType,
    firstName: wanted.firstName ?? before.firstName,
    lastName: wanted.lastName ?? before.lastName,
    otherNames: cleared(wanted.otherNames, before.otherNames),
    companyName: wanted.companyName ?? before.companyName,
    email: isOtherEmail && !isAtOnce ? before.email : email,
    phone: isOtherPhone && !isAtOnce ? before.phone : phone,
    country,
    website: cleared(wanted.website, before.website),
    timezone: wanted.timezone ?? before.timezone,
    language: wanted.language ?? before.language,
    lowUnits:
      wanted.lowUnitsNotifyLevel === undefined
        ? before.lowUnits
        : unitsFromNumber(wanted.lowUnitsNotifyLevel),
    emailAlerts: wanted.emailAlerts ?? before.emailAlerts,
    smsAlerts:
      wanted.smsAlerts?.map((each) => phoneOrRefuse(each, country, call.language, 'smsAlerts')) ??
      before.smsAlerts,
    use2fa: wanted.use2fa ?? before.use2fa,
    otpChannel: wanted.otpChannel ?? before.otpChannel,
    replaceLookalikes: wanted.replaceLookalikes ?? before.replaceLookalikes,
  };
  const named = { ...details, clientName: renamed(before, details) };
  await updateDetails(tx, clientId, named);
  const changed = changes(auditable(before), auditable(named));
  if (changed) await record(tx, call, { action: 'CLIENT_UPDATED', clientId, ...changed });
  if (before.clientStatus === 'SHOULD_UPDATE_DETAILS' && openStatus(named) === 'ACTIVE')
    await moveStatus(tx, before, 'ACTIVE');
  if (!own && before.use2fa && !named.use2fa)
    await notifyAllChannels(tx, at.messenger, before, () => ({ kind: 'TWO_FACTOR_REMOVED' }));
  if (isAtOnce) return isOtherEmail ? correctEmail(tx, call, before) : undefined;
  if (isOtherEmail) await requestChange(tx, at, call, before, 'EMAIL', email!);
  if (isOtherPhone) await requestChange(tx, at, call, before, 'PHONE', phone!);
}

/** Links sent to the address of an account that was never activated are dead; its invitation is to be sent again. */
async function correctEmail(tx: Tx, { session }: StaffCall, before: ClientRow): Promise<void> {
  await endTokens(tx, before.clientId, ['PASSWORD', 'INVITATION', 'ACTIVATE']);
  await setEmailUnproved(tx, before.clientId, true);
  // The new address is not one that an administrator has invited.
  if (session.accessLevel !== 'ADMINISTRATOR')
    await replaceInvitingAdministrator(tx, before.clientId, session.clientId);
}

/**
 * Lets a change of how the account signs in pass: one's own after a step-up; another's two-factor may only be taken away,
 * and by an administrator.
 */
async function allowSignIn(
  tx: Tx,
  call: StaffCall,
  before: ClientRow,
  wanted: Wanted,
): Promise<void> {
  const { session } = call;
  const own = before.clientId === session.clientId;
  if (wanted.use2fa === undefined && wanted.otpChannel === undefined) return;
  if (session.impersonatorId !== null) throw notWhileImpersonating();
  if (
    !own &&
    (session.accessLevel !== 'ADMINISTRATOR' ||
      wanted.use2fa !== false ||
      wanted.otpChannel !== undefined)
  )
    throw notAllowed();
  const isOther =
    (wanted.use2fa ?? before.use2fa) !== before.use2fa ||
    (wanted.otpChannel ?? before.otpChannel) !== before.otpChannel;
  if (isOther) await requireStepUp(tx, session);
}

/** Lets another email or phone pass; answers whether it counts at once. */
async function allowContact(tx: Tx, call: StaffCall, before: ClientRow): Promise<boolean> {
  if (call.session.impersonatorId !== null) throw notWhileImpersonating();
  const rule = contactRuleFor(call.session, before);
  if (rule === 'NOT_ALLOWED') throw notAllowed();
  if (rule === 'AFTER_CONFIRMATION') await requireStepUp(tx, call.session);
  return rule === 'AT_ONCE';
}

/** An empty text clears. */
function cleared(wanted: string | undefined, before: string | null): string | null {
  if (wanted === undefined) return before;
  return wanted === '' ? null : wanted;
}

function auditable(
  details: Omit<Parameters<typeof updateDetails>[2], 'accountType'>,
): Record<string, unknown> {
  const {
    firstName,
    lastName,
    otherNames,
    companyName,
    email,
    phone,
    country,
    website,
    timezone,
    language,
    lowUnits,
    emailAlerts,
    smsAlerts,
    use2fa,
    otpChannel,
    replaceLookalikes,
  } = details;
  return {
    firstName,
    lastName,
    otherNames,
    companyName,
    email,
    phone,
    country,
    website,
    timezone,
    language,
    lowUnitsNotifyLevel: unitsToNumber(lowUnits),
    emailAlerts,
    smsAlerts,
    use2fa,
    otpChannel,
    replaceLookalikes,
  };
}
