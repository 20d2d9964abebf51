/** A new email address or phone number of an account. */
export const contactChanges = {
  errors: {
    EMAIL_TOO_RECENT:
      'The email address of this account was changed by someone else less than 72 hours ago, so no password is sent to it yet. Wait until 72 hours have passed.',
    NO_WAY_TO_CONFIRM:
      'No SMS can be sent to this number, and the account has no email address that could take its code. Add an email address first.',
  },
  mail: {
    EMAIL_CONFIRMATION: {
      subject: 'Confirm your email address for {brand}',
      paragraphs: [
        'This address was given as the new email address of a {brand} account. Confirm it to start using it:',
        '>{link}',
        'The link is valid for 72 hours and works once. If you did not expect this, do nothing: the account keeps its current address.',
      ],
      sms: 'Confirm your new email address for {brand}: {link}',
    },
    PHONE_CODE: {
      subject: '{code} confirms the new phone number of your {brand} account',
      paragraphs: [
        'Enter this code in your {brand} settings to confirm the new phone number:',
        '*{code}',
        'It is valid for 10 minutes. We will never ask you for it. If you did not expect this, do nothing: your account keeps its current number.',
      ],
      sms: '{code} confirms this number for your {brand} account. It is valid for 10 minutes. Never share it.',
    },
    EMAIL_CHANGE_REQUESTED: {
      subject: 'A new email address was requested for your {brand} account',
      paragraphs: [
        'Someone asked to change the email address of your {brand} account to {to}. It changes once the new address is confirmed.',
        'If this was not you, stop or undo it here and choose a new password:',
        '>{link}',
        'The link is valid for 72 hours and works once, even after the address has changed.',
      ],
      sms: 'The email of your {brand} account is about to change. Not you? Undo it within 72 hours: {link}',
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
      subject: 'The email address of your {brand} account was changed',
      paragraphs: [
        'The email address of your {brand} account is now {to}.',
        'If this was not you, open the link in our earlier message about this change: it restores your address. It works for 72 hours from now.',
      ],
      sms: 'The email of your {brand} account was changed. Not you? Use the link in our earlier message.',
    },
    PHONE_CHANGED: {
      subject: 'The phone number of your {brand} account was changed',
      paragraphs: [
        'The phone number of your {brand} account is now {to}.',
        'If this was not you, open the link in our earlier message about this change: it restores your number. It works for 72 hours from now.',
      ],
      sms: 'The phone number of your {brand} account was changed. Not you? Use the link in our earlier message.',
    },
  },
} as const;
