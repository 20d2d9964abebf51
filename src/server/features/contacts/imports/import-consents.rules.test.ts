import { describe, expect, test } from 'vitest';
import { readConsent } from './import-consents.rules.ts';
import type { ConsentCells } from './import-consents.rules.ts';

const now = new Date('2026-11-27T12:00:00Z');
const cells = (more: Partial<ConsentCells>): ConsentCells => ({
  consent: 'yes',
  date: undefined,
  wording: 'Send me offers',
  source: '',
  ...more,
});

test.each([
  ['yes', true],
  ['Y', true],
  ['TRUE', true],
  ['1', true],
  ['Sim', true],
  ['Ndiyo', true],
  ['oui', true],
  ['no', null],
  ['Não', null],
  ['nao', null],
  ['hapana', null],
  ['0', null],
  ['', undefined],
  ['maybe', 'BAD_CONSENT'],
  ['yes, but', 'BAD_CONSENT'],
])('%s is %s', (consent, outcome) => {
  const read = readConsent(cells({ consent }), null, now);
  expect(typeof read === 'object' && read !== null ? true : read).toBe(outcome);
});

describe('the day', () => {
  test.each([
    ['2026-11-27', '2026-11-27T00:00:00.000Z'],
    ['2026-11-26 08:30', '2026-11-26T08:30:00.000Z'],
    ['2026-11-26T08:30:15Z', '2026-11-26T08:30:00.000Z'],
    ['5/3/2025', '2025-03-05T00:00:00.000Z'],
    ['05.03.2025', '2025-03-05T00:00:00.000Z'],
  ])('%s is read', (date, at) => {
    expect(readConsent(cells({ date }), null, now)).toMatchObject({ givenAt: new Date(at) });
  });
  test.each([
    '',
    '2026-02-30',
    '31/31/2025',
    '2026-11-28',
    'yesterday',
    '45000',
    '2026-11-26 25:00',
  ])('"%s" is refused', (date) => {
    expect(readConsent(cells({ date }), null, now)).toBe('BAD_CONSENT_DATE');
  });
  test('without a column it is that of the import, else now', () => {
    expect(readConsent(cells({}), { what: 'x', timestamp: 1_700_000_000 }, now)).toMatchObject({
      givenAt: new Date(1_700_000_000_000),
    });
    expect(readConsent(cells({}), null, now)).toMatchObject({ givenAt: null });
  });
});

test('a wording is needed: that of the row, else that of the import', () => {
  expect(readConsent(cells({ wording: '' }), null, now)).toBe('NO_CONSENT_WORDING');
  expect(
    readConsent(cells({ wording: '' }), { what: 'By the form', timestamp: null }, now),
  ).toMatchObject({ wording: 'By the form' });
});

test.each([
  ['Website', 'WEBSITE', ''],
  ['web form', 'WEBSITE', ''],
  ['in_person', 'IN_PERSON', ''],
  ['In person', 'IN_PERSON', ''],
  ['fomu', 'PAPER', ''],
  ['Chamada', 'CALL', ''],
  ['', 'OTHER', ''],
  ['Radio show', 'OTHER', 'Radio show'],
])('the way %s is %s', (source, way, evidence) => {
  expect(readConsent(cells({ source }), null, now)).toMatchObject({ source: way, evidence });
});
