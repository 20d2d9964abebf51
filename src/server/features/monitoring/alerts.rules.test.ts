import { expect, test } from 'vitest';
import { USUAL_THRESHOLDS as limits } from '../../../contract/api/monitoring.ts';
import { sayAlert } from './alert-texts.ts';
import { compare, findings, retryAfter, SilenceWatch } from './alerts.rules.ts';
import type { AlertFacts } from './alerts.rules.ts';

const well: AlertFacts = {
  connectors: [
    {
      cid: 'SAFARICOM',
      downSeconds: 0,
      tries: 0,
      lastError: null,
      address: 'smsc.example:2775',
      taken: 5000,
      receipts: 4900,
      unmatched: 0,
    },
  ],
  networkReceipts: [{ cid: 'SAFARICOM', network: 'Telkom', taken: 300, receipts: 290 }],
  refusals: [{ cid: 'SAFARICOM', answers: 1000, refused: 20, code: 'ESME_RINVDSTADR' }],
  lowRates: [],
  recent: [],
  oldestQueuedSeconds: 3,
  queued: 10,
  outbox: [{ kind: 'MAIL', waiting: 2, overdueSeconds: 1 }],
  payments: 1,
  oldestPaymentSeconds: 40,
  ledgerBalanced: true,
  auditIntact: true,
  belowCost: { prices: 0, clients: 0, example: '' },
  diskFree: 40e9,
  diskTotal: 100e9,
  backupSeconds: 3600,
  processes: ['api', 'worker', 'gateway'].map((process) => ({
    process,
    host: 'box',
    silentSeconds: 2,
  })),
};
const connector = (more: Partial<AlertFacts['connectors'][number]>): Partial<AlertFacts> => ({
  connectors: [{ ...well.connectors[0]!, ...more }],
});
const refusing = (more: Partial<AlertFacts['refusals'][number]>): Partial<AlertFacts> => ({
  refusals: [{ ...well.refusals[0]!, ...more }],
});
const silent = (name: string, silentSeconds: number): Partial<AlertFacts> => ({
  processes: well.processes.map((each) =>
    each.process === name ? { ...each, silentSeconds } : each,
  ),
});

