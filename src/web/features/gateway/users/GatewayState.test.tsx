import { expect, test } from 'vitest';
import { textOf } from '../../../../../test/harness/render.tsx';
import { GatewayState } from './GatewayState.tsx';

test.each([
  [true, null, 'Active'],
  [false, null, 'Disabled'],
  [false, 'USER_DISABLED', 'Disabled'],
  [false, 'GROUP_DISABLED', 'Disabled its group is disabled'],
  [false, 'NO_PASSWORD', 'Disabled it has no password'],
] as const)(
  'usable %s, %s: a switch that is off reads as its button says',
  (isUsable, reason, text) => {
    const words = textOf(<GatewayState isUsable={isUsable} reason={reason} />);
    expect(words.trim()).toBe(text);
  },
);
