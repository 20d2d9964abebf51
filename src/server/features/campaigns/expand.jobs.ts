import { setImmediate as turn } from 'node:timers/promises';
import { findExcluded } from '../../core/accept/accept.store.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { findFirstUser } from '../../core/gateway-users/gateway-users.store.ts';
import { loadConfigInForce } from '../../core/dispatch/config-version.ts';
import { enqueue } from '../../core/dispatch/enqueue.store.ts';
import { compileRoutes, routeRates } from '../../core/dispatch/routing.rules.ts';
import type { Routing, RoutingFacts } from '../../core/dispatch/routing.rules.ts';
import type { GatewayConfig } from '../../core/dispatch/gateway-config.ts';
import { noRoute } from '../../infra/errors.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { RunningTask, TaskHandler, TaskOutcome } from '../../core/background/runner.ts';
import { cancelCampaign, failCampaign } from './task-ends.ts';
import {
  advanceExpansion,
  allWithoutRoute,
  finishExpansion,
  skipRecipients,
} from './expansion.store.ts';
import { findCampaign } from './campaigns.store.ts';
import { isBlocked } from './schedule.store.ts';
import { listRecipients } from './recipients.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { planMessages } from './expand.rules.ts';
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
        await cancelCampaign(database, campaignId);
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
    const { messages, skipped } = planMessages(campaign, recipients, {
      blocked,
      optedOut,
      write,
      route,
      user,
      configVersion: config.version,
    });
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

  return {
    run,
    failed: (tx, task, refusal) =>
      failCampaign(tx, String(task.input['campaignId']), refusal?.code ?? 'INTERNAL'),
  };
}
