import type { senderRegistrations } from '../../../contract/api/sender-registrations.ts';
import { notFound } from '../../infra/errors.ts';
import type { Handlers } from '../../infra/http/http.ts';
import { chooseStandIn, putRegistration, removeRegistration } from './registrations.ts';
import { listStandIns } from './registrations.store.ts';
import { getSender } from './senders.ts';
import type { SenderContext } from './senders.ts';

/** The decisions of operators about sender IDs, and the choice of a sender ID that stands in for another. */
export function registrationHandlers(context: SenderContext): Handlers<typeof senderRegistrations> {
  return {
    put: (input, call) => putRegistration(context, call, input),
    async remove(input, call) {
      await removeRegistration(context, call, input);
      return { ok: true };
    },
    standIns: ({ senderIdId }, { own }) =>
      context.database.run(own, async (tx) => {
        const sender = await getSender(tx, own, senderIdId);
        if (!sender.within) throw notFound('sender ID');
        const found = await listStandIns(tx, sender);
        return {
          standIns: found.map(({ id, sender }) => ({ senderIdId: id, senderId: sender })),
        };
      }),
    async setStandIn(input, call) {
      await chooseStandIn(context, call, input);
      return { ok: true };
    },
  };
}
