import { expect, test } from 'vitest';
import { rulesOf, valuesOf } from './contactForm.ts';

const t = ((key: string) => key) as unknown as Parameters<typeof rulesOf>[0];
const problemsOf = (consent: { what: string; how: string; day: string }) =>
  rulesOf(t)
    .safeParse({ ...valuesOf(null, [], '0712345678'), consent })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test.each([
  [{ what: ' ', how: 'Form at the shop', day: '' }],
  [{ what: '', how: '', day: '2026-03-01' }],
])('asks what was agreed to rather than drop the rest of a consent: %j', (consent) => {
  expect(problemsOf(consent)).toEqual(['consent: contacts.consentWordingMissing']);
});

test.each([
  [{ what: '', how: ' ', day: '' }],
  [{ what: 'Offers', how: '', day: '' }],
  [{ what: 'Offers', how: 'Form', day: '2026-03-01' }],
])('accepts no consent, and one with its subject: %j', (consent) => {
  expect(problemsOf(consent)).toEqual([]);
});

test('a day that is none is named as such', () => {
  expect(problemsOf({ what: 'Offers', how: '', day: '2026-02-31' })).toEqual([
    'consent: time.dayWrong',
  ]);
});
