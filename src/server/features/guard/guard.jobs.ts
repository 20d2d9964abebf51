/** Notifies owners of what the guard refused, once for each rule and day. */
import { takeRefusalNotices } from '../../core/guard/guard-rules.store.ts';
import { notify } from '../../core/mail/notifications.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { languageOf } from '../../i18n/language.ts';
import { texts } from '../../i18n/texts.ts';

const AT_ONCE = 20;

export async function notifyGuardRefusals(database: Database, messenger: Messenger): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE;)
    taken = await database.run(systemScope(), async (tx) => {
      const due = await takeRefusalNotices(tx, AT_ONCE);
      for (const { clientId, email, language, kind, prefix } of due)
        if (email !== null)
          await notify(
            tx,
            messenger,
            { clientId, email, phone: null, language },
            'EMAIL',
            (page) => ({
              kind: 'GUARD_REFUSED',
              rule: texts[languageOf(language)].verifications.rules[kind],
              prefix: `+${prefix}`,
              link: page('/dashboard/settings/protection'),
            }),
          );
      return due.length;
    });
}
