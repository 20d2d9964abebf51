/** Calls of pending changes of email address and phone. */
import { contactChanges } from '../../../../contract/api/contact-changes.ts';
import type { AuthServices } from '../../../core/auth/auth-services.ts';
import { answer, type Route } from '../../../infra/http/http.ts';
import { resendConfirmation, withdrawChange } from './contact-changes.ts';
import { readUndo, undoChange } from './undo-contact-change.ts';
import { confirmEmail, confirmPhone, readConfirmation } from './confirm-contact.ts';

const done = { ok: true } as const;

export function contactChangeRoutes(at: AuthServices): Route[] {
  return answer(contactChanges, {
    resend: (input, call) => resendConfirmation(at, call, input),
    async withdraw(input, call) {
      await withdrawChange(at, call, input);
      return done;
    },
    async confirmPhone({ code }, call) {
      await confirmPhone(at, code, call);
      return done;
    },
    readEmail: ({ token }) => readConfirmation(at, token),
    async confirmEmail({ token }, call) {
      await confirmEmail(at, token, call);
      return done;
    },
    readUndo: ({ token }) => readUndo(at, token),
    undo: ({ token }, call) => undoChange(at, token, call),
  });
}
