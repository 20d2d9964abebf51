import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import { splitEmails } from '../../../contract/api/client-fields.ts';
import { email } from '../../../contract/shared/fields.ts';
import { screenLanguage } from '../../i18n/i18n.ts';
import { plainNumber } from '../../ui/fields/plainNumber.ts';
import { atMost } from '../../ui/fields/rules.ts';

/** Rules of the details of another account, each with its error message. */
export function detailRules(t: TFunction) {
  const optional = (most: number) => z.string().check(z.trim(), atMost(most));
  return {
    optional,
    filled: (message: string, most: number) =>
      z.string().check(z.trim(), z.minLength(1, message), atMost(most)),
    email: z.string().check(
      z.trim(),
      z.refine((written) => written !== '', { error: t('clients.missing.email') }),
      z.refine((written) => written === '' || z.safeParse(email, written).success, {
        error: t('fields.wrong.email'),
      }),
    ),
    country: z.string().check(z.minLength(1, t('fields.missing.country'))),
    website: z.string().check(
      z.trim(),
      atMost(200),
      z.refine(
        (address) => address === '' || /^https?:$/.test(URL.parse(address)?.protocol ?? ''),
        { error: t('clients.wrong.website') },
      ),
    ),
    units: z.string().check(
      z.trim(),
      z.refine(
        (written) => /^\d{1,9}(?:\.\d{1,4})?$/.test(plainNumber(written, screenLanguage())),
        {
          error: t('clients.wrong.number'),
        },
      ),
    ),
    /** Several addresses, separated by commas. */
    emails: z.string().check(
      z.refine((written) => firstWrong(written) === undefined, {
        error: ({ input }) =>
          t('clients.wrong.emails', { written: firstWrong(String(input)) ?? '' }),
      }),
      z.refine(
        (written) => firstWrong(written) !== undefined || splitEmails(written).length <= 10,
        { error: t('clients.wrong.many') },
      ),
    ),
    phones: z.string().check(
      z.refine((written) => splitEmails(written).length <= 10, {
        error: t('clients.wrong.many'),
      }),
    ),
  };
}

function firstWrong(written: string): string | undefined {
  return splitEmails(written).find((each) => !z.safeParse(email, each).success);
}
