/** Calls of software with an API key. */
export const apiKeys = {
  errors: {
    KEY_UNKNOWN: 'This API key is not known, was revoked, or its account may not be used.',
    KEY_IS_TEST:
      'A test key sends single messages. It makes no campaigns and changes no contacts, opt-outs or templates.',
    KEY_SCOPE: 'This API key does not have the scope {scope}.',
    KEY_ADDRESS: 'This API key may not be used from {address}.',
  },
} as const;
