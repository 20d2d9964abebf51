/** Signing in, codes, passwords and sessions. */
export const signIn = {
  errors: {
    NOT_SIGNED_IN: 'Your session has ended. Sign in again.',
    SESSION_IDLE: 'You were signed out after 30 minutes without activity. Sign in again.',
    SESSION_TOO_OLD: 'Your session has reached its maximum length. Sign in again.',
    SESSION_REUSED:
      'You were signed out because an old sign-in token was used. Sign in again, and change your password if someone else may have used your account.',
    WRONG_CREDENTIALS: 'The email or phone and the password do not match.',
    ACCOUNT_NOT_ACTIVE: 'This account is not active. Ask the person who manages it.',
    ACCOUNT_PENDING: 'This account is not activated yet. Ask for a new code and enter it.',
    TEMPORARY_PASSWORD_EXPIRED:
      'This temporary password has expired. Ask for a new one, or choose "Forgot password".',
    OTP_WRONG: 'That is not the code. Attempts left: {left}.',
    OTP_GONE: 'This code can no longer be used. Ask for a new one.',
    LINK_GONE: 'This link was used or has expired. Ask for a new one.',
    PROOF_NEEDED:
      'Codes were requested several times and not used. Your browser has to do a small calculation first; try again.',
    WRONG_PASSWORD: 'Incorrect password.',
    COMMON_PASSWORD: 'This password is too common. Choose another.',
    OWN_NAME_PASSWORD:
      'This password is your own name, email address or phone number. Choose another.',
    SAME_PASSWORD: 'This is the password that you have now. Choose a different one.',
    PASSWORD_CHANGE_DUE: 'Choose your own password first.',
    STEP_UP_REQUIRED: 'Confirm that it is you: enter your password or a code, then try again.',
    NOT_WHILE_IMPERSONATING:
      'Only the person itself can do this. Return to your own account first.',
  },
  mail: {
    ACTIVATION_CODE: {
      subject: '{code} is your {brand} code',
      paragraphs: [
        'Welcome to {brand}. Your code is',
        '*{code}',
        'It is valid for 10 minutes. We will never ask you for this code.',
      ],
      sms: '{code} is your {brand} code. It is valid for 10 minutes. Never share it.',
    },
    SIGN_IN_CODE: {
      subject: '{code} is your {brand} sign-in code',
      paragraphs: [
        'Your code for signing in is',
        '*{code}',
        'It is valid for 10 minutes. We will never ask you for this code. If you are not signing in, someone knows your password: change it.',
      ],
      sms: '{code} is your {brand} sign-in code. It is valid for 10 minutes. Never share it.',
    },
    STEP_UP_CODE: {
      subject: '{code} is your {brand} confirmation code',
      paragraphs: [
        'Enter this code to confirm a change to your {brand} account:',
        '*{code}',
        'It is valid for 10 minutes. We will never ask you for this code. If you are not changing anything, someone else is using your account: change your password now.',
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
        'Someone, probably you, tried to register at {brand} with your email address or phone number. You already have an account. Sign in, or choose "Forgot password":',
        '>{link}',
        'If it was not you, do nothing.',
      ],
      sms: 'You already have a {brand} account with this number. Sign in: {link}',
    },
    PASSWORD_CHANGED: {
      subject: 'Your {brand} password was changed',
      paragraphs: [
        'The password of your {brand} account was just changed, and other sessions were ended. If it was not you, choose "Forgot password" at once and contact the person who manages your account.',
      ],
      sms: 'Your {brand} password was just changed. If it was not you, reset it at once.',
    },
    NEW_SIGN_IN: {
      subject: 'New sign-in to {brand}',
      paragraphs: [
        'There was a new sign-in to your {brand} account from an unfamiliar place:',
        '*{device}, {address}',
        'If it was not you, change your password at once.',
      ],
      sms: 'New sign-in to your {brand} account from {address}. If it was not you, change your password.',
    },
    SESSION_REUSED: {
      subject: 'You were signed out of {brand}',
      paragraphs: [
        'You were signed out because an old sign-in token was used. Someone may have copied it from your browser. It was used from:',
        '*{device}, {address}',
        'Sign in again. If you do not know this device, change your password and look at your sessions under Settings.',
      ],
      sms: 'You were signed out of {brand}: an old sign-in token was used from {address}. If it was not you, change your password.',
    },
  },
} as const;
