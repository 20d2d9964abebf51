// Examples of the API document: verifications.
import * as z from 'zod/mini';
import type { restVerifications } from '../../api/rest-verifications.ts';
import { restVerification, restVerificationCheck } from '../../api/rest-verifications.ts';
import { type Stories, AT, MESSAGE, VERIFICATION } from './ids.ts';

z.globalRegistry.add(restVerification, { id: 'Verification' });
z.globalRegistry.add(restVerificationCheck, { id: 'VerificationCheck' });

const MEANINGS = {
  verificationId: 'The id of the verification, a UUID.',
  status:
    '`PENDING` until the right code is entered (`VERIFIED`), the tries are used (`FAILED`) or the time is over (`EXPIRED`).',
  triesLeft: 'How often a code may still be entered.',
};

export const VERIFICATIONS: Stories<typeof restVerifications> = {
  start: {
    operationId: 'startVerification',
    tag: 'Verifications',
    title: 'Send a code',
    description:
      'We make the code, send it and compare it; you never see or store it, and no list, export or webhook of ours has it. A start for a number whose verification is open sends the same code again once `resendTimestamp` has passed, and keeps its `verificationId` and its end; before that it is refused with `TOO_MANY_REQUESTS`.\n\nThe account is protected from SMS pumping: codes go to the countries that it allows, and to blocks of numbers as long as people there enter them. A refusal names its rule by its code. With a test key no SMS goes out, and the code is the beginning of `1234567890`.',
    requests: {
      plain: { summary: 'Six digits, ten minutes', value: { to: '+254712345678' } },
      own: {
        summary: 'With settings of your own',
        value: {
          to: '+254712345678',
          from: 'TUMA',
          brand: 'Duka',
          language: 'sw',
          length: 4,
          validitySeconds: 300,
          tries: 3,
          resendSeconds: 90,
        },
      },
    },
    responses: {
      sent: {
        summary: 'Sent',
        value: {
          verificationId: VERIFICATION,
          to: '+254712345678',
          status: 'PENDING',
          from: 'TUMA',
          messageId: MESSAGE,
          segments: 1,
          units: 1,
          sendCount: 1,
          triesLeft: 5,
          expiresTimestamp: AT + 600,
          resendTimestamp: AT + 60,
          test: true,
        },
      },
    },
    errors: [
      'NOT_ALLOWED',
      'IDEMPOTENCY_KEY_REUSED',
      'NUMBER_REFUSED',
      'NUMBER_BLOCKED',
      'COUNTRY_NOT_ALLOWED',
      'RANGE_BLOCKED',
      'CODES_NOT_ENTERED',
      'NUMBER_LIMIT',
      'NEW_ACCOUNT_LIMIT',
      'OPTED_OUT',
      'SENDER_MISSING',
      'SENDER_NOT_READY',
      'SENDER_NOT_REGISTERED',
      'NO_RATE',
      'NO_ROUTE',
      'NO_UNITS',
      'DAILY_LIMIT',
      'QUEUE_FULL',
    ],
    fields: {
      ...MEANINGS,
      from: "A sender ID that is ready for sending. Default: the account's only one, else the platform's.",
      brand:
        "The name that the text says, and by which it chooses among the account's own texts. Default: the name of the account.",
      language:
        'The language of the text. Where the account has no text of its own in it, the text is the usual one in this language.',
      length: 'Digits of the code.',
      validitySeconds: 'Seconds for which the code can be entered.',
      tries: 'How often a code may be entered.',
      resendSeconds: 'Seconds after which the code may be sent again.',
      sendCount: 'How often the code was sent.',
      expiresTimestamp: 'The time until which the code can be entered.',
      resendTimestamp: 'The time from which another start sends the code again.',
    },
  },
  check: {
    operationId: 'checkVerification',
    tag: 'Verifications',
    title: 'Check a code',
    description:
      'A wrong code is no error: it answers 200 with `valid: false`, and counts as a try. `valid` is true once, for the call with the right code; send it with an `Idempotency-Key`, so that a retry after a lost answer gets the same answer.',
    requests: {
      code: { summary: 'A code', value: { verificationId: VERIFICATION, code: '482193' } },
    },
    responses: {
      right: {
        summary: 'The right code',
        value: { verificationId: VERIFICATION, status: 'VERIFIED', valid: true, triesLeft: 0 },
      },
      wrong: {
        summary: 'A wrong code',
        value: { verificationId: VERIFICATION, status: 'PENDING', valid: false, triesLeft: 4 },
      },
    },
    errors: ['NOT_ALLOWED', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
    fields: {
      ...MEANINGS,
      code: 'The digits that the person entered.',
      valid: 'True if this call entered the right code.',
    },
  },
};
