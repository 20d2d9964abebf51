/** The background task that makes a campaign's recipients into messages. */
import { setImmediate as turn } from 'node:timers/promises';
import { findSender } from '../../../core/accept/accept.store.ts';
import { mayUseSender } from '../../../core/accept/sender.rules.ts';
import type { SenderFacts } from '../../../core/accept/sender.rules.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { hasLink } from '../../../../contract/shared/stop-clauses.ts';
import { addLinks } from '../../../core/opt-outs/links.store.ts';
import { findFirstUser } from '../../../core/gateway-users/gateway-users.store.ts';
import { loadConfigInForce } from '../../../core/dispatch/routing/config-version.ts';
import { cancelWithdrawn } from '../../../core/consents/consents.ts';
import { clientDemandsConsent } from '../../../core/consents/consents.store.ts';
import { enqueueCampaign } from '../../../core/dispatch/queue/enqueue-campaign.store.ts';
import { compileRoutes, routeRates } from '../../../core/dispatch/routing/routing.rules.ts';
import type { Routing, RoutingFacts } from '../../../core/dispatch/routing/routing.rules.ts';
import type { GatewayConfig } from '../../../core/dispatch/routing/gateway-config.ts';
import { noRoute } from '../../../infra/errors.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { RunningTask, TaskHandler, TaskOutcome } from '../../../core/background/runner.ts';
import { cancelCampaign, failCampaign } from '../task-ends.ts';
import {
  advanceExpansion,
  allWithoutRoute,
  finishExpansion,
  skipRecipients,
} from './expansion.store.ts';
import { findCampaign } from '../campaigns.store.ts';
import { aboutOf, loadSendersByCountry } from '../facts.ts';
import { findLeftOut } from '../prepare/left-out.ts';
import { isBlocked } from '../send/schedule.store.ts';
import { listRecipients } from '../prepare/recipients.store.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import type { Recipient } from '../campaigns.rules.ts';
import { planMessages } from './expand.rules.ts';
import type { PlannedStep } from './expand.rules.ts';
import { clausesOn, openWriter, standInOn } from '../../../core/messages/writing.rules.ts';

const STEP = 5_000;
const SECONDS_PAUSED = 15;

/** A step that was planned, and its place among the campaign's recipients. */
type Step = PlannedStep & {
  campaign: CampaignRow;
  from: number;
  to: number;
  recipients: number;
  /** How far the campaign is with it, 0 to 1. */
  progress: number;
  rates: ReadonlyMap<number, number>;
  /** True where promotions among its messages need a consent on record. */
  needsConsent: boolean;
};
type Outcome = 'all' | CampaignRow['status'];
/** A configuration, made ready to route by. */
type Compiled = {
  config: GatewayConfig;
  route(facts: RoutingFacts): Routing;
  rates: ReadonlyMap<number, number>;
};

/** The campaign does not stand where a step began: it was paused, it ended, or another process expands it. */
class Moved extends Error {}

/**
 * Makes the links of the recipients whose text ends in one. They stand before their messages do; those of a
 * step that is planned again expire unread.
 */
async function drawTokens(
  tx: Tx,
  campaign: CampaignRow,
  recipients: readonly Recipient[],
): Promise<Map<number, string>> {
  const { clientId, operatorSenders } = campaign;
  const drawn = new Map<number, string>();
  const groups = Map.groupBy(
    recipients,
    ({ network }) => standInOn(operatorSenders, network)?.sender ?? campaign.sender,
  );
  for (const [sender, group] of groups) {
    // Stand-ins of one name may be of two kinds in two countries; links are of one length.
    const linked = group.flatMap((each) => {
      const clauses = clausesOn(campaign, each.network);
      return clauses !== null && hasLink(clauses, each) ? [{ ...each, link: clauses.link }] : [];
    });
    if (linked.length === 0) continue;
    const tokens = await addLinks(
      tx,
      { clientId, sender, length: linked[0]!.link.length },
      linked.map(({ destination }) => destination),
    );
    linked.forEach(({ rowNo }, at) => drawn.set(rowNo, tokens[at]!));
  }
  return drawn;
}

/** Looks again whether the sender IDs that a campaign was priced with may be used with their operators. */
async function openRegistered(
  tx: Tx,
  campaign: CampaignRow,
): Promise<(recipient: Recipient) => boolean> {
  const { clientId, operatorSenders } = campaign;
  const named = await loadSendersByCountry(tx, campaign);
  const unregistered = new Set(named.flatMap((sender) => sender.unregistered));
  const standIns = new Map<string, SenderFacts | undefined>();
  for (const { senderId } of operatorSenders?.standIns ?? [])
    standIns.set(senderId, await findSender(tx, senderId));
  return ({ network }) => {
    const chosen = standInOn(operatorSenders, network);
    if (!chosen) return !unregistered.has(network);
    const standIn = standIns.get(chosen.senderId);
    return (
      standIn !== undefined &&
      mayUseSender(standIn, clientId) &&
      !standIn.unregistered.includes(network)
    );
  };
}

