import { accounts } from '../../contract/api/accounts.ts';
import { auth, type SignedIn } from '../../contract/api/auth.ts';
import { call } from '../api/call.ts';
import { CallError } from '../api/request.ts';
import { leave } from '../api/session.ts';

/** A session that began with a temporary password. It is not stored, so that no other call refreshes it. */
type Temporary = {
  token: string;
  refreshToken: string;
  client: Pick<SignedIn, 'clientId'>;
  password: string;
};

/**
 * The way from a temporary password to a new one and its session. It may be tried again after a failure: a password that
 * is already in force is not set again, and is the old one of a further change.
 */
export function passwordChange(session: Temporary) {
  const { clientId } = session.client;
  let { token, refreshToken } = session;
  let inForce: string | undefined;

  const change = (newPassword: string) =>
    call(
      accounts.updatePassword,
      { oldPassword: inForce ?? session.password, newPassword },
      { bearer: token },
    );

  async function renew() {
    try {
      const renewed = await call(auth.refreshSession, { refreshToken, clientId });
      ({ token, refreshToken } = renewed);
      return renewed;
    } catch (failure) {
      if (isStatus(failure, 401, 404)) leave({ reason: null });
      throw failure;
    }
  }

  return async (newPassword: string) => {
    if (newPassword !== inForce) {
      try {
        await change(newPassword);
      } catch (failure) {
        if (!isStatus(failure, 401)) throw failure;
        // The choice of a password may take longer than a token lives.
        await renew();
        await change(newPassword);
      }
      inForce = newPassword;
    }
    return renew();
  };
}

const isStatus = (failure: unknown, ...statuses: number[]) =>
  failure instanceof CallError && statuses.includes(failure.status);
