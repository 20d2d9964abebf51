import { expect, test } from 'vitest';
import type { ConfigRows } from '../../../core/dispatch/routing/config-version.store.ts';
import { compareRouting, type RoutedMessage } from './route-comparison.rules.ts';

const connector = (id: number, cost: string) => ({
  id,
  cid: `carrier-${id}`,
  kind: 'SMPP' as const,
  carrierAccountId: id,
  settings: { cost },
  secret: null,
});
const route = (
  id: number,
  order: number,
  type: string,
  connectorIds: number[],
  filterIds: number[] = [],
) => ({
  id,
  direction: 'MT' as const,
  order,
  type,
  filterIds,
  connectorIds,
  targets: [],
  weights: null,
  enabled: true,
});
const kenya = {
  id: 1,
  fid: 'kenya',
  type: 'DestinationAddrFilter',
  parameters: { destination_addr: '^254' },
};
const IN_FORCE: ConfigRows = {
  connectors: [connector(1, '0.5'), connector(2, '0.2'), connector(3, '0.3')],
  filters: [kenya],
  routes: [route(1, 0, 'DefaultRoute', [1])],
};
const message = (destination: string, segments = 1): RoutedMessage => ({
  messageId: destination,
  segments,
  facts: {
    sender: 'TUMA',
    destination,
    text: 'Hello',
    userId: null,
    groupId: null,
    tags: [],
    at: new Date(0),
  },
});
const MESSAGES = [message('254700000001', 2), message('254700000002'), message('255700000003')];
const compare = (draft: Partial<ConfigRows>, stopped: number[] = []) =>
  compareRouting(IN_FORCE, { ...IN_FORCE, ...draft }, new Set(stopped), MESSAGES);

test('a draft that routes alike moves no message, whatever the routes are called', () => {
  const draft = { routes: [...IN_FORCE.routes, route(2, 10, 'StaticMTRoute', [1], [1])] };
  expect(compare(draft)).toEqual({ stayed: 3, costStayed: 2, moved: [] });
});

test('messages that would go elsewhere are counted with their segments and the cost of both ways', () => {
  const draft = { routes: [...IN_FORCE.routes, route(2, 10, 'StaticMTRoute', [2], [1])] };
  expect(compare(draft)).toEqual({
    stayed: 1,
    costStayed: 0.5,
    moved: [
      {
        before: expect.objectContaining({ routeId: 1 }),
        after: {
          routeId: 2,
          order: 10,
          type: 'StaticMTRoute',
          connectors: [{ cid: 'carrier-2', share: 1 }],
        },
        messages: 2,
        segments: 3,
        costBefore: 1.5,
        costAfter: 0.6,
        examples: [
          { messageId: '254700000001', destination: '+254700000001', senderId: 'TUMA' },
          { messageId: '254700000002', destination: '+254700000002', senderId: 'TUMA' },
        ],
      },
    ],
  });
});

test('a round robin costs by its shares; a connector that is stopped takes none', () => {
  const draft = {
    routes: [...IN_FORCE.routes, route(2, 10, 'RandomRoundrobinMTRoute', [2, 3], [1])],
  };
  expect(compare(draft).moved[0]).toMatchObject({ segments: 3, costAfter: 0.75 });
  expect(compare(draft, [3]).moved[0]).toMatchObject({
    after: { connectors: [{ cid: 'carrier-2', share: 1 }] },
    costAfter: 0.6,
  });
});

test('messages that no route would take are named as such', () => {
  expect(compare({ routes: [route(2, 10, 'StaticMTRoute', [1], [1])] })).toMatchObject({
    stayed: 2,
    moved: [{ before: { routeId: 1 }, after: null, messages: 1, costAfter: 0 }],
  });
});

test('a filter that cannot be read is refused', () => {
  const filters = [{ ...kenya, parameters: { destination_addr: '(' } }];
  const routes = [...IN_FORCE.routes, route(2, 10, 'StaticMTRoute', [2], [1])];
  expect(() => compare({ filters, routes })).toThrow();
});
