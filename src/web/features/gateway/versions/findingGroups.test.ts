import { expect, test } from 'vitest';
import type { Finding } from '../../../../contract/api/gateway-config.ts';
import { groupFindings, splitFindings } from './findingGroups.ts';

const finding = (entity: Finding['entity'], label: string | null, message: string): Finding => ({
  code: 'CONNECTOR_STOPPED',
  severity: 'WARNING',
  entity,
  id: label,
  label,
  message,
});

test('the same finding of several routes is one group with their orders', () => {
  expect(
    groupFindings([
      finding('MT_ROUTE', '60 · StaticMTRoute', 'It waits.'),
      finding('MT_ROUTE', '50 · StaticMTRoute', 'No message reaches it.'),
      finding('MT_ROUTE', '50 · StaticMTRoute', 'It waits.'),
      finding('CONNECTOR', 'second', 'It waits.'),
      finding('MT_ROUTE', null, 'There is no default route.'),
    ]).map(({ entity, names, message }) => [entity, names, message]),
  ).toEqual([
    ['MT_ROUTE', ['60', '50'], 'It waits.'],
    ['MT_ROUTE', ['50'], 'No message reaches it.'],
    ['CONNECTOR', ['second'], 'It waits.'],
    ['MT_ROUTE', [], 'There is no default route.'],
  ]);
});

test('warnings that the configuration in force has too stand apart from those of the edits', () => {
  const earlier = { ...finding('CONNECTOR', 'airtel-ke', 'No route.'), already: true };
  const caused = { ...finding('MT_ROUTE', '60', 'It waits.'), already: false };
  const error = { ...finding('FILTER', 'f1', 'Wrong.'), severity: 'ERROR' as const, already: true };
  expect(splitFindings([earlier, caused, error], true)).toEqual([[earlier], [caused, error]]);
  expect(splitFindings([earlier], false)).toEqual([[], [earlier]]);
});
