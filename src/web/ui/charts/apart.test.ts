import { expect, test } from 'vitest';
import { apart } from './apart.ts';

test.each([
  ['far apart: they stay', [20, 80], [20, 80]],
  ['too near: the upper one moves up', [76, 80], [66, 80]],
  ['at one height: the first stands above', [80, 80], [66, 80]],
  ['at the top: all move down', [4, 2], [14, 0]],
  ['three on the floor', [100, 100, 100], [72, 86, 100]],
])('labels %s', (_, wanted, heights) => {
  expect(apart(wanted, 14)).toEqual(heights);
});
