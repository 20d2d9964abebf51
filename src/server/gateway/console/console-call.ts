/** The caller of a console endpoint, and the refusals that groups, users and filters share. */
import type { Tx } from '../../infra/database/db.ts';
import { taken } from '../../infra/errors.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { readConfigRows } from '../../core/dispatch/routing/config-version.store.ts';

/** The caller of a console endpoint. */
export type ConsoleCall = {
  session: { clientId: string; impersonatorId: string | null };
  scope: Scope;
  language: Language;
  address: string;
  userAgent: string;
};

/** Returns the draft's filters that name a user or a group. */
export async function filtersNaming(
  tx: Tx,
  parameter: 'uid' | 'gid',
  name: string,
): Promise<string[]> {
  return (await readConfigRows(tx)).filters
    .filter(({ parameters }) => parameters[parameter] === name)
    .map(({ fid }) => `filter ${fid}`);
}

/** Makes the error of a taken name, at its field. */
export function takenHere(call: { language: Language }, field: string, value: string) {
  return taken(field, value, sentence(call.language, 'TAKEN_HERE', { value }));
}
