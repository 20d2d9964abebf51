/** The form of the account's details, filled from the account. */
import type { TFunction } from 'i18next';
import { type Client, LANGUAGES } from '../../../../contract/api/client-fields.ts';
import { screenLanguage } from '../../../i18n/i18n.ts';
import { writtenNumber } from '../../../ui/fields/plainNumber.ts';

export type DetailsValues = {
  firstName: string;
  lastName: string;
  otherNames: string;
  companyName: string;
  email: string;
  phone: string;
  country: string;
  website: string;
  timezone: string;
  language: (typeof LANGUAGES)[number];
  emailAlerts: string;
  smsAlerts: string;
  lowUnitsNotifyLevel: string;
  replaceLookalikes: boolean;
};

export function valuesOf(client: Client): DetailsValues {
  return {
    firstName: client.firstName ?? '',
    lastName: client.lastName ?? '',
    otherNames: client.otherNames ?? '',
    companyName: client.companyName ?? '',
    email: client.email ?? '',
    phone: client.phone ?? '',
    country: client.country,
    website: client.website ?? '',
    timezone: client.timezone,
    language: LANGUAGES.find((code) => code === client.language) ?? 'en',
    emailAlerts: client.emailAlerts.join(', '),
    smsAlerts: client.smsAlerts.join(', '),
    lowUnitsNotifyLevel: writtenNumber(client.lowUnitsNotifyLevel, screenLanguage()),
    replaceLookalikes: client.replaceLookalikes,
  };
}

export const optional = (t: TFunction, label: string) => `${label} (${t('fields.optional')})`;

const DETAIL_NAMES = [
  'firstName',
  'lastName',
  'companyName',
  'email',
  'phone',
  'country',
  'timezone',
] as const;

export function fieldName(t: TFunction, name: string): string {
  const known = DETAIL_NAMES.find((each) => each === name);
  return known === undefined ? name : t(`fields.${known}`);
}
