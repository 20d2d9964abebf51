import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal } from '../../../contract/shared/units.ts';
import {
  exchangeUnits,
  exchangeBetween as exchangeOfTables,
  unitsToExchange,
} from './exchange.rules.ts';
import { buildPriceTable } from './prices.rules.ts';
import type { Rate } from './rates.rules.ts';

const PREFIXES: Record<string, string[]> = { KE: ['254'], TZ: ['255'], UG: ['256'], MZ: ['258'] };
const HOMES = Object.keys(PREFIXES);
type Account = { country: string; rates: Rate[] };
const tableOf = ({ country, rates }: Account) =>
  buildPriceTable([{ clientId: 'c', country, rates }]);
const exchangeBetween = (from: Account, to: Account) =>
  exchangeOfTables(tableOf(from)!, tableOf(to)!);

const price = fc
  .integer({ min: 1, max: 9_999_999 })
  .map((tenThousandths) => (tenThousandths / 10_000).toFixed(4));
/** An account anywhere, with prices of its own for each country and, sometimes, another for one operator of Kenya's. */
const account: fc.Arbitrary<Account> = fc
  .record({
    country: fc.constantFrom(...HOMES),
    prices: fc.array(price, { minLength: 4, maxLength: 4 }),
    operator: fc.option(price),
    currency: fc.constantFrom('KES', 'TZS'),
  })
  .map(({ country, prices, operator, currency }) => ({
    country,
    rates: [
      ...(operator === null
        ? []
        : [
            {
              rateId: 'operator',
              clientId: 'c',
              regionName: 'Airtel Kenya',
              regionFilters: ['25473', '25478'],
              costPrice: operator,
              currency,
            },
          ]),
      ...HOMES.map((home, at) => ({
        rateId: home,
        clientId: 'c',
        regionName: home,
        regionFilters: PREFIXES[home]!,
        costPrice: prices[at]!,
        currency,
      })),
    ],
  }));

const DESTINATIONS = [
  '254712345678',
  '254733345678',
  '255712345678',
  '256712345678',
  '258841234567',
];

/** Message parts that units buy to a number, as a quotient. */
function partsOf(units: bigint, account: Account, to: string): { times: bigint; by: bigint } {
  const table = tableOf(account)!;
  return { times: units * parseDecimal(table.home.costPrice), by: table.costOf(to)! };
}

test('exchanged units buy no more parts to any number than before, and to one number as many except for rounding', () => {
  fc.assert(
    fc.property(account, account, fc.bigInt({ min: 1n, max: 10n ** 14n }), (from, to, units) => {
      const exchange = exchangeBetween(from, to)!;
      const arrived = exchangeUnits(units, exchange);
      for (const destination of DESTINATIONS) {
        const [before, after] = [
          partsOf(units, from, destination),
          partsOf(arrived, to, destination),
        ];
        expect(after.times * before.by).toBeLessThanOrEqual(before.times * after.by);
      }
      // One ten-thousandth of a unit more would be too much somewhere.
      expect(
        DESTINATIONS.some((destination) => {
          const [before, after] = [
            partsOf(units, from, destination),
            partsOf(arrived + 1n, to, destination),
          ];
          return after.times * before.by > before.times * after.by;
        }),
      ).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('no round of transfers, by any accounts and prices, ends with more units than it began', () => {
  fc.assert(
    fc.property(
      fc.array(account, { minLength: 2, maxLength: 6 }),
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      (stations, units) => {
        const end = stations.reduce(
          (left, station, at) =>
            exchangeUnits(left, exchangeBetween(station, stations[(at + 1) % stations.length]!)!),
          units,
        );
        expect(end).toBeLessThanOrEqual(units);
      },
    ),
    { numRuns: 500 },
  );
});

test('the units to be sent are enough and not a ten-thousandth too many', () => {
  fc.assert(
    fc.property(account, account, fc.bigInt({ min: 1n, max: 10n ** 14n }), (from, to, wanted) => {
      const exchange = exchangeBetween(from, to)!;
      const leaving = unitsToExchange(wanted, exchange);
      expect(exchangeUnits(leaving, exchange)).toBeGreaterThanOrEqual(wanted);
      expect(exchangeUnits(leaving - 1n, exchange)).toBeLessThan(wanted);
    }),
    { numRuns: 500 },
  );
});

test('with the same prices a unit is exchanged by the prices of the two homes', () => {
  const rates = [
    ['KE', '0.8000'],
    ['TZ', '1.2000'],
  ].map(([home, costPrice]) => ({
    rateId: home!,
    clientId: 'root',
    regionName: home!,
    regionFilters: PREFIXES[home!]!,
    costPrice: costPrice!,
    currency: 'KES',
  }));
  const [kenya, tanzania] = [
    { country: 'KE', rates },
    { country: 'TZ', rates },
  ];
  expect(exchangeUnits(300_000n, exchangeBetween(kenya, tanzania)!)).toBe(200_000n);
  expect(exchangeUnits(200_000n, exchangeBetween(tanzania, kenya)!)).toBe(300_000n);
  expect(exchangeUnits(10_000n, exchangeBetween(kenya, tanzania)!)).toBe(6_666n);
});

test("without a price for the other's home there is no exchange", () => {
  const rate = (home: string) => ({
    rateId: home,
    clientId: 'c',
    regionName: home,
    regionFilters: PREFIXES[home]!,
    costPrice: '1.0000',
    currency: 'KES',
  });
  expect(
    exchangeBetween(
      { country: 'KE', rates: [rate('KE')] },
      { country: 'TZ', rates: [rate('KE'), rate('TZ')] },
    ),
  ).toBeUndefined();
  expect(
    exchangeBetween(
      { country: 'KE', rates: [rate('KE'), rate('TZ')] },
      { country: 'TZ', rates: [rate('TZ')] },
    ),
  ).toBeUndefined();
  expect(tableOf({ country: 'KE', rates: [rate('TZ')] })).toBeUndefined();
});
