import { askerOf } from '../../../infra/http/address-block.ts';
import type { Limit } from '../limits/rate-limits.ts';

const QUARTER = 900,
  HOUR = 3600,
  DAY = 86_400;

/**
 * The limits that a sign-in attempt counts against. A success resets the counts of `forgotten`, and
 * takes its own attempt back from the others.
 */
export type SignInLimits = { limits: Limit[]; forgotten: ReadonlySet<string> };

/**
 * The limits of a sign-in attempt. A browser that signed in to the account before has its own
 * limits, independent of all others.
 * @param names those of the username, the same for every spelling of it
 * @param own the account's among them; a success resets its counts alone, or a person could go on
 * guessing at another country's account by signing in to their own in between
 * @param deviceId of such a browser
 */
export function signInLimits(
  names: readonly string[],
  own: string | undefined,
  address: string,
  deviceId: string | undefined,
): SignInLimits {
  if (deviceId !== undefined) {
    const quarter = { key: `sign in device ${deviceId}`, most: 10, seconds: QUARTER };
    const day = { key: `sign in device day ${deviceId}`, most: 50, seconds: DAY };
    return { limits: [quarter, day], forgotten: new Set([quarter.key, day.key]) };
  }
  const { asker } = askerOf(address);
  const limitsOf = (name: string) => [
    { key: `sign in ${name} from ${asker}`, most: 10, seconds: QUARTER },
    { key: `sign in ${name}`, most: 100, seconds: HOUR },
  ];
  // An office signs in from one address all day; its failed attempts still count.
  const from = { key: `sign in from ${asker}`, most: 200, seconds: QUARTER };
  const ofOwn = own === undefined ? [] : limitsOf(own);
  return {
    limits: [...names.flatMap(limitsOf), from],
    forgotten: new Set(ofOwn.map(({ key }) => key)),
  };
}
