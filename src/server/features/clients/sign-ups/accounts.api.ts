/** Calls of registration, activation, invitations and passwords. */
import { accounts } from '../../../../contract/api/accounts.ts';
import { linkGone, otpGone } from '../../../infra/errors.ts';
import { answer, type Route } from '../../../infra/http/http.ts';
import { join, readInvitation } from './accept-invitation.ts';
import {
  changePassword,
  readPasswordLink,
  requestPasswordLink,
  setPasswordByLink,
  type AccountsAt,
} from '../passwords.ts';
import { activate, register, requestActivation } from './register.ts';

const done = { ok: true } as const;

export function accountRoutes(at: AccountsAt): Route[] {
  return answer(accounts, {
    register: (input, call) => register(at, input, call),
    requestActivateAccountOTP: (input, call) => requestActivation(at, input, call),
    async activateAccountOTP({ otp }, call) {
      if (!call.bearer) throw otpGone();
      await activate(at, call.bearer, otp, call);
      return done;
    },
    async requestChangePassword(input, call) {
      await requestPasswordLink(at, input, call);
      return done;
    },
    async updatePasswordExternal(input, call) {
      if (!call.bearer) throw linkGone();
      await setPasswordByLink(at, call.bearer, input, call);
      return done;
    },
    async updatePassword(input, call) {
      await changePassword(at, input, call);
      return done;
    },
    async passwordLink(_input, call) {
      if (!call.bearer) throw linkGone();
      return readPasswordLink(at, call.bearer);
    },
    invitation: ({ token }) => readInvitation(at, token),
    async join(input, call) {
      await join(at, input, call);
      return done;
    },
  });
}
