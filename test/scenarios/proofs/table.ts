// The proofs of the product's reliability and security: the program of each, its full size in slices, and its small size in `npm test`.

export type Proof = {
  name: string;
  /** The claim, and the figure that it is judged by. */
  claim: string;
  /** Slices of the full size; a slice is a run of its own. */
  slices: number;
  /** The arguments of `npm run` for one slice. Seeds are numbered from 1. */
  run(slice: number): readonly string[];
  /** Bounds on fields of the last line of JSON, for programs that measure and do not judge. */
  limits?: Record<string, { least?: number; most?: number }>;
  /** The test files of the small size. */
  small: readonly string[];
};

const check = (...args: readonly string[]) => ['check', '--', ...args];
const seeded = (slice: number) => ['--seed', String(slice + 1)];
const test = (...files: readonly string[]) => ({
  slices: 1,
  run: () => ['test', '--', ...files],
  small: files,
});
/** A rate that lasts, by a benchmark of dispatch: nothing lost, and the gateway's memory at its end as in its middle. */
const sustained = (rate: number) => ({
  receipted_per_s: { least: rate },
  slowest_tenth_per_s: { least: rate * 0.8 },
  gateway_rss_growth_mb: { most: 32 },
  lost: { most: 0 },
  duplicated: { most: 0 },
});
const CRASH = ['test/scenarios/crash/crash.test.ts'];

