import { testMessages } from '../../../contract/api/test-messages.ts';
import { withLookalikes } from '../../../contract/shared/sms.ts';
import { parseTemplate, renderTemplate } from '../../../contract/shared/template.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Acceptor } from '../../core/accept/accept.ts';
import type { Database } from '../../infra/database/db.ts';
import { badInput } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { sentence } from '../../i18n/sentence.ts';
import { findPhone } from './messages.store.ts';

/** Tries a text on one's own phone. It needs no approval: it reaches nobody else. */
export function testMessageRoutes({
  database,
  acceptor,
}: {
  database: Database;
  acceptor: Acceptor;
}): Route[] {
  return answer(testMessages, {
    async send({ senderId, text, fields, replaceLookalikes }, { own, idempotency, language }) {
      const phone = await database.run(own, (tx) => findPhone(tx, own.clientId));
      if (phone === null)
        throw badInput([{ field: 'phone', message: sentence(language, 'OWN_PHONE_MISSING') }]);
      const rendered = renderTemplate(parseTemplate(text), fields).text;
      const [outcome] = await acceptor.accept(
        { source: 'REST', clientId: own.clientId, user: null, test: false },
        [
          {
            from: senderId,
            to: phone,
            content: { text: replaceLookalikes ? withLookalikes(rendered) : rendered },
          },
        ],
        idempotency,
      );
      if ('refusal' in outcome!) throw outcome.refusal;
      const { messageId, destination, segments, encoding, units } = outcome!;
      return {
        messageId,
        destination: `+${destination}`,
        segments,
        encoding: encoding === 'UCS2' ? ('UCS2' as const) : ('GSM7' as const),
        units: unitsToNumber(units),
      };
    },
  });
}
