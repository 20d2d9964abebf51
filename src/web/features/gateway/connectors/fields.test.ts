import fc from 'fast-check';
import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { CONNECTOR_FIELDS } from '../../../../contract/api/connector-fields.ts';
import { CONNECTOR_KINDS, smppSettings } from '../../../../contract/api/connector-settings.ts';
import {
  genericSettings,
  httpSettings,
} from '../../../../contract/api/connector-generic-settings.ts';
import { connectors } from '../../../../contract/api/connectors.ts';
import { GENERIC_PRESETS } from '../../../../contract/api/connector-presets.ts';
import {
  changedFrom,
  isAsked,
  problemsOf,
  settingsOf,
  standardsOf,
  valuesOf,
} from './formValues.ts';
import { explain } from '../../../parts/monitoring/linkError.ts';
import { fillMinutes } from './minutes.ts';
import { choiceWord, fieldWord } from './useFieldWords.ts';

describe.each(CONNECTOR_KINDS)('%s', (kind) => {
  const standards = {
    cid: 'abc',
    ...valuesOf(kind, {
      ...standardsOf(kind),
      ...(kind !== 'SMPP' && { url: 'https://example.com/in' }),
    }),
    ...(kind === 'SMPP' && { password: 'secret' }),
  };

  test('every field has a label, and every choice without a label is its own', () => {
    for (const { name, choices } of CONNECTOR_FIELDS[kind]) {
      expect(fieldWord(kind, name), name).toBeDefined();
      for (const choice of choices ?? [])
        expect(
          choiceWord(name, String(choice)) ?? /^(GET|POST|PUT)$/.test(String(choice)),
          `${name} ${choice}`,
        ).not.toBe(false);
    }
  });

  test('every setting has a field in the form', () => {
    const shape = { SMPP: smppSettings, HTTP: httpSettings, GENERIC: genericSettings }[kind].shape;
    const names = CONNECTOR_FIELDS[kind]
      .filter(({ type }) => type !== 'secret')
      .map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(shape).toSorted());
  });

  test('the defaults are valid, survive the form unchanged, and differ from themselves in nothing', () => {
    expect(problemsOf(kind, standards, true)).toEqual({});
    const { password: _password, ...settings } = settingsOf(kind, standards, undefined);
    const { url: _url, ...expected } = standardsOf(kind);
    expect(settings).toMatchObject(expected);
    expect(changedFrom(kind, valuesOf(kind, standardsOf(kind)))).toEqual([]);
  });

  test('the form refuses every number that the contract refuses', () => {
    const numbers = CONNECTOR_FIELDS[kind].filter(
      ({ type, name }) =>
        (type === 'number' || type === 'whole number') && isAsked(name, standards),
    );
    const shape = { SMPP: smppSettings, HTTP: httpSettings, GENERIC: genericSettings }[kind];
    fc.assert(
      fc.property(
        fc.constantFrom(...numbers),
        fc.oneof(
          fc.integer({ min: -5, max: 700_000 }),
          fc.double({ min: -1, max: 100, noNaN: true }),
          fc.constantFrom('', 'x', '1e9', '12px'),
        ),
        ({ name }, typed) => {
          const values = { ...standards, [name]: String(typed) };
          const refused = problemsOf(kind, values, true)[name] !== undefined;
          const sent = settingsOf(kind, values, undefined);
          // A field that is left out has its default.
          const isOptionalBlank = typed === '' && !(name in sent);
          if (!isOptionalBlank) expect(refused).toBe(!shape.safeParse(sent).success);
        },
      ),
    );
  });
});

test.each(Object.entries(GENERIC_PRESETS))('the preset %s is valid', (_name, preset) => {
  expect(
    problemsOf(
      'GENERIC',
      { cid: 'abc', ...valuesOf('GENERIC', { ...standardsOf('GENERIC'), ...preset }) },
      true,
    ),
  ).toEqual({});
});