export const PROOFS: readonly Proof[] = [
  {
    name: 'T1',
    claim: '1,000 kills of the gateway over a million messages, class hold: lost 0, duplicated 0',
    slices: 20,
    run: (slice) =>
      check(
        'crash',
        '--messages',
        '50000',
        '--gateway-kills',
        '50',
        '--database-kills',
        '0',
      ).concat(seeded(slice)),
    small: CRASH,
  },
  {
    name: 'T2',
    claim:
      'the same, class resend: lost 0, each duplicate marked and of a lost link, at most two windows a loss',
    slices: 20,
    run: (slice) =>
      check(
        'crash',
        '--messages',
        '50000',
        '--gateway-kills',
        '50',
        '--database-kills',
        '0',
      ).concat(['--policy', 'resend'], seeded(slice)),
    small: CRASH,
  },
  {
    name: 'T3',
    claim: '100 immediate stops of PostgreSQL among kills: lost 0, duplicated 0',
    slices: 10,
    run: (slice) =>
      check(
        'crash',
        '--messages',
        '20000',
        '--gateway-kills',
        '10',
        '--database-kills',
        '10',
      ).concat(seeded(slice)),
    small: CRASH,
  },
  {
    name: 'T4',
    claim: '100 failovers to a synchronous standby: acknowledged lost 0, resumed within 15 s',
    slices: 5,
    run: () => check('failover', '--failovers', '20'),
    limits: { most_sending_again_s: { most: 15 }, most_answering_again_s: { most: 15 } },
    small: ['src/server/infra/database/hosts.test.ts'],
  },
  {
    name: 'T5 freeze',
    claim: '200 gateways frozen for longer than their lease: stale claims 0, duplicated 0',
    slices: 40,
    run: () => check('freeze', '--freezes', '5'),
    small: ['src/server/gateway/gateway.test.ts'],
  },
  {
    name: 'T5 cuts',
    claim: '1,000 links cut by the carrier: lost 0, duplicated 0',
    slices: 4,
    run: (slice) =>
      check('crash', '--messages', '25000', '--gateway-kills', '0', '--database-kills', '0').concat(
        ['--cut-every', '100'],
        seeded(slice),
      ),
    small: ['src/server/gateway/gateway.test.ts'],
  },
  {
    name: 'T6',
    claim: '10 % of receipts early, 20 % twice, 5 % missing, over a million: wrong ends 0',
    slices: 10,
    run: (slice) =>
      check(
        'crash',
        '--messages',
        '100000',
        '--gateway-kills',
        '0',
        '--database-kills',
        '0',
      ).concat(['--early', '0.1', '--twice', '0.2', '--missing', '0.05'], seeded(slice)),
    small: ['src/server/core/dispatch/dispatch.test.ts'],
  },
  {
    name: 'T7 disk',
    claim: 'the disk full 20 times: lost 0, duplicated 0, on again by itself',
    slices: 2,
    run: (slice) => check('disk', '--times', '10').concat(seeded(slice)),
    small: ['test/scenarios/disk/disk.test.ts'],
  },
  {
    name: 'T7 clock',
    claim: 'the clock jumps 50 times, 10 standstills of an hour: lost 0, schedules begun twice 0',
    slices: 5,
    run: (slice) =>
      check('clock', '--jumps', '10', '--standstills', '2', '--schedules', '40').concat(
        seeded(slice),
      ),
    small: ['test/scenarios/clock/clock.test.ts'],
  },
  {
    name: 'T8',
    claim: 'every order of five events of a message, and 100,000 random worlds: violations 0',
    slices: 20,
    run: (slice) =>
      check('orders', '--slice', String(slice), '--slices', '20', '--worlds', '5000').concat([
        '--seed',
        String(slice * 5000 + 1),
      ]),
    small: ['test/scenarios/orders/orders.test.ts'],
  },
  {
    name: 'T9',
    claim: '10,000 calls, each repeated 20 times at once under its key: 10,000 effects',
    slices: 10,
    run: (slice) => check('repeats', '--calls', '1000', '--repeats', '20').concat(seeded(slice)),
    small: ['src/server/infra/http/idempotency.test.ts', 'src/server/core/accept/commit.test.ts'],
  },
  {
    name: 'T10',
    claim: '10 million movements of units over 64 connections with kills: sum 0, drift 0',
    slices: 10,
    run: (slice) =>
      check('ledger', '--operations', '1000000', '--connections', '64').concat(seeded(slice)),
    small: ['test/scenarios/ledger/ledger.test.ts'],
  },
  {
    name: 'T11',
    claim: '100,000 payments lost, late, repeated and forged: credited is paid, forged 0',
    slices: 10,
    run: (slice) => check('payments', '--scenarios', '10000').concat(seeded(slice)),
    small: ['test/scenarios/payments/payments.test.ts'],
  },
  {
    name: 'T12',
    claim: '1,000 campaigns cancelled at random moments: sent and released are the whole',
    slices: 5,
    run: (slice) => check('cancel', '--times', '200').concat(seeded(slice)),
    small: ['test/scenarios/cancel/cancel.test.ts'],
  },
  {
    name: 'T13',
    claim: '100 restarts as an upgrade makes them: ambiguous 0, lost 0',
    slices: 4,
    run: (slice) =>
      check('crash', '--messages', '25000', '--gateway-kills', '0', '--database-kills', '0').concat(
        ['--restarts', '25'],
        seeded(slice),
      ),
    small: CRASH,
  },
  {
    name: 'T14',
    claim:
      'a campaign from the queue to the stored receipt: 15,000 messages a second, each tenth of it four fifths of that, memory flat',
    slices: 1,
    run: () => ['bench', '--', 'dispatch', '--messages', '1000000'],
    limits: sustained(15_000),
    small: ['src/server/core/dispatch/plans.test.ts'],
  },
  {
    name: 'T15',
    claim:
      'window 10 on 8 links: 8,000 messages a second, each tenth of it four fifths of that, memory flat',
    slices: 1,
    run: () => [
      'bench',
      '--',
      'dispatch',
      '--messages',
      '1000000',
      '--window',
      '10',
      '--links',
      '8',
    ],
    limits: sustained(8_000),
    small: ['src/server/core/dispatch/plans.test.ts'],
  },
  {
    name: 'T16',
    claim: 'a file of a million rows in the queue within 40 s, memory under 300 MB',
    slices: 1,
    run: () => ['bench', '--', 'campaign', '--rows', '1000000'],
    limits: { seconds: { most: 40 }, peak_rss_mb: { most: 300 } },
    small: ['src/server/features/campaigns/campaigns.test.ts'],
  },
  {
    name: 'T17',
    claim: '10 million broken PDUs in both directions: crashes 0, memory flat',
    slices: 10,
    run: (slice) => check('fuzz', '--part', 'pdu', '--count', '1000000').concat(seeded(slice)),
    small: ['test/scenarios/fuzz/fuzz.test.ts'],
  },
  {
    name: 'T18',
    claim: 'a million broken requests to the portal and to customers’ ports: faults 0',
    slices: 5,
    run: (slice) =>
      check('fuzz', '--part', 'portal', '--part', 'http', '--count', '100000').concat(
        seeded(slice),
      ),
    small: ['test/scenarios/fuzz/fuzz.test.ts', 'test/scenarios/fuzz/portal-fuzz.test.ts'],
  },
  {
    name: 'T19',
    claim:
      '1,000 broken files and bombs, ten times: rows or a refusal each, memory within 200 MB, nothing kept',
    slices: 10,
    run: (slice) => check('uploads', '--files', '1000').concat(seeded(slice)),
    small: [
      'test/scenarios/uploads/uploads.test.ts',
      'src/server/core/uploads/uploads.test.ts',
      'src/server/core/files',
    ],
  },
  {
    name: 'T20',
    claim: '10,000 evil patterns and expressions: none blocks for 50 ms',
    slices: 1,
    run: () => check('filters', '--filters', '10000'),
    small: ['src/server/core/dispatch/routing/evil.test.ts'],
  },
  {
    name: 'T21',
    claim: 'every endpoint by role and relation as the access table says',
    ...test('test/access'),
  },
  {
    name: 'T22',
    claim: 'forged requests to inner addresses, formulas in exports, scripts in every field: 0',
    ...test('src/server/infra/http/outbound', 'test/scenarios/exports', 'test/browser/xss.spec.ts'),
  },
  {
    name: 'T23',
    claim: 'the known attacks on money, accounts and one-time codes: held',
    slices: 1,
    run: () => check('security'),
    small: ['src/server/core/auth/sign-in/login-backoff.test.ts'],
  },
  {
    name: 'T24',
    claim: 'secrets in logs: 0',
    ...test('src/server/infra/log.test.ts'),
  },
  {
    name: 'T25',
    claim: 'hours of mixed traffic with deploys, kills, reloads and failovers: lost 0, all flat',
    slices: 1,
    run: (slice) => check('soak', '--hours', '4').concat(seeded(slice)),
    small: ['test/scenarios/soak/soak.test.ts', 'test/scenarios/soak/slope.test.ts'],
  },
  {
    name: 'T26',
    claim: 'a backup of a running campaign, restored elsewhere: sent again by itself 0',
    slices: 1,
    run: () => check('restore'),
    small: ['src/server/ops/backup/backup.test.ts', 'src/server/ops/backup/quarantine.test.ts'],
  },
];
