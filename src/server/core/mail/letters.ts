import type { Language } from '../../infra/words.ts';

/** What the platform writes to people about their account. `link` is a whole address. */
export type Letter =
  | { kind: 'ACTIVATION_CODE'; code: string }
  | { kind: 'SIGN_IN_CODE'; code: string }
  | { kind: 'STEP_UP_CODE'; code: string }
  | { kind: 'INVITATION'; inviter: string; link: string }
  | { kind: 'PASSWORD_LINK'; link: string }
  | { kind: 'TEMPORARY_PASSWORD'; username: string; password: string; link: string }
  | { kind: 'ALREADY_REGISTERED'; link: string }
  | { kind: 'PASSWORD_CHANGED' }
  | { kind: 'EMAIL_CONFIRMATION'; link: string }
  | { kind: 'PHONE_CODE'; code: string }
  | { kind: 'EMAIL_CHANGE_REQUESTED' | 'PHONE_CHANGE_REQUESTED'; to: string; link: string }
  | { kind: 'EMAIL_CHANGED' | 'PHONE_CHANGED'; to: string }
  | { kind: 'TWO_FACTOR_REMOVED' }
  | { kind: 'NEW_SIGN_IN' | 'SESSION_REUSED'; address: string; device: string }
  | {
      kind: 'CAMPAIGN_APPROVED' | 'CAMPAIGN_TOO_LATE' | 'CAMPAIGN_DAILY_LIMIT' | 'CAMPAIGN_FAILED';
      name: string;
      link: string;
    }
  | { kind: 'CAMPAIGN_DECLINED'; name: string; reason: string; link: string }
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
      kind: 'SENDER_DOCUMENTS_APPROVED' | 'SENDER_READY' | 'SENDER_UNBLOCKED';
      name: string;
      link: string;
    }
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
    }
  | {
      kind: 'ALERT_RAISED' | 'ALERT_REMINDED' | 'ALERT_RESOLVED';
      title: string;
      advice: string;
      since: string;
      link: string;
    }
  | { kind: 'SECOND_APPROVAL_REQUESTED' | 'SECOND_APPROVAL_APPROVED'; link: string }
  | { kind: 'SECOND_APPROVAL_REFUSED'; reason: string; link: string }
  | { kind: 'REPORT_READY'; name: string; rows: string; link: string }
  | { kind: 'HOST_IN_FORCE' | 'HOST_LOST'; host: string; link: string }
  | { kind: 'HOST_REFUSED'; host: string; reason: string; link: string }
  | { kind: 'HOST_PROOF_MISSING'; host: string; record: string; until: string; link: string }
  | {
      kind: 'TOTP_ADDED' | 'TOTP_REMOVED' | 'RECOVERY_CODES_MADE' | 'STRONG_SIGN_IN_REMOVED';
      link: string;
    }
  | { kind: 'PASSKEY_ADDED' | 'PASSKEY_REMOVED' | 'PASSKEY_CLONED'; name: string; link: string }
  | { kind: 'RECOVERY_CODE_USED' | 'RECOVERY_CODES_LOW'; left: string; link: string }
  | { kind: 'TEST' };

type Words = { subject: string; paragraphs: string[]; sms: string };

