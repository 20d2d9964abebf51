import { accounts } from '../../contract/api/accounts.ts';
import { callProven } from './callProven.ts';
import { keepActivation, keepTyped } from './activation-state.ts';
import { goTo } from './navigation.ts';

/**
 * Has a new activation code sent and goes on to the page that takes it.
 * @param password the account's, where it is at hand, to sign in with afterwards
 */
export async function requestActivation(username: string, password?: string): Promise<void> {
  const { tempJwt } = await callProven(accounts.requestActivateAccountOTP, { username });
  keepActivation({ tempJwt, username, otpChannel: null });
  keepTyped(password === undefined ? null : { username, password });
  goTo('/otp');
}
