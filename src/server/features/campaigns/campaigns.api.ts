/** Calls of lists of campaigns and of one campaign. */
import { Readable } from 'node:stream';
import { campaigns } from '../../../contract/api/campaigns.ts';
import { sms } from '../../../contract/api/campaign-sending.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { maskText, seesText } from '../../infra/mask.ts';
import { loadHours, loadSender } from './facts.ts';
import { databaseNow } from './send/schedule.store.ts';
import { loadConfigInForce } from '../../core/dispatch/routing/config-version.ts';
import { listCampaigns, listWaiting } from './campaigns.store.ts';
import { listNetworks, listSteps } from './progress/progress.store.ts';
import { listFileMessages, listUnmade } from './progress/outcomes.store.ts';
import { listEvents } from './events.store.ts';
import { fileHeader, fileLine } from './progress/file.rules.ts';
import { forecastOf } from './progress/forecast.ts';
import { listCharges } from '../../core/messages/charges.store.ts';
import { presentForecast } from './progress/forecast.present.ts';
import { mayDecide, presentCampaigns, presentCampaign } from './campaigns.present.ts';
import { openStateAt } from '../../core/accept/sending-hours.rules.ts';
import type { CampaignContext } from './context.ts';
import { changeHandlers } from './changes.api.ts';
import { sendHandlers } from './send/send.api.ts';
import { getCampaign, firstMessages, dateOf } from './checks.ts';
import { startOf } from './send/send.rules.ts';

const FILE_STEP = 2_000;
/** Points of a chart at most. */
const MOST_STEPS = 360;

/** Campaigns: from a file to the queue, and what is done to them on the way. */
export function campaignRoutes(context: CampaignContext): Route[] {
  const { database, tokens } = context;
  return [
    ...answer(campaigns, {
      list: ({ pageSize, pageToken, ...filter }, { scope, session }) =>
        database.run(scope, async (tx) => {
          const page = await listCampaigns(
            tx,
            scope,
            {
              clientIds: filter['filter.clientIds'] ?? [],
              campaignIds: filter['filter.campaignIds'] ?? [],
              statuses: filter['filter.campaignStatuses'] ?? [],
              senders: filter['filter.senderIds'] ?? [],
              query: filter['filter.query'] ?? '',
              from: dateOf(filter['filter.createStartTimestamp']),
              to: dateOf(filter['filter.createEndTimestamp']),
            },
            tokens.openPage('campaigns', { pageSize, pageToken }),
          );
          return {
            campaigns: await presentCampaigns(tx, page.rows, session),
            ...page.footer,
          };
        }),

      get: ({ campaignId }, { scope, session }) =>
        database.run(scope, (tx) => presentCampaign(tx, scope, campaignId, session)),

      approvals: ({ pageSize, pageToken }, { scope, session }) =>
        database.run(scope, async (tx) => {
          const page = await listWaiting(
            tx,
            scope,
            tokens.openPage('approvals', { pageSize, pageToken }),
            { decides: await mayDecide(tx, session) },
          );
          return {
            campaigns: await presentCampaigns(tx, page.rows, session),
            ...page.footer,
          };
        }),

      progress: ({ campaignId }, { scope }) =>
        database.run(scope, async (tx) => {
          await getCampaign(tx, scope, campaignId);
          const { stepSeconds, steps } = await listSteps(tx, campaignId, MOST_STEPS);
          return {
            stepSeconds,
            steps: steps.map(({ at, ...counts }) => ({ timestamp: at, ...counts })),
            networks: (await listNetworks(tx, campaignId)).map(
              ({ network, captured, ...share }) => ({
                ...share,
                network: NETWORKS.get(network)?.network ?? '',
                units: unitsToNumber(captured),
              }),
            ),
          };
        }),

      forecast: ({ campaignId }, { scope, session }) =>
        database.run(scope, async (tx) => {
          const campaign = await getCampaign(tx, scope, campaignId);
          const hours = await loadHours(tx, campaign, await loadSender(tx, campaign));
          const now = await databaseNow(tx);
          const { open, opensAt, closesAt } = openStateAt(hours, startOf(campaign, now));
          const window =
            hours.length === 0
              ? null
              : {
                  open,
                  countries: hours.map(({ country }) => country),
                  opensTimestamp: opensAt,
                  closesTimestamp: closesAt,
                };
          if (
            campaign.unitsHeld > 0n ||
            campaign.endedAt !== null ||
            campaign.source === 'SOFTWARE'
          )
            return { forecast: presentForecast(campaign.forecast, session), window };
          if (!campaign.preparedAt) return { forecast: null, window };
          const config = await loadConfigInForce(tx);
          const forecast = await forecastOf(tx, campaign, { hours, now, config });
          return { forecast: presentForecast(forecast, session), window };
        }),

      history: ({ campaignId }, { scope }) =>
        database.run(scope, async (tx) => {
          await getCampaign(tx, scope, campaignId);
          return {
            events: (await listEvents(tx, campaignId)).map(({ at, ...event }) => ({
              ...event,
              timestamp: at.getTime() / 1000,
            })),
          };
        }),

      examples: ({ campaignId }, { scope }) =>
        database.run(scope, async (tx) => {
          const campaign = await getCampaign(tx, scope, campaignId);
          return {
            columns: campaign.columns ?? [],
            messages: (await firstMessages(tx, campaign)).map(
              ({ encoding: _encoding, ...message }) => message,
            ),
          };
        }),

      async download({ campaignId }, { scope, session, language }) {
        const campaign = await database.run(scope, (tx) => getCampaign(tx, scope, campaignId));
        const line = fileLine(
          campaign,
          seesText(session, campaign.clientId) ? (text) => text : maskText,
        );
        async function* lines() {
          yield fileHeader(language);
          for (let after: string | undefined; ;) {
            const { rows, charges } = await database.run(scope, async (tx) => {
              const found = await listFileMessages(tx, campaign, after, FILE_STEP);
              return { rows: found, charges: await listCharges(tx, found) };
            });
            if (rows.length === 0) break;
            yield rows.map((row) => line.message(row, charges.get(row.id)!)).join('');
            after = rows.at(-1)!.id;
          }
          for (let after = 0; ;) {
            const rows = await database.run(scope, (tx) =>
              listUnmade(tx, campaign, after, FILE_STEP),
            );
            if (rows.length === 0) return;
            yield rows.map(line.unmade).join('');
            after = rows.at(-1)!.rowNo;
          }
        }
        return {
          fileName: `${campaign.campaignName} (${campaignId.slice(-6)}).csv`,
          contentType: 'text/csv; charset=utf-8',
          stream: Readable.from(lines(), { objectMode: false }),
        };
      },

      ...changeHandlers(context),
    }),
    ...answer(sms, sendHandlers(context)),
  ];
}
