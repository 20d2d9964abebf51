import type { Client } from '../../../contract/api/client-fields.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { daysLeftOf, weekPaceOf, type WeekUse } from '../../core/usage/usage.rules.ts';
import type { Session } from '../../infra/http/caller.ts';
import { missingDetails } from './clients.rules.ts';
import { contactRuleFor } from './contact-changes/contact-changes.rules.ts';
import type { ClientRow } from './clients.store.ts';

/** The path of a profile picture below the API's base address. */
export function profileUrl(pictureId: string | null): string | null {
  return pictureId === null ? null : `/portal/profileuploads/${pictureId}`;
}

/** A client as it leaves; what is only for those above it is not in it. */
export function presentClient(row: ClientRow): Client {
  return {
    clientId: row.clientId,
    parentId: row.parentId,
    parentName: row.parentName,
    clientName: row.clientName,
    accountType: row.accountType,
    firstName: row.firstName,
    lastName: row.lastName,
    otherNames: row.otherNames,
    companyName: row.companyName,
    email: row.email,
    phone: row.phone,
    pendingEmail: row.pendingEmail,
    pendingPhone: row.pendingPhone,
    country: row.country,
    website: row.website,
    timezone: row.timezone,
    language: row.language,
    accessLevel: row.accessLevel,
    clientStatus: row.clientStatus,
    smsBalance: unitsToNumber(row.balance),
    lowUnitsNotifyLevel: unitsToNumber(row.lowUnits),
    emailAlerts: row.emailAlerts,
    smsAlerts: row.smsAlerts,
    use2fa: row.use2fa,
    otpChannel: row.otpChannel,
    replaceLookalikes: row.replaceLookalikes,
    profileUrl: profileUrl(row.profilePictureId),
    createTimestamp: row.createdAt.getTime() / 1000,
    lastSignInTimestamp: row.lastSignInAt && row.lastSignInAt.getTime() / 1000,
    lastUseTimestamp: row.lastUseAt && row.lastUseAt.getTime() / 1000,
    messagesLast30Days: row.messagesLast30Days,
    missingDetails: missingDetails(row),
  };
}

/** A client in the list, with the days that its balance lasts. */
export function presentListed(row: ClientRow, use: WeekUse | undefined): Client {
  const pace = use && weekPaceOf(use);
  return {
    ...presentClient(row),
    daysLeft: pace ? daysLeftOf(row.balance, pace) : null,
    unitsPerDay: pace ? unitsToNumber(pace.units / BigInt(pace.days)) : null,
  };
}

/** A single client as a caller sees it, with how it may change the way into the account. */
export function presentClientTo(session: Session, row: ClientRow): Client {
  return { ...presentClient(row), contactChange: contactRuleFor(session, row) };
}
