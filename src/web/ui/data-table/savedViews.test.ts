import { expect, test } from 'vitest';
import { isPresent, readViews } from './savedViews.ts';

test.each([
  [undefined, {}],
  [null, {}],
  ['nonsense', {}],
  [[], {}],
  [{ Mine: { status: ['DRAFT'] } }, { Mine: { status: ['DRAFT'] } }],
  [{ Mine: { status: 'DRAFT' }, Other: {} }, { Other: {} }],
  [{ Mine: { status: [1] } }, {}],
])('the stored value %j is read as %j', (stored, views) => {
  expect(readViews(stored)).toEqual(views);
});

test.each([
  [{}, {}, true],
  [{ status: ['A', 'B'] }, { status: ['B', 'A'] }, true],
  [{ status: ['A'] }, { status: ['A', 'B'] }, false],
  [{ status: ['A'] }, {}, false],
  [{}, { status: ['A'] }, false],
  [{ status: ['A'] }, { status: ['A'], client: ['1'] }, false],
])('a view of %j is the present one while the filters are %j: %s', (view, filters, present) => {
  const values = (name: string) => (filters as Record<string, string[]>)[name] ?? [];
  expect(isPresent(view as Record<string, string[]>, ['status', 'client'], values)).toBe(present);
});
