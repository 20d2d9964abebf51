import { setImmediate as turn } from 'node:timers/promises';
import { findExcluded } from '../../core/accept/accept.store.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { findFirstUser } from '../../core/gateway-users/gateway-users.store.ts';
import { loadConfigInForce } from '../../core/dispatch/config-version.ts';
import { enqueue } from '../../core/dispatch/enqueue.store.ts';
import type { NewMessage } from '../../core/dispatch/types.ts';
import { compileRoutes, routeRates } from '../../core/dispatch/routing.rules.ts';
import type { Routing, RoutingFacts } from '../../core/dispatch/routing.rules.ts';
import type { GatewayConfig } from '../../core/dispatch/gateway-config.ts';
import { noRoute } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { RunningTask, TaskHandler, TaskOutcome } from '../../core/background/runner.ts';
import { endEarly } from './campaigns.ts';
import {
  advanceExpansion,
  allWithoutRoute,
  finishExpansion,
  skipRecipients,
} from './expansion.store.ts';
import { findCampaign, lockCampaign } from './campaigns.store.ts';
import { isBlocked } from './schedule.store.ts';
import { listRecipients } from './recipients.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { may } from './campaigns.rules.ts';
import type { Recipient } from './campaigns.rules.ts';
import { routingFacts } from './forecast.rules.ts';
import { openWriter } from '../../core/messages/writing.rules.ts';

const STEP = 5_000;
const SECONDS_PAUSED = 15;

/**
 * Makes a campaign's recipients into messages in the queue, 5,000 a transaction; sending starts with
 * the first. Opt-outs and blocks are read again, and the routes in force at that moment decide.
 */
export function expandCampaign(database: Database): TaskHandler {
  const scope = systemScope();
  let compiled:
    | {
        config: GatewayConfig;
        route(facts: RoutingFacts): Routing;
        rates: ReadonlyMap<number, number>;
      }
    | undefined;

  async function run(task: RunningTask): Promise<TaskOutcome> {
    const campaignId = String(task.input['campaignId']);
    let write: ReturnType<typeof openWriter> | undefined;
    for (;;) {
      if (task.stopRequested) {
        await cancel(campaignId);
        return 'canceled';
      }
      const step = await database.run(scope, async (tx) => {
        const campaign = await findCampaign(tx, scope, campaignId);
        if (!campaign) throw new Error(`campaign ${campaignId} is gone`);
        if (campaign.status !== 'QUEUED' && campaign.status !== 'RUNNING') return campaign.status;
        // A blocked client's queue is stopped: nothing is added to it before the block is lifted.
        if (await isBlocked(tx, campaign.clientId)) return 'PAUSED';
        write ??= openWriter(campaign);
        return expand(tx, task, campaign, write);
      });
      if (step === 'more') await turn();
      else if (step === 'all') return { done: { campaignId } };
      else if (step === 'PAUSED') return { againInSeconds: SECONDS_PAUSED };
      else if (step !== 'again') return 'canceled';
    }
  }

  async function expand(
    tx: Tx,
    task: RunningTask,
    campaign: CampaignRow,
    write: ReturnType<typeof openWriter>,
  ): Promise<'more' | 'all' | 'again'> {
    const recipients = await listRecipients(tx, campaign.id, campaign.expandRow, STEP);
    if (recipients.length === 0) {
      if (await allWithoutRoute(tx, campaign.id)) throw noRoute();
      await task.advance(tx, 0.99);
      await finishExpansion(tx, campaign.id);
      return 'all';
    }
    const { optedOut, blocked } = await findExcluded(
      tx,
      campaign.clientId,
      recipients.map((recipient) => recipient.destination),
    );
    const { config, route, rates } = await routing(tx);
    // Messages from the portal count as the client's first gateway user's, so that filters of users and groups apply.
    const user = await findFirstUser(tx, scope, campaign.clientId);
    const messages: NewMessage[] = [];
    const skipped: { recipient: Recipient; reason: string }[] = [];
    const now = new Date();
    const expiresAt = new Date(now.getTime() + campaign.validitySeconds * 1000);
    for (const recipient of recipients) {
      const { destination } = recipient;
      if (blocked.has(destination) || optedOut.has(destination)) {
        skipped.push({ recipient, reason: blocked.has(destination) ? 'BLOCKED' : 'OPTED_OUT' });
        continue;
      }
      const { text, isOwn, encoding } = write(recipient.fields);
      const { routeId } = route(routingFacts(campaign.sender, destination, text, now, user));
      if (routeId === null) {
        skipped.push({ recipient, reason: 'NO_ROUTE' });
        continue;
      }
      messages.push({
        id: newId(),
        clientId: campaign.clientId,
        campaignId: campaign.id,
        destination,
        sender: campaign.sender,
        text: isOwn ? text : null,
        encoding: encoding === 'GSM7' ? 0 : 8,
        segments: recipient.segments,
        units: recipient.units,
        routeId,
        configVersion: config.version,
        country: recipient.country,
        network: recipient.network,
        class: campaign.class,
        priority: campaign.priority,
        expiresAt,
        notBefore: null,
        source: 'PORTAL',
        clientReference: null,
        facts: { at: now.getTime(), ...(user && { user: user.uid, group: user.gid }) },
      });
    }
    const failed = skipped.filter(({ reason }) => reason === 'NO_ROUTE').length;
    // First the guard: whoever cancels or pauses waits for this step or is seen by it.
    const moved = await advanceExpansion(tx, campaign.id, {
      from: campaign.expandRow,
      to: recipients.at(-1)!.rowNo,
      recipients: recipients.length,
      cancelled: skipped.length - failed,
      failed,
      released: skipped.reduce((sum, { recipient }) => sum + recipient.units, 0n),
    });
    if (!moved) return 'again';
    await skipRecipients(
      tx,
      campaign.id,
      skipped.map(({ recipient, reason }) => ({ rowNo: recipient.rowNo, reason })),
    );
    await enqueue(tx, messages, { rates });
    await task.advance(
      tx,
      Math.min(0.99, (campaign.expanded + recipients.length) / campaign.total),
    );
    return 'more';
  }

  async function routing(tx: Tx) {
    const config = await loadConfigInForce(tx, compiled?.config);
    if (!config) throw noRoute();
    if (compiled?.config !== config)
      compiled = { config, route: compileRoutes(config), rates: routeRates(config) };
    return compiled;
  }

  async function cancel(campaignId: string): Promise<void> {
    await database.run(scope, async (tx) => {
      const campaign = await lockCampaign(tx, scope, campaignId);
      if (campaign && may('cancel', campaign.status)) await endEarly(tx, campaign, 'CANCELLED');
    });
  }

  return {
    run,
    async failed(tx, task, refusal) {
      const campaign = await lockCampaign(tx, scope, String(task.input['campaignId']));
      if (campaign && may('fail', campaign.status))
        await endEarly(tx, campaign, 'FAILED', refusal?.code ?? 'INTERNAL');
    },
  };
}
