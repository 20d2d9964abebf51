/** The form of a client: filled from it, and the changes that it makes. */
import type { clients } from '../../../../contract/api/clients.ts';
import { type Client, LANGUAGES, splitEmails } from '../../../../contract/api/client-fields.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import { phoneWithPrefix } from '../../../ui/fields/phoneWithPrefix.ts';
import { screenLanguage } from '../../../i18n/i18n.ts';
import { plainNumber, writtenNumber } from '../../../ui/fields/plainNumber.ts';

export type ClientValues = {
  companyName: string;
  firstName: string;
  lastName: string;
  otherNames: string;
  email: string;
  country: string;
  phone: string;
  website: string;
  timezone: string;
  language: (typeof LANGUAGES)[number];
  lowUnitsNotifyLevel: string;
  emailAlerts: string;
  smsAlerts: string;
};

/** The notice after saving: whether something waits for its confirmation, or for the next invitation. */
export function savedWords(changed: ReturnType<typeof changesOf>, after: Client) {
  if (
    (changed.email !== undefined && after.pendingEmail !== null) ||
    (changed.phone !== undefined && after.pendingPhone !== null)
  )
    return 'contact.saved' as const;
  return changed.email !== undefined && after.clientStatus === 'INVITED'
    ? ('contact.corrected' as const)
    : ('clients.updated' as const);
}

export function formOf(client: Client): ClientValues {
  return {
    companyName: client.companyName ?? '',
    firstName: client.firstName ?? '',
    lastName: client.lastName ?? '',
    otherNames: client.otherNames ?? '',
    email: client.email ?? '',
    country: client.country,
    phone: client.phone ?? '',
    website: client.website ?? '',
    timezone: client.timezone,
    language: LANGUAGES.find((code) => code === client.language) ?? 'en',
    lowUnitsNotifyLevel: writtenNumber(client.lowUnitsNotifyLevel, screenLanguage()),
    emailAlerts: client.emailAlerts.join(', '),
    smsAlerts: client.smsAlerts.join(', '),
  };
}

/** The changed fields alone, so that a save does not undo another person's changes. */
export function changesOf(
  before: ClientValues,
  form: ClientValues,
): Omit<Input<typeof clients.update>, 'clientId'> {
  const changed = (name: keyof ClientValues) => form[name] !== before[name];
  const phones = (written: string) =>
    splitEmails(written).map((each) => phoneWithPrefix(each, form.country));
  return {
    ...Object.fromEntries(
      (
        [
          'companyName',
          'firstName',
          'lastName',
          'otherNames',
          'email',
          'country',
          'website',
          'timezone',
          'language',
        ] as const
      )
        .filter(changed)
        .map((name) => [name, form[name]]),
    ),
    ...(changed('phone') && { phone: phoneWithPrefix(form.phone, form.country) }),
    ...(changed('lowUnitsNotifyLevel') && {
      lowUnitsNotifyLevel: Number(plainNumber(form.lowUnitsNotifyLevel, screenLanguage())),
    }),
    ...(changed('emailAlerts') && { emailAlerts: splitEmails(form.emailAlerts) }),
    ...(changed('smsAlerts') && { smsAlerts: phones(form.smsAlerts) }),
  };
}
