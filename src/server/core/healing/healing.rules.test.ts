import { expect, test } from 'vitest';
import { USUAL_LIMITS } from '../../../contract/api/healing.ts';
import { decide, keepWithin, QUIET_SECONDS, rangeOf, SLOT_MS } from './healing.rules.ts';
import type { OpenIncident, Range, Sent, Situation } from './healing.rules.ts';

const MINUTE = 60_000;
const NOW = 100 * MINUTE;
const range: Range = { dueSeconds: 32, usual: 0.95, low: 0.92, medianSeconds: 4, hours: 48 };

/** Slots of so many parts each between two minutes before now, of which a share is delivered in so many seconds. */
function slots(parts: number, share: number, from = 60, to = 0, seconds = 8): Sent[] {
  const made: Sent[] = [];
  for (let at = NOW - from * MINUTE; at < NOW - to * MINUTE; at += SLOT_MS)
    made.push({ at, sent: parts, deliveries: [{ seconds, parts: Math.round(parts * share) }] });
  return made;
}

const calm: Situation = {
  now: NOW,
  boundSince: 0,
  slots: slots(20, 0.95),
  range,
  limits: USUAL_LIMITS,
  ownShare: 1,
  others: [{ slots: slots(20, 0.95), range, isRelieved: false }],
  incident: null,
  quietUntil: null,
  lastHoldSeconds: null,
};
const fallen = { ...calm, slots: [...slots(20, 0.95, 60, 5), ...slots(20, 0.65, 5)] };
const said = (at: Situation) => {
  const decision = decide(at);
  return decision && [decision.status, decision.reason, decision.keep];
};

test.each<[string, Situation, unknown]>([
  ['what is normal stays', calm, undefined],
  ['a connector that loses 30 % keeps its probes', fallen, ['RELIEVED', 'LEFT_RANGE', 0.1]],
  [
    'so does one whose deliveries come after their time',
    { ...calm, slots: [...slots(20, 0.95, 60, 5), ...slots(20, 0.95, 5, 0, 64)] },
    ['RELIEVED', 'LEFT_RANGE', 0.1],
  ],
  ['few parts are thin evidence', { ...fallen, slots: slots(3, 0.3, 2) }, undefined],
  [
    'parts whose receipts are not due yet say nothing',
    { ...calm, slots: [...slots(20, 0.95, 60, 0.6), ...slots(200, 0, 0.6)] },
    undefined,
  ],
  ['without a history nothing is decided', { ...fallen, range: null }, undefined],
  ['a connector that is not bound is no case', { ...fallen, boundSince: null }, undefined],
  ['nor what it sent before it bound', { ...fallen, boundSince: NOW - MINUTE / 2 }, undefined],
  ['a small fall stays within the range', { ...calm, slots: slots(200, 0.89) }, undefined],
  ['off looks at nothing', { ...fallen, limits: { ...USUAL_LIMITS, mode: 'OFF' } }, undefined],
  [
    'watch shows it and moves nothing',
    { ...fallen, limits: { ...USUAL_LIMITS, mode: 'WATCH' } },
    ['NOTICED', 'WATCHED_ONLY', 1],
  ],
  ['without another connector it is shown', { ...fallen, others: [] }, ['NOTICED', 'NO_OTHER', 1]],
  [
    'where the others are as bad nothing moves',
    { ...fallen, others: [{ slots: fallen.slots, range, isRelieved: false }] },
    ['NOTICED', 'OTHERS_AS_BAD', 1],
  ],
  [
    'nor to one that is relieved itself',
    { ...fallen, others: [{ slots: calm.slots, range, isRelieved: true }] },
    ['NOTICED', 'OTHERS_AS_BAD', 1],
  ],
  [
    'limits keep more',
    { ...fallen, limits: { mode: 'MOVE', leastPercent: 25, mostPercent: 100 } },
    ['RELIEVED', 'LEFT_RANGE', 0.25],
  ],
  [
    'limits that leave next to nothing move nothing',
    { ...fallen, limits: { mode: 'MOVE', leastPercent: 1, mostPercent: 4 } },
    ['NOTICED', 'WITHIN_LIMITS', 1],
  ],
  ['an operator who moved it back has an hour', { ...fallen, quietUntil: NOW + 1 }, undefined],
])('%s', (_name, at, decision) => {
  expect(said(at)).toEqual(decision);
});

test('a share of the route is moved at most as far as the limits say', () => {
  expect(keepWithin({ leastPercent: 10, mostPercent: 100 }, 0.5)).toBe(0.1);
  // Half of the route is its own: a fifth of the route is two fifths of it.
  expect(keepWithin({ leastPercent: 10, mostPercent: 20 }, 0.5)).toBe(0.6);
  expect(keepWithin({ leastPercent: 10, mostPercent: 20 }, 0)).toBe(1);
});

const relieved: OpenIncident = {
  status: 'RELIEVED',
  keep: 0.1,
  changedAt: NOW - 20 * MINUTE,
  holdSeconds: 300,
  isKept: false,
};
const probing = { ...calm, slots: slots(2, 1, 20), incident: relieved };

