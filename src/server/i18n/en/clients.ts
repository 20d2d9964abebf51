/** Accounts and the tree of clients. */
export const clients = {
  /** Clients that a row of a file names. */
  named: {
    NOBODY: 'No client has “{account}” as email address, phone number or name.',
    SEVERAL: 'Several clients are called “{account}”. Use the email address.',
    UNPROVED:
      "The owner of the account with “{account}” has not confirmed this address, so it may be somebody else's account.",
  },
  errors: {
    DETAILS_INCOMPLETE: 'Complete your details under Settings first.',
    COMPANY_NAME_MISSING: 'A company account needs the name of the company.',
    ALREADY_REGISTERED: 'There is already an account with this {field}. Use another.',
    LEVEL_TOO_HIGH: 'The access level of that account is too high for you to do this.',
    UNDER_ITSELF: 'A client cannot be under itself or under one of its own clients.',
    LEVEL_DOES_NOT_FIT: 'An account of this level cannot be under {parent}.',
    CLIENTS_DO_NOT_FIT:
      'It has clients that cannot be under an account of this level ({count}). Move them first.',
    CREDIT_IN_USE: 'It owes {used} units, so its credit limit cannot be lower than that.',
    COUNTRY_FIXED:
      'Units are worth messages to the country of the account, so it can only change while the balance is 0, no purchase is open (one that is not paid ends after a day) and no campaign waits. Ask the person who manages the account.',
    INVITATION_LIMIT:
      'You can send at most {limit} invitations in 24 hours. You can send the next one from {until} (UTC).',
  },
} as const;
