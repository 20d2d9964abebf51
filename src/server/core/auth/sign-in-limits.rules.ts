import { askerOf } from '../../infra/http/asker.ts';
import type { Limit } from './rate-limits.ts';

const QUARTER = 900,
  HOUR = 3600,
  DAY = 86_400;

/** The limits that a sign-in attempt counts against, and those that a success resets. */
export type SignInLimits = {
  limits: Limit[];
  /** Counts that a success resets. */
  forgotten: string[];
  /** The count from which a success takes its own attempt back; none for a device. */
  takenBack: string | undefined;
};

/**
 * The limits of a sign-in attempt. A browser that signed in to the account before has its own
 * limits, independent of all others.
 * @param name the account's, the same for every spelling of its username
 * @param deviceId of such a browser
 */
export function signInLimits(
  name: string,
  address: string,
  deviceId: string | undefined,
): SignInLimits {
  if (deviceId !== undefined) {
    const quarter = { key: `sign in device ${deviceId}`, most: 10, seconds: QUARTER };
    const day = { key: `sign in device day ${deviceId}`, most: 50, seconds: DAY };
    return { limits: [quarter, day], forgotten: [quarter.key, day.key], takenBack: undefined };
  }
  const { asker } = askerOf(address);
  const both = { key: `sign in ${name} from ${asker}`, most: 10, seconds: QUARTER };
  const account = { key: `sign in ${name}`, most: 100, seconds: HOUR };
  const from = { key: `sign in from ${asker}`, most: 200, seconds: QUARTER };
  // An office signs in from one address all day; its failed attempts still count.
  return { limits: [both, account, from], forgotten: [both.key, account.key], takenBack: from.key };
}
