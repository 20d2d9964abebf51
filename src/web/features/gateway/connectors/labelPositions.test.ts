import { expect, test } from 'vitest';
import { spread } from './labelPositions.ts';

test.each<[string, number[], number[]]>([
  ['labels that are apart stay where they are', [20, 60, 95], [20, 60, 95]],
  ['of two at one height the later stands above', [100, 100], [100, 85]],
  ['of two that are near, the upper one moves up', [50, 56], [41, 56]],
  ['a label pushes all those above it', [100, 92, 80], [100, 85, 70]],
  ['none is below the bottom', [130], [100]],
  ['no label has no place', [], []],
])('%s', (_, wanted, placed) => {
  expect(spread(wanted, 15, 100)).toEqual(placed);
});
