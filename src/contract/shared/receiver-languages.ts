/**
 * Languages of the texts that phones get: one-time codes and answers to opt-out words. The text of a code that
 * the account has not written is English or Portuguese.
 */
export const RECEIVER_LANGUAGES = ['en', 'pt', 'sw', 'fr'] as const;
