import { expect, test } from 'vitest';
import type { ConfigChange } from '../../../../contract/api/gateway-config.ts';
import { sortedChanges } from './changes.ts';

const change = (
  entity: ConfigChange['entity'],
  label: string,
  what: ConfigChange['change'] = 'ADDED',
): ConfigChange => ({ entity, id: label, label, change: what, fields: [], edits: [] });

test('a new connector comes before the routes that lead to it, a changed one after them', () => {
  expect(
    sortedChanges([
      change('CONNECTOR', 'old', 'CHANGED'),
      change('MT_ROUTE', '30 FailoverMTRoute'),
      change('FILTER', 'f'),
      change('MT_ROUTE', '60 StaticMTRoute'),
      change('CONNECTOR', 'second'),
    ]).map(({ label }) => label),
  ).toEqual(['second', '60 StaticMTRoute', '30 FailoverMTRoute', 'f', 'old']);
});
