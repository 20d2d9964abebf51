// Long because every refusal of the product stands in this one list, a line or two each.
import type { ErrorCode } from '../../contract/errors.ts';
import type { SentenceValue, Thing, ThingState } from '../i18n/sentence.ts';

/**
 * An expected failure: what a person did or met, not a fault of ours. Thrown from the named
 * functions below and turned into an answer in `http/server.ts` alone. `code` names the sentence in
 * `src/server/i18n`; `values` fill it.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly values: Record<string, SentenceValue>;
  readonly details: { field: string; message: string }[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    values: Record<string, SentenceValue> = {},
    more: { details?: { field: string; message: string }[]; retryAfterSeconds?: number } = {},
  ) {
    super(code);
    this.status = status;
    this.code = code;
    this.values = values;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export const badInput = (details: { field: string; message: string }[]) =>
  new Refusal(
    400,
    'BAD_INPUT',
    { fields: details.map((detail) => detail.field).join(', ') },
    { details },
  );
/**
 * Makes all checks of one request and refuses it once, with the details of every check that failed.
 * @throws BAD_INPUT
 */
export function checkAll(...checks: (() => void)[]): void {
  const details = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof Refusal && error.code === 'BAD_INPUT') return error.details ?? [];
      throw error;
    }
  });
  if (details.length > 0) throw badInput(details);
}
export const badPageToken = () => new Refusal(400, 'BAD_PAGE_TOKEN');
export const notSignedIn = () => new Refusal(401, 'NOT_SIGNED_IN');
/** The session had no activity for 30 minutes. */
export const sessionIdle = () => new Refusal(401, 'SESSION_IDLE');
/** The session has reached its absolute lifetime. */
export const sessionTooOld = () => new Refusal(401, 'SESSION_TOO_OLD');
/** A refresh token was used after it had been replaced. */
export const sessionReused = () => new Refusal(401, 'SESSION_REUSED');
export const wrongCredentials = () => new Refusal(401, 'WRONG_CREDENTIALS');
export const accountNotActive = () => new Refusal(403, 'ACCOUNT_NOT_ACTIVE');
/** The account is registered, and its code has not been entered yet. */
export const accountPending = () => new Refusal(403, 'ACCOUNT_PENDING');
export const temporaryPasswordExpired = () => new Refusal(403, 'TEMPORARY_PASSWORD_EXPIRED');
/** @param left remaining attempts; with none the code is invalid */
export const otpWrong = (left: number) => new Refusal(422, 'OTP_WRONG', { left });
/** Used, expired, out of attempts, or unknown: the answer does not tell which. */
export const otpGone = () => new Refusal(422, 'OTP_GONE');
export const linkGone = () => new Refusal(404, 'LINK_GONE');
/** @param message for the field, in the caller's language */
export const wrongPassword = (message: string, field = 'oldPassword') =>
  new Refusal(422, 'WRONG_PASSWORD', {}, { details: [{ field, message }] });
/** Never a 401, which would refresh the session. @param ways available to the account */
export const stepUpRequired = (ways: readonly string[]) =>
  new Refusal(
    403,
    'STEP_UP_REQUIRED',
    {},
    { details: ways.map((message) => ({ field: 'way', message })) },
  );
export const alreadyRegistered = (field: 'email' | 'phone') =>
  new Refusal(409, 'ALREADY_REGISTERED', { field }, { details: [{ field, message: field }] });
/**
 * The other account's access level is not below the caller's, or above the level that the caller
 * may assign.
 */
