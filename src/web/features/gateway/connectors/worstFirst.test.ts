import { expect, test } from 'vitest';
import { worstFirst } from './worstFirst.ts';

const connector = (
  cid: string,
  state: 'BOUND' | 'CLOSED' | 'CONNECTING' | null,
  of: { wanted?: 'STARTED' | 'STOPPED'; draft?: 'NEW' | 'IN_FORCE' } = {},
) => ({ cid, state, wanted: of.wanted ?? 'STARTED', draft: of.draft ?? 'IN_FORCE' }) as const;

test('a connector that should run and does not comes before those that do, and a draft comes last', () => {
  const order = worstFirst([
    connector('draft', null, { draft: 'NEW' }),
    connector('bound', 'BOUND'),
    connector('stopped', 'CLOSED', { wanted: 'STOPPED' }),
    connector('closed', 'CLOSED'),
    connector('connecting', 'CONNECTING'),
  ]).map(({ cid }) => cid);
  expect(order).toEqual(['closed', 'connecting', 'bound', 'stopped', 'draft']);
});

test('connectors of one state keep the order of the list', () => {
  const order = worstFirst([connector('newer', 'BOUND'), connector('older', 'BOUND')]);
  expect(order.map(({ cid }) => cid)).toEqual(['newer', 'older']);
});
