import { expect, test } from 'vitest';
import type { Reading } from './prepare.rules.ts';
import { priceReadings } from './price.rules.ts';

/** A segment costs one unit in Kenya, two and a half in Uganda. */
const prices = {
  priceOf: (e164: string) =>
    e164.startsWith('+254')
      ? { regionName: 'Kenya', unitsFor: (segments: number) => BigInt(segments) * 10_000n }
      : { regionName: 'Uganda', unitsFor: (segments: number) => BigInt(segments) * 25_000n },
};
const to = (destination: string, segments = 1): Reading => {
  const { regionName, unitsFor } = prices.priceOf(`+${destination}`);
  return {
    region: regionName,
    encoding: 'GSM7',
    recipient: {
      rowNo: 1,
      destination,
      fields: null,
      segments,
      units: unitsFor(segments),
      country: destination.startsWith('254') ? 'KE' : 'UG',
      network: 0,
    },
  };
};
const refused: Reading = { refused: { rowNo: 1, value: 'x', reason: 'TOO_SHORT' } };
const priced = (readings: Reading[], total = readings.length, excluded: string[] = []) =>
  priceReadings({ readings, total, excluded: new Set(excluded), prices, operatorSenders: null });

test('each number is priced once, and who is left out is counted', () => {
  expect(
    priced(
      [to('254711000001'), to('254711000001'), to('254711000002'), refused, to('256770000001', 2)],
      5,
      ['254711000002'],
    ),
  ).toEqual({
    recipients: 2,
    leftOut: 3,
    segments: 3,
    mostSegments: 2,
    units: 60_000n,
    isEstimate: false,
    standIns: [],
    unregistered: 0,
    regions: [
      { regionName: 'Kenya', messages: 1, segments: 1, price: 1, units: 1 },
      { regionName: 'Uganda', messages: 1, segments: 2, price: 2.5, units: 5 },
    ],
  });
});

test('a list that was not read to its end is estimated from what was read', () => {
  expect(priced([to('254711000001', 2), refused], 1000)).toMatchObject({
    recipients: 500,
    leftOut: 500,
    segments: 1000,
    mostSegments: 2,
    units: 10_000_000n,
    isEstimate: true,
    regions: [{ regionName: 'Kenya', messages: 500, segments: 1000, price: 1, units: 1000 }],
  });
});

test('an empty list costs nothing', () => {
  expect(priced([])).toMatchObject({ recipients: 0, leftOut: 0, units: 0n, regions: [] });
});

test('a region whose prices differ has none of its own', () => {
  const several = {
    priceOf: (e164: string) => ({
      regionName: 'Kenya',
      unitsFor: (segments: number) => BigInt(segments) * (e164 === '+254711000001' ? 1n : 2n),
    }),
  };
  const { regions } = priceReadings({
    readings: [to('254711000001'), to('254711000002')],
    total: 2,
    excluded: new Set(),
    prices: several,
    operatorSenders: null,
  });
  expect(regions).toMatchObject([{ regionName: 'Kenya', price: null }]);
});

test('messages of a stand-in and recipients without one are counted, and estimated as the list is', () => {
  const unregistered: Reading = {
    refused: { rowNo: 1, value: 'x', reason: 'SENDER_NOT_REGISTERED' },
  };
  const standIn = { senderId: 's', sender: 'OTHER', kind: 'TRANSACTIONAL', networks: [0] };
  const read = (total: number) =>
    priceReadings({
      readings: [to('254711000001'), unregistered],
      total,
      excluded: new Set(),
      prices,
      operatorSenders: { refused: [2], standIns: [{ ...standIn, clauses: null }] },
    });
  const share = { senderId: 'OTHER', messages: 1, units: 1 };
  expect(read(2)).toMatchObject({ standIns: [share], unregistered: 1 });
  expect(read(20)).toMatchObject({
    isEstimate: true,
    standIns: [{ ...share, messages: 10, units: 10 }],
    unregistered: 10,
  });
});

test('messages of two stand-ins that share a name are one line', () => {
  const standIn = { sender: 'OTHER', kind: 'TRANSACTIONAL', clauses: null };
  const abroad = to('256770000001');
  if ('recipient' in abroad) abroad.recipient.network = 21;
  expect(
    priceReadings({
      readings: [to('254711000001'), abroad],
      total: 2,
      excluded: new Set(),
      prices,
      operatorSenders: {
        refused: [],
        standIns: [
          { ...standIn, senderId: 'a', networks: [0] },
          { ...standIn, senderId: 'b', networks: [21] },
        ],
      },
    }).standIns,
  ).toEqual([{ senderId: 'OTHER', messages: 2, units: 3.5 }]);
});
