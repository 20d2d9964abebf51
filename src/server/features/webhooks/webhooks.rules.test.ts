import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signatureOf } from '../../infra/signature.ts';
import {
  afterFailure,
  chooseLanes,
  hostOf,
  PACE,
  PER_CLIENT,
  PER_HOST,
  speaksAgainstHost,
  waitAfter,
  whyRefused,
} from './webhooks.rules.ts';
import type { HostState, Lane, Outcome } from './webhooks.rules.ts';

describe('tries', () => {
  test('grow from ten seconds to six hours, for a day, and then end', () => {
    const waits = PACE.waits.map((_, at) => waitAfter(PACE, at + 1, 0.5)!);
    expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(waits.at(-1)).toBe(21_600);
    expect(waits.every((wait, at) => at === 0 || wait >= waits[at - 1]!)).toBe(true);
    const hours = (random: number) =>
      PACE.waits.reduce((sum, _, at) => sum + waitAfter(PACE, at + 1, random)!, 0) / 3600;
    expect(hours(0)).toBeGreaterThan(21);
    expect(hours(1)).toBeLessThan(26);
    expect(hours(0.5)).toBeCloseTo(23.4, 1);
    expect(waitAfter(PACE, PACE.waits.length + 1, 0.5)).toBeUndefined();
  });

  test('vary by a tenth, and respect Retry-After up to an hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: PACE.waits.length }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, random) => {
          const [wait, plain] = [waitAfter(PACE, attempts, random)!, PACE.waits[attempts - 1]!];
          expect(wait).toBeGreaterThanOrEqual(plain * 0.9);
          expect(wait).toBeLessThanOrEqual(plain * 1.1 + 1e-9);
        },
      ),
    );
    expect(waitAfter(PACE, 1, 0.5, 120)).toBe(120);
    expect(waitAfter(PACE, 1, 0.5, 1e9)).toBe(3600);
    expect(waitAfter(PACE, 12, 0.5, 5)).toBe(20_480);
  });
});

test('a signature covers time and body, with one for each secret', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 2 }),
      fc.nat(4e12),
      (body, secrets, at) => {
        const [time, ...signatures] = signatureOf(secrets, body, at).split(',');
        expect(time).toBe(`t=${Math.floor(at / 1000)}`);
        expect(signatures).toEqual(
          secrets.map(
            (secret) =>
              `v1=${createHmac('sha256', secret)
                .update(`${Math.floor(at / 1000)}.${body}`)
                .digest('hex')}`,
          ),
        );
      },
    ),
  );
  // As openssl dgst -sha256 -hmac says.
  expect(signatureOf(['whsec_test'], '{"id":"1"}', 1_700_000_000_000)).toBe(
    't=1700000000,v1=11bf4466ea17c3df3fd743af0b435368e16b7a05eb8eced85e8c4670767bdec5',
  );
});

describe('a host', () => {
  const outcome = (status: number | null, never = false): Outcome => ({
    ok: false,
    status,
    milliseconds: 1,
    error: 'x',
    answer: null,
    retryAfter: null,
    never,
  });
  test.each([
    [null, true],
    [500, true],
    [503, true],
    [429, true],
    [404, false],
    [401, false],
    [301, false],
    [410, false],
  ])('answering %s counts against: %s', (status, blamed) => {
    expect(speaksAgainstHost(outcome(status))).toBe(blamed);
    expect(speaksAgainstHost(outcome(status, true))).toBe(false);
  });

  test('is suspended after ten failures in a row, and probed with one delivery, ever less often', () => {
    let state: HostState | undefined;
    for (let n = 1; n < PACE.opensAfter; n++) {
      state = afterFailure(PACE, state, n, false);
      expect(state).toMatchObject({ failures: n, openedAt: null, probeAt: null });
    }
    state = afterFailure(PACE, state, 1000, false);
    expect(state).toEqual({ failures: 10, openedAt: 1000, probeAt: 31_000, probes: 0 });
    // Those that were on their way say nothing new.
    expect(afterFailure(PACE, state, 2000, false)).toEqual({
      failures: 11,
      openedAt: 1000,
      probeAt: 31_000,
      probes: 0,
    });
    const gaps: number[] = [];
    for (let now = 31_000; gaps.length < 8; now = state.probeAt!) {
      state = afterFailure(PACE, state, now, true);
      gaps.push((state.probeAt! - now) / 1000);
      expect(state.openedAt).toBe(1000);
    }
    expect(gaps).toEqual([60, 120, 240, 480, 900, 900, 900, 900]);
  });
});