test.each<[string, Situation, unknown]>([
  ['probes that arrive bring half back', probing, ['RETURNING', 'PROBES_RECOVERED', 0.5]],
  ['probes that are lost do not', { ...probing, slots: slots(4, 0.5, 20) }, undefined],
  ['few probes do not', { ...probing, slots: slots(2, 1, 2) }, undefined],
  [
    'none do before the hold is over',
    { ...probing, incident: { ...relieved, holdSeconds: 1500 } },
    undefined,
  ],
  [
    'what an operator keeps stays',
    { ...probing, incident: { ...relieved, isKept: true } },
    undefined,
  ],
  [
    'switched off, it ends',
    { ...probing, limits: { ...USUAL_LIMITS, mode: 'OFF' } },
    ['ENDED', 'SWITCHED_OFF', 1],
  ],
  [
    'where the others are no better it ends',
    {
      ...probing,
      slots: slots(4, 0.5, 20),
      others: [{ slots: slots(20, 0.52, 20), range, isRelieved: false }],
    },
    ['ENDED', 'NO_BETTER', 1],
  ],
])('of a relieved connector: %s', (_name, at, decision) => {
  expect(said(at)).toEqual(decision);
});

const returning: OpenIncident = {
  ...relieved,
  status: 'RETURNING',
  keep: 0.5,
  changedAt: NOW - 4 * MINUTE,
};

test.each<[string, Situation, unknown]>([
  [
    'two normal minutes end it',
    { ...calm, slots: slots(20, 0.95, 4), incident: returning },
    ['ENDED', 'RECOVERED', 1],
  ],
  [
    'less than two minutes do not',
    { ...calm, incident: { ...returning, changedAt: NOW - MINUTE } },
    undefined,
  ],
  [
    'another fall takes the share away again',
    { ...calm, slots: slots(20, 0.6, 4), incident: returning },
    ['RELIEVED', 'FELL_AGAIN', 0.1],
  ],
  [
    'another fall moves nothing where it is only watched',
    {
      ...calm,
      slots: slots(20, 0.6, 4),
      incident: returning,
      limits: { ...USUAL_LIMITS, mode: 'WATCH' },
    },
    undefined,
  ],
])('of a returning connector: %s', (_name, at, decision) => {
  expect(said(at)).toEqual(decision);
});

test('each further fall waits twice as long, up to an hour', () => {
  const again = { ...calm, slots: slots(20, 0.6, 4), incident: returning };
  expect(decide(again)?.holdSeconds).toBe(600);
  expect(decide({ ...again, incident: { ...returning, holdSeconds: 3000 } })?.holdSeconds).toBe(
    3600,
  );
  expect(decide({ ...fallen, lastHoldSeconds: 600 })?.holdSeconds).toBe(1200);
  expect(decide({ ...fallen, lastHoldSeconds: 0 })?.holdSeconds).toBe(300);
  const futile = {
    ...probing,
    slots: slots(4, 0.5, 20),
    others: [{ slots: slots(20, 0.52, 20), range, isRelieved: false }],
  };
  expect(decide(futile)?.quietSeconds).toBe(QUIET_SECONDS);
});

test('an incident that moved nothing moves as soon as it may, and ends when all is normal', () => {
  const noticed: OpenIncident = { ...relieved, status: 'NOTICED', keep: 1 };
  expect(said({ ...fallen, incident: noticed })).toEqual(['RELIEVED', 'LEFT_RANGE', 0.1]);
  expect(said({ ...fallen, incident: noticed, others: [] })).toBeUndefined();
  expect(said({ ...calm, incident: noticed, others: [] })).toEqual(['ENDED', 'RECOVERED', 1]);
});

const hourOf = (share: number, seconds = 4): Sent => ({
  at: 0,
  sent: 100,
  deliveries: [{ seconds, parts: Math.round(share * 100) }],
});

test('the normal range is the middle and the low end of the hours', () => {
  const hours = Array.from({ length: 20 }, (_, at) => hourOf(0.9 + at / 200));
  expect(rangeOf(hours)).toMatchObject({ dueSeconds: 8, low: 0.9, hours: 20 });
  expect(rangeOf(hours)?.usual).toBeCloseTo(0.95, 1);
});

test.each([
  ['few hours', Array.from({ length: 11 }, () => hourOf(0.95))],
  ['hours with few parts', Array.from({ length: 20 }, () => ({ ...hourOf(0.95), sent: 49 }))],
  ['a carrier that brings few receipts', Array.from({ length: 20 }, () => hourOf(0.2))],
])('%s are no normal range', (_name, hours) => {
  expect(rangeOf(hours)).toBeNull();
});

test('a part is due after twice the time of nearly all deliveries, eight seconds at least', () => {
  const slow = Array.from({ length: 20 }, () => hourOf(0.95, 64));
  expect(rangeOf(slow)?.dueSeconds).toBe(128);
  const endless = Array.from({ length: 20 }, () => hourOf(0.95, 4096));
  expect(rangeOf(endless)).toBeNull();
});
