/** Calls that decide on a campaign or change it: approve, decline, pause, resume, reschedule, copy. */
import type { campaigns } from '../../../contract/api/campaigns.ts';
import type { ResendOutcome } from '../../../contract/api/campaigns.ts';
import { loadClauses } from '../../core/opt-outs/clauses.ts';
import { record } from '../../core/audit/audit.ts';
import type { Session } from '../../infra/http/caller.ts';
import { isBoundOver } from '../../core/accept/approval.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { badInput, conflict, fourEyes, noSummary, senderNotReady } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { once } from '../../infra/http/idempotency.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { addTask } from '../../core/background/tasks.ts';
import { sentence } from '../../i18n/sentence.ts';
import { asSent, move, mustAllow, notifyOwner, pause } from './campaigns.ts';
import { isInvolved, mayReschedule, mayResend } from './campaigns.rules.ts';
import { insertCampaign, setSchedule } from './campaigns.store.ts';
import { loadCampaignFacts, loadSender, loadSendersByCountry } from './facts.ts';
import { approve, decline } from './approval/decide.ts';
import { resumeCampaign } from './send/send.ts';
import { isServed, refusalOfReschedule } from './send/send.rules.ts';
import { addEvent } from './events.store.ts';
import { presentCampaign } from './campaigns.present.ts';
import type { Handlers } from '../../infra/http/http.ts';
import type { CampaignContext } from './context.ts';
import { getCampaign, getLocked, listInvolved } from './checks.ts';

/** Decisions on a campaign that exists: approval, another time, a copy, a pause. */
export function changeHandlers({
  database,
  messenger,
}: CampaignContext): Pick<
  Handlers<typeof campaigns>,
  'approve' | 'reschedule' | 'duplicate' | 'resend' | 'pause' | 'resume'
> {
  return {
    approve: ({ campaignId, approved, reason = '' }, call) =>
      database.run(call.scope, (tx) =>
        once(tx, call.idempotency, call.own.clientId, async () => {
          const { scope, session, language } = call;
          if (!approved && reason === '')
            throw badInput([{ field: 'reason', message: sentence(language, 'REASON_MISSING') }]);
          const campaign = await getLocked(tx, scope, campaignId);
          mustAllow(approved ? 'approve' : 'decline', campaign);
          if (
            isInvolved(session, {
              clientId: campaign.clientId,
              involved: await listInvolved(tx, campaign),
            }) ||
            (await isBoundOver(tx, session.clientId, campaign.clientId))
          )
            throw fourEyes();
          if (approved) await approve(tx, campaign, session, reason);
          else await decline(tx, campaign, session, reason);
          await record(tx, call, {
            action: approved ? 'CAMPAIGN_APPROVED' : 'CAMPAIGN_DECLINED',
            clientId: campaign.clientId,
            after: { campaignName: campaign.campaignName, ...(reason !== '' && { reason }) },
          });
          await notifyOwner(tx, messenger, campaign, (facts) =>
            approved
              ? { kind: 'CAMPAIGN_APPROVED', ...facts }
              : { kind: 'CAMPAIGN_DECLINED', reason, ...facts },
          );
          return presentCampaign(tx, scope, campaignId, session);
        }),
      ),

    reschedule: ({ campaignId, scheduleTimestamp }, { scope, session, language }) =>
      database.run(scope, async (tx) => {
        const campaign = await getLocked(tx, scope, campaignId);
        // A status that forbids it is refused before the client is locked.
        if (!mayReschedule(campaign)) throw conflict('campaign', campaign.status);
        const facts = await loadCampaignFacts(tx, campaign);
        const refusal = refusalOfReschedule(facts, scheduleTimestamp, language);
        if (refusal) throw refusal;
        const at = new Date(scheduleTimestamp * 1000);
        await setSchedule(tx, campaignId, at);
        if (campaign.status === 'PAUSED') await move(tx, campaign, 'SCHEDULED');
        await addEvent(tx, campaign, 'RESCHEDULED', session, at.toISOString());
        return presentCampaign(tx, scope, campaignId, session);
      }),

    duplicate: ({ campaignId, campaignName }, { own, session }) =>
      database.run(own, (tx) => copy(tx, own, session, campaignId, campaignName, null)),

    resend: ({ campaignId, campaignName, outcomes }, { own, session }) =>
      database.run(own, (tx) => copy(tx, own, session, campaignId, campaignName, outcomes)),

    pause: ({ campaignId }, { scope, session }) =>
      database.run(scope, async (tx) => {
        const campaign = await getLocked(tx, scope, campaignId);
        mustAllow('pause', campaign);
        await pause(tx, campaign);
        await addEvent(tx, campaign, 'PAUSED', session);
        return presentCampaign(tx, scope, campaignId, session);
      }),

    resume: ({ campaignId }, { scope, session }) =>
      database.run(scope, async (tx) => {
        const campaign = await getLocked(tx, scope, campaignId);
        await resumeCampaign(tx, campaign, session);
        return presentCampaign(tx, scope, campaignId, session);
      }),
  };
}

/** Copies one's own campaign into a draft, to all its recipients or to those whose messages had the outcomes. */
async function copy(
  tx: Tx,
  own: Scope,
  session: Session,
  campaignId: string,
  campaignName: string | undefined,
  outcomes: readonly ResendOutcome[] | null,
): Promise<{ campaignId: string; operationId: string }> {
  const origin = await getCampaign(tx, own, campaignId);
  if (!origin.preparedAt || origin.source === 'SOFTWARE') throw noSummary();
  if (outcomes !== null && !mayResend(origin.status)) throw conflict('campaign', origin.status);
  const sender = await loadSender(tx, origin);
  if (!sender || !isServed({ campaign: origin, sender })) throw senderNotReady(origin.sender);
  const id = newId();
  await insertCampaign(tx, {
    id,
    clientId: origin.clientId,
    campaignName: campaignName ?? origin.campaignName,
    senderId: origin.senderId!,
    sender: origin.sender,
    ...asSent(
      origin.text,
      { ...sender, byCountry: await loadSendersByCountry(tx, origin) },
      origin.replaceLookalikes,
      await loadClauses(tx, origin.clientId, { messages: origin.total, isCounted: true }),
      origin.clientId,
    ),
    source: origin.source,
    uploadId: null,
    columns: origin.columns,
    phoneColumn: origin.phoneColumn,
    country: origin.country,
    scheduleAt: null,
    createdBy: session.clientId,
    impersonatorId: session.impersonatorId,
    copiedFrom: { campaignId, outcomes },
  });
  return {
    campaignId: id,
    operationId: await addTask(tx, {
      clientId: origin.clientId,
      kind: 'prepareCampaign',
      description: campaignName ?? origin.campaignName,
      input: { campaignId: id },
    }),
  };
}
