// The form of a contact: its values, their checks, and the request that they make.
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import { CONTACT_EMAIL, type Contact } from '../../../contract/api/contacts.ts';
import { isPlaceholderName } from '../../../contract/shared/template.ts';
import { filled } from '../../ui/fields/rules.ts';
import {
  consentOf,
  dayOf,
  isDayOrNone,
  lacksSubject,
  type ConsentForm,
} from './consents/consent.ts';
import type { PickedGroup } from './groups/GroupPicker.tsx';

export type Attribute = { name: string; value: string };
export type ContactForm = {
  phone: string;
  firstName: string;
  lastName: string;
  otherNames: string;
  email: string;
  groups: PickedGroup[];
  attributes: Attribute[];
  consent: ConsentForm;
};

export function valuesOf(
  contact: Contact | null,
  groups: readonly PickedGroup[],
  phone = '',
): ContactForm {
  return {
    phone: contact?.phone ?? phone,
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    otherNames: contact?.otherNames ?? '',
    email: contact?.email ?? '',
    groups: [...(contact?.groups ?? groups)],
    attributes: Object.entries(contact?.attributes ?? {}).map(([name, value]) => ({ name, value })),
    consent: {
      what: contact?.consent?.what ?? '',
      how: contact?.consent?.how ?? '',
      day: dayOf(contact?.consent?.timestamp ?? null),
    },
  };
}

export function rulesOf(t: TFunction) {
  const name = z.string();
  return z.object({
    phone: filled(t('contacts.phoneMissing'), 40),
    firstName: name,
    lastName: name,
    otherNames: name,
    email: z.string().check(
      z.trim(),
      z.refine((written) => written === '' || CONTACT_EMAIL.test(written), {
        error: t('contacts.reasons.BAD_EMAIL'),
      }),
    ),
    groups: z.custom<PickedGroup[]>(),
    attributes: z.custom<Attribute[]>().check(
      z.refine((all) => named(all).every((each) => isPlaceholderName(each.name)), {
        error: t('contacts.attributeWrong'),
        abort: true,
      }),
      z.refine((all) => areDistinct(named(all)), { error: t('contacts.attributeTwice') }),
    ),
    consent: z.custom<ConsentForm>().check(
      z.refine((consent) => !lacksSubject(consent), {
        error: t('contacts.consentWordingMissing'),
        abort: true,
      }),
      z.refine(({ day }) => isDayOrNone(day), { error: t('time.dayWrong') }),
    ),
  });
}

/** The attributes that are filled in. */
const named = (all: readonly Attribute[]) =>
  all
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' || value !== '');
const areDistinct = (all: readonly Attribute[]) =>
  new Set(all.map(({ name }) => name.toLowerCase())).size === all.length;

export function requestOf({ groups, attributes, consent, ...fields }: ContactForm) {
  return {
    ...fields,
    attributes: Object.fromEntries(named(attributes).map(({ name, value }) => [name, value])),
    groupIds: groups.map(({ groupId }) => groupId),
    consent: consentOf(consent),
  };
}
