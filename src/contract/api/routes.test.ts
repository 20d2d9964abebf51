// Inputs of routes: types, targets, orders and weights.
import { expect, test } from 'vitest';
import { moRoutes, mtRoutes } from './routes.ts';

const client = '018f0000-0000-7000-8000-000000000001';

test.each<[typeof mtRoutes.create.input | typeof moRoutes.create.input, unknown, boolean]>([
  [mtRoutes.create.input, { type: 'StaticMTRoute', connectors: ['abc'] }, true],
  [mtRoutes.create.input, { type: 'StaticMORoute', connectors: ['abc'] }, false],
  [mtRoutes.create.input, { type: 'BestQualityMTRoute', connectors: ['abc'] }, false],
  [mtRoutes.create.input, { type: 'StaticMTRoute', connectors: ['ab'] }, false],
  [mtRoutes.create.input, { type: 'StaticMTRoute', connectors: [] }, false],
  [mtRoutes.create.input, { type: 'StaticMTRoute', connectors: ['abc'], order: -1 }, false],
  [
    mtRoutes.create.input,
    { type: 'RandomRoundrobinMTRoute', connectors: ['abc', 'abd'], weights: [1, 0] },
    false,
  ],
  [
    moRoutes.create.input,
    {
      type: 'StaticMORoute',
      targets: [{ kind: 'KEYWORD', keyword: 'two words', clientId: client }],
    },
    false,
  ],
  [
    moRoutes.create.input,
    { type: 'StaticMORoute', targets: [{ kind: 'SMPP_USER', username: 'ab' }] },
    true,
  ],
])('a route %#', (schema, value, taken) => {
  expect(schema.safeParse(value).success).toBe(taken);
});
