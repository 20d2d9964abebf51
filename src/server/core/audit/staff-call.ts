import type { Scope } from '../../infra/database/scope.ts';
import type { Session } from '../../infra/http/caller.ts';
import type { Language } from '../../i18n/language.ts';
import type { Actor } from './audit.ts';

/**
 * A signed-in person's call that changes an account: the actor, the reach, and the language of the
 * answer.
 */
export type StaffCall = Actor & { language: Language; session: Session; scope: Scope };
