import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal } from '../../../contract/shared/units.ts';
import { findPriceFaults } from './floor.rules.ts';
import { buildPriceTable } from './prices.rules.ts';
import type { PriceTable } from './prices.rules.ts';
import { levelsAt, withRates } from './rates.rules.ts';
import type { DatedRate, RateHistory } from './rates.rules.ts';

const DAY = 86_400_000;
const NOW = new Date('2026-11-22T12:00:00Z');
const day = (at: number) => new Date(NOW.getTime() + at * DAY);

/** An account of a tree: the root is the first, and every other stands under an earlier one. */
type Account = { clientId: string; country: string; parent: number; rates: DatedRate[] };

const CODES: Record<string, string> = { KE: '254', TZ: '255', FR: '33' };
const PREFIXES = [
  '2',
  '25',
  '254',
  '2541',
  '2547',
  '25471',
  '254712',
  '255',
  '2557',
  '25575',
  '256',
  '1',
  '33',
];
const price = fc
  .integer({ min: 1, max: 99_999 })
  .map((tenThousandths) => (tenThousandths / 10_000).toFixed(4));
// Few names and prefixes, so that rates of different accounts hide each other.
const row = fc.record({
  regionName: fc.constantFrom('Kenya', 'Kenya2', 'Tanzania', 'Other'),
  regionFilters: fc.uniqueArray(fc.constantFrom(...PREFIXES), { minLength: 1, maxLength: 3 }),
  costPrice: price,
  currency: fc.constantFrom('KES', 'KES', 'KES', 'TZS'),
});
const change = fc.record({
  /** A sale is checked; what stands in the database from before is not. */
  kind: fc.constantFrom('sell', 'sell', 'keep', 'delete'),
  account: fc.nat(),
  rows: fc.array(row, { minLength: 1, maxLength: 3 }),
  from: fc.constantFrom(null, null, day(1), day(5), day(10)),
});
const number = fc
  .tuple(fc.constantFrom(...PREFIXES, '254712345', '25571'), fc.stringMatching(/^\d{12}$/))
  .map(([prefix, rest]) => (prefix + rest).slice(0, 12));
const FIRST: Omit<DatedRate, 'rateId'>[] = [
  ['Kenya', '254', '0.8'],
  ['Tanzania', '255', '1.2'],
  ['World', '2', '3'],
].map(([regionName, prefix, costPrice]) => ({
  clientId: '0',
  regionName: regionName!,
  regionFilters: [prefix!],
  costPrice: costPrice!,
  currency: 'KES',
  validFrom: day(-100),
}));

const tree = fc
  .array(fc.record({ parent: fc.nat(), country: fc.constantFrom('KE', 'KE', 'KE', 'TZ', 'FR') }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((drawn): Account[] => [
    {
      clientId: '0',
      country: 'KE',
      parent: -1,
      rates: FIRST.map((rate, at) => ({ ...rate, rateId: `first ${at}` })),
    },
    ...drawn.map(({ parent, country }, at) => ({
      clientId: String(at + 1),
      country,
      parent: parent % (at + 1),
      rates: [],
    })),
  ]);

function historyOf(accounts: readonly Account[], at: number): RateHistory {
  const levels = [];
  for (let next = at; next >= 0; next = accounts[next]!.parent) levels.push(accounts[next]!);
  return { now: NOW, levels };
}

let ids = 0;
/** The accounts after a change; one that the check refuses changes nothing. */
function apply(
  accounts: readonly Account[],
  {
    kind,
    account,
    rows,
    from,
  }: {
    kind: string;
    account: number;
    rows: Omit<DatedRate, 'rateId' | 'clientId' | 'validFrom'>[];
    from: Date | null;
  },
): { accounts: Account[]; sold: number | undefined } {
  const at = account % accounts.length;
  const history = historyOf(accounts, at);
  const distinct = [...new Map(rows.map((each) => [each.regionName, each])).values()];
  const isSale = kind === 'sell' && at > 0;
  if (isSale) {
    const { mixed, faults } = findPriceFaults(history, distinct, from);
    if (mixed || faults.length > 0) return { accounts: [...accounts], sold: undefined };
  }
  const rates =
    kind === 'delete'
      ? accounts[at]!.rates.filter(
          ({ regionName }) => at === 0 || regionName !== distinct[0]!.regionName,
        )
      : withRates(history, distinct, from ?? NOW).levels[0]!.rates.map((rate) =>
          rate.rateId === '' ? { ...rate, rateId: `r${ids++}` } : rate,
        );
  return {
    accounts: accounts.map((each, index) => (index === at ? { ...each, rates: [...rates] } : each)),
    sold: isSale ? at : undefined,
  };
}

/** The nearest account above that has a unit of its own. */
function sellerOf(
  accounts: readonly Account[],
  account: number,
  at: Date,
): { seller: Account; prices: PriceTable } | undefined {
  for (let above = accounts[account]!.parent; above >= 0; above = accounts[above]!.parent) {
    const prices = buildPriceTable(levelsAt(historyOf(accounts, above), at));
    if (prices) return { seller: accounts[above]!, prices };
  }
  return undefined;
}

test('no client ever pays fewer units than its seller for any number, whatever changes were made', () => {
  fc.assert(
    fc.property(
      tree,
      fc.array(change, { minLength: 1, maxLength: 10 }),
      fc.array(number, { minLength: 50, maxLength: 50 }),
      fc.integer({ min: 1, max: 7 }),
      (first, steps, numbers, segments) => {
        let accounts = first;
        for (const step of steps) {
          ({ accounts } = apply(accounts, step));
          for (const at of [NOW, day(1), day(7), day(10)]) {
            for (let client = 1; client < accounts.length; client++) {
              const prices = buildPriceTable(levelsAt(historyOf(accounts, client), at));
              const above = sellerOf(accounts, client, at);
              if (!prices || !above) continue;
              for (const each of numbers) {
                const [ours, theirs] = [prices.priceOf(each), above.prices.priceOf(each)];
                if (!ours) continue;
                // Only what the seller can send to is sold.
                expect(theirs).toBeDefined();
                if (above.seller.country === accounts[client]!.country)
                  expect(ours.unitsFor(segments)).toBeGreaterThanOrEqual(
                    theirs!.unitsFor(segments),
                  );
                else {
                  // A unit of another country is worth the seller's price of that country.
                  const worth = above.prices.costOf(CODES[accounts[client]!.country]!);
                  if (worth !== undefined)
                    expect(prices.costOf(each)! * worth).toBeGreaterThanOrEqual(
                      above.prices.costOf(each)! * parseDecimal(prices.home.costPrice),
                    );
                }
              }
            }
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('an accepted price is charged as set, at every later moment', () => {
  let accepted = 0;
  fc.assert(
    fc.property(tree, fc.array(change, { minLength: 1, maxLength: 10 }), (first, steps) => {
      let accounts = first;
      for (const step of steps) {
        const after = apply(accounts, step);
        accounts = after.accounts;
        if (after.sold === undefined) continue;
        accepted++;
        const names = new Set<string>(step.rows.map(({ regionName }) => regionName));
        for (const at of [NOW, day(1), day(5), day(10)].filter(
          (moment) => step.from === null || moment >= step.from,
        )) {
          for (const { rate, charged, set } of buildPriceTable(
            levelsAt(historyOf(accounts, after.sold), at),
          )?.listPrices() ?? []) {
            // A seller's list that changes its currency later takes the client's out of it.
            if (
              set !== undefined &&
              rate.clientId === String(after.sold) &&
              names.has(rate.regionName)
            )
              expect(charged).toBe(set);
          }
        }
      }
    }),
    { numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(20);
});
