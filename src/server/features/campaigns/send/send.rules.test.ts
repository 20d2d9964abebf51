import { expect, test } from 'vitest';
import type { GatewayConfig } from '../../../core/dispatch/routing/gateway-config.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import {
  decideDueResume,
  decideResume,
  decideSend,
  decideStart,
  refusalOfReschedule,
} from './send.rules.ts';
import type { CampaignFacts } from './send.rules.ts';

const NOON = Date.UTC(2026, 2, 4, 12) / 1000;
const at = (seconds: number) => new Date((NOON + seconds) * 1000);
const ROUTED = { version: 1, routes: [{ direction: 'MT', enabled: true }], connectors: [] };
const WEEKDAYS = { country: 'KE', days: [1, 2, 3, 4, 5], timezone: 'UTC' };
const OPEN = [{ ...WEEKDAYS, opens: 8 * 60, closes: 18 * 60 }];
const CLOSED = [{ ...WEEKDAYS, opens: 13 * 60, closes: 18 * 60 }];
const NEVER = [
  { ...WEEKDAYS, opens: 13 * 60, closes: 18 * 60 },
  { ...WEEKDAYS, country: 'TZ', opens: 8 * 60, closes: 12 * 60 },
];
const SENDER = {
  id: 's',
  sender: 'SHOP',
  clientId: 'client',
  kind: 'PROMOTIONAL',
  country: 'KE',
  status: 'READY_FOR_SENDING',
  isGeneric: false,
  delegatedTo: [],
  unregistered: [],
  standIn: null,
};
const LIMIT = { limit: 100, used: 95 };
/** A campaign of ten is one more than this account may send within the hour. */
const NEW = { id: 'n', messages: 20, seconds: 3600, until: at(86_400), used: 11, left: 1800 };
const REASONS = [{ rule: 'EBU', found: null }] as const;

type Changes = Partial<Omit<CampaignFacts, 'campaign'>> & { campaign?: Partial<CampaignRow> };

/** A prepared campaign that nothing keeps from being sent, but for these changes. */
function facts({ campaign, ...changes }: Changes = {}): CampaignFacts {
  return {
    campaign: {
      clientId: 'client',
      sender: 'SHOP',
      status: 'PENDING',
      createdAt: at(-3600),
      preparedAt: at(-1800),
      summary: { units: '10000' },
      total: 10,
      scheduleAt: null,
      timezone: 'Africa/Nairobi',
      unitsHeld: 0n,
      startedAt: null,
      resumeAt: null,
      ...campaign,
    } as CampaignRow,
    now: NOON,
    clientIsBlocked: false,
    restoredAt: null,
    sender: SENDER,
    hours: OPEN,
    tooLateMinutes: 60,
    config: ROUTED as unknown as GatewayConfig,
    exceededLimit: undefined,
    newAccount: undefined,
    ...changes,
  };
}

/** The decision in one word: the code of its refusal, or the target with the reason to pause. */
const word = (decision: { refusal: { code: string } } | { to: string; reason?: string }) =>
  'refusal' in decision ? decision.refusal.code : [decision.to, decision.reason].join(' ').trim();

