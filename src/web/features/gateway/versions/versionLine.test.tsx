// One configuration in the list: its counts, with their difference from the version before it.
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { textOf } from '../../../../../test/harness/render.tsx';
import { queries } from '../../../parts/queries.ts';
import { VersionLine, type Version } from './VersionLine.tsx';

const version = (counts: Partial<Version>): Version => ({
  version: 2,
  timestamp: 1_790_000_000,
  actorId: null,
  actorName: 'Amina',
  inForce: true,
  connectorCount: 1,
  filterCount: 0,
  mtRouteCount: 1,
  moRouteCount: 0,
  ...counts,
});
const lineOf = (row: Partial<Version>, before?: Partial<Version>) =>
  textOf(
    <QueryClientProvider client={queries}>
      <VersionLine
        row={version(row)}
        before={before && version(before)}
        restore={() => undefined}
      />
    </QueryClientProvider>,
  );

test('counts say how many came and went, also where none is left', () => {
  expect(lineOf({ connectorCount: 2, mtRouteCount: 2 }, { filterCount: 5 })).toContain(
    '2 connectors (+1) · 0 filters (−5) · 2 MT routes (+1)',
  );
});

test('a version alone, or one that changed settings only, has no differences', () => {
  expect(lineOf({})).toContain(' 1 connector · 1 MT route ');
  expect(lineOf({}, {})).toContain(' 1 connector · 1 MT route ');
});