// SMS texts keep to the GSM alphabet, Portuguese ones without the signs it lacks: one part each.
const letters: Record<Language, Record<Letter['kind'], Words>> = {
  en: {
    ACTIVATION_CODE: {
      subject: '{code} is your {brand} code',
      paragraphs: [
        'Welcome to {brand}. Your code is',
        '*{code}',
        'It is valid for 10 minutes. Nobody of ours will ever ask you for it.',
      ],
      sms: '{code} is your {brand} code. It is valid for 10 minutes. Never share it.',
    },
    SIGN_IN_CODE: {
      subject: '{code} is your {brand} sign-in code',
      paragraphs: [
        'Your code for signing in is',
        '*{code}',
        'It is valid for 10 minutes. Nobody of ours will ever ask you for it. If you are not signing in, somebody knows your password: change it.',
      ],
      sms: '{code} is your {brand} sign-in code. It is valid for 10 minutes. Never share it.',
    },
    STEP_UP_CODE: {
      subject: '{code} is your {brand} confirmation code',
      paragraphs: [
        'Enter this code to confirm a change to your {brand} account:',
        '*{code}',
        'It is valid for 10 minutes. We never ask you for it. If you are not changing anything, someone else is using your account: change your password now.',
      ],
      sms: '{code} is your {brand} confirmation code. It is valid for 10 minutes. Never share it.',
    },
    INVITATION: {
      subject: '{inviter} invites you to {brand}',
      paragraphs: [
        '{inviter} has opened an account for you at {brand}. Choose your password and start:',
        '>{link}',
        'The link is valid for 7 days and works once.',
      ],
      sms: '{inviter} invites you to {brand}: {link}',
    },
    PASSWORD_LINK: {
      subject: 'A new password for {brand}',
      paragraphs: [
        'You asked for a new password. Choose it here:',
        '>{link}',
        'The link is valid for 15 minutes and works once. If you did not ask, do nothing: your password stays as it is.',
      ],
      sms: 'Choose a new {brand} password, within 15 minutes: {link}',
    },
    TEMPORARY_PASSWORD: {
      subject: 'Your {brand} password',
      paragraphs: [
        'Sign in as {username} with this temporary password and choose one of your own:',
        '*{password}',
        '>{link}',
        'It is valid for 7 days.',
      ],
      sms: 'Your temporary {brand} password is {password} (7 days). Sign in and choose your own: {link}',
    },
    ALREADY_REGISTERED: {
      subject: 'You have a {brand} account',
      paragraphs: [
        'Somebody, probably you, tried to register at {brand} with your e-mail address or phone number. There is an account with it already. Sign in, or choose "Forgot password":',
        '>{link}',
        'If it was not you, do nothing.',
      ],
      sms: 'There is a {brand} account with your number already. Sign in: {link}',
    },
    PASSWORD_CHANGED: {
      subject: 'Your {brand} password was changed',
      paragraphs: [
        'The password of your {brand} account was just changed, and other sessions were ended. If it was not you, choose "Forgot password" at once and tell whoever manages your account.',
      ],
      sms: 'Your {brand} password was just changed. If it was not you, reset it at once.',
    },
    EMAIL_CONFIRMATION: {
      subject: 'Confirm your e-mail address for {brand}',
      paragraphs: [
        'This address was given as the new e-mail address of a {brand} account. Confirm it to start using it:',
        '>{link}',
        'The link is valid for 72 hours and works once. If you did not expect this, do nothing: the account keeps its present address.',
      ],
      sms: 'Confirm your new e-mail address for {brand}: {link}',
    },
    PHONE_CODE: {
      subject: '{code} confirms the new phone number of your {brand} account',
      paragraphs: [
        'Enter this code in your {brand} settings to confirm the new phone number:',
        '*{code}',
        'It is valid for 10 minutes. We never ask you for it. If you did not expect this, do nothing: your account keeps its present number.',
      ],
      sms: '{code} confirms this number for your {brand} account. It is valid for 10 minutes. Never share it.',
    },
    EMAIL_CHANGE_REQUESTED: {
      subject: 'A new e-mail address was requested for your {brand} account',
      paragraphs: [
        'Someone asked to change the e-mail address of your {brand} account to {to}. It changes once the new address is confirmed.',
        'If this was not you, stop or undo it here and choose a new password:',
        '>{link}',
        'The link is valid for 72 hours and works once, even after the address has changed.',
      ],
      sms: 'The e-mail of your {brand} account is about to change. Not you? Undo it within 72 hours: {link}',
    },
    PHONE_CHANGE_REQUESTED: {
      subject: 'A new phone number was requested for your {brand} account',
      paragraphs: [
        'Someone asked to change the phone number of your {brand} account to {to}. It changes once the new number is confirmed.',
        'If this was not you, stop or undo it here and choose a new password:',
        '>{link}',
        'The link is valid for 72 hours and works once, even after the number has changed.',
      ],
      sms: 'The phone number of your {brand} account is about to change. Not you? Undo it within 72 hours: {link}',
    },
    EMAIL_CHANGED: {
      subject: 'The e-mail address of your {brand} account was changed',
      paragraphs: [
        'The e-mail address of your {brand} account is now {to}.',
        'If this was not you, open the link in our earlier message about this change: it restores your address. It works for 72 hours from now.',
      ],
      sms: 'The e-mail of your {brand} account was changed. Not you? Use the link in our earlier message.',
    },
    PHONE_CHANGED: {
      subject: 'The phone number of your {brand} account was changed',
      paragraphs: [
        'The phone number of your {brand} account is now {to}.',
        'If this was not you, open the link in our earlier message about this change: it restores your number. It works for 72 hours from now.',
      ],
      sms: 'The phone number of your {brand} account was changed. Not you? Use the link in our earlier message.',
    },
    TWO_FACTOR_REMOVED: {
      subject: 'Two-factor sign-in was removed from your {brand} account',
      paragraphs: [
        'An administrator removed two-factor sign-in from your {brand} account: a password alone is now enough. If you did not ask for this, sign in, switch it on again and change your password.',
      ],
      sms: 'An administrator removed two-factor sign-in from your {brand} account. Not expected? Switch it on again.',
    },
    NEW_SIGN_IN: {
      subject: 'New sign-in to {brand}',
      paragraphs: [
        'Your {brand} account was signed in to from a place it was not before:',
        '*{device}, {address}',
        'If it was not you, change your password at once.',
      ],
      sms: 'New sign-in to your {brand} account from {address}. If it was not you, change your password.',
    },
    SESSION_REUSED: {
      subject: 'You were signed out of {brand}',
      paragraphs: [
        'You were signed out because an old sign-in token was used. Somebody may have copied it from your browser. It was used from:',
        '*{device}, {address}',
        'Sign in again. If you do not know this device, change your password and look at your sessions under Settings.',
      ],
      sms: 'You were signed out of {brand}: an old sign-in token was used from {address}. If it was not you, change your password.',
    },
    CAMPAIGN_APPROVED: {
      subject: 'Your campaign {name} was approved',
      paragraphs: [
        'Your campaign {name} was approved. It is sent at its time, or now where it has none. See how it goes:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} was approved.',
    },
    CAMPAIGN_DECLINED: {
      subject: 'Your campaign {name} was declined',
      paragraphs: [
        'Your campaign {name} was declined, and nothing of it was sent or charged. The reason given:',
        '{reason}',
        'Make a copy of it, change what is asked, and hand it in again:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} was declined: {reason}',
    },
    CAMPAIGN_TOO_LATE: {
      subject: 'Your campaign {name} waits for you',
      paragraphs: [
        'The time of your campaign {name} was missed, so it was not sent. Decide whether it goes now, at another time, or not at all:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} missed its time and waits for you.',
    },
    CAMPAIGN_DAILY_LIMIT: {
      subject: 'Your campaign {name} waits for you',
      paragraphs: [
        'Your campaign {name} is larger than what your account may still send today, so it was not sent. Give it another day, send it to fewer people, or ask whoever manages your account for a higher daily limit:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} met the daily limit and waits for you.',
    },
    CAMPAIGN_FAILED: {
      subject: 'Your campaign {name} could not be sent',
      paragraphs: [
        'Your campaign {name} could not be started. Nothing of it was sent or charged. See why, and make a copy of it to send again:',
        '>{link}',
      ],
      sms: 'Your {brand} campaign {name} could not be sent.',
    },
    SENDER_DOCUMENT_REJECTED: {
      subject: 'A document of your sender ID {name} was rejected',
      paragraphs: [
        'We looked at the documents of your sender ID {name}. This one was rejected: {document}. The reason given:',
        '{reason}',
        'Upload another in its place; the rest of your request stays as it is:',
        '>{link}',
      ],
      sms: '{brand}: {document} of your sender ID {name} was rejected: {reason}',
    },
    SENDER_DOCUMENTS_APPROVED: {
      subject: 'The documents of your sender ID {name} are approved',
      paragraphs: [
        'All documents of your sender ID {name} are approved. We look at the request as a whole now, and write to you again:',
        '>{link}',
      ],
      sms: '{brand}: the documents of your sender ID {name} are approved.',
    },
    SENDER_FEE_DUE: {
      subject: 'Your sender ID {name} waits for its fee',
      paragraphs: [
        'All documents of your sender ID {name} are approved. Its fee is',
        '*{fee}',
        'Pay it by mobile money, and we go on:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} waits for its fee of {fee}. Pay it here: {link}',
    },
    SENDER_APPROVED: {
      subject: 'Your sender ID {name} was approved',
      paragraphs: [
        'Your sender ID {name} was approved, and we have asked the operators to set it up. That takes {days} working days as a rule. We write to you when you can send with it:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} was approved. Operators take {days} working days to set it up.',
    },
    SENDER_REJECTED: {
      subject: 'Your sender ID {name} was rejected',
      paragraphs: [
        'Your request for the sender ID {name} was rejected. The reason given:',
        '{reason}',
        'You can ask for another, or for this one again once that is settled:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} was rejected: {reason}',
    },
    SENDER_READY: {
      subject: 'You can send with {name}',
      paragraphs: [
        'Your sender ID {name} is ready for sending. Choose it when you write your next campaign:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} is ready for sending.',
    },
    SENDER_BLOCKED: {
      subject: 'Your sender ID {name} was blocked',
      paragraphs: [
        'Nothing more is sent with your sender ID {name}. Campaigns that were on their way have stopped, and the units of what was not sent come back. The reason given:',
        '{reason}',
        'Ask whoever manages your account about it:',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} was blocked: {reason}',
    },
    SENDER_UNBLOCKED: {
      subject: 'You can send with {name} again',
      paragraphs: [
        'Your sender ID {name} is ready for sending again. Campaigns that were stopped stay stopped: make a copy of one to send it.',
        '>{link}',
      ],
      sms: '{brand}: your sender ID {name} is ready for sending again.',
    },
    SECOND_APPROVAL_REQUESTED: {
      subject: 'A change waits for your approval',
      paragraphs: [
        'Another administrator of {brand} asks for a change that needs a second administrator. Look at it, and approve or refuse it within 72 hours:',
        '>{link}',
        'If you do not expect it, ask the author before you approve.',
      ],
      sms: 'A change at {brand} waits for your approval: {link}',
    },
    SECOND_APPROVAL_APPROVED: {
      subject: 'Your change was approved',
      paragraphs: [
        'Another administrator of {brand} has approved the change that you asked for, and it was made.',
        '>{link}',
      ],
      sms: 'Your change at {brand} was approved: {link}',
    },
    SECOND_APPROVAL_REFUSED: {
      subject: 'Your change was refused',
      paragraphs: [
        'Another administrator of {brand} has refused the change that you asked for: {reason}',
        '>{link}',
      ],
      sms: 'Your change at {brand} was refused: {link}',
    },
    REPORT_READY: {
      subject: 'Your report {name} is ready',
      paragraphs: [
        'Your report {name} is ready, with {rows} rows. It can be downloaded for 7 days:',
        '>{link}',
      ],
      sms: 'Your {brand} report {name} is ready: {link}',
    },
    LOW_UNITS: {
      subject: 'Your {brand} balance is low: {balance} units',
      paragraphs: [
        'Your balance has fallen to',
        '*{balance} units',
        'You asked to hear of it below {level}. Top up here, so that your campaigns go on:',
        '>{link}',
      ],
      sms: 'Your {brand} balance is low: {balance} units. Top up: {link}',
    },
    TOP_UP_REMINDER: {
      subject: 'Time to top up {brand}',
      paragraphs: [
        'You asked to be reminded. Your balance is',
        '*{balance} units',
        'Top up here:',
        '>{link}',
      ],
      sms: 'Your {brand} balance is {balance} units. Top up: {link}',
    },
    PRICE_RAISED: {
      subject: 'Some of your {brand} prices have gone up',
      paragraphs: [
        'Your seller now pays more for these regions. Until it sets new prices you are charged, for each segment (the price set before in brackets):',
        '{list}',
        'See all your prices:',
        '>{link}',
      ],
      sms: 'Some of your {brand} prices have gone up: {list}',
    },
    CLIENT_PRICE_RAISED: {
      subject: 'Prices of {name} on {brand} are below yours',
      paragraphs: [
        'The prices that you set for {name} are now lower, in units, than what you pay. Until you change them, {name} is charged at your prices (the price set before in brackets):',
        '{list}',
        'Set new prices here:',
        '>{link}',
      ],
      sms: '{brand}: the prices of {name} are below yours: {list}',
    },
    PAYMENT_RECEIVED: {
      subject: '{amount} received: {what}',
      paragraphs: [
        'We received your payment of',
        '*{amount}',
        'For {what}. Reference {ref}, receipt {receipt}. You can print the receipt here:',
        '>{link}',
      ],
      sms: '{brand}: {amount} received for {what}. Ref {ref}.',
    },
    ALERT_RAISED: {
      subject: '{brand}: {title}',
      paragraphs: ['{title}.', '{advice}', 'Since {since}. How everything stands:', '>{link}'],
      sms: '{brand}: {title}',
    },
    ALERT_REMINDED: {
      subject: '{brand}, still: {title}',
      paragraphs: [
        'It is still so: {title}.',
        '{advice}',
        'Since {since}. How everything stands:',
        '>{link}',
      ],
      sms: '{brand}, still: {title}',
    },
    ALERT_RESOLVED: {
      subject: '{brand}, over: {title}',
      paragraphs: [
        'This is over: {title}.',
        'It began at {since}. How everything stands:',
        '>{link}',
      ],
      sms: '{brand}, over: {title}',
    },
    HOST_IN_FORCE: {
      subject: '{host} carries your brand',
      paragraphs: [
        'The host {host} carries your brand from now on, and links in mail and messages to your users lead to your brand.',
        '>{link}',
      ],
      sms: '{brand}: {host} carries your brand from now on.',
    },
    HOST_REFUSED: {
      subject: 'Your host {host} was refused',
      paragraphs: [
        'The host {host} that you proposed for your brand was refused. The reason given:',
        '{reason}',
        'See your hosts:',
        '>{link}',
      ],
      sms: '{brand}: your host {host} was refused: {reason}',
    },
    HOST_PROOF_MISSING: {
      subject: 'The DNS record of {host} is missing',
      paragraphs: [
        'The DNS record that proves your host {host} is no longer there:',
        '*{record}',
        'Restore it before {until}. After that the host no longer carries your brand. The value is on this page:',
        '>{link}',
      ],
      sms: '{brand}: the DNS record of {host} is missing. Restore it before {until}.',
    },
    HOST_LOST: {
      subject: '{host} no longer carries your brand',
      paragraphs: [
        'The DNS record that proved your host {host} was missing for 14 days, so the host no longer carries your brand. Restore the record and check it here:',
        '>{link}',
      ],
      sms: '{brand}: {host} no longer carries your brand.',
    },
    TOTP_ADDED: {
      subject: 'An authenticator app was added to your {brand} account',
      paragraphs: [
        'An authenticator app was just added to your {brand} account. From now on its code completes your sign-in.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'An authenticator app was added to your {brand} account. If this was not you, change your password.',
    },
    TOTP_REMOVED: {
      subject: 'The authenticator app of your {brand} account was removed',
      paragraphs: [
        'The authenticator app of your {brand} account was just removed.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'The authenticator app of your {brand} account was removed. If this was not you, change your password.',
    },
    PASSKEY_ADDED: {
      subject: 'A passkey was added to your {brand} account',
      paragraphs: [
        'The passkey "{name}" was just added to your {brand} account. It signs in without a password.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'A passkey was added to your {brand} account. If this was not you, change your password.',
    },
    PASSKEY_REMOVED: {
      subject: 'A passkey of your {brand} account was removed',
      paragraphs: [
        'The passkey "{name}" of your {brand} account was just removed.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'A passkey of your {brand} account was removed. If this was not you, change your password.',
    },
    PASSKEY_CLONED: {
      subject: 'A passkey of your {brand} account may have been copied',
      paragraphs: [
        'The passkey "{name}" was used with a counter that had already passed, which happens when a passkey is copied. The sign-in was refused, and so is every further one with it.',
        'Remove this passkey and add another:',
        '>{link}',
      ],
      sms: 'A passkey of your {brand} account may have been copied. It is refused from now on: replace it.',
    },
    RECOVERY_CODES_MADE: {
      subject: 'New recovery codes for your {brand} account',
      paragraphs: [
        'Ten new recovery codes were just made for your {brand} account. The old ones no longer work.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'New recovery codes were made for your {brand} account. If this was not you, change your password.',
    },
    RECOVERY_CODE_USED: {
      subject: 'A recovery code of your {brand} account was used',
      paragraphs: [
        'A recovery code was just used to sign in to your {brand} account. Codes left: {left}.',
        'If this was not you, change your password at once and end your other sessions:',
        '>{link}',
      ],
      sms: 'A recovery code of your {brand} account was used. Codes left: {left}. If this was not you, change your password.',
    },
    RECOVERY_CODES_LOW: {
      subject: 'Few recovery codes are left for your {brand} account',
      paragraphs: [
        'A recovery code was just used to sign in to your {brand} account. Codes left: {left}.',
        'Make new ones before they run out. If this sign-in was not yours, change your password at once:',
        '>{link}',
      ],
      sms: 'A recovery code of your {brand} account was used. Codes left: {left}. Make new ones.',
    },
    STRONG_SIGN_IN_REMOVED: {
      subject: 'Strong sign-in of your {brand} account was removed',
      paragraphs: [
        'An administrator removed the authenticator app, the passkeys and the recovery codes of your {brand} account, and ended its sessions. Sign in with your password and set them up again:',
        '>{link}',
        'If you did not ask for this, tell whoever manages your account at once.',
      ],
      sms: 'Strong sign-in of your {brand} account was removed by an administrator. If you did not ask for this, tell us at once.',
    },
    TEST: {
      subject: 'Test mail from {brand}',
      paragraphs: ['This mail shows that {brand} can send mail.'],
      sms: 'This message shows that {brand} can send.',
    },
  },
  pt: {
    ACTIVATION_CODE: {
      subject: '{code} é o seu código {brand}',
      paragraphs: [
        'Bem-vindo a {brand}. O seu código é',
        '*{code}',
        'É válido durante 10 minutos. Ninguém da nossa equipa lho pedirá.',
      ],
      sms: '{code} e o seu codigo {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    SIGN_IN_CODE: {
      subject: '{code} é o seu código de entrada {brand}',
      paragraphs: [
        'O seu código para iniciar sessão é',
        '*{code}',
        'É válido durante 10 minutos. Ninguém da nossa equipa lho pedirá. Se não está a iniciar sessão, alguém sabe a sua palavra-passe: mude-a.',
      ],
      sms: '{code} e o seu codigo de entrada {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    STEP_UP_CODE: {
      subject: '{code} é o seu código de confirmação {brand}',
      paragraphs: [
        'Introduza este código para confirmar uma alteração na sua conta {brand}:',
        '*{code}',
        'É válido durante 10 minutos. Nunca lho pediremos. Se não está a alterar nada, alguém está a usar a sua conta: mude já a palavra-passe.',
      ],
      sms: '{code} e o seu codigo de confirmacao {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    INVITATION: {
      subject: '{inviter} convida-o para {brand}',
      paragraphs: [
        '{inviter} abriu uma conta para si em {brand}. Escolha a sua palavra-passe e comece:',
        '>{link}',
        'A ligação é válida durante 7 dias e funciona uma vez.',
      ],
      sms: '{inviter} convida-o para {brand}: {link}',
    },
    PASSWORD_LINK: {
      subject: 'Uma nova palavra-passe para {brand}',
      paragraphs: [
        'Pediu uma nova palavra-passe. Escolha-a aqui:',
        '>{link}',
        'A ligação é válida durante 15 minutos e funciona uma vez. Se não a pediu, não faça nada: a sua palavra-passe fica como está.',
      ],
      sms: 'Escolha uma nova palavra-passe {brand}, em 15 minutos: {link}',
    },
    TEMPORARY_PASSWORD: {
      subject: 'A sua palavra-passe {brand}',
      paragraphs: [
        'Inicie sessão como {username} com esta palavra-passe temporária e escolha a sua:',
        '*{password}',
        '>{link}',
        'É válida durante 7 dias.',
      ],
      sms: 'A sua palavra-passe temporaria {brand}: {password} (7 dias). Entre e escolha a sua: {link}',
    },
    ALREADY_REGISTERED: {
      subject: 'Já tem uma conta {brand}',
      paragraphs: [
        'Alguém, provavelmente o próprio, tentou registar-se em {brand} com o seu e-mail ou telefone. Já existe uma conta com ele. Inicie sessão, ou escolha "Esqueci-me da palavra-passe":',
        '>{link}',
        'Se não foi o próprio, não faça nada.',
      ],
      sms: 'Ja existe uma conta {brand} com o seu numero. Entre: {link}',
    },
    PASSWORD_CHANGED: {
      subject: 'A sua palavra-passe {brand} foi mudada',
      paragraphs: [
        'A palavra-passe da sua conta {brand} acaba de ser mudada, e as outras sessões terminaram. Se não foi o próprio, escolha já "Esqueci-me da palavra-passe" e avise quem gere a sua conta.',
      ],
      sms: 'A sua palavra-passe {brand} acaba de ser mudada. Se nao foi o proprio, mude-a ja.',
    },
    EMAIL_CONFIRMATION: {
      subject: 'Confirme o seu e-mail para {brand}',
      paragraphs: [
        'Este endereço foi indicado como o novo e-mail de uma conta {brand}. Confirme-o para o começar a usar:',
        '>{link}',
        'A ligação é válida durante 72 horas e funciona uma vez. Se não esperava esta mensagem, não faça nada: a conta mantém o endereço actual.',
      ],
      sms: 'Confirme o seu novo e-mail para {brand}: {link}',
    },
    PHONE_CODE: {
      subject: '{code} confirma o novo telefone da sua conta {brand}',
      paragraphs: [
        'Introduza este código nas definições {brand} para confirmar o novo número de telefone:',
        '*{code}',
        'É válido durante 10 minutos. Nunca lho pediremos. Se não esperava esta mensagem, não faça nada: a conta mantém o número actual.',
      ],
      sms: '{code} confirma este numero para a sua conta {brand}. Valido durante 10 minutos. Nunca o partilhe.',
    },
    EMAIL_CHANGE_REQUESTED: {
      subject: 'Foi pedido um novo e-mail para a sua conta {brand}',
      paragraphs: [
        'Alguém pediu para mudar o e-mail da sua conta {brand} para {to}. Muda assim que o novo endereço for confirmado.',
        'Se não foi o próprio, impeça ou anule a mudança aqui e escolha uma nova palavra-passe:',
        '>{link}',
        'A ligação é válida durante 72 horas e funciona uma vez, mesmo depois de o endereço ter mudado.',
      ],
      sms: 'O e-mail da sua conta {brand} vai mudar. Nao foi o proprio? Anule em 72 horas: {link}',
    },
    PHONE_CHANGE_REQUESTED: {
      subject: 'Foi pedido um novo telefone para a sua conta {brand}',
      paragraphs: [
        'Alguém pediu para mudar o número de telefone da sua conta {brand} para {to}. Muda assim que o novo número for confirmado.',
        'Se não foi o próprio, impeça ou anule a mudança aqui e escolha uma nova palavra-passe:',
        '>{link}',
        'A ligação é válida durante 72 horas e funciona uma vez, mesmo depois de o número ter mudado.',
      ],
      sms: 'O telefone da sua conta {brand} vai mudar. Nao foi o proprio? Anule em 72 horas: {link}',
    },
    EMAIL_CHANGED: {
      subject: 'O e-mail da sua conta {brand} foi mudado',
      paragraphs: [
        'O e-mail da sua conta {brand} é agora {to}.',
        'Se não foi o próprio, abra a ligação da nossa mensagem anterior sobre esta mudança: repõe o seu endereço. Funciona durante 72 horas a partir de agora.',
      ],
      sms: 'O e-mail da sua conta {brand} foi mudado. Nao foi o proprio? Use a ligacao da mensagem anterior.',
    },
    PHONE_CHANGED: {
      subject: 'O telefone da sua conta {brand} foi mudado',
      paragraphs: [
        'O número de telefone da sua conta {brand} é agora {to}.',
        'Se não foi o próprio, abra a ligação da nossa mensagem anterior sobre esta mudança: repõe o seu número. Funciona durante 72 horas a partir de agora.',
      ],
      sms: 'O telefone da sua conta {brand} foi mudado. Nao foi o proprio? Use a ligacao da mensagem anterior.',
    },
    TWO_FACTOR_REMOVED: {
      subject: 'A autenticação de dois fatores da sua conta {brand} foi retirada',
      paragraphs: [
        'Um administrador retirou a autenticação de dois fatores da sua conta {brand}: basta agora a palavra-passe. Se não o pediu, inicie sessão, volte a ativá-la e mude a palavra-passe.',
      ],
      sms: 'Um administrador retirou os dois fatores da sua conta {brand}. Nao o pediu? Volte a ativa-los.',
    },
    NEW_SIGN_IN: {
      subject: 'Nova sessão em {brand}',
      paragraphs: [
        'Alguém iniciou sessão na sua conta {brand} a partir de um lugar novo:',
        '*{device}, {address}',
        'Se não foi o próprio, mude já a sua palavra-passe.',
      ],
      sms: 'Nova sessao na sua conta {brand} a partir de {address}. Se nao foi o proprio, mude a palavra-passe.',
    },
    SESSION_REUSED: {
      subject: 'A sua sessão em {brand} foi terminada',
      paragraphs: [
        'A sua sessão foi terminada porque foi usado um código de sessão antigo. Alguém pode tê-lo copiado do seu navegador. Foi usado a partir de:',
        '*{device}, {address}',
        'Inicie sessão novamente. Se não conhece este dispositivo, mude a sua palavra-passe e veja as suas sessões nas Definições.',
      ],
      sms: 'A sua sessao em {brand} terminou: foi usado um codigo antigo a partir de {address}. Se nao foi o proprio, mude a palavra-passe.',
    },
    CAMPAIGN_APPROVED: {
      subject: 'A sua campanha {name} foi aprovada',
      paragraphs: [
        'A sua campanha {name} foi aprovada. Será enviada à hora marcada, ou já, se não a tiver. Acompanhe-a:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} foi aprovada.',
    },
    CAMPAIGN_DECLINED: {
      subject: 'A sua campanha {name} foi recusada',
      paragraphs: [
        'A sua campanha {name} foi recusada; nada foi enviado nem cobrado. O motivo indicado:',
        '{reason}',
        'Faça uma cópia, mude o que é pedido e entregue-a novamente:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} foi recusada: {reason}',
    },
    CAMPAIGN_TOO_LATE: {
      subject: 'A sua campanha {name} espera por si',
      paragraphs: [
        'A hora da sua campanha {name} passou sem que fosse enviada. Decida se segue já, a outra hora, ou se não segue:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} perdeu a hora e espera por si.',
    },
    CAMPAIGN_DAILY_LIMIT: {
      subject: 'A sua campanha {name} espera por si',
      paragraphs: [
        'A sua campanha {name} é maior do que aquilo que a sua conta ainda pode enviar hoje, por isso não foi enviada. Marque-a para outro dia, envie-a a menos pessoas ou peça um limite diário mais alto a quem gere a sua conta:',
        '>{link}',
      ],
      sms: 'A sua campanha {name} em {brand} atingiu o limite diario e espera por si.',
    },
    CAMPAIGN_FAILED: {
      subject: 'Não foi possível enviar a sua campanha {name}',
      paragraphs: [
        'Não foi possível iniciar a sua campanha {name}. Nada foi enviado nem cobrado. Veja porquê e faça uma cópia para enviar de novo:',
        '>{link}',
      ],
      sms: 'Nao foi possivel enviar a sua campanha {name} em {brand}.',
    },
    SENDER_DOCUMENT_REJECTED: {
      subject: 'Um documento do seu remetente {name} foi rejeitado',
      paragraphs: [
        'Vimos os documentos do seu remetente {name}. Este foi rejeitado: {document}. O motivo indicado:',
        '{reason}',
        'Carregue outro em seu lugar; o resto do pedido fica como está:',
        '>{link}',
      ],
      sms: '{brand}: {document} do seu remetente {name}: rejeitado. {reason}',
    },
    SENDER_DOCUMENTS_APPROVED: {
      subject: 'Os documentos do seu remetente {name} estão aprovados',
      paragraphs: [
        'Todos os documentos do seu remetente {name} estão aprovados. Vemos agora o pedido no seu todo e voltamos a escrever-lhe:',
        '>{link}',
      ],
      sms: '{brand}: os documentos do seu remetente {name} foram aprovados.',
    },
    SENDER_FEE_DUE: {
      subject: 'O seu remetente {name} espera pela taxa',
      paragraphs: [
        'Todos os documentos do seu remetente {name} estão aprovados. A taxa é de',
        '*{fee}',
        'Pague-a por dinheiro móvel e continuamos:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} espera pela taxa de {fee}. Pague aqui: {link}',
    },
    SENDER_APPROVED: {
      subject: 'O seu remetente {name} foi aprovado',
      paragraphs: [
        'O seu remetente {name} foi aprovado e pedimos aos operadores que o configurem. Em regra demora {days} dias úteis. Escrevemos-lhe quando puder enviar com ele:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} foi aprovado. Os operadores demoram {days} dias a configura-lo.',
    },
    SENDER_REJECTED: {
      subject: 'O seu remetente {name} foi rejeitado',
      paragraphs: [
        'O seu pedido do remetente {name} foi rejeitado. O motivo indicado:',
        '{reason}',
        'Pode pedir outro, ou este de novo depois de resolvido:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} foi rejeitado: {reason}',
    },
    SENDER_READY: {
      subject: 'Já pode enviar com {name}',
      paragraphs: [
        'O seu remetente {name} está pronto para envio. Escolha-o quando escrever a próxima campanha:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} esta pronto para envio.',
    },
    SENDER_BLOCKED: {
      subject: 'O seu remetente {name} foi bloqueado',
      paragraphs: [
        'Nada mais é enviado com o seu remetente {name}. As campanhas em curso pararam, e as unidades do que não foi enviado são devolvidas. O motivo indicado:',
        '{reason}',
        'Fale com quem gere a sua conta:',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} foi bloqueado: {reason}',
    },
    SENDER_UNBLOCKED: {
      subject: 'Já pode voltar a enviar com {name}',
      paragraphs: [
        'O seu remetente {name} está de novo pronto para envio. As campanhas que pararam continuam paradas: faça uma cópia de uma para a enviar.',
        '>{link}',
      ],
      sms: '{brand}: o seu remetente {name} esta de novo pronto para envio.',
    },
    SECOND_APPROVAL_REQUESTED: {
      subject: 'Uma alteração espera pela sua aprovação',
      paragraphs: [
        'Outro administrador de {brand} pede uma alteração que precisa de um segundo administrador. Analise-a, e aprove-a ou recuse-a dentro de 72 horas:',
        '>{link}',
        'Se não a esperava, fale com o autor antes de aprovar.',
      ],
      sms: 'Uma alteracao em {brand} espera pela sua aprovacao: {link}',
    },
    SECOND_APPROVAL_APPROVED: {
      subject: 'A sua alteração foi aprovada',
      paragraphs: [
        'Outro administrador de {brand} aprovou a alteração que pediu, e ela foi feita.',
        '>{link}',
      ],
      sms: 'A sua alteracao em {brand} foi aprovada: {link}',
    },
    SECOND_APPROVAL_REFUSED: {
      subject: 'A sua alteração foi recusada',
      paragraphs: [
        'Outro administrador de {brand} recusou a alteração que pediu: {reason}',
        '>{link}',
      ],
      sms: 'A sua alteracao em {brand} foi recusada: {link}',
    },
    REPORT_READY: {
      subject: 'O seu relatório {name} está pronto',
      paragraphs: [
        'O seu relatório {name} está pronto, com {rows} linhas. Pode descarregá-lo durante 7 dias:',
        '>{link}',
      ],
      sms: 'O seu relatorio {brand} {name} esta pronto: {link}',
    },
    LOW_UNITS: {
      subject: 'O seu saldo {brand} está baixo: {balance} unidades',
      paragraphs: [
        'O seu saldo desceu para',
        '*{balance} unidades',
        'Pediu para ser avisado abaixo de {level}. Carregue aqui, para que as suas campanhas continuem:',
        '>{link}',
      ],
      sms: 'O seu saldo {brand} esta baixo: {balance} unidades. Carregue: {link}',
    },
    TOP_UP_REMINDER: {
      subject: 'Está na hora de carregar {brand}',
      paragraphs: [
        'Pediu para ser lembrado. O seu saldo é de',
        '*{balance} unidades',
        'Carregue aqui:',
        '>{link}',
      ],
      sms: 'O seu saldo {brand} e de {balance} unidades. Carregue: {link}',
    },
    PRICE_RAISED: {
      subject: 'Alguns dos seus preços {brand} subiram',
      paragraphs: [
        'O seu vendedor paga agora mais por estas regiões. Até definir preços novos, cada segmento custa-lhe (entre parênteses, o preço definido antes):',
        '{list}',
        'Veja todos os seus preços:',
        '>{link}',
      ],
      sms: 'Alguns dos seus precos {brand} subiram: {list}',
    },
    CLIENT_PRICE_RAISED: {
      subject: 'Os preços de {name} em {brand} estão abaixo dos seus',
      paragraphs: [
        'Os preços que definiu para {name} são agora, em unidades, mais baixos do que os que paga. Até os alterar, {name} paga os seus preços (entre parênteses, o preço definido antes):',
        '{list}',
        'Defina preços novos aqui:',
        '>{link}',
      ],
      sms: '{brand}: os precos de {name} estao abaixo dos seus: {list}',
    },
    PAYMENT_RECEIVED: {
      subject: 'Recebemos {amount}: {what}',
      paragraphs: [
        'Recebemos o seu pagamento de',
        '*{amount}',
        'Referente a {what}. Referência {ref}, recibo {receipt}. Pode imprimir o recibo aqui:',
        '>{link}',
      ],
      sms: '{brand}: recebemos {amount} por {what}. Ref {ref}.',
    },
    ALERT_RAISED: {
      subject: '{brand}: {title}',
      paragraphs: ['{title}.', '{advice}', 'Desde {since}. Como está tudo:', '>{link}'],
      sms: '{brand}: {title}',
    },
    ALERT_REMINDED: {
      subject: '{brand}, ainda: {title}',
      paragraphs: [
        'Ainda é assim: {title}.',
        '{advice}',
        'Desde {since}. Como está tudo:',
        '>{link}',
      ],
      sms: '{brand}, ainda: {title}',
    },
    ALERT_RESOLVED: {
      subject: '{brand}, resolvido: {title}',
      paragraphs: ['Está resolvido: {title}.', 'Começou em {since}. Como está tudo:', '>{link}'],
      sms: '{brand}, resolvido: {title}',
    },
    HOST_IN_FORCE: {
      subject: '{host} tem a sua marca',
      paragraphs: [
        'O endereço {host} tem a sua marca a partir de agora, e as ligações nas mensagens aos seus utilizadores levam à sua marca.',
        '>{link}',
      ],
      sms: '{brand}: {host} tem a sua marca a partir de agora.',
    },
    HOST_REFUSED: {
      subject: 'O seu endereço {host} foi recusado',
      paragraphs: [
        'O endereço {host} que propôs para a sua marca foi recusado. O motivo indicado:',
        '{reason}',
        'Veja os seus endereços:',
        '>{link}',
      ],
      sms: '{brand}: o seu host {host} foi recusado: {reason}',
    },
    HOST_PROOF_MISSING: {
      subject: 'Falta o registo DNS de {host}',
      paragraphs: [
        'O registo DNS que comprova o seu endereço {host} já não existe:',
        '*{record}',
        'Reponha-o antes de {until}. Depois disso o endereço deixa de ter a sua marca. O valor está nesta página:',
        '>{link}',
      ],
      sms: '{brand}: falta o registo DNS de {host}. Reponha-o antes de {until}.',
    },
    HOST_LOST: {
      subject: '{host} deixou de ter a sua marca',
      paragraphs: [
        'O registo DNS que comprovava o seu endereço {host} faltou durante 14 dias, por isso o endereço deixou de ter a sua marca. Reponha o registo e verifique-o aqui:',
        '>{link}',
      ],
      sms: '{brand}: {host} deixou de ter a sua marca.',
    },
    TOTP_ADDED: {
      subject: 'Foi adicionada uma aplicação de autenticação à sua conta {brand}',
      paragraphs: [
        'Foi adicionada uma aplicação de autenticação à sua conta {brand}. A partir de agora, o código dela completa a entrada.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'Foi adicionada uma aplicacao de autenticacao a sua conta {brand}. Se nao foi o proprio, mude a palavra-passe.',
    },
    TOTP_REMOVED: {
      subject: 'A aplicação de autenticação da sua conta {brand} foi removida',
      paragraphs: [
        'A aplicação de autenticação da sua conta {brand} foi removida.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'A aplicacao de autenticacao da sua conta {brand} foi removida. Se nao foi o proprio, mude a palavra-passe.',
    },
    PASSKEY_ADDED: {
      subject: 'Foi adicionada uma chave de acesso à sua conta {brand}',
      paragraphs: [
        'A chave de acesso "{name}" foi adicionada à sua conta {brand}. Permite entrar sem palavra-passe.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'Foi adicionada uma chave de acesso a sua conta {brand}. Se nao foi o proprio, mude a palavra-passe.',
    },
    PASSKEY_REMOVED: {
      subject: 'Uma chave de acesso da sua conta {brand} foi removida',
      paragraphs: [
        'A chave de acesso "{name}" da sua conta {brand} foi removida.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'Uma chave de acesso da sua conta {brand} foi removida. Se nao foi o proprio, mude a palavra-passe.',
    },
    PASSKEY_CLONED: {
      subject: 'Uma chave de acesso da sua conta {brand} pode ter sido copiada',
      paragraphs: [
        'A chave de acesso "{name}" foi usada com um contador já ultrapassado, o que acontece quando uma chave é copiada. A entrada foi recusada, e todas as seguintes com ela também o serão.',
        'Remova esta chave de acesso e adicione outra:',
        '>{link}',
      ],
      sms: 'Uma chave de acesso da sua conta {brand} pode ter sido copiada. Deixou de ser aceite: substitua-a.',
    },
    RECOVERY_CODES_MADE: {
      subject: 'Novos códigos de recuperação da sua conta {brand}',
      paragraphs: [
        'Foram criados dez novos códigos de recuperação para a sua conta {brand}. Os antigos deixaram de funcionar.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'Foram criados novos codigos de recuperacao para a sua conta {brand}. Se nao foi o proprio, mude a palavra-passe.',
    },
    RECOVERY_CODE_USED: {
      subject: 'Foi usado um código de recuperação da sua conta {brand}',
      paragraphs: [
        'Foi usado um código de recuperação para entrar na sua conta {brand}. Códigos restantes: {left}.',
        'Se não foi o próprio, mude já a palavra-passe e termine as outras sessões:',
        '>{link}',
      ],
      sms: 'Foi usado um codigo de recuperacao da sua conta {brand}. Restam: {left}. Se nao foi o proprio, mude a palavra-passe.',
    },
    RECOVERY_CODES_LOW: {
      subject: 'Restam poucos códigos de recuperação da sua conta {brand}',
      paragraphs: [
        'Foi usado um código de recuperação para entrar na sua conta {brand}. Códigos restantes: {left}.',
        'Crie novos antes que acabem. Se esta entrada não foi sua, mude já a palavra-passe:',
        '>{link}',
      ],
      sms: 'Foi usado um codigo de recuperacao da sua conta {brand}. Restam: {left}. Crie novos.',
    },
    STRONG_SIGN_IN_REMOVED: {
      subject: 'A entrada reforçada da sua conta {brand} foi removida',
      paragraphs: [
        'Um administrador removeu a aplicação de autenticação, as chaves de acesso e os códigos de recuperação da sua conta {brand} e terminou as suas sessões. Entre com a palavra-passe e configure-os de novo:',
        '>{link}',
        'Se não o pediu, avise já quem gere a sua conta.',
      ],
      sms: 'A entrada reforcada da sua conta {brand} foi removida por um administrador. Se nao o pediu, avise-nos ja.',
    },
    TEST: {
      subject: 'E-mail de teste de {brand}',
      paragraphs: ['Este e-mail mostra que {brand} consegue enviar e-mails.'],
      sms: 'Esta mensagem mostra que {brand} consegue enviar.',
    },
  },
};

export type Written = { subject: string; text: string; html: string; sms: string };

/** Puts a letter into words, under the brand that its reader knows. */
export function write(letter: Letter, language: Language, brand: string): Written {
  const words = letters[language][letter.kind];
  const values: Record<string, string> = { ...letter, brand };
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return {
    // A line break in a name would begin another header.
    subject: fill(words.subject).replace(/\s+/g, ' '),
    text: `${words.paragraphs.map((paragraph) => fill(paragraph.replace(/^[*>]/, ''))).join('\n\n')}\n\n${brand}\n`,
    html: page(
      words.paragraphs.map((paragraph) => htmlOf(paragraph, fill)),
      brand,
    ),
    sms: fill(words.sms),
  };
}

/** `*` begins what is to be read off, `>` what is to be followed. */
function htmlOf(paragraph: string, fill: (text: string) => string): string {
  const filled = escape(fill(paragraph.replace(/^[*>]/, '')));
  if (paragraph.startsWith('*'))
    return `<p style="font-size:24px;font-weight:600;letter-spacing:.08em;margin:24px 0">${filled}</p>`;
  if (paragraph.startsWith('>'))
    return `<p style="margin:24px 0"><a href="${filled}" style="color:#0b57d0;word-break:break-all">${filled}</a></p>`;
  return `<p style="margin:16px 0">${filled}</p>`;
}

function page(paragraphs: string[], brand: string): string {
  return `<!doctype html><html><body style="margin:0;padding:24px;background:#f4f5f7;font:16px/1.5 system-ui,sans-serif;color:#1c2026"><div style="max-width:520px;margin:0 auto;padding:24px 32px;background:#fff;border-radius:8px">${paragraphs.join('')}<p style="margin:32px 0 0;color:#5b6470">${escape(brand)}</p></div></body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
