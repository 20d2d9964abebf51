import type { OTP_CHANNELS } from '../../../contract/api/auth.ts';
import { maySendSms, recordSms } from '../auth/limits/pumping.ts';
import { brandOf } from '../branding/branding.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { languageOf } from '../../i18n/language.ts';
import { renderNotification } from './render.ts';
import type { Notification } from './notification-kinds.ts';
import { plainName } from './plain-name.rules.ts';
import { queueMail, type Attachment } from './mail.ts';

export type Channel = (typeof OTP_CHANNELS)[number];

/**
 * Sends an SMS of the platform, charged to the root, in the caller's transaction. Returns false if
 * no live route leads to the number: then it goes by mail.
 */
export type SendPlatformSms = (
  tx: Tx,
  sms: { to: string; text: string; class: 'OTP' | 'ALERT' },
) => Promise<boolean>;

/** The dependencies of sending notifications. */
export type Messenger = {
  secretKey: SecretKey;
  /**
   * Origin of links on hosts without a brand: scheme, host and port, from the configuration, never
   * from a request.
   */
  origin: string;
  /** The name used if no client's brand is nearer. */
  platformName: string;
  /** Undefined if this installation sends no SMS of its own. */
  sendPlatformSms: SendPlatformSms | undefined;
};

export type Addressee = {
  clientId: string | null;
  email: string | null;
  phone: string | null;
  language: string;
};

// Notifications that a stranger can trigger to any number.
const BY_STRANGERS: readonly Notification['kind'][] = ['ACTIVATION_CODE', 'ALREADY_REGISTERED'];

// The reader may not know the sender.
const TO_STRANGERS: readonly Notification['kind'][] = [
  ...BY_STRANGERS,
  'INVITATION',
  'TEMPORARY_PASSWORD',
];

const WORTH_SENDING: Record<Notification['kind'], number> = {
  ACTIVATION_CODE: 600,
  SIGN_IN_CODE: 600,
  STEP_UP_CODE: 600,
  PASSWORD_LINK: 900,
  INVITATION: 7 * 86_400,
  TEMPORARY_PASSWORD: 7 * 86_400,
  ALREADY_REGISTERED: 86_400,
  PASSWORD_CHANGED: 86_400,
  EMAIL_CHANGED: 86_400,
  PHONE_CHANGED: 86_400,
  EMAIL_CONFIRMATION: 72 * 3600,
  PHONE_CODE: 600,
  EMAIL_CHANGE_REQUESTED: 72 * 3600,
  PHONE_CHANGE_REQUESTED: 72 * 3600,
  TWO_FACTOR_REMOVED: 86_400,
  NEW_SIGN_IN: 86_400,
  SESSION_REUSED: 86_400,
  TEST: 600,
  APPROVAL_REQUESTED: 86_400,
  APPROVAL_REMINDED: 86_400,
  CAMPAIGN_APPROVED: 86_400,
  CAMPAIGN_DECLINED: 86_400,
  CAMPAIGN_TOO_LATE: 86_400,
  CAMPAIGN_DAILY_LIMIT: 86_400,
  CAMPAIGN_NEEDS_APPROVAL: 86_400,
  CAMPAIGN_FAILED: 86_400,
  SENDER_DOCUMENT_REJECTED: 7 * 86_400,
  SENDER_DOCUMENTS_APPROVED: 7 * 86_400,
  SENDER_FEE_DUE: 7 * 86_400,
  SENDER_APPROVED: 7 * 86_400,
  SENDER_REJECTED: 7 * 86_400,
  SENDER_READY: 7 * 86_400,
  SENDER_BLOCKED: 7 * 86_400,
  SENDER_UNBLOCKED: 7 * 86_400,
  SENDER_REGISTRATION_LATE: 7 * 86_400,
  SENDER_REGISTRATION_APPROVED: 7 * 86_400,
  SENDER_REGISTRATION_REFUSED: 7 * 86_400,
  SENDER_REGISTRATION_PENDING: 7 * 86_400,
  SENDER_STAND_IN_BEGAN: 7 * 86_400,
  SENDER_STAND_IN_ENDED: 7 * 86_400,
  SENDER_STAND_INS_BEGAN: 7 * 86_400,
  SENDER_STAND_INS_ENDED: 7 * 86_400,
  SECOND_APPROVAL_REQUESTED: 3 * 86_400,
  SECOND_APPROVAL_APPROVED: 86_400,
  SECOND_APPROVAL_REFUSED: 86_400,
  REPORT_READY: 2 * 86_400,
  LOW_UNITS: 86_400,
  GUARD_REFUSED: 86_400,
  TOP_UP_REMINDER: 86_400,
  PAYMENT_RECEIVED: 7 * 86_400,
  ALERT_RAISED: 86_400,
  ALERT_REMINDED: 86_400,
  ALERT_RESOLVED: 86_400,
  HOST_IN_FORCE: 7 * 86_400,
  HOST_REFUSED: 7 * 86_400,
  HOST_PROOF_MISSING: 7 * 86_400,
  HOST_LOST: 7 * 86_400,
  PRICE_RAISED: 7 * 86_400,
  CLIENT_PRICE_RAISED: 7 * 86_400,
  TOTP_ADDED: 86_400,
  TOTP_REMOVED: 86_400,
  PASSKEY_ADDED: 86_400,
  PASSKEY_REMOVED: 86_400,
  PASSKEY_CLONED: 7 * 86_400,
  RECOVERY_CODES_MADE: 86_400,
  RECOVERY_CODE_USED: 86_400,
  RECOVERY_CODES_LOW: 7 * 86_400,
  STRONG_SIGN_IN_REMOVED: 7 * 86_400,
};

