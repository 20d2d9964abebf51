/** The checks of the account's details. */
import * as z from 'zod/mini';
import type { TFunction } from 'i18next';
import { LANGUAGES, splitEmails } from '../../../../contract/api/client-fields.ts';
import { email } from '../../../../contract/shared/fields.ts';
import { personRules, phoneFits } from '../../../ui/fields/rules.ts';
import { screenLanguage } from '../../../i18n/i18n.ts';
import { plainNumber } from '../../../ui/fields/plainNumber.ts';

export function rulesOf(t: TFunction, company: boolean) {
  const { firstName, lastName, phone, country, filled, email: emailRule } = personRules(t);
  const anyText = z.string();
  const atMostTen = z.refine<string>((text) => splitEmails(text).length <= 10, {
    error: t('settings.tooManyAlerts'),
  });
  const form = z.object({
    firstName,
    lastName,
    phone,
    country,
    email: emailRule,
    otherNames: anyText,
    companyName: company ? filled(t('fields.missing.companyName')) : anyText,
    timezone: anyText,
    language: z.enum(LANGUAGES),
    website: z.string().check(
      z.trim(),
      z.refine(
        (address) => address === '' || /^https?:$/.test(URL.parse(address)?.protocol ?? ''),
        { error: t('fields.wrong.website') },
      ),
    ),
    emailAlerts: z.string().check(
      z.refine((text) => wrongEmail(text) === undefined, {
        error: ({ input }) =>
          t('settings.emailAlertsWrong', { value: wrongEmail(String(input)) ?? '' }),
      }),
      atMostTen,
    ),
    smsAlerts: z.string().check(atMostTen),
    lowUnitsNotifyLevel: z.string().check(
      z.refine((text) => {
        const plain = plainNumber(text, screenLanguage());
        return /^\d{1,10}(\.\d{1,4})?$/.test(plain) && Number(plain) <= 1e9;
      }, t('settings.lowUnitsWrong')),
    ),
    replaceLookalikes: z.boolean(),
  });
  return form.check(phoneFits(t));
}

const wrongEmail = (text: string) =>
  splitEmails(text).find((each) => !z.safeParse(email, each).success);
