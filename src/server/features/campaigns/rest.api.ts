/** Calls of campaigns by customers' software. */
import { restCampaigns } from '../../../contract/api/rest-campaigns.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { keyIsTest, notFound } from '../../infra/errors.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { once } from '../../infra/http/idempotency.ts';
import type { KeySession } from '../../infra/http/caller.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { cancel } from './campaigns.ts';
import { sendCampaign } from './send/send.ts';
import type { By } from './campaigns.ts';
import { listCampaigns, lockCampaign } from './campaigns.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { dateOf } from './checks.ts';
import { composeCampaign, mustBeWhole } from './compose/compose.ts';
import { presentCampaign, presentCampaigns } from './campaigns.present.ts';

/** Campaigns, for customers' own software: what people do in the portal, by the same verbs. */
export function restCampaignRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(restCampaigns, {
    list: ({ pageSize, pageToken, ...filter }, { own, key }) =>
      database.run(own, async (tx) => {
        const page = await listCampaigns(
          tx,
          own,
          {
            clientIds: [],
            campaignIds: [],
            statuses: filter['filter.campaignStatuses'] ?? [],
            senders: [],
            query: '',
            from: dateOf(filter['filter.startTimestamp']),
            to: dateOf(filter['filter.endTimestamp']),
          },
          tokens.openPage('rest/campaigns', { pageSize, pageToken }),
        );
        return { campaigns: await presentCampaigns(tx, page.rows, key), ...page.footer };
      }),

    async create(input, { own, key, idempotency, language }) {
      mustBeWhole(input, language);
      const { from, recipients, ...rest } = input;
      const hasFields = recipients.some((each) => typeof each !== 'string');
      const { campaignId, summary } = await composeCampaign(
        database,
        own,
        byOf(key),
        {
          ...rest,
          senderId: from,
          recipients: recipients.map((each) => (typeof each === 'string' ? each : each.to)),
          recipientFields: hasFields
            ? recipients.map((each) => (typeof each === 'string' ? null : each.fields))
            : null,
          contactIds: [],
        },
        idempotency,
      );
      return { campaignId, summary };
    },

    launch: ({ campaignId }, { own, key, idempotency }) =>
      database.run(own, async (tx) => {
        const by = byOf(key);
        const work = async () => {
          await sendCampaign(tx, await getLocked(tx, own, campaignId), by);
          return presentCampaign(tx, own, campaignId, key);
        };
        return idempotency ? once(tx, idempotency, own.clientId, work) : work();
      }),

    get: ({ campaignId }, { own, key }) =>
      database.run(own, (tx) => presentCampaign(tx, own, campaignId, key)),

    cancel: ({ campaignId }, { own, key }) =>
      database.run(own, async (tx) => {
        await cancel(tx, await getLocked(tx, own, campaignId), byOf(key));
        return presentCampaign(tx, own, campaignId, key);
      }),
  });
}

/** @throws Refusal KEY_IS_TEST: there are no scripts for campaigns */
function byOf({ clientId, test }: KeySession): By {
  if (test) throw keyIsTest();
  return { clientId, impersonatorId: null };
}

async function getLocked(tx: Tx, own: Scope, campaignId: string): Promise<CampaignRow> {
  const campaign = await lockCampaign(tx, own, campaignId);
  if (!campaign) throw notFound('campaign');
  return campaign;
}