describe('fairness between clients', () => {
  const lanes = fc
    .array(
      fc.record({
        host: fc.constantFrom('a', 'b', 'c', 'd'),
        webhookId: fc.constantFrom('1', '2', '3'),
        clientId: fc.constantFrom('x', 'y', 'z'),
      }),
      { maxLength: 12 },
    )
    .map((all) => {
      const open = (host: string) => host === 'd';
      return [
        ...new Map(
          all.map((lane) => [`${lane.host} ${lane.webhookId}`, { ...lane, one: open(lane.host) }]),
        ).values(),
      ];
    });
  const running = fc.array(
    fc.record({
      host: fc.constantFrom('a', 'b', 'c', 'd'),
      clientId: fc.constantFrom('x', 'y', 'z'),
    }),
    { maxLength: 40 },
  );

  test('no host, client or process exceeds its share, and no free place stays unused', () => {
    fc.assert(
      fc.property(lanes, running, fc.nat(100), (of: Lane[], busy, free) => {
        const chosen = chooseLanes(of, busy, free);
        const total = chosen.reduce((sum, { take }) => sum + take, 0);
        expect(total).toBeLessThanOrEqual(free);
        const sum = (key: 'host' | 'clientId', value: string) =>
          busy.filter((each) => each[key] === value).length +
          chosen.filter((each) => each[key] === value).reduce((all, { take }) => all + take, 0);
        const added = (key: 'host' | 'clientId', value: string) =>
          chosen.some((each) => each[key] === value);
        for (const host of ['a', 'b', 'c', 'd'])
          if (added('host', host)) expect(sum('host', host)).toBeLessThanOrEqual(PER_HOST);
        const atOpen = (clientId: string) =>
          [...busy.map((each) => ({ ...each, take: 1 })), ...chosen].reduce(
            (all, each) =>
              each.host === 'd' && each.clientId === clientId ? all + each.take : all,
            0,
          );
        for (const { host, clientId } of chosen) if (host === 'd') expect(atOpen(clientId)).toBe(1);
        for (const client of ['x', 'y', 'z'])
          if (added('clientId', client))
            expect(sum('clientId', client)).toBeLessThanOrEqual(PER_CLIENT);
        if (total < free) {
          for (const lane of of)
            expect(
              sum('host', lane.host) >= PER_HOST ||
                (lane.one && atOpen(lane.clientId) >= 1) ||
                sum('clientId', lane.clientId) >= PER_CLIENT,
            ).toBe(true);
        }
      }),
    );
  });

  test('clients take turns, however many webhooks they have', () => {
    const many = Array.from({ length: 20 }, (_, at): Lane => ({
      host: `many${at}`,
      webhookId: String(at),
      clientId: 'many',
      one: false,
    }));
    const chosen = chooseLanes(
      [...many, { host: 'few', webhookId: 'f', clientId: 'few', one: false }],
      [],
      10,
    );
    const takes = (client: string) =>
      chosen.filter(({ clientId }) => clientId === client).reduce((sum, { take }) => sum + take, 0);
    expect([takes('many'), takes('few')]).toEqual([5, 5]);
    expect(chosen.filter(({ clientId }) => clientId === 'many')).toHaveLength(5);
  });
});

test.each<[string, string | undefined]>([
  ['https://customer.example/hook?x=1', undefined],
  ['https://customer.example:443/', undefined],
  ['http://customer.example/', 'WEBHOOK_NOT_HTTPS'],
  ['https://customer.example:8080/', 'WEBHOOK_PORT'],
  ['https://name:word@customer.example/', 'WEBHOOK_PASSWORD'],
  ['ftp://customer.example/', 'WEBHOOK_NO_ADDRESS'],
  ['customer.example', 'WEBHOOK_NO_ADDRESS'],
  ['javascript:alert(1)', 'WEBHOOK_NO_ADDRESS'],
  ['', 'WEBHOOK_NO_ADDRESS'],
  ...[
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '100.64.0.1',
    '0.0.0.0',
    'localhost',
    'metadata.google.internal',
    'printer.local',
  ].map((host): [string, string] => [`https://${host}/`, 'WEBHOOK_PRIVATE']),
  ['http://vouched.example:8080/', undefined],
  ['http://127.0.0.2:3000/', undefined],
])('%s is refused as %s', (url, code) => {
  expect(
    whyRefused(url, { all: false, hosts: new Set(['vouched.example', '127.0.0.2']) })?.code,
  ).toBe(code);
});

test("in a sandbox this machine may be called, and the clouds' metadata not", () => {
  const sandbox = { all: true, hosts: new Set<string>() };
  expect(whyRefused('http://127.0.0.1:3000/', sandbox)).toBeUndefined();
  expect(whyRefused('http://169.254.169.254/', sandbox)?.code).toBe('WEBHOOK_PRIVATE');
});

test('a host is scheme, name and port', () => {
  expect(hostOf('https://customer.example/a?b')).toBe('https://customer.example');
  expect(hostOf('http://customer.example:8080/a')).toBe('http://customer.example:8080');
});