export const levelTooHigh = () => new Refusal(403, 'LEVEL_TOO_HIGH');
export const notWhileImpersonating = () => new Refusal(403, 'NOT_WHILE_IMPERSONATING');
export const detailsIncomplete = () => new Refusal(403, 'DETAILS_INCOMPLETE');
export const passwordChangeDue = () => new Refusal(403, 'PASSWORD_CHANGE_DUE');
/** Another person changed the account's e-mail address less than 72 hours ago. */
export const emailTooRecent = () => new Refusal(409, 'EMAIL_TOO_RECENT');
/** Neither an SMS to the new number nor a mail to the account can carry its code. */
export const noWayToConfirm = () => new Refusal(422, 'NO_WAY_TO_CONFIRM');
export const notAllowed = () => new Refusal(403, 'NOT_ALLOWED');
export const notFound = (what: Thing) => new Refusal(404, 'NOT_FOUND', { what });
/**
 * @param task to be solved and returned as `proof`, with a number appended: the SHA-256 of the
 * whole begins with as many zero bits as its third part states
 */
export const proofNeeded = (task: string) =>
  new Refusal(428, 'PROOF_NEEDED', {}, { details: [{ field: 'proof', message: task }] });
/** A client cannot be placed below itself or its descendants. */
export const underItself = () => new Refusal(422, 'UNDER_ITSELF');
/** @param parent the name of the account above */
export const levelDoesNotFit = (parent: string) =>
  new Refusal(422, 'LEVEL_DOES_NOT_FIT', { parent });
/** Its clients have levels that cannot be below the wanted one. */
export const clientsDoNotFit = (count: number) => new Refusal(422, 'CLIENTS_DO_NOT_FIT', { count });
/** @param above units, as a decimal text */
export const secondPersonNeeded = (above: string) =>
  new Refusal(403, 'SECOND_PERSON_NEEDED', { above: { decimal: above } });
export const twoAdministratorsNeeded = () => new Refusal(422, 'TWO_ADMINISTRATORS_NEEDED');
export const tooNewToApprove = (hours: number) => new Refusal(403, 'TOO_NEW_TO_APPROVE', { hours });
export const authorNotAdministrator = () => new Refusal(409, 'AUTHOR_NOT_ADMINISTRATOR');
/** @param used units, as a decimal text */
export const creditInUse = (used: string) =>
  new Refusal(422, 'CREDIT_IN_USE', { used: { decimal: used } });
/** The object is in a state that does not allow the action. @param values for the state's words */
export const conflict = (what: Thing, status: ThingState, values: Record<string, number> = {}) =>
  new Refusal(409, 'CONFLICT', { ...values, what, status });
export const idempotencyKeyReused = () => new Refusal(409, 'IDEMPOTENCY_KEY_REUSED');
export const idempotencyKeyMissing = () =>
  new Refusal(
    400,
    'IDEMPOTENCY_KEY_MISSING',
    {},
    { details: [{ field: 'Idempotency-Key', message: '1..200' }] },
  );
export const tooLarge = (limit: string) => new Refusal(413, 'TOO_LARGE', { limit });
/**
 * @param limit of all files that a client uploaded in a day
 * @param seconds until the first of them is deleted
 */
export const uploadsFull = (limit: string, seconds: number) =>
  new Refusal(
    429,
    'UPLOADS_FULL',
    { limit, hours: Math.ceil(seconds / 3600) },
    { retryAfterSeconds: seconds },
  );
export const tooManyRequests = (seconds: number) =>
  new Refusal(429, 'TOO_MANY_REQUESTS', { seconds }, { retryAfterSeconds: seconds });
/**
 * @param limit invitations in 24 hours
 * @param until the time of the next one
 */
export const invitationLimit = (limit: number, seconds: number, until: Date) =>
  new Refusal(
    429,
    'INVITATION_LIMIT',
    { limit, until: until.toISOString().slice(0, 16).replace('T', ' ') },
    { retryAfterSeconds: seconds },
  );
/** @param needed @param available in units, as decimal texts */
export const noUnits = (needed: string, available: string) =>
  new Refusal(422, 'NO_UNITS', {
    needed: { decimal: needed },
    available: { decimal: available },
  });
