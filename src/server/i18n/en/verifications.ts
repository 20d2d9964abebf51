/** One-time codes of customers' users: texts of the messages, and refusals. */
export const verifications = {
  errors: {
    CODE_PLACE_MISSING: 'The text needs #code# once, where the code stands.',
  },
  /** A sentence for each kind of rule, about a refusal. */
  rules: {
    COUNTRIES: 'The account does not send to this country',
    RANGE: 'These numbers are blocked',
    SHARE: 'Too few of the codes to these numbers were entered',
    NUMBER: 'One number was sent too many codes',
    NEW_ACCOUNT: 'A new account reached the limit of its messages',
  },
  mail: {
    GUARD_REFUSED: {
      subject: '{brand} refused messages to protect your account',
      paragraphs: [
        'Your software sent messages or codes that were refused before they cost anything:',
        '*{rule}',
        'The last number begins with {prefix}. If you did not expect this, somebody may be using your forms to send messages. See the rules of your account here:',
        '>{link}',
      ],
      sms: '{brand} refused messages to protect your account: {link}',
    },
  },
  /** #brand#, #code# and #minutes# are filled in. */
  text: 'Your #brand# code is #code#. It is valid for #minutes# minutes. Do not share it with anyone.',
} as const;
