import type { Forecast } from '../../../../contract/api/campaign-progress.ts';
import { NETWORKS } from '../../../../contract/shared/networks.ts';
import { unitsToNumber } from '../../../../contract/shared/units.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { countQueuedByRoute } from '../../../core/dispatch/queue/queue.store.ts';
import { compileRoutes } from '../../../core/dispatch/routing/routing.rules.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import { groupRecipients, listPaces, sampleRecipients } from './forecast.store.ts';
import { shareByRoutes, timeFor } from './forecast.rules.ts';
import { openWriter, standInOn } from '../../../core/messages/writing.rules.ts';
import { finishWithin, openStateAt } from '../../../core/accept/sending-hours.rules.ts';
import type { CampaignFacts } from '../send/send.rules.ts';

/** Every recipient up to this many is routed; of more, a sample of this size. */
const SAMPLE = 5_000;

/** Forecasts a campaign that has not begun: the routes that would carry it, its price and its end. */
export async function forecastOf(
  tx: Tx,
  campaign: CampaignRow,
  { hours, now, config }: Pick<CampaignFacts, 'hours' | 'now' | 'config'>,
): Promise<Forecast> {
  const groups = await groupRecipients(tx, campaign.id);
  const write = openWriter(campaign);
  const every = Math.max(1, Math.ceil(campaign.total / SAMPLE));
  const samples = (
    await sampleRecipients(
      tx,
      campaign.id,
      every,
      groups.map(({ firstRow }) => firstRow),
    )
  ).map(({ fields, ...recipient }) => ({
    ...recipient,
    text: write(fields, recipient).text,
    sender: standInOn(campaign.operatorSenders, recipient.network)?.sender ?? campaign.sender,
  }));
  const planned =
    campaign.scheduleAt === null ? now : Math.max(now, campaign.scheduleAt.getTime() / 1000);
  const start = openStateAt(hours, planned).opensAt ?? planned;
  const shares = shareByRoutes(
    groups,
    samples,
    config ? compileRoutes(config) : () => ({ routeId: null, connectorIds: [], tried: [] }),
    new Date(start * 1000),
  );

  const taken = shares.flatMap((share) =>
    share.routeId === null ? [] : [{ ...share, routeId: share.routeId }],
  );
  const queued = await countQueuedByRoute(
    tx,
    [...new Set(taken.map(({ routeId }) => routeId))],
    campaign.id,
  );
  const loads = new Map(queued);
  for (const { routeId, segments } of taken)
    loads.set(routeId, (loads.get(routeId) ?? 0) + segments);
  const time = config && timeFor(config, loads, await listPaces(tx));
  const names = new Map(config?.connectors.map(({ id, cid }) => [id, cid]));
  return {
    timestamp: now,
    messages: groups.reduce((sum, group) => sum + group.messages, 0),
    segments: groups.reduce((sum, group) => sum + group.segments, 0),
    units: unitsToNumber(groups.reduce((sum, group) => sum + group.units, 0n)),
    routes: taken.map(({ routeId, country, network, messages, segments, units }) => {
      const route = config?.routes.find(({ id }) => id === routeId);
      return {
        routeId,
        order: route?.order ?? 0,
        type: route?.type ?? '',
        connectors: route?.connectorIds.map((id) => names.get(id) ?? String(id)) ?? [],
        country,
        network: NETWORKS.get(network)?.network ?? '',
        messages,
        segments,
        units: unitsToNumber(units),
      };
    }),
    withoutRoute: shares.reduce(
      (sum, share) => sum + (share.routeId === null ? share.messages : 0),
      0,
    ),
    sampled: every > 1,
    queuedBefore: [...queued.values()].reduce((sum, count) => sum + count, 0),
    partsPerSecond: time?.partsPerSecond ?? null,
    startTimestamp: start,
    finishTimestamp: time ? finishWithin(hours, start, time.seconds) : null,
  };
}
