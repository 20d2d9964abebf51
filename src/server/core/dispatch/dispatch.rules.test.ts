import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseChunks, partUnits, policyOver, isSameNumber } from './dispatch.rules.ts';
import type { ChunkFound } from './dispatch.rules.ts';

test.each([
  ['by class', null, 'h', 'h'],
  ['by class', null, 'r', 'r'],
  ['hold', null, 'r', 'h'],
  ['send again', null, 'h', 'r'],
  ['by class', 'send again', 'h', 'r'],
  ['send again', 'hold', 'r', 'h'],
  ['hold', 'send again', 'h', 'r'],
] as const)(
  'a connector that says %s and a user that says %s turn the class policy %s into %s',
  (connector, ambiguity, policy, policyThere) => {
    expect(policyOver(connector, { ambiguity, policy })).toBe(policyThere);
  },
);

describe("a part's units", () => {
  test("add up to the message's, whatever does not divide", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 255 }),
        (units, parts) => {
          const shares = Array.from({ length: parts }, (_, at) => partUnits(units, at + 1, parts));
          expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(units);
          expect(shares.every((share) => share >= 0n)).toBe(true);
        },
      ),
    );
  });
});

describe('two ways of writing a number', () => {
  test.each([
    ['254712345678', '+254712345678', true],
    ['254712345678', '0712345678', true],
    ['254712345678', '712345678', true],
    ['254712345678', '00254712345678', true],
    ['254712345678', '254712345679', false],
    ['254712345678', '5678', false],
    ['12345', '12345', true],
  ])('%s and %s: %s', (a, b, same) => {
    expect(isSameNumber(a, b)).toBe(same);
    expect(isSameNumber(b, a)).toBe(same);
  });
});

describe('the chunks to lease', () => {
  const wish = {
    clients: 8,
    heldClients: new Set<string>(),
    messages: 1000,
    abovePriority: null,
    afterClient: null,
  };
  const chunk = (id: number, clientId: string, priority = 0, left = 500): ChunkFound => ({
    id: BigInt(id),
    clientId,
    priority,
    left,
  });

  test('one of each client before a second of any', () => {
    expect(
      chooseChunks(
        [chunk(1, 'a'), chunk(2, 'a'), chunk(3, 'a'), chunk(4, 'b'), chunk(5, 'c')],
        wish,
      ),
    ).toEqual([1n, 4n, 5n]);
    expect(chooseChunks([chunk(1, 'a'), chunk(2, 'a'), chunk(3, 'a')], wish)).toEqual([1n, 2n]);
  });
  test('urgent chunks come first, in addition to those in hand and of the same client', () => {
    expect(
      chooseChunks([chunk(1, 'a'), chunk(2, 'b', 3, 1)], { ...wish, clients: 1, messages: 0 }),
    ).toEqual([2n]);
    const full = {
      ...wish,
      clients: 0,
      messages: 0,
      heldClients: new Set(['a']),
      abovePriority: 0,
    };
    expect(
      chooseChunks(
        [
          chunk(1, 'a'),
          chunk(2, 'b', 3, 1),
          chunk(3, 'a', 3, 1),
          chunk(4, 'a', 3, 1),
          chunk(5, 'c'),
        ],
        full,
      ),
    ).toEqual([3n, 2n]);
    expect(chooseChunks([chunk(1, 'a')], full)).toEqual([]);
  });
  test('everyone has a turn: clients behind the last one come first', () => {
    expect(
      chooseChunks([chunk(1, 'a'), chunk(2, 'b'), chunk(3, 'c')], {
        ...wish,
        clients: 1,
        messages: 0,
        afterClient: 'b',
      }),
    ).toEqual([3n]);
    expect(
      chooseChunks([chunk(1, 'a'), chunk(2, 'b')], {
        ...wish,
        clients: 1,
        messages: 0,
        afterClient: 'b',
      }),
    ).toEqual([1n]);
  });
  test('never a chunk twice, never more new clients than wanted beside the urgent', () => {
    const found = fc.array(
      fc.record({
        clientId: fc.constantFrom('a', 'b', 'c', 'd'),
        priority: fc.integer({ min: 0, max: 3 }),
        left: fc.integer({ min: 1, max: 500 }),
      }),
    );
    fc.assert(
      fc.property(
        found,
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: -100, max: 1000 }),
        fc.option(fc.integer({ min: 0, max: 3 })),
        (rows, clients, messages, abovePriority) => {
          const chunks = rows.map((row, at) => ({ ...row, id: BigInt(at) }));
          const chosen = chooseChunks(chunks, {
            ...wish,
            heldClients: new Set(['a']),
            clients,
            messages,
            abovePriority,
          });
          expect(new Set(chosen).size).toBe(chosen.length);
          const of = chunks.filter(({ id }) => chosen.includes(id));
          const isUrgent = (clientId: string) =>
            abovePriority !== null &&
            of.some((one) => one.clientId === clientId && one.priority > abovePriority);
          const newClients = new Set(
            of
              .map(({ clientId }) => clientId)
              .filter((clientId) => clientId !== 'a' && !isUrgent(clientId)),
          );
          expect(newClients.size).toBeLessThanOrEqual(clients);
        },
      ),
    );
  });
});