/** Plans the messages of the next recipients after a place. */
async function planStep(
  tx: Tx,
  campaign: CampaignRow,
  place: { row: number; expanded: number },
  write: ReturnType<typeof openWriter>,
  { config, route, rates }: Compiled,
): Promise<Step> {
  const recipients = await listRecipients(tx, campaign.id, place.row, STEP);
  const leftOut = await findLeftOut(tx, campaign, recipients);
  const isRegistered = await openRegistered(tx, campaign);
  // Messages from the portal count as the client's first gateway user's, so that filters of users and groups apply.
  const user = await findFirstUser(tx, systemScope(), campaign.clientId);
  const named = await aboutOf(tx, campaign);
  return {
    ...planMessages(campaign, recipients, {
      leftOut,
      isRegistered,
      write,
      tokens: await drawTokens(
        tx,
        campaign,
        recipients.filter(
          (recipient) => leftOut(recipient) === undefined && isRegistered(recipient),
        ),
      ),
      route,
      named,
      user,
      configVersion: config.version,
    }),
    campaign,
    from: place.row,
    to: recipients.at(-1)?.rowNo ?? place.row,
    recipients: recipients.length,
    progress: Math.min(0.99, (place.expanded + recipients.length) / campaign.total),
    rates,
    needsConsent:
      (named.isPromotional ||
        campaign.operatorSenders?.standIns.some(({ kind }) => kind === 'PROMOTIONAL') === true) &&
      (await clientDemandsConsent(tx, campaign.clientId)),
  };
}

/**
 * Puts the messages of a step into the queue and moves the cursor, as the last that waits for a lock.
 * @param before the step before, which commits first
 * @throws Moved
 */
async function storeStep(
  tx: Tx,
  task: RunningTask,
  step: Step,
  before: Promise<void>,
): Promise<void> {
  const { campaign, groups, skipped } = step;
  const failed = skipped.filter(({ reason }) => reason === 'NO_ROUTE').length;
  if (await isBlocked(tx, campaign.clientId)) throw new Moved();
  for (const { shared, messages } of groups)
    await enqueueCampaign(tx, shared, messages, step.rates);
  await before;
  if (step.needsConsent)
    await cancelWithdrawn(
      tx,
      campaign.clientId,
      groups.flatMap(({ messages }) => messages.map((each) => each.destination)),
    );
  // The guard is the last that waits for a lock: a pause or a cancellation that holds the campaign
  // ends this step, and one that comes later sees its chunks.
  const moved = await advanceExpansion(tx, campaign.id, {
    from: step.from,
    to: step.to,
    recipients: step.recipients,
    cancelled: skipped.length - failed,
    failed,
    released: skipped.reduce((sum, { recipient }) => sum + recipient.units, 0n),
  });
  if (!moved) throw new Moved();
  await skipRecipients(
    tx,
    campaign.id,
    skipped.map(({ recipient, reason }) => ({ rowNo: recipient.rowNo, reason })),
  );
  await task.advance(tx, step.progress);
}

/**
 * Makes a campaign's recipients into messages in the queue, 5,000 a transaction; sending starts with
 * the first. Opt-outs, blocks, consents and rules of the guard are read again, and the routes in force at that moment decide.
 *
 * A step is planned while the one before is written, and two are written at once. Their commits keep
 * the order: each step moves the cursor from where the one before left it, in the last statement that waits for a lock.
 */
export function expandCampaign(database: Database): TaskHandler {
  const scope = systemScope();
  let compiled: Compiled | undefined;

  async function run(task: RunningTask): Promise<TaskOutcome> {
    const campaignId = String(task.input['campaignId']);
    for (;;) {
      let outcome: Outcome;
      try {
        outcome = await expand(task, campaignId);
      } catch (error) {
        if (error instanceof Moved) continue;
        throw error;
      }
      if (outcome === 'all') return { done: { campaignId } };
      if (outcome === 'PAUSED') return { againInSeconds: SECONDS_PAUSED };
      if (task.stopRequested) await cancelCampaign(database, campaignId);
      return 'canceled';
    }
  }

  /** Expands from the stored cursor to the end, or until the campaign may not be expanded. */
  async function expand(task: RunningTask, campaignId: string): Promise<Outcome> {
    let write: ReturnType<typeof openWriter> | undefined;
    let place: { row: number; expanded: number } | undefined;
    let stored: Promise<void> = Promise.resolve();
    try {
      for (;;) {
        if (task.stopRequested) return 'CANCELLED';
        const step = await database.run(scope, async (tx) => {
          const campaign = await findCampaign(tx, scope, campaignId);
          if (!campaign) throw new Error(`campaign ${campaignId} is gone`);
          if (campaign.status !== 'QUEUED' && campaign.status !== 'RUNNING') return campaign.status;
          // A blocked client's queue is stopped: nothing is added to it before the block is lifted.
          if (await isBlocked(tx, campaign.clientId)) return 'PAUSED';
          write ??= openWriter(campaign);
          place ??= { row: campaign.expandRow, expanded: campaign.expanded };
          return planStep(tx, campaign, place, write, await routing(tx));
        });
        if (typeof step === 'string') return step;
        const before = stored;
        if (step.recipients === 0) {
          await before;
          return await finish(task, campaignId);
        }
        place = { row: step.to, expanded: place!.expanded + step.recipients };
        stored = database.run(scope, (tx) => storeStep(tx, task, step, before));
        stored.catch(() => {}); // thrown where it is awaited
        await before;
        await turn();
      }
    } finally {
      await stored.catch(() => {});
    }
  }

  function finish(task: RunningTask, campaignId: string): Promise<'all'> {
    return database.run(scope, async (tx) => {
      if (await allWithoutRoute(tx, campaignId)) throw noRoute();
      await task.advance(tx, 0.99);
      await finishExpansion(tx, campaignId);
      return 'all' as const;
    });
  }

  async function routing(tx: Tx): Promise<Compiled> {
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
