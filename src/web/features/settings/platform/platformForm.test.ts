import i18next from 'i18next';
import { expect, test } from 'vitest';
import type { PlatformSettings } from '../../../../contract/api/platform-settings.ts';
import { changesOf, rulesOf, valuesOf, type PlatformForm } from './platformForm.ts';

const inbox = {
  clientId: 'c1',
  clientName: 'Pwani',
  accessLevel: 'CLIENT' as const,
  email: null,
};
const settings: PlatformSettings = {
  contentRules: { words: ['loan', 'bet'], links: false, mostRecipients: null },
  consentDemanded: false,
  approvalLimits: { numbersPerText: 50, messagesPerDay: 200 },
  tooLateMinutes: 60,
  registrationDays: 10,
  stepUpUnits: 10_000,
  windows: [],
  inbox,
};
const written = (changes: Partial<PlatformForm>) => ({ ...valuesOf(settings, 500), ...changes });

test.each<[string, Partial<PlatformForm>, ReturnType<typeof changesOf>]>([
  ['nothing', {}, { settings: undefined, amount: undefined }],
  [
    'spaces and empty lines',
    { words: ' loan\n\nbet ', secondApprovalAmount: ' 500 ' },
    { settings: undefined, amount: undefined },
  ],
  ['the inbox alone', { inbox: null }, { settings: { inboxClientId: null }, amount: undefined }],
  [
    'the amount alone',
    { secondApprovalAmount: '1,500.5' },
    { settings: undefined, amount: { amount: 1500.5 } },
  ],
  [
    'an amount turned off',
    { secondApprovalAmount: '' },
    { settings: undefined, amount: { amount: null } },
  ],
  [
    'several parts',
    { words: 'casino', mostRecipients: '100', stepUpUnits: '0,5', secondApprovalAmount: '1' },
    {
      settings: {
        contentRules: { words: ['casino'], links: false, mostRecipients: 100 },
        stepUpUnits: 0.5,
      },
      amount: { amount: 1 },
    },
  ],
])('a save sends %s', (_name, changes, sent) => {
  expect(changesOf(written(changes), settings, 500)).toEqual(sent);
});

const unitsOf = (stepUpUnits: string) =>
  changesOf(written({ stepUpUnits }), settings, 500).settings?.stepUpUnits;
const large = { ...settings, stepUpUnits: 1_010_000.5 };

test('thousands stand apart in the fields of units, and are read as they are written', () => {
  expect(valuesOf(large, 10_000)).toMatchObject({
    stepUpUnits: '1,010,000.5',
    secondApprovalAmount: '10,000',
  });
  expect(changesOf(valuesOf(large, 10_000), large, 10_000)).toEqual({});
  expect(unitsOf('20,000')).toBe(20_000);
  expect(unitsOf('20 000,125')).toBe(20_000.125);
  expect(unitsOf('0,125')).toBe(0.125);
});

test('a point sets thousands apart in Portuguese, in fields and in what is typed', () => {
  const { language } = i18next;
  i18next.language = 'pt';
  try {
    expect(valuesOf(large, 10_000)).toMatchObject({
      stepUpUnits: '1.010.000,5',
      secondApprovalAmount: '10.000',
    });
    expect(changesOf(valuesOf(large, 10_000), large, 10_000)).toEqual({});
    expect(unitsOf('1.000')).toBe(1000);
    expect(unitsOf('1.000,5')).toBe(1000.5);
    expect(unitsOf('0,125')).toBe(0.125);
  } finally {
    i18next.language = language;
  }
});

test.each<[keyof PlatformForm, string, boolean]>([
  ['mostRecipients', '', true],
  ['mostRecipients', '0', false],
  ['mostRecipients', '1.5', false],
  ['tooLateMinutes', '10080', true],
  ['tooLateMinutes', '10081', false],
  ['tooLateMinutes', '', false],
  ['registrationDays', '1', true],
  ['registrationDays', '366', false],
  ['stepUpUnits', '0', true],
  ['stepUpUnits', '-1', false],
  ['secondApprovalAmount', '', true],
  ['secondApprovalAmount', '12,000', true],
  ['secondApprovalAmount', '1e9', false],
])('%s may be %j: %j', (name, value, isRight) => {
  const rules = rulesOf(((key: string) => key) as never);
  expect(rules.safeParse(written({ [name]: value })).success).toBe(isRight);
});
