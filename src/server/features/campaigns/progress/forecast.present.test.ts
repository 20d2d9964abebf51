import { expect, test } from 'vitest';
import { byNetwork, presentForecast } from './forecast.present.ts';

const route = (routeId: number, network: string, messages: number, units: number) => ({
  routeId,
  order: routeId,
  type: 'DefaultRoute',
  connectors: [`carrier-${routeId}`],
  country: 'KE',
  network,
  messages,
  segments: messages,
  units,
});
const forecast = {
  timestamp: 1,
  messages: 60,
  segments: 60,
  units: 60.3,
  routes: [
    route(1, 'Airtel', 10, 10.1),
    route(1, 'Safaricom', 20, 20),
    route(2, 'Airtel', 30, 30.2),
  ],
  withoutRoute: 0,
  sampled: false,
  queuedBefore: 7,
  partsPerSecond: 5,
  startTimestamp: 1,
  finishTimestamp: 13,
};

test('a network of two routes is one row with their sum, most messages first', () => {
  expect(byNetwork(forecast.routes)).toEqual([
    { country: 'KE', network: 'Airtel', messages: 40, segments: 40, units: 40.3 },
    { country: 'KE', network: 'Safaricom', messages: 20, segments: 20, units: 20 },
  ]);
});

test.each([
  ['EBU_APPROVER', 2, [null, null], null],
  ['COMPANY', 2, [null, null], null],
  ['IT_SUPPORT', 2, [1, 1, 2], 5],
  ['ADMINISTRATOR', 2, [1, 1, 2], 5],
] as const)(
  '%s gets %i networks, the routes %j and the pace %j',
  (accessLevel, count, routes, pace) => {
    const shown = presentForecast(forecast, { accessLevel })!;
    expect(shown.networks).toHaveLength(count);
    expect(shown.routes.map(({ routeId }) => routeId)).toEqual(routes);
    expect(shown.partsPerSecond).toBe(pace);
  },
);