test.each<[string, Partial<AlertFacts>, string[]]>([
  ['all is well', {}, []],
  ['a connector is down for five minutes', connector({ downSeconds: 300 }), []],
  ['and longer', connector({ downSeconds: 301 }), ['CONNECTOR_DOWN SAFARICOM']],
  [
    'it is down because the gateway is gone',
    { ...connector({ downSeconds: 4000 }), ...silent('gateway', 4000) },
    ['PROCESS_SILENT gateway@box'],
  ],
  ['receipts for exactly half of what was taken', connector({ taken: 5000, receipts: 2500 }), []],
  ['for less', connector({ taken: 5000, receipts: 2499 }), ['RECEIPTS_MISSING SAFARICOM']],
  ['none, of too few messages to mean anything', connector({ taken: 99, receipts: 0 }), []],
  ['a tenth is refused', refusing({ refused: 100 }), []],
  ['more than a tenth is refused', refusing({ refused: 101 }), ['REFUSALS_HIGH SAFARICOM']],
  ['everything is refused, of too few', refusing({ answers: 49, refused: 49 }), []],
  [
    'two networks of a connector get less than usual',
    {
      lowRates: [
        { cid: 'SAFARICOM', network: 'Airtel', share: 0.5, usual: 0.9, receipts: 200 },
        { cid: 'SAFARICOM', network: 'Telkom', share: 0.2, usual: 0.9, receipts: 100 },
      ],
    },
    ['DELIVERY_LOW SAFARICOM'],
  ],
  [
    'a fifth of the receipts matches nothing',
    connector({ taken: 40, receipts: 25, unmatched: 5 }),
    ['RECEIPTS_UNMATCHED SAFARICOM'],
  ],
  ['less than a fifth', connector({ taken: 40, receipts: 26, unmatched: 5 }), []],
  ['too few to mean anything', connector({ taken: 40, receipts: 4, unmatched: 4 }), []],
  ['the queue is a quarter of an hour old', { oldestQueuedSeconds: 900 }, []],
  ['and older', { oldestQueuedSeconds: 901 }, ['QUEUE_OLD ']],
  [
    'nobody takes the mail',
    {
      outbox: [
        { kind: 'MAIL', waiting: 3, overdueSeconds: 601 },
        { kind: 'WEBHOOK', waiting: 3, overdueSeconds: 600 },
      ],
    },
    ['OUTBOX_STUCK MAIL'],
  ],
  ['an unconfirmed payment', { oldestPaymentSeconds: 1801 }, ['PAYMENTS_SILENT ']],
  [
    'a price is below cost',
    { belowCost: { prices: 2, clients: 1, example: 'Shop, Kenya' } },
    ['SALE_BELOW_COST '],
  ],
  ['the ledger does not balance', { ledgerBalanced: false }, ['LEDGER_UNBALANCED ']],
  ['the audit log fails its verification', { auditIntact: false }, ['AUDIT_BROKEN ']],
  ['a tenth of the disk is free', { diskFree: 10e9 }, []],
  ['less than a tenth', { diskFree: 9.9e9 }, ['DISK_LOW ']],
  ['a disk that cannot be asked', { diskFree: null, diskTotal: null }, []],
  ['the backup is 36 hours old', { backupSeconds: 36 * 3600 }, []],
  ['and older', { backupSeconds: 36 * 3600 + 1 }, ['BACKUP_OLD ']],
  ['no backup is wanted', { backupSeconds: null }, []],
  ['the worker is silent', silent('worker', 61), ['PROCESS_SILENT worker@box']],
  [
    'there is no worker at all',
    { processes: well.processes.filter(({ process }) => process !== 'worker') },
    ['PROCESS_SILENT worker'],
  ],
  [
    'one of two gateways is silent, and the other serves',
    { processes: [...well.processes, { process: 'gateway', host: 'other', silentSeconds: 900 }] },
    ['PROCESS_SILENT gateway@other'],
  ],
])('%s', (_, facts, expected) => {
  expect(
    findings({ ...well, ...facts }, limits).map(({ kind, subject }) => `${kind} ${subject}`),
  ).toEqual(expected);
});

test('a connector that is down says how often it was tried, and why and where it failed', () => {
  const down = { downSeconds: 780, tries: 78, lastError: 'connect ECONNREFUSED 127.0.0.1:9' };
  const [found] = findings({ ...well, ...connector({ ...down, address: '127.0.0.1:9' }) }, limits);
  expect(found!.facts).toEqual({
    minutes: 13,
    tries: 78,
    error: 'connect ECONNREFUSED 127.0.0.1:9',
    address: '127.0.0.1:9',
  });
});

test('receipts that one network alone does not bring are missing, and it is named', () => {
  const networks = (receipts: number, taken = 300) => [
    { cid: 'SAFARICOM', network: 'Airtel', taken: 200, receipts: 60 },
    { cid: 'SAFARICOM', network: 'Telkom', taken, receipts },
    { cid: 'OTHER', network: 'Faiba', taken, receipts: 0 },
  ];
  const found = (networkReceipts: AlertFacts['networkReceipts']) =>
    findings({ ...well, networkReceipts }, limits).map(({ facts }) => facts);
  expect(found(networks(20))).toEqual([{ network: 'Telkom', taken: 300, receipts: 20 }]);
  expect(found(networks(0, 99))).toEqual([{ network: 'Airtel', taken: 200, receipts: 60 }]);
  // A connector that brings none at all is the alert.
  const [silent] = findings(
    { ...well, ...connector({ receipts: 10 }), networkReceipts: networks(0) },
    limits,
  );
  expect(silent!.facts).toEqual({ taken: 5000, receipts: 10 });
  expect(sayAlert('en', 'RECEIPTS_MISSING', 'A', silent!.facts).advice).toContain(
    'It accepted 5000 message parts within an hour',
  );
  expect(
    sayAlert('en', 'RECEIPTS_MISSING', 'A', { network: 'Telkom', taken: 3, receipts: 2 }).advice,
  ).toContain('It accepted 3 message parts for Telkom within an hour');
});

