import { expect, test } from 'vitest';
import { USUAL_THRESHOLDS as limits } from '../../../contract/api/monitoring.ts';
import { compare, findings, retryAfter } from './alerts.rules.ts';
import type { AlertFacts } from './alerts.rules.ts';

const well: AlertFacts = {
  connectors: [{ cid: 'SAFARICOM', downSeconds: 0, taken: 5000, receipts: 4900 }],
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
  // It may be back in a moment: nobody is told that it is over and raised again.
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
