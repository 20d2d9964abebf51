import type { OTP_CHANNELS } from '../../../../contract/api/auth.ts';
import type { SignInWay } from '../../../../contract/shared/sign-in-ways.ts';

/** Facts that decide how a sign-in is completed after the password. */
export type WaysFacts = {
  hasTotp: boolean;
  /** A cloned passkey is refused, and still counts as one of the account's. */
  passkeys: readonly { host: string; isRefused: boolean }[];
  recoveryCodesLeft: number;
  /** True if sign-in asks for a code by mail or SMS. */
  use2fa: boolean;
  otpChannel: (typeof OTP_CHANNELS)[number];
  /** True if the installation requires strong sign-in of the account. */
  required: boolean;
};

/**
 * Lists the ways of an account on a host, best first; none if the password is enough. A code by
 * mail or SMS replaces only passkeys, which are bound to a host, and never where strong sign-in is
 * required: the mailbox also resets the password, so both would be one factor.
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
