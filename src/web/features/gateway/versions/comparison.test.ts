import { expect, test } from 'vitest';
import type { MovedMessages } from '../../../../contract/api/route-comparison.ts';
import { addSlice, costsOf, isWhole } from './comparison.ts';

const route = (routeId: number) => ({
  routeId,
  order: routeId,
  type: 'StaticMTRoute',
  connectors: [],
});
const moved = (from: number, to: number, messages: number): MovedMessages => ({
  before: route(from),
  after: route(to),
  messages,
  segments: messages,
  costBefore: messages * 2,
  costAfter: messages,
  examples: [{ messageId: `${from}-${messages}`, destination: '+254700000001', senderId: 'TUMA' }],
});
const slice = (groups: MovedMessages[], next: string | null, fingerprint = 'a') => ({
  fingerprint,
  sinceTimestamp: 0,
  read: 100,
  stayed: 90,
  costStayed: 9,
  moved: groups,
  next,
});

test('slices add up by where messages went and would go, the most messages first', () => {
  const first = addSlice(undefined, slice([moved(1, 2, 4), moved(1, 3, 6)], 'x'));
  const sum = addSlice(first, slice([moved(1, 2, 10)], null))!;
  expect(sum).toMatchObject({ read: 200, stayed: 180 });
  expect(sum.moved.map(({ after, messages }) => [after?.routeId, messages])).toEqual([
    [2, 14],
    [3, 6],
  ]);
  expect(sum.moved[0]!.examples.map(({ messageId }) => messageId)).toEqual(['1-4', '1-10']);
  expect(costsOf(sum)).toEqual({ before: 18 + 40, after: 18 + 20 });
});

test('slices of different configurations do not add up', () => {
  const first = addSlice(undefined, slice([], 'x'));
  expect(addSlice(first, slice([], null, 'b'))).toBeUndefined();
});

test('a comparison is whole at the last message, or at a hundred thousand', () => {
  const sum = addSlice(undefined, slice([], 'x'))!;
  expect(isWhole(sum, 'x')).toBe(false);
  expect(isWhole(sum, null)).toBe(true);
  expect(isWhole({ ...sum, read: 100_000 }, 'x')).toBe(true);
});
