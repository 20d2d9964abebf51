/** A message of the platform to people about their account. `link` is a whole address. */
export type Notification =
  | SignInNotification
  | ContactChangeNotification
  | StrongSignInNotification
  | CampaignNotification
  | SenderNotification
  | WalletNotification
  | GuardNotification
  | PlatformNotification;

/** Codes, passwords and sessions. */
type SignInNotification =
  | { kind: 'ACTIVATION_CODE'; code: string }
  | { kind: 'SIGN_IN_CODE'; code: string }
  | { kind: 'STEP_UP_CODE'; code: string }
  | { kind: 'INVITATION'; inviter: string; link: string }
  | { kind: 'PASSWORD_LINK'; link: string }
  | { kind: 'TEMPORARY_PASSWORD'; username: string; password: string; link: string }
  | { kind: 'ALREADY_REGISTERED'; link: string }
  | { kind: 'PASSWORD_CHANGED' }
  | { kind: 'NEW_SIGN_IN' | 'SESSION_REUSED'; address: string; device: string };

/** A new e-mail address or phone number of an account. */
type ContactChangeNotification =
  | { kind: 'EMAIL_CONFIRMATION'; link: string }
  | { kind: 'PHONE_CODE'; code: string }
  | { kind: 'EMAIL_CHANGE_REQUESTED' | 'PHONE_CHANGE_REQUESTED'; to: string; link: string }
  | { kind: 'EMAIL_CHANGED' | 'PHONE_CHANGED'; to: string };

/** Second steps of signing in: authenticator app, passkeys, recovery codes. */
type StrongSignInNotification =
  | { kind: 'TWO_FACTOR_REMOVED' }
  | {
      kind: 'TOTP_ADDED' | 'TOTP_REMOVED' | 'RECOVERY_CODES_MADE' | 'STRONG_SIGN_IN_REMOVED';
      link: string;
    }
  | { kind: 'PASSKEY_ADDED' | 'PASSKEY_REMOVED' | 'PASSKEY_CLONED'; name: string; link: string }
  | { kind: 'RECOVERY_CODE_USED' | 'RECOVERY_CODES_LOW'; left: string; link: string };

/** Decisions on a campaign, and campaigns that were not sent. */
type CampaignNotification =
  | {
      kind:
        | 'CAMPAIGN_APPROVED'
        | 'CAMPAIGN_TOO_LATE'
        | 'CAMPAIGN_DAILY_LIMIT'
        | 'CAMPAIGN_NEEDS_APPROVAL'
        | 'CAMPAIGN_FAILED';
      name: string;
      link: string;
    }
  | { kind: 'CAMPAIGN_DECLINED'; name: string; reason: string; link: string }
  | {
      kind: 'APPROVAL_REQUESTED' | 'APPROVAL_REMINDED';
      client: string;
      name: string;
      text: string;
      /** The beginning of the text, for an SMS. */
      excerpt: string;
      messages: string;
      units: string;
      when: string;
      link: string;
    };

/** The request for a sender ID, step by step. */
type SenderNotification =
  | {
      kind: 'SENDER_DOCUMENT_REJECTED';
      name: string;
      document: string;
      reason: string;
      link: string;
    }
  | { kind: 'SENDER_REJECTED' | 'SENDER_BLOCKED'; name: string; reason: string; link: string }
  | { kind: 'SENDER_FEE_DUE'; name: string; fee: string; link: string }
  | { kind: 'SENDER_APPROVED'; name: string; days: string; link: string }
  | {
      kind: 'SENDER_REGISTRATION_LATE';
      name: string;
      client: string;
      operator: string;
      since: string;
      link: string;
    }
  | { kind: 'SENDER_REGISTRATION_APPROVED'; name: string; operator: string; link: string }
  | {
      kind: 'SENDER_REGISTRATION_REFUSED' | 'SENDER_REGISTRATION_PENDING';
      name: string;
      operator: string;
      effect: string;
      link: string;
    }
  | {
      kind: 'SENDER_STAND_IN_BEGAN' | 'SENDER_STAND_IN_ENDED';
      name: string;
      standIn: string;
      operators: string;
      link: string;
    }
  | {
      kind: 'SENDER_STAND_INS_BEGAN' | 'SENDER_STAND_INS_ENDED';
      count: string;
      list: string;
      standIn: string;
      link: string;
    }
  | {
      kind: 'SENDER_DOCUMENTS_APPROVED' | 'SENDER_READY' | 'SENDER_UNBLOCKED';
      name: string;
      link: string;
    };

/** Units, prices and payments. */
type WalletNotification =
  | { kind: 'LOW_UNITS'; balance: string; level: string; link: string }
  | { kind: 'TOP_UP_REMINDER'; balance: string; link: string }
  | { kind: 'PRICE_RAISED'; list: string; link: string }
  | { kind: 'CLIENT_PRICE_RAISED'; name: string; list: string; link: string }
  | {
      kind: 'PAYMENT_RECEIVED';
      amount: string;
      what: string;
      ref: string;
      receipt: string;
      link: string;
    };

/** The guard against SMS pumping. */
type GuardNotification = { kind: 'GUARD_REFUSED'; rule: string; prefix: string; link: string };

/** Running the platform: approvals, reports, alerts, branded hosts. */
type PlatformNotification =
  | { kind: 'SECOND_APPROVAL_REQUESTED' | 'SECOND_APPROVAL_APPROVED'; link: string }
  | { kind: 'SECOND_APPROVAL_REFUSED'; reason: string; link: string }
  | { kind: 'REPORT_READY'; name: string; rows: string; link: string }
  | {
      kind: 'ALERT_RAISED' | 'ALERT_REMINDED' | 'ALERT_RESOLVED';
      title: string;
      advice: string;
      since: string;
      link: string;
    }
  | { kind: 'HOST_IN_FORCE' | 'HOST_LOST'; host: string; link: string }
  | { kind: 'HOST_REFUSED'; host: string; reason: string; link: string }
  | { kind: 'HOST_PROOF_MISSING'; host: string; record: string; until: string; link: string }
  | { kind: 'TEST' };
