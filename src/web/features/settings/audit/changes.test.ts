import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { en } from '../../../i18n/en.ts';
import { USUAL_LIMITS } from '../../../../contract/api/healing.ts';
import { changesOf, sentenceOf, type AuditWords } from './changes.ts';

const words: AuditWords = {
  field: (name) => ({ name: 'Name', links: 'Texts with a link', kind: 'Kind' })[name] ?? 'Other',
  value: (field, value) =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : field === 'kind' ? 'Brand' : undefined,
};

test('each field once, with old and new value, in words if it has any', () => {
  expect(
    changesOf(
      { email: 'a@b.test', use2fa: false, emailAlerts: [] },
      { email: 'c@d.test', use2fa: true, emailAlerts: ['x@y.test', 'z@y.test'] },
      words,
    ),
  ).toEqual([
    { field: 'email', before: 'a@b.test', after: 'c@d.test' },
    { field: 'use2fa', before: 'no', after: 'yes' },
    { field: 'emailAlerts', before: undefined, after: 'x@y.test, z@y.test' },
  ]);
});

test('a beginning or an end has one side, and an empty change shows nothing', () => {
  expect(changesOf(null, { name: 'Online shop', scopes: ['send'] }, words)).toEqual([
    { field: 'name', before: undefined, after: 'Online shop' },
    { field: 'scopes', before: undefined, after: 'send' },
  ]);
  expect(changesOf(null, null, words)).toEqual([]);
});

test('parts of a value have words too, and those without a value are left out', () => {
  expect(changesOf({ contentRules: { links: true, words: [], name: null } }, null, words)).toEqual([
    { field: 'contentRules', before: 'Texts with a link: yes', after: undefined },
  ]);
});

test('a row says what changed, without the numbers and addresses that software reads', () => {
  const change = (before: object | null, after: object | null) =>
    sentenceOf(changesOf(before as never, after as never, words), words);
  expect(change({ name: 'Old', links: true }, { name: 'New', links: true })).toBe(
    'Name: Old → New',
  );
  expect(change(null, { webhookId: 'f00', hash: 'beef', name: 'Shop', kind: 'BRAND' })).toBe(
    'Name: Shop · Kind: Brand',
  );
  expect(change({ name: 'Gone' }, {})).toBe('Name: Gone →');
  expect(change(null, { senderId: 'TUMA' })).toBe('Other: TUMA');
  expect(change(null, { method: 'PUT', path: '/v1/x', parameters: { clientId: '1' } })).toBe('');
});

test('a part of the gateway leads with its name, and what every new part has is left out', () => {
  const gateway: AuditWords = {
    field: (name) => ({ order: 'Order', type: 'Type', enabled: 'Enabled' })[name] ?? 'Other',
    value: (field, value) => (field === 'entity' ? 'route' : value === true ? 'yes' : undefined),
  };
  const change = (before: object | null, after: object | null) =>
    sentenceOf(changesOf(before as never, after as never, gateway), gateway);
  const of = { entity: 'MT_ROUTE', id: '6' };
  expect(change({}, { ...of, order: 60, type: 'Static', enabled: true })).toBe(
    'Route 6 · Static · Order: 60',
  );
  expect(change({ order: 60, enabled: true }, { ...of, order: 50, enabled: false })).toBe(
    'Route 6 · Order: 60 → 50 · Enabled: yes → false',
  );
});

test('every field that the server records by name has a word', () => {
  const server = join(import.meta.dirname, '../../../../server');
  const recorded = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => readFileSync(join(server, file), 'utf8'))
    .filter((source) => source.includes('audit/audit.ts'))
    .flatMap((source) => [...source.matchAll(/\b(?:before|after): \{([^{}]*)\}/g)])
    .flatMap(([, fields]) => fields!.split(','))
    .flatMap((field) => /^\s*([A-Za-z_]+)\s*(?::|$)/.exec(field)?.[1] ?? []);
  expect(new Set(recorded).size).toBeGreaterThan(40);
  const isKnown = (field: string) => Object.hasOwn(en.settings.audit.fields, field);
  // Limits for moving messages are recorded as a whole.
  recorded.push('cid', ...Object.keys(USUAL_LIMITS));
  expect(recorded.filter((field) => !isKnown(field))).toEqual([]);
});