/**
 * @param wanted requested messages
 * @param limit a day
 * @param used since midnight UTC
 */
export const dailyLimit = (wanted: number, limit: number, used: number) =>
  new Refusal(422, 'DAILY_LIMIT', {
    wanted,
    limit,
    used,
    left: Math.max(0, limit - used),
  });
/** @param limit messages without approval within 24 hours, or texts that wait for it */
export const unapprovedLimit = (limit: number) => new Refusal(422, 'UNAPPROVED_LIMIT', { limit });
/** An approver declined the text less than a day ago. */
export const textDeclined = () => new Refusal(422, 'TEXT_DECLINED');
export const noRoute = () => new Refusal(422, 'NO_ROUTE');
export const noRate = (region: string) => new Refusal(422, 'NO_RATE', { region });
export const senderNotReady = (sender: string) => new Refusal(422, 'SENDER_NOT_READY', { sender });
/** The operator has not approved the sender ID, and none stands in for it there. */
export const senderNotRegistered = (sender: string, operator: string) =>
  new Refusal(422, 'SENDER_NOT_REGISTERED', { sender, operator });
/** @param opens the next opening in the client's zone; null if there is none */
export const outsideWindow = (countries: string, opens: string | null, zone: string) =>
  new Refusal(422, 'OUTSIDE_WINDOW', {
    countries,
    opens: opens === null ? '–' : `${opens} (${zone})`,
  });
/** Nobody approves or declines a campaign that they took part in. */
export const fourEyes = () => new Refusal(403, 'FOUR_EYES');
export const noRecipients = () => new Refusal(422, 'NO_RECIPIENTS');
/**
 * @param columns available ones, as text for a person
 * @param row the first that uses it
 */
export const unknownPlaceholder = (name: string, columns: string, row = 1) =>
  new Refusal(
    422,
    'UNKNOWN_PLACEHOLDER',
    { name, columns, row },
    { details: [{ field: 'text', message: `#${name}#` }] },
  );
export const fileRefused = (reason: string) => new Refusal(422, 'FILE_REFUSED', { reason });
/**
 * A fault in a file, found in the background; the sentence is chosen when it is shown, in the
 * reader's language.
 */
export const fileUnreadable = ({
  code,
  details,
  message,
}: {
  code: string;
  details: Readonly<Record<string, number>>;
  message: string;
}) => new Refusal(422, 'FILE_REFUSED', { ...details, file: code, reason: message });
export const noSummary = () => new Refusal(422, 'NO_SUMMARY');
export const previewFailed = () => new Refusal(422, 'PREVIEW_FAILED');
/** The call has more typed numbers than one campaign accepts. */
export const tooManyTyped = (count: number, limit: number) =>
  new Refusal(
    422,
    'TOO_MANY_TYPED',
    { count, limit },
    { details: [{ field: 'recipients', message: String(limit) }] },
  );
/** The client has another one of this name. */
export const nameTaken = (name: string) =>
  new Refusal(409, 'NAME_TAKEN', { name }, { details: [{ field: 'name', message: name }] });
export const uploadGone = () => new Refusal(404, 'UPLOAD_GONE');
/** A search matches too many rows to answer in time. */
export const listTooWide = () => new Refusal(422, 'LIST_TOO_WIDE');
export const reportNotReady = () => new Refusal(409, 'REPORT_NOT_READY');
/** @param limit rows */
export const reportTooLong = (limit: number) => new Refusal(422, 'REPORT_TOO_LONG', { limit });
export const reportStopped = () => new Refusal(409, 'REPORT_STOPPED');
export const tooManyReports = (limit: number) => new Refusal(422, 'TOO_MANY_REPORTS', { limit });
/** @param count of the account's contacts now */
export const tooManyContacts = (limit: number, count: number) =>
  new Refusal(422, 'TOO_MANY_CONTACTS', { limit, count });
