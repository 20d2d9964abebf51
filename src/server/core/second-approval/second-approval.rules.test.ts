import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needsSecondApproval, openDirectChanges } from './second-approval.rules.ts';

const NONE = { byAuthor: 0n, onClient: 0n };

test.each([
  [null, 10n ** 12n, NONE, false],
  [100n, 100n, NONE, false],
  [100n, 101n, NONE, true],
  [100n, 1n, { byAuthor: 100n, onClient: 0n }, true],
  [100n, 1n, { byAuthor: 0n, onClient: 100n }, true],
  [100n, 0n, { byAuthor: 500n, onClient: 500n }, false],
  [0n, 1n, NONE, true],
])('above %s units: %s after %o needs a second person: %s', (amount, units, used, expected) => {
  expect(needsSecondApproval(amount, units, used)).toBe(expected);
});

test('however a change is split, no more than the amount passes without a second person', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 1000n),
      fc.array(fc.tuple(fc.bigInt(1n, 400n), fc.integer({ min: 0, max: 3 })), { maxLength: 40 }),
      (amount, steps) => {
        let byAuthor = 0n;
        const onClient = [0n, 0n, 0n, 0n];
        for (const [units, client] of steps) {
          if (needsSecondApproval(amount, units, { byAuthor, onClient: onClient[client]! }))
            continue;
          byAuthor += units;
          onClient[client]! += units;
        }
        expect(byAuthor <= amount).toBe(true);
      },
    ),
  );
});

test('changes of a plan count as they would one after the other', () => {
  const mayChange = openDirectChanges({
    amount: 100n,
    byAuthor: 20n,
    onClient: new Map([['a', 60n]]),
  });
  expect(
    [
      ['a', 50n],
      ['b', 50n],
      ['c', 31n],
      ['a', 30n],
      ['d', 1n],
    ].map(([clientId, units]) => mayChange(clientId as string, units as bigint)),
  ).toEqual([false, true, false, true, false]);
});
