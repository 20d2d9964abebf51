import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spread } from './connector-assignment.rules.ts';

const world = fc.record({
  ids: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 20 }),
  nodes: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
  had: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 20, maxLength: 20 }),
});
const holdersOf = ({ ids, had }: { ids: number[]; had: number[] }) =>
  new Map(ids.map((id, at) => [id, had[at]!]));
const counts = (of: Map<number, number>, nodes: number[]) =>
  nodes.map((node) => [...of.values()].filter((each) => each === node).length);

describe('connectors on gateways', () => {
  test('each connector is with a live process, and no process has two more than another', () =>
    fc.assert(
      fc.property(world, (given) => {
        const of = spread(given.ids, given.nodes, holdersOf(given));
        expect([...of.keys()].sort()).toEqual([...given.ids].sort());
        const each = counts(of, given.nodes);
        expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
      }),
    ));

  test('every process computes the same division, and a complete division is stable', () =>
    fc.assert(
      fc.property(world, (given) => {
        const of = spread(given.ids, given.nodes, holdersOf(given));
        expect(spread(given.ids.toReversed(), given.nodes.toReversed(), holdersOf(given))).toEqual(
          of,
        );
        expect(spread(given.ids, given.nodes, of)).toEqual(of);
      }),
    ));

  test('moves no more connectors than necessary', () =>
    fc.assert(
      fc.property(world, (given) => {
        const holders = holdersOf(given);
        const of = spread(given.ids, given.nodes, holders);
        const held = counts(holders, given.nodes).sort((a, b) => b - a);
        const part = held.map(
          (_, at) =>
            Math.floor(given.ids.length / given.nodes.length) +
            (at < given.ids.length % given.nodes.length ? 1 : 0),
        );
        const stay = held.reduce((sum, have, at) => sum + Math.min(have, part[at]!), 0);
        expect(given.ids.filter((id) => of.get(id) === holders.get(id))).toHaveLength(stay);
      }),
    ));

  test('a second gateway gets half, and returns it when it stops', () => {
    const alone = spread([1, 2, 3, 4], [7], new Map());
    expect([...alone.values()]).toEqual([7, 7, 7, 7]);
    const both = spread([1, 2, 3, 4], [7, 8], alone);
    expect([...both]).toEqual([
      [1, 7],
      [2, 7],
      [3, 8],
      [4, 8],
    ]);
    expect(spread([1, 2, 3, 4], [7], both)).toEqual(alone);
    expect(spread([1], [], both).size).toBe(0);
  });
});
