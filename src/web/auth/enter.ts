import { writeActivity } from '../api/idle.ts';
import { writeSession, type Session } from '../api/session.ts';
import { goTo } from './navigation.ts';
import { keepProvisional } from './activation-state.ts';

/** Called after a successful sign-in, with the password that was used. */
export type Entered = (session: Session, password: string) => Promise<void>;

/** Keeps the session and goes on to `next`; but an account with a temporary or an old password first chooses its own. */
export async function enter(session: Session, password: string, next: string): Promise<void> {
  if (session.client.clientStatus === 'SHOULD_RESET_PASSWORD_LEGACY') {
    keepProvisional({ ...session, password });
    return goTo('/update-password');
  }
  await writeSession(session);
  writeActivity(Date.now());
  location.replace(next);
}