/** @param phone E.164, of a contact that the client already has */
export const contactExists = (phone: string) =>
  new Refusal(409, 'CONTACT_EXISTS', { phone }, { details: [{ field: 'phone', message: phone }] });
/** The group is being emptied in the background. */
export const groupEmptying = (groupName: string) =>
  new Refusal(409, 'GROUP_EMPTYING', { groupName });
export const groupInImport = (groupName: string) =>
  new Refusal(409, 'GROUP_IN_IMPORT', { groupName });
export const groupNameTaken = (groupName: string) =>
  new Refusal(
    409,
    'GROUP_NAME_TAKEN',
    { groupName },
    { details: [{ field: 'groupName', message: groupName }] },
  );
export const unavailable = () => new Refusal(503, 'UNAVAILABLE', {}, { retryAfterSeconds: 5 });
/** The connection to the database broke during the commit, so the outcome is unknown. */
export const outcomeUnknown = () =>
  new Refusal(503, 'OUTCOME_UNKNOWN', {}, { retryAfterSeconds: 5 });
/**
 * The name or number is in use; nothing was replaced.
 * @param message for the field, in the caller's language
 */
export const taken = (field: string, value: string, message: string) =>
  new Refusal(409, 'TAKEN', { value }, { details: [{ field, message }] });
/** It is in use and cannot be deleted. @param by the names of its users */
export const inUse = (what: Thing, by: string[]) =>
  new Refusal(
    409,
    'IN_USE',
    { what, by: by.slice(0, 10).join(', ') + (by.length > 10 ? ', …' : '') },
    { details: by.slice(0, 100).map((message) => ({ field: 'usedBy', message })) },
  );
/** The draft of the gateway's configuration cannot be applied. */
export const draftInvalid = (messages: string[]) =>
  new Refusal(
    422,
    'DRAFT_INVALID',
    { reason: messages[0] ?? '' },
    { details: messages.map((message) => ({ field: 'draft', message })) },
  );
/** No provider accepts this currency. */
export const noProvider = (currency: string) => new Refusal(422, 'NO_PROVIDER', { currency });
export const amountOutOfBounds = (least: number, most: number, currency: string) =>
  new Refusal(
    422,
    'AMOUNT_OUT_OF_BOUNDS',
    { least, most, currency },
    { details: [{ field: 'amount', message: `${least}..${most}` }] },
  );
/** The seller does not have enough units. */
export const stockShort = () => new Refusal(422, 'STOCK_SHORT');
export const cannotPayFrom = (phone: string) =>
  new Refusal(422, 'CANNOT_PAY_FROM', { phone }, { details: [{ field: 'phone', message: phone }] });
/** A message's price is a ratio of two rates, so both must have one currency. */
export const ratesInTwoCurrencies = (region: string, currency: string) =>
  new Refusal(
    422,
    'RATES_IN_TWO_CURRENCIES',
    { region, currency },
    { details: [{ field: 'currency', message: currency }] },
  );
/**
 * At this price the client would pay fewer units for some number than its seller.
 * @param at the region, a prefix of it, the lowest allowed price, and the line of an imported file
 */
export const rateTooLow = (at: {
  region: string;
  prefix: string;
  least: string;
  currency: string;
  line?: number;
}) =>
  new Refusal(
    422,
    'RATE_TOO_LOW',
    { ...at, least: { decimal: at.least } },
    { details: [{ field: 'costPrice', message: `${at.least} ${at.currency}` }] },
  );
/** The seller has no price for these numbers and cannot sell them. */
export const notSoldBySeller = (at: { region: string; prefix: string; line?: number }) =>
  new Refusal(422, 'NOT_SOLD_BY_SELLER', at, {
    details: [{ field: 'regionFilters', message: `+${at.prefix}` }],
  });
/** The value of a unit depends on the account's own country. */
export const countryFixed = () =>
  new Refusal(
    422,
    'COUNTRY_FIXED',
    {},
    { details: [{ field: 'country', message: 'COUNTRY_FIXED' }] },
  );
