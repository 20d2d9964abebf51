import listed from '@emotion/is-prop-valid';
import { expect, test } from 'vitest';
import isForwarded from './forwarded.ts';

test.each([
  'aria-label',
  'aria-busy',
  'children',
  'className',
  'data-tone',
  'id',
  'onClick',
  'role',
  'style',
  'tabIndex',
  'viewBox',
  'as',
  'ownerState',
  'sx',
  'theme',
])('a styled element passes %s on as the library would', (name) => {
  expect(isForwarded(name)).toBe(listed(name));
});