test('an alert of deliveries names the network that fell most, with its usual rate', () => {
  const of = { cid: 'A', receipts: 100 };
  const lowRates = [
    { ...of, network: 'Airtel', share: 0.5, usual: 0.9 },
    { ...of, network: 'Telkom', share: 0.294, usual: 0.9 },
  ];
  const [found] = findings({ ...well, lowRates }, limits);
  expect(found!.facts).toEqual({ network: 'Telkom', delivered: 29, usual: 90, receipts: 100 });
});

test('an alert is raised once, reminded after a day, and resolved when its condition ends', () => {
  const finding = { kind: 'CONNECTOR_DOWN' as const, subject: 'A', facts: { minutes: 7 } };
  expect(compare([], [finding])).toEqual({ raise: [finding], remain: [], resolve: [] });
  const open = (secondsSinceNotified: number, secondsSinceFound = 300) => [
    { id: '1', kind: 'CONNECTOR_DOWN', subject: 'A', secondsSinceNotified, secondsSinceFound },
  ];
  expect(compare(open(86_399), [finding])).toEqual({
    raise: [],
    remain: [{ id: '1', finding, remind: false }],
    resolve: [],
  });
  expect(compare(open(86_400), [finding]).remain[0]!.remind).toBe(true);
  expect(compare(open(10), [])).toEqual({ raise: [], remain: [], resolve: ['1'] });
  // It may return in a moment: no notification says that it is over and raised again.
  expect(compare(open(10, 299), [])).toEqual({ raise: [], remain: [], resolve: [] });
  // Another connector's alert is another alert.
  expect(compare(open(10), [{ ...finding, subject: 'B' }])).toMatchObject({
    raise: [{ subject: 'B' }],
    resolve: ['1'],
  });
});

test('a notification is retried at growing intervals, within the hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 30].map(retryAfter)).toEqual([
    60, 120, 240, 480, 960, 1920, 3600, 3600,
  ]);
});

test('a disk that is all but full is not said to have 0% free, nor one that is all but free 100%', () => {
  const titleAt = (diskFree: number) => {
    const [found] = findings({ ...well, diskFree }, { ...limits, diskPercent: 100 }).filter(
      ({ kind }) => kind === 'DISK_LOW',
    );
    return sayAlert('pt', 'DISK_LOW', '', found!.facts).title;
  };
  expect(titleAt(0.000_01 * well.diskTotal!)).toBe('Só 0,1% do disco está livre');
  expect(titleAt(0.999_99 * well.diskTotal!)).toBe('Só 99,9% do disco está livre');
});

test('a process that is starting, or was restarted, is not silent; one that stays away is', () => {
  const starting = {
    ...well,
    processes: [
      ...well.processes.filter(({ process }) => process === 'worker'),
      // A heartbeat from before the machine was switched off.
      { process: 'gateway', host: 'box', silentSeconds: 30_000 },
    ],
  };
  const subjects = (watch: SilenceWatch, at: AlertFacts, seconds: number) =>
    watch
      .confirm(findings(at, limits), limits.processSeconds, seconds * 1000)
      .map(({ kind, subject }) => `${kind} ${subject}`);
  const watch = new SilenceWatch(0);
  expect(findings(starting, limits)).toHaveLength(2);
  expect(subjects(watch, starting, 20)).toEqual([]);
  expect(subjects(watch, starting, 59)).toEqual([]);
  expect(subjects(watch, starting, 81)).toEqual([
    'PROCESS_SILENT gateway@box',
    'PROCESS_SILENT api',
  ]);
  expect(subjects(watch, well, 100)).toEqual([]);
  // Stopped in order and started again a minute later, long after this process began to watch.
  expect(subjects(watch, starting, 9000)).toEqual(['PROCESS_SILENT gateway@box']);
  expect(subjects(watch, well, 9040)).toEqual([]);
  expect(subjects(watch, starting, 9080)).toEqual(['PROCESS_SILENT gateway@box']);
  expect(subjects(watch, starting, 9141)).toHaveLength(2);
  // Anything else is no matter of time.
  expect(subjects(watch, { ...well, ledgerBalanced: false }, 9150)).toEqual(['LEDGER_UNBALANCED ']);
});
