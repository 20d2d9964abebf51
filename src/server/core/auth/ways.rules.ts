import type { OTP_CHANNELS } from '../../../contract/api/auth.ts';
import type { SignInWay } from '../../../contract/shared/sign-in-ways.ts';

/** Facts that decide how a sign-in is completed after the password. */
export type WaysFacts = {
  hasTotp: boolean;
  /** A passkey that may be a copy is refused, and still counts as one that the account has. */
  passkeys: readonly { host: string; isRefused: boolean }[];
  recoveryCodesLeft: number;
  /** A code by mail or SMS is asked for. */
  use2fa: boolean;
  otpChannel: (typeof OTP_CHANNELS)[number];
  /** The installation demands strong sign-in of the account. */
  required: boolean;
};

/**
 * Lists the ways that an account has on a host, the best first; none when the password is enough.
 * A code by mail or SMS stands in only for passkeys, which are bound to a host, and never where
 * strong sign-in is demanded: the mailbox resets the password too, so both would be one factor.
 */
export function listSignInWays(facts: WaysFacts, host: string | undefined): SignInWay[] {
  const isStrong = facts.hasTotp || facts.passkeys.length > 0;
  if (!isStrong) return facts.use2fa ? [facts.otpChannel] : [];
  const ways: SignInWay[] = [];
  if (facts.passkeys.some((passkey) => passkey.host === host && !passkey.isRefused))
    ways.push('PASSKEY');
  if (facts.hasTotp) ways.push('TOTP');
  if (!facts.hasTotp && !facts.required) ways.push(facts.otpChannel);
  if (facts.recoveryCodesLeft > 0) ways.push('RECOVERY_CODE');
  return ways;
}
