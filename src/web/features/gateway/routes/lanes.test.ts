import { expect, test } from 'vitest';
import type { MtRoute } from '../../../../contract/api/routes.ts';
import { laneChanges } from './laneChanges.ts';
import { connectorEnd, laneOf, stoppedOf } from './lanes.ts';
import { routesIn } from '../UsedBy.tsx';

const connector = (cid: string, started: boolean): MtRoute['connectors'][number] => ({
  cid,
  kind: 'SMPP',
  started,
  live: started,
  cost: null,
});

const route = (order: number, connectors: MtRoute['connectors'], findings: string[]): MtRoute => ({
  routeId: order,
  direction: 'MT',
  order,
  type: 'StaticMTRoute',
  enabled: true,
  filters: [],
  connectors,
  weights: null,
  findings,
  updateTimestamp: 0,
});

const STOPPED = 'Connector second is stopped: messages wait.';
const OTHER = 'No message reaches this route: route 40 comes first and takes them all.';
const routes = [
  route(30, [connector('second', false)], [OTHER, STOPPED]),
  route(20, [connector('first', true), connector('second', false)], []),
  route(0, [connector('second', false)], [STOPPED]),
];

test('a stopped connector is said once for all the routes that lead to it alone', () => {
  expect(stoppedOf(routes)).toEqual([{ cid: 'second', orders: [30, 0] }]);
  const lanes = routes.map((each) => laneOf(each, laneChanges([], 'MT'), { target: () => '' }));
  expect(lanes.map(({ findings }) => findings)).toEqual([[OTHER], [], []]);
});

test('a connector is shown as lists of connectors show it: a draft, stopped, or slow', () => {
  expect(connectorEnd(connector('second', false), true).state).toBe('draft');
  expect(connectorEnd(connector('second', true), true).state).toBe('new');
  expect(connectorEnd(connector('second', false)).state).toBe('stopped');
  expect(connectorEnd(connector('second', true)).state).toBe('live');
  expect(connectorEnd(connector('second', true), false, true).state).toBe('slow');
});

test('a disabled route waits for nobody', () => {
  expect(stoppedOf([route(10, [connector('second', false)], [])])).toEqual([]);
});

test('the routes that use something stand by their orders, MT before MO', () => {
  expect(
    routesIn([
      { direction: 'MO', order: 10 },
      { direction: 'MT', order: 20 },
      { direction: 'MT', order: 100 },
    ]),
  ).toBe('MT 20, MT 100, MO 10');
});
