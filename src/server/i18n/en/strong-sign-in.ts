/** Authenticator apps, passkeys and recovery codes. */
export const strongSignIn = {
  errors: {
    STRONG_SIGN_IN_REQUIRED:
      'Set up an authenticator app or a passkey under Settings, Security first.',
    LAST_FACTOR:
      'This account needs an authenticator app or a passkey. Add another before you remove this one.',
    TOTP_WRONG:
      'That is not the code of the app. Check that the time of your phone is set automatically, and enter the newest code.',
    RECOVERY_CODE_WRONG: 'This is not one of your recovery codes, or it was used before.',
    PASSKEY_REFUSED: 'This passkey was not accepted. Try again, or choose another way.',
    PASSKEY_NOT_HERE:
      'Passkeys cannot be used at {host}. Open the portal at its own name, by https.',
    TOO_MANY_PASSKEYS: 'An account can have {limit} passkeys. Remove one that you no longer use.',
    NO_WAY_HERE: 'Your passkeys belong to {hosts}. Use one there, or ask an administrator.',
    NOTHING_TO_REMOVE: 'This account has no authenticator app, passkey or recovery code.',
  },
  mail: {
    TWO_FACTOR_REMOVED: {
      subject: 'Two-factor sign-in was removed from your {brand} account',
      paragraphs: [
        'An administrator removed two-factor sign-in from your {brand} account: a password alone is now enough. If you did not ask for this, sign in, switch it on again and change your password.',
      ],
      sms: 'An administrator removed two-factor sign-in from your {brand} account. Not expected? Switch it on again.',
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
        'If you did not ask for this, contact the person who manages your account at once.',
      ],
      sms: 'Strong sign-in of your {brand} account was removed by an administrator. If you did not ask for this, contact us at once.',
    },
  },
} as const;
