/** The checks of the form of a client. */
import * as z from 'zod/mini';
import type { TFunction } from 'i18next';
import { type Client, LANGUAGES } from '../../../../contract/api/client-fields.ts';
import { phoneFits } from '../../../ui/fields/rules.ts';
import { detailRules } from '../detailRules.ts';

export function rulesOf(client: Client, t: TFunction) {
  const { optional, filled, email, country, website, units, emails, phones } = detailRules(t);
  // A field that was never set may stay empty; one that was set cannot be cleared, since the account needs it.
  const kept = (before: string | null, most: number, missing: string) =>
    before === null ? optional(most) : filled(missing, most);
  const form = z.object({
    companyName: kept(client.companyName, 120, t('clients.missing.companyName')),
    firstName: kept(client.firstName, 80, t('clients.missing.firstName')),
    lastName: kept(client.lastName, 80, t('clients.missing.lastName')),
    otherNames: optional(80),
    email,
    country,
    phone: kept(client.phone, 40, t('clients.missing.phone')),
    website,
    timezone: z.string(),
    language: z.enum(LANGUAGES),
    lowUnitsNotifyLevel: units,
    emailAlerts: emails,
    smsAlerts: phones,
  });
  return form.check(phoneFits(t));
}
