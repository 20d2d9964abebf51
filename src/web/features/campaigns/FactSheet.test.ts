import { expect, test } from 'vitest';
import { asChosen } from './FactSheet.tsx';

const AT = Date.UTC(2026, 11, 24, 6, 30) / 1000;

test("a schedule has the time that was chosen, where the account's zone is not this device's", () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(asChosen(AT, here, 'en')).toBeUndefined();
  const [zone, time] =
    here === 'Africa/Nairobi' ? ['Africa/Maputo', '08:30'] : ['Africa/Nairobi', '09:30'];
  expect(asChosen(AT, zone!, 'en')).toBe(`2026-12-24 ${time}`);
});
