/** Calls that compose a campaign to contacts and typed numbers, and keep drafts. */
import { compose, CONTACT_FIELDS } from '../../../../contract/api/compose.ts';
import type { Database } from '../../../infra/database/db.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import { getClientFacts } from '../facts.store.ts';
import { composeCampaign, mustBeWhole } from './compose.ts';
import { priceText } from '../prepare/price.ts';
import { readDraft } from './draft.ts';
import { fieldsOf } from './audience.rules.ts';
import {
  countChosen,
  findContactsByPhone,
  listAttributes,
  listAudience,
} from './audience.store.ts';
import { e164Of } from '../prepare/prepare.ts';

/** Contacts shown as samples while the text is written. */
const SAMPLES = 5;
/** Typed numbers that are looked up for samples. */
const LOOKED_UP = 50;

/** Campaigns to chosen recipients: typed numbers, groups, contacts. */
export function composeRoutes({ database }: { database: Database }): Route[] {
  return answer(compose, {
    async compose(input, { own, session, language }) {
      mustBeWhole(input, language);
      return composeCampaign(database, own, session, input);
    },

    draft: ({ campaignId }, { own }) => database.run(own, (tx) => readDraft(tx, own, campaignId)),

    price: (input, { own }) => priceText(database, own, input),

    audience: ({ recipients, groupIds, contactIds }, { own }) =>
      database.run(own, async (tx) => {
        const { clientId } = own;
        const { country } = await getClientFacts(tx, clientId);
        const typed = [
          ...new Set(
            recipients.slice(0, LOOKED_UP).flatMap((number) => e164Of(number, country) ?? []),
          ),
        ];
        const known = await findContactsByPhone(tx, clientId, typed);
        const picked = await listAudience(
          tx,
          clientId,
          { groupIds, contactIds, after: null },
          SAMPLES,
        );
        const { members, unknownContacts } = await countChosen(tx, clientId, groupIds, contactIds);
        const samples = new Map(typed.slice(0, SAMPLES).map((phone) => [phone, known.get(phone)]));
        for (const contact of picked)
          if (samples.size < SAMPLES * 2) samples.set(contact.phone, contact);
        return {
          contacts: members + new Set(contactIds).size - unknownContacts.length,
          samples: [...samples].map(([phone, contact]) => ({
            destination: `+${phone}`,
            fields: contact === undefined ? {} : fieldsOf(contact),
          })),
          placeholders: [...new Set([...CONTACT_FIELDS, ...(await listAttributes(tx, clientId))])],
        };
      }),
  });
}