/**
 * Notifies a person, by SMS if that is wanted, possible and within the limits, otherwise by mail.
 * @returns the channel used. Without an addressee it writes to nobody, at the cost of a mail
 * @param notificationOf gets a function that builds the address of a page,
 * `page('/join?token=...')`, on the host that the person knows
 * @param attachment is added to a mail
 */
export async function notify(
  tx: Tx,
  messenger: Messenger,
  to: Addressee | undefined,
  wanted: Channel,
  notificationOf: (page: (path: string) => string) => Notification,
  attachment?: Attachment,
): Promise<Channel> {
  const brand = await brandOf(tx, to?.clientId ?? null);
  const notification = notificationOf(
    (path) => `${originFor(messenger.origin, brand?.host ?? null)}${path}`,
  );
  const brandName = nameInMail(notification.kind, brand?.brandName) ?? messenger.platformName;
  const written = renderNotification(notification, languageOf(to?.language), brandName);
  const code =
    notification.kind === 'ACTIVATION_CODE' ||
    notification.kind === 'SIGN_IN_CODE' ||
    notification.kind === 'STEP_UP_CODE' ||
    notification.kind === 'PHONE_CODE';
  const stranger = BY_STRANGERS.includes(notification.kind);
  if (
    wanted === 'SMS' &&
    to?.phone &&
    messenger.sendPlatformSms &&
    (await maySendSms(tx, to.phone, stranger)) &&
    (await messenger.sendPlatformSms(tx, {
      to: to.phone,
      text: written.sms,
      class: code ? 'OTP' : 'ALERT',
    }))
  ) {
    if (stranger) await recordSms(tx, to.phone);
    return 'SMS';
  }
  const { sms: _sms, ...mail } = written;
  await queueMail(
    tx,
    messenger.secretKey,
    to?.clientId ?? null,
    to?.email
      ? { ...mail, to: to.email, fromName: brandName, ...(attachment && { attachment }) }
      : undefined,
    WORTH_SENDING[notification.kind],
  );
  return 'EMAIL';
}

/** A reader who does not know the brand sees no address or number in place of its name. */
function nameInMail(kind: Notification['kind'], brandName: string | undefined): string | undefined {
  if (brandName === undefined || !TO_STRANGERS.includes(kind)) return brandName;
  return plainName(brandName) || undefined;
}

/** Notifies a person by mail, and by SMS too if possible: for events that they must not miss. */
export async function notifyAllChannels(
  tx: Tx,
  messenger: Messenger,
  to: Addressee,
  notificationOf: (page: (path: string) => string) => Notification,
): Promise<void> {
  if (to.email) await notify(tx, messenger, to, 'EMAIL', notificationOf);
  // Without a mailbox there is no other channel.
  if (to.phone) await notify(tx, messenger, { ...to, email: null }, 'SMS', notificationOf);
}

/** The origin of a branded host, with the scheme and port of the platform's own. */
function originFor(origin: string, host: string | null): string {
  if (host === null) return origin;
  const url = new URL(origin);
  url.hostname = host;
  return url.origin;
}
