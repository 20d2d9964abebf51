import { NETWORKS } from '../../../contract/shared/networks.ts';
import { notifyAllChannels } from '../../core/mail/notifications.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import { listAdministrators } from '../../core/second-approval/second-approval.store.ts';
import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { getRegistrationDays, takeDueReminder } from './registrations.store.ts';

/**
 * Reminds administrators of registrations that an operator has had for longer than operators usually
 * take, once in as many days. One transaction a registration.
 */
export async function remindOfRegistrations(
  database: Database,
  messenger: Messenger,
): Promise<void> {
  for (let isTaken = true; isTaken;)
    isTaken = await database.run(systemScope(), async (tx) => {
      const due = await takeDueReminder(tx, await getRegistrationDays(tx));
      if (!due) return false;
      for (const administrator of await listAdministrators(tx))
        await notifyAllChannels(tx, messenger, administrator, (page) => ({
          kind: 'SENDER_REGISTRATION_LATE',
          name: due.sender,
          client: due.clientName,
          operator: NETWORKS.get(due.network)?.network ?? String(due.network),
          since: due.submittedOn,
          link: page(`/dashboard/sender-ids/${due.senderId}`),
        }));
      return true;
    });
}