export const homesDiffer = () => new Refusal(422, 'HOMES_DIFFER');
/** The callback does not match the payment that it is assigned to. */
export const callbackDoesNotFit = (what: 'CHECKOUT' | 'AMOUNT' | 'PHONE' | 'RECEIPT') =>
  new Refusal(409, `CALLBACK_OF_${what}`);
export const nothingArrives = () => new Refusal(422, 'NOTHING_ARRIVES');
/** It was created before the backup that was restored, and may have been sent already. */
export const heldBack = () => new Refusal(409, 'HELD_BACK');
/** @param units as a decimal text */
export const arrivesChanged = (units: string) =>
  new Refusal(409, 'ARRIVES_CHANGED', { units: { decimal: units } });
export const nothingToPay = () => new Refusal(422, 'NOTHING_TO_PAY');
/** @param reason from `contract/shared/phone.ts` */
export const numberRefused = (number: string, reason: string) =>
  new Refusal(422, 'NUMBER_REFUSED', { number, reason });
/** The platform sends nothing to this number, for any client. */
export const numberBlocked = (number: string) => new Refusal(422, 'NUMBER_BLOCKED', { number });
/** Messages in flight to a number, and campaigns with it, must end first. */
export const numberInFlight = (count: number) =>
  new Refusal(409, 'NUMBER_IN_FLIGHT', { count: String(count) });
/** The client's promotions need a consent, and this number has none on record. */
export const noConsent = (number: string) => new Refusal(422, 'NO_CONSENT', { number });
/** The owner of this number opted out of messages from this account. */
export const optedOut = (number: string) => new Refusal(422, 'OPTED_OUT', { number });
/** @param rule of the guard that refuses, by its id; the same for the four below */
export const countryNotAllowed = (rule: string, country: string, countries: string) =>
  new Refusal(
    422,
    'COUNTRY_NOT_ALLOWED',
    { rule, country, countries },
    { details: [{ field: 'to', message: 'COUNTRY_NOT_ALLOWED' }] },
  );
export const rangeBlocked = (rule: string, prefix: string) =>
  new Refusal(
    422,
    'RANGE_BLOCKED',
    { rule, prefix: `+${prefix}` },
    { details: [{ field: 'to', message: 'RANGE_BLOCKED' }] },
  );
export const codesNotEntered = (rule: string, prefix: string, share: number) =>
  new Refusal(
    422,
    'CODES_NOT_ENTERED',
    { rule, prefix: `+${prefix}`, share },
    { details: [{ field: 'to', message: 'CODES_NOT_ENTERED' }] },
  );
export const numberLimit = (rule: string, number: string, limit: number, left: number) =>
  new Refusal(429, 'NUMBER_LIMIT', { rule, number, limit }, { retryAfterSeconds: left });
export const newAccountLimit = (rule: string, limit: number, hours: number, left: number) =>
  new Refusal(429, 'NEW_ACCOUNT_LIMIT', { rule, limit, hours }, { retryAfterSeconds: left });
export const senderMissing = () => new Refusal(422, 'SENDER_MISSING');
export const textEmpty = () => new Refusal(422, 'TEXT_EMPTY');
export const textTooLong = (segments: number, limit: number) =>
  new Refusal(422, 'TEXT_TOO_LONG', { segments, limit });
/** @param right the missing authorisation of the gateway user */
export const userMayNot = (right: string) => new Refusal(403, 'USER_MAY_NOT', { right });
/** @param field of the gateway user's value filters */
export const valueFiltered = (field: string) => new Refusal(422, 'VALUE_FILTERED', { field });
/**
 * @param needed message parts
 * @param left parts that the gateway user may still send
 */
export const quotaSpent = (needed: number, left: number) =>
  new Refusal(422, 'QUOTA_SPENT', { needed, left });