test.each([
  ['SMPP', { host: '' }, 'host', 'missing'],
  ['SMPP', { port: '70000' }, 'port', 'whole'],
  ['SMPP', { port: '27.5' }, 'port', 'whole'],
  ['SMPP', { username: '' }, 'username', 'missing'],
  ['SMPP', { cid: 'a b' }, 'cid', 'cidWrong'],
  ['SMPP', { custom_tlvs: 'what' }, 'custom_tlvs', 'wrong'],
  ['SMPP', { retry_rules: 'ESME_RSYSERR' }, 'retry_rules', 'wrong'],
  ['SMPP', { retry_rules: '' }, 'retry_rules', 'missing'],
  ['SMPP', { final_codes: '8' }, 'final_codes', 'wrong'],
  ['SMPP', { host: 'two words' }, 'host', 'wrong'],
  [
    'SMPP',
    {
      status_map: [
        ['A', 'DELIVERED'],
        ['A ', 'FAILED'],
      ] as const,
    },
    'status_map',
    'twice',
  ],
  ['SMPP', { status_map: [['', 'DELIVERED']] as const }, 'status_map', 'missing'],
  ['HTTP', { url: '' }, 'url', 'missing'],
  ['HTTP', { url: 'ftp://x' }, 'url', 'wrong'],
  ['HTTP', { max_retries: '101' }, 'max_retries', 'whole'],
  ['GENERIC', { body: '{{nobody}}' }, 'body', 'unknown'],
  ['GENERIC', { auth: 'oauth', token_url: '' }, 'token_url', 'missing'],
  ['GENERIC', { id_pointer: 'noSlash' }, 'id_pointer', 'wrong'],
] as const)('%s %j: %s is %s', (kind, change, field, word) => {
  const values = {
    cid: 'abc',
    password: 'p',
    ...valuesOf(kind, {
      ...standardsOf(kind),
      url: 'https://example.com',
      host: 'smsc.example',
      username: 'me',
    }),
    ...change,
  };
  expect(
    problemsOf(kind, { ...values, ...(kind === 'SMPP' && { password: 'p' }) }, true)[field]?.word,
  ).toBe(word);
});

test('a point sets thousands apart in the numbers of a Portuguese screen, and a comma decimals', () => {
  const { language } = i18next;
  i18next.language = 'pt';
  try {
    expect(settingsOf('SMPP', { submit_throughput: '1.000', cost: '0,125' }, null)).toMatchObject({
      submit_throughput: 1000,
      cost: 0.125,
    });
    expect(valuesOf('SMPP', { cost: 0.125 })['cost']).toBe('0,125');
  } finally {
    i18next.language = language;
  }
});

test('a change sends null to restore a default, and omits an empty secret', () => {
  const change = settingsOf(
    'SMPP',
    { ...valuesOf('SMPP', standardsOf('SMPP')), validity: '', src_ton: '' },
    null,
  );
  expect(change).toMatchObject({ validity: null, src_ton: null });
  expect(change).not.toHaveProperty('password');
  expect(connectors.updateSmpp.input.safeParse({ cid: 'abc', ...change }).success).toBe(true);
});

test.each([
  ['connect ECONNREFUSED 10.0.0.1:2775', 'refused'],
  ['getaddrinfo ENOTFOUND smsc', 'host'],
  ['bind refused: ESME_RINVPASWD', 'password'],
  ['bind refused: ESME_RBINDFAIL', 'bind'],
  ['bind refused: ESME_RALYBND', 'already'],
  ['timer ran out: sessionInit', 'bindTimer'],
  ['timer ran out: inactivity', 'silence'],
  ['timer ran out: response', 'linkTimer'],
  ['timer ran out: pduRead', 'partial'],
  ['what came was not SMPP: too long', 'notSmpp'],
  ['self-signed certificate', 'certificate'],
  ['HTTP 401 no', 'account'],
  ['HTTP 404', 'address'],
  ['the carrier unbound', 'unbound'],
  ['connection closed', 'closed'],
  ['the address is loopback', 'privateAddress'],
  ['the address is this machine', 'privateAddress'],
  ['the address is no address', 'other'],
  ['the database connection was lost', 'database'],
  ['something new', 'other'],
])('the last error "%s" means %s', (said, word) => {
  expect(explain(said).word).toBe(word);
});

test('a period has each of its minutes once, stored ones included', () => {
  const kept = {
    submitted: 3,
    accepted: 3,
    refused: 0,
    throttled: 0,
    lost: 0,
    receipts: 1,
    received: 0,
    windowInUse: 2,
    queueLength: 9,
    timestamp: 600,
  };
  const minutes = fillMinutes([kept], 5, 725);
  expect(minutes.map(({ timestamp }) => timestamp)).toEqual([480, 540, 600, 660, 720]);
  expect(minutes[2]).toEqual(kept);
});