test.each<[string, string, Changes]>([
  ['launches now', 'LAUNCH', {}],
  ['keeps a time ahead', 'SCHEDULED', { campaign: { scheduleAt: at(1) } }],
  ['launches at the time', 'LAUNCH', { campaign: { scheduleAt: at(0) } }],
  ['launches a little late', 'LAUNCH', { campaign: { scheduleAt: at(-3600) } }],
  ['pauses when much too late', 'PAUSED TOO_LATE', { campaign: { scheduleAt: at(-3601) } }],
  ['refuses a status that was sent', 'CONFLICT', { campaign: { status: 'RUNNING' } }],
  ['refuses what a restore holds back', 'HELD_BACK', { restoredAt: at(-3600) }],
  ['sends what is newer than the restore', 'LAUNCH', { restoredAt: at(-3601) }],
  ['refuses one that is not prepared', 'NO_SUMMARY', { campaign: { preparedAt: null } }],
  ['refuses one without summary', 'NO_SUMMARY', { campaign: { summary: null } }],
  ['refuses one without recipients', 'NO_RECIPIENTS', { campaign: { total: 0 } }],
  ['refuses without a sender ID', 'SENDER_NOT_READY', { sender: undefined }],
  [
    'refuses a blocked sender ID',
    'SENDER_NOT_READY',
    { sender: { ...SENDER, status: 'INACTIVE' } },
  ],
  [
    "refuses another client's sender ID",
    'SENDER_NOT_READY',
    { sender: { ...SENDER, clientId: 'other' } },
  ],
  ['refuses outside the hours', 'OUTSIDE_WINDOW', { hours: CLOSED }],
  ['refuses hours that never meet', 'OUTSIDE_WINDOW', { hours: NEVER }],
  [
    'schedules into the hours',
    'SCHEDULED',
    { hours: CLOSED, campaign: { scheduleAt: at(2 * 3600) } },
  ],
  [
    'refuses a schedule outside the hours',
    'OUTSIDE_WINDOW',
    { campaign: { scheduleAt: at(10 * 3600) } },
  ],
  ['refuses a blocked client', 'CONFLICT', { clientIsBlocked: true }],
  [
    'schedules for a blocked client',
    'SCHEDULED',
    { clientIsBlocked: true, campaign: { scheduleAt: at(60) } },
  ],
  ['refuses without a configuration', 'NO_ROUTE', { config: undefined }],
  [
    'refuses without an enabled route',
    'NO_ROUTE',
    {
      config: {
        ...ROUTED,
        routes: [
          { direction: 'MT', enabled: false },
          { direction: 'MO', enabled: true },
        ],
      } as unknown as GatewayConfig,
    },
  ],
  ['refuses beyond the daily limit', 'DAILY_LIMIT', { exceededLimit: LIMIT }],
  ['refuses beyond the limit of a new account', 'NEW_ACCOUNT_LIMIT', { newAccount: NEW }],
  ['launches within it', 'LAUNCH', { newAccount: { ...NEW, used: 10 } }],
  [
    'schedules beyond the daily limit',
    'SCHEDULED',
    { exceededLimit: LIMIT, campaign: { scheduleAt: at(60) } },
  ],
])('send %s: %s', (_name, expected, changes) => {
  expect(word(decideSend(facts(changes), []))).toBe(expected);
});

// Each row breaks one thing more than the row below it; the topmost is what the caller reads.
test('the refusals of sending have a fixed order', () => {
  const inOrder: [string, Changes][] = [
    ['CONFLICT', { campaign: { status: 'CANCELLED' } }],
    ['HELD_BACK', { restoredAt: at(0) }],
    ['NO_SUMMARY', { campaign: { preparedAt: null } }],
    ['NO_RECIPIENTS', { campaign: { total: 0 } }],
    ['SENDER_NOT_READY', { sender: undefined }],
    ['OUTSIDE_WINDOW', { hours: CLOSED }],
    ['CONFLICT', { clientIsBlocked: true }],
    ['NO_ROUTE', { config: undefined }],
    ['DAILY_LIMIT', { exceededLimit: LIMIT }],
  ];
  for (let first = 0; first < inOrder.length; first++) {
    const broken = inOrder.slice(first).map(([, changes]) => changes);
    const campaign = Object.assign({}, ...broken.map((changes) => changes.campaign));
    expect(word(decideSend(facts({ ...Object.assign({}, ...broken), campaign }), []))).toBe(
      inOrder[first]![0],
    );
  }
});

