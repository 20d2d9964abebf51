import { auth } from '../../contract/api/auth.ts';
import { call } from '../api/call.ts';
import type { Entered } from './enter.ts';
import { goTo } from './navigation.ts';
import { noteArrival } from './activation-state.ts';

type Done = { page: '/success' } | { page: '/join_success'; brand: string; email: string };

/**
 * Signs in to an account that has just become usable, and goes on to the dashboard. The page that
 * confirms it offers the ordinary way where the password is not at hand or does not suffice.
 */
export async function arrive(
  done: Done,
  typed: { username: string; password: string } | null,
  onSignedIn: Entered,
): Promise<void> {
  const answer = typed && (await call(auth.signIn, typed).catch(() => null));
  const session = answer && !('otpRequired' in answer) ? answer : null;
  noteArrival({ ...done, isSignedIn: session !== null });
  goTo(done.page, { replace: true });
  if (typed && session) await onSignedIn(session, typed.password);
}
