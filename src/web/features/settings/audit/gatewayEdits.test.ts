import { expect, test } from 'vitest';
import { editOf, withoutUsual, withSentences } from './gatewayEdits.ts';

const of = { entity: 'FILTER', id: 'kenya' };

test('an edit of the gateway says which part it added, changed or removed', () => {
  expect(editOf({ before: {}, after: { ...of, type: 'TransparentFilter' } })).toBe('FILTER_ADDED');
  expect(editOf({ before: { order: 10 }, after: { entity: 'MT_ROUTE', id: '2', order: 20 } })).toBe(
    'ROUTE_CHANGED',
  );
  expect(editOf({ before: { order: 10 }, after: { entity: 'MO_ROUTE', id: '2' } })).toBe(
    'ROUTE_REMOVED',
  );
  expect(editOf({ before: null, after: { name: 'Amina' } })).toBeUndefined();
  expect(editOf({ before: null, after: null })).toBeUndefined();
});

test("a filter's pattern is a sentence, and the same name on a connector is none", () => {
  const say = ({ type, parameters }: { type: string; parameters: Record<string, string> }) =>
    `${type} ${Object.values(parameters)[0]}`;
  expect(
    withSentences(
      { before: {}, after: { ...of, type: 'DestinationAddrFilter', destination_addr: '^254' } },
      say,
    ),
  ).toEqual({ before: {}, after: { ...of, selects: 'DestinationAddrFilter ^254' } });
  expect(
    withSentences({ before: { type: 'UserFilter', uid: 'a' }, after: { ...of } }, say),
  ).toEqual({ before: { type: 'UserFilter', uid: 'a' }, after: of });
  const connector = { before: {}, after: { entity: 'CONNECTOR', source_addr: 'TUMA' } };
  expect(withSentences(connector, say)).toEqual(connector);
});

test('a new part is told without what is off or zero; a change of it is told whole', () => {
  const part = {
    entity: 'CONNECTOR',
    id: 'airtel',
    tls: false,
    cost: 0,
    port: 2775,
    enabled: false,
  };
  expect(withoutUsual({ before: null, after: part })).toEqual({
    before: null,
    after: { entity: 'CONNECTOR', id: 'airtel', port: 2775, enabled: false },
  });
  const change = {
    before: { tls: true },
    after: { entity: 'CONNECTOR', id: 'airtel', tls: false },
  };
  expect(withoutUsual(change)).toEqual(change);
  const other = { before: null, after: { name: 'Amina', use2fa: false } };
  expect(withoutUsual(other)).toEqual(other);
});