test.each<[string, Changes]>([
  ['at once', {}],
  ['at a time ahead', { campaign: { scheduleAt: at(60) } }],
  ['much too late', { campaign: { scheduleAt: at(-9999) } }],
  ['outside the hours', { hours: CLOSED }],
  ['for a blocked client', { clientIsBlocked: true }],
  ['beyond the daily limit', { exceededLimit: LIMIT }],
  ['without a route', { config: undefined }],
])('a campaign with reasons to approve waits for approval: %s', (_name, changes) => {
  expect(decideSend(facts(changes), REASONS)).toEqual({ to: 'WAITING_APPROVAL', reasons: REASONS });
});

test.each<[string, string, Changes]>([
  ['launches', 'LAUNCH', {}],
  ['launches an approved one, however late', 'LAUNCH', { campaign: { status: 'APPROVED' } }],
  ['pauses for a blocked client', 'PAUSED CLIENT_BLOCKED', { clientIsBlocked: true }],
  ['pauses outside the hours', 'PAUSED WINDOW', { hours: CLOSED }],
  ['pauses beyond the daily limit', 'PAUSED DAILY_LIMIT', { exceededLimit: LIMIT }],
  ['pauses beyond the limit of a new account', 'PAUSED NEW_ACCOUNT_LIMIT', { newAccount: NEW }],
  [
    'pauses for the hours before the limit',
    'PAUSED WINDOW',
    { hours: CLOSED, exceededLimit: LIMIT },
  ],
  ['refuses a withdrawn sender ID', 'SENDER_NOT_READY', { sender: undefined }],
  ['refuses without a route', 'NO_ROUTE', { config: undefined }],
])('start %s: %s', (_name, expected, { campaign, ...changes }) => {
  const due = { status: 'SCHEDULED', scheduleAt: at(0), ...campaign } as const;
  const late = due.status === 'APPROVED' ? { ...due, scheduleAt: at(-99_999) } : due;
  expect(word(decideStart(facts({ ...changes, campaign: late }), []))).toBe(expected);
});

test('start pauses a scheduled campaign that is much too late, and names the next opening', () => {
  const late = { status: 'SCHEDULED', scheduleAt: at(-3601) } as const;
  expect(word(decideStart(facts({ campaign: late, hours: CLOSED }), []))).toBe('PAUSED TOO_LATE');
  const due = { status: 'SCHEDULED', scheduleAt: at(0) } as const;
  expect(decideStart(facts({ campaign: due, hours: CLOSED }), [])).toEqual({
    to: 'PAUSED',
    reason: 'WINDOW',
    resumeAt: at(3600),
  });
  expect(decideStart(facts({ campaign: due, hours: NEVER }), [])).toMatchObject({ resumeAt: null });
});

const LAUNCHED = { unitsHeld: 5n, startedAt: null };
const STARTED = { unitsHeld: 5n, startedAt: at(-60) };

test.each<[string, string, Changes]>([
  ['launches one that never was', 'LAUNCH', {}],
  ['queues one that was launched', 'QUEUED', { campaign: LAUNCHED }],
  ['runs one that had started', 'RUNNING', { campaign: STARTED }],
  ['refuses another status', 'CONFLICT', { campaign: { status: 'RUNNING' } }],
  ['refuses a blocked client', 'CONFLICT', { campaign: STARTED, clientIsBlocked: true }],
  ['refuses what a restore holds back', 'HELD_BACK', { campaign: STARTED, restoredAt: at(0) }],
  ['refuses outside the hours', 'OUTSIDE_WINDOW', { campaign: STARTED, hours: CLOSED }],
  ['refuses a launch beyond the limit', 'DAILY_LIMIT', { exceededLimit: LIMIT }],
  ['refuses a launch beyond the limit of a new account', 'NEW_ACCOUNT_LIMIT', { newAccount: NEW }],
  [
    'resumes a launched one beyond the limit',
    'RUNNING',
    { campaign: STARTED, exceededLimit: LIMIT },
  ],
])('resume %s: %s', (_name, expected, { campaign, ...changes }) => {
  const paused = { status: 'PAUSED', ...campaign } as const;
  expect(word(decideResume(facts({ ...changes, campaign: paused }), []))).toBe(expected);
});

