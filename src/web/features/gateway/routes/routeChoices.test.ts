import { expect, test } from 'vitest';
import { changedChoices } from './routeChoices.ts';

const begun = {
  type: 'FailoverMTRoute',
  order: 30,
  filters: ['kenya'],
  weights: null as number[] | null,
  enabled: true,
  connectors: ['north', 'south'],
};

test('an edit of a route sends the choices that were changed, and what it leads to as one', () => {
  expect(changedChoices(begun, begun)).toEqual({});
  expect(changedChoices({ ...begun, filters: ['kenya', 'night'] }, begun)).toEqual({
    filters: ['kenya', 'night'],
  });
  expect(changedChoices({ ...begun, connectors: ['north'] }, begun)).toEqual({
    type: 'FailoverMTRoute',
    connectors: ['north'],
    weights: null,
  });
  expect(changedChoices({ ...begun, weights: [3, 1] }, begun)).toMatchObject({
    connectors: ['north', 'south'],
    weights: [3, 1],
  });
});
