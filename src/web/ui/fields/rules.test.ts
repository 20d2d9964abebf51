import i18next from 'i18next';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { en } from '../../i18n/en.ts';
import { companyNamed, filled, ownerRules, personRules, phoneFits } from './rules.ts';

const t = ((key: string) => key) as never;

test('rules between fields are reported beside the faults of single fields', () => {
  const { email, country, phone, password } = personRules(t);
  const form = z
    .object({ email, country, phone, password, ...ownerRules })
    .check(companyNamed(t), phoneFits(t));
  const { error } = form.safeParse({
    email: '',
    country: 'KE',
    phone: '12345',
    password: '',
    accountType: 'COMPANY',
    companyName: ' ',
  });
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['email', 'fields.missing.email'],
    ['password', 'fields.missing.password'],
    ['companyName', 'fields.missing.companyName'],
    ['phone', 'fields.wrong.phone'],
  ]);
});

test('a value that is too long is named with both lengths, in the summary as at its field', async () => {
  if (!i18next.isInitialized)
    await i18next.init({ lng: 'en', resources: { en: { translation: en } } });
  const { error } = filled('Enter a name.', 5).safeParse('Campaign');
  expect(error?.issues.map(({ message }) => message)).toEqual(['At most 5 characters, not 8']);
});
