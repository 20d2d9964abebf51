import type { Client } from '../../../contract/api/client-fields.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Session } from '../../infra/http/caller.ts';
import { missingDetails } from './clients.rules.ts';
import { contactRuleFor } from './contact-changes.rules.ts';
import type { ClientRow } from './clients.store.ts';

/** The path of a profile picture below the API's base address. */
export function profileUrl(pictureId: string | null): string | null {
  return pictureId === null ? null : `/portal/profileuploads/${pictureId}`;
}

/** A client as it leaves; what is only for those above it is not in it. */
export function presentClient(row: ClientRow): Client {
  const {
    path: _path,
    isRoot: _isRoot,
    profilePictureId,
    lowUnits,
    balance,
    floor: _floor,
    createdAt,
    lastSignInAt,
    lastUseAt,
    requiresCampaignApproval: _approval,
    dailyLimitMessages: _limit,
    unapprovedNumbers: _numbers,
    demandsConsent: _consent,
    inviterId: _inviter,
    isEmailUnproved: _unproved,
    ...client
  } = row;
  return {
    ...client,
    smsBalance: unitsToNumber(balance),
    lowUnitsNotifyLevel: unitsToNumber(lowUnits),
    profileUrl: profileUrl(profilePictureId),
    createTimestamp: createdAt.getTime() / 1000,
    lastSignInTimestamp: lastSignInAt && lastSignInAt.getTime() / 1000,
    lastUseTimestamp: lastUseAt && lastUseAt.getTime() / 1000,
    missingDetails: missingDetails(row),
  };
}

/** A single client as a caller sees it, with how it may change the way into the account. */
export function presentClientTo(session: Session, row: ClientRow): Client {
  return { ...presentClient(row), contactChange: contactRuleFor(session, row) };
}