test.each<[string, string, Changes]>([
  ['resumes when due', 'RUNNING', { campaign: STARTED }],
  ['launches when due', 'LAUNCH', {}],
  ['leaves one that is not due', 'NOTHING', { campaign: { resumeAt: at(1) } }],
  ['leaves one that waits for a person', 'NOTHING', { campaign: { resumeAt: null } }],
  ['leaves one that was resumed', 'NOTHING', { campaign: { status: 'RUNNING' } }],
  ['leaves one of a client that was blocked just now', 'NOTHING', { clientIsBlocked: true }],
  ['leaves a launched one too', 'NOTHING', { campaign: STARTED, clientIsBlocked: true }],
  ['waits for the next opening', 'WAIT', { hours: CLOSED }],
  ['pauses a launch beyond the limit', 'PAUSED DAILY_LIMIT', { exceededLimit: LIMIT }],
  ['pauses beyond the limit of a new account', 'PAUSED NEW_ACCOUNT_LIMIT', { newAccount: NEW }],
  ['refuses a withdrawn sender ID', 'SENDER_NOT_READY', { sender: undefined }],
])('due resume %s: %s', (_name, expected, { campaign, ...changes }) => {
  const due = { status: 'PAUSED', resumeAt: at(0), ...campaign } as const;
  expect(word(decideDueResume(facts({ ...changes, campaign: due }), []))).toBe(expected);
});

test('approval that is needed by now goes before hours, lateness and limits, behind blocks and restores', () => {
  const later = { hours: CLOSED, exceededLimit: LIMIT };
  const due = { status: 'SCHEDULED', scheduleAt: at(-99_999) } as const;
  const paused = { status: 'PAUSED', resumeAt: at(0) } as const;
  const WITHHELD = { to: 'WAITING_APPROVAL', reasons: REASONS };
  expect(decideStart(facts({ ...later, campaign: due }), REASONS)).toEqual(WITHHELD);
  expect(decideResume(facts({ ...later, campaign: paused }), REASONS)).toEqual(WITHHELD);
  expect(decideDueResume(facts({ ...later, campaign: paused }), REASONS)).toEqual(WITHHELD);
  const blocked = { clientIsBlocked: true };
  expect(word(decideStart(facts({ ...blocked, campaign: due }), REASONS))).toBe(
    'PAUSED CLIENT_BLOCKED',
  );
  expect(word(decideResume(facts({ restoredAt: at(0), campaign: paused }), REASONS))).toBe(
    'HELD_BACK',
  );
  expect(word(decideDueResume(facts({ ...blocked, campaign: paused }), REASONS))).toBe('NOTHING');
});

test.each<[string, string | undefined, number, Changes]>([
  ['accepts a time ahead', undefined, 60, {}],
  ['refuses one that was launched', 'CONFLICT', 60, { campaign: { unitsHeld: 5n } }],
  ['refuses a blocked client', 'CONFLICT', 0, { clientIsBlocked: true }],
  ['refuses the past', 'BAD_INPUT', 0, { hours: CLOSED }],
  ['refuses outside the hours', 'OUTSIDE_WINDOW', 60, { hours: CLOSED }],
  ['accepts a later opening', undefined, 3600, { hours: CLOSED }],
])('reschedule %s: %s', (_name, expected, seconds, changes) => {
  expect(refusalOfReschedule(facts(changes), NOON + seconds, 'en')?.code).toBe(expected);
});

test('a refusal for the hours names the countries and the next opening in the client’s time zone', () => {
  const decision = decideSend(facts({ hours: CLOSED }), []);
  expect('refusal' in decision && decision.refusal.values).toMatchObject({
    countries: 'Kenya',
    opens: '2026-03-04 16:00 (Africa/Nairobi)',
  });
});
