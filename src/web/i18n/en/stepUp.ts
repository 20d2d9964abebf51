export const stepUp = {
  stepUp: {
    title: 'Confirm it is you',
    text: 'This protects your account and its units. You will not be asked again for 5 minutes.',
    confirm: 'Confirm',
    ways: {
      PASSWORD: 'Use my password instead',
      CODE: 'Send me a code instead',
      PASSKEY: 'Use a passkey instead',
      TOTP: 'Use my authenticator app instead',
      RECOVERY_CODE: 'Use a recovery code instead',
    },
    totpText: 'Enter the six digits from your authenticator app.',
    wrongPassword: 'Incorrect password. Try again.',
    cancelled: 'Nothing was changed: you did not confirm that it is you.',
  },
};