/**
 * A schedule or a validity is too near or too far.
 * @param field the field
 * @param least
 * @param most in seconds
 */
export const timeOutOfBounds = (field: string, least: number, most: number) =>
  new Refusal(422, 'TIME_OUT_OF_BOUNDS', { field, least, most });
/** More messages a second than the user or key may send. */
export const throughputExceeded = (limit: number) =>
  new Refusal(429, 'THROUGHPUT', { limit }, { retryAfterSeconds: 1 });
/** Too many messages of this client wait already. */
export const queueFull = (limit: number) =>
  new Refusal(429, 'QUEUE_FULL', { limit }, { retryAfterSeconds: 60 });
/** The API key lacks the scope of this call. */
export const keyScope = (scope: string) => new Refusal(403, 'KEY_SCOPE', { scope });
/** The API key is not allowed from this address. */
export const keyAddress = (address: string) => new Refusal(403, 'KEY_ADDRESS', { address });
/** Invalid, revoked, or of an unusable account: the answer does not tell which. */
export const keyUnknown = () => new Refusal(401, 'KEY_UNKNOWN');
/** A test key cannot send campaigns. */
export const keyIsTest = () => new Refusal(403, 'KEY_IS_TEST');
/** The sender ID's fee must be paid before approval. @param amount as a decimal text */
export const feeUnpaid = (currency: string, amount: string) =>
  new Refusal(409, 'FEE_UNPAID', { fee: { decimal: amount, currency } });
/** @param message the reason why this name is not available, in the caller's language */
export const senderName = (status: 409 | 422, message: string) =>
  new Refusal(
    status,
    'SENDER_NAME',
    { reason: message },
    { details: [{ field: 'senderId', message }] },
  );
/** @param documents the missing documents, by their names */
export const documentsMissing = (documents: string[]) =>
  new Refusal(
    422,
    'DOCUMENTS_MISSING',
    { documents: documents.join(', ') },
    { details: [{ field: 'documents', message: documents.join(', ') }] },
  );
export const brandOwnerMissing = (message: string) =>
  new Refusal(422, 'BRAND_OWNER_MISSING', {}, { details: [{ field: 'brandOwner', message }] });
/** A sender ID can be delegated only to accounts below its owner. */
export const notBelow = () =>
  new Refusal(422, 'NOT_BELOW', {}, { details: [{ field: 'clientId', message: 'NOT_BELOW' }] });
/** The account must set up an authenticator app or a passkey first. */
export const strongSignInRequired = () => new Refusal(403, 'STRONG_SIGN_IN_REQUIRED');
/** The installation requires a strong way to sign in, and this is the account's only one. */
export const lastFactor = () => new Refusal(409, 'LAST_FACTOR');
export const totpWrong = (field: 'otp' | 'totp') =>
  new Refusal(422, 'TOTP_WRONG', {}, { details: [{ field, message: 'TOTP_WRONG' }] });
export const recoveryCodeWrong = () =>
  new Refusal(
    422,
    'RECOVERY_CODE_WRONG',
    {},
    { details: [{ field: 'recoveryCode', message: 'RECOVERY_CODE_WRONG' }] },
  );
/** Unknown, expired, reused, of another host, or wrongly signed: the answer does not tell which. */
export const passkeyRefused = () => new Refusal(422, 'PASSKEY_REFUSED');
/** @param host of the page */
export const passkeyNotHere = (host: string) => new Refusal(422, 'PASSKEY_NOT_HERE', { host });
export const tooManyPasskeys = (limit: number) => new Refusal(422, 'TOO_MANY_PASSKEYS', { limit });
/** @param hosts that the account's passkeys belong to */
export const noWayHere = (hosts: string[]) =>
  new Refusal(403, 'NO_WAY_HERE', { hosts: hosts.join(', ') });
export const nothingToRemove = () => new Refusal(409, 'NOTHING_TO_REMOVE');
