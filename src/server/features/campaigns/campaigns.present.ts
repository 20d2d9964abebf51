import type { Campaign } from '../../../contract/api/campaigns.ts';
import { decidesOnOthers, reachOf } from '../../../contract/shared/roles.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { needsApproval } from '../../core/accept/approval.store.ts';
import type { Session } from '../../infra/http/caller.ts';
import type { Tx } from '../../infra/database/db.ts';
import { notFound } from '../../infra/errors.ts';
import { maskText, seesText } from '../../infra/mask.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { listSources } from './approval/gathered.store.ts';
import { findCampaign } from './campaigns.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { listOpen } from './progress/progress.store.ts';

/** The reader of a campaign: a person, or an account's own software. */
export type Viewer = Pick<Session, 'clientId' | 'accessLevel'>;

const LIVE = new Set(['QUEUED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED']);

/** @throws Refusal NOT_FOUND where it is not within the scope */
export async function presentCampaign(
  tx: Tx,
  scope: Scope,
  campaignId: string,
  viewer: Viewer,
): Promise<Campaign> {
  const campaign = await findCampaign(tx, scope, campaignId);
  if (!campaign) throw notFound('campaign');
  return (await presentCampaigns(tx, [campaign], viewer))[0]!;
}

/** Campaigns as the viewer may see them. */
export async function presentCampaigns(
  tx: Tx,
  rows: CampaignRow[],
  viewer: Viewer,
): Promise<Campaign[]> {
  const open = await listOpen(
    tx,
    rows.filter((row) => LIVE.has(row.status) || row.source === 'SOFTWARE').map((row) => row.id),
  );
  const sources = await listSources(
    tx,
    rows
      .filter(({ source, status }) => source === 'SOFTWARE' && status === 'WAITING_APPROVAL')
      .map((row) => row.id),
  );
  const decides = await mayDecide(tx, viewer);
  return rows.map((row) => {
    const { queued, ambiguous } = open.get(row.id) ?? { queued: 0, ambiguous: 0 };
    const waiting = row.total - row.expanded + queued;
    const ended =
      row.delivered +
      row.undeliverable +
      row.failed +
      row.rejected +
      row.expired +
      row.unknown +
      row.cancelled;
    return {
      campaignId: row.id,
      campaignName: row.campaignName,
      clientId: row.clientId,
      clientName: row.clientName,
      senderId: row.sender,
      text: seesText(viewer, row.clientId) || mayApprove(viewer) ? row.text : maskText(row.text),
      source: row.source,
      sources: (sources.get(row.id) ?? []).map(({ source, messages }) => ({
        source,
        messageCount: messages,
      })),
      status: row.status,
      reason: row.reason,
      recipientCount: row.total,
      segmentCount: row.segments,
      unitsReserved: unitsToNumber(row.unitsHeld),
      unitsHeld: unitsToNumber(row.unitsHeld - row.unitsCaptured - row.unitsRefunded),
      unitsCharged: unitsToNumber(row.unitsCaptured),
      unitsRefunded: unitsToNumber(row.unitsRefunded),
      counts: {
        queued: waiting,
        // Submitted, and without a final receipt: not waiting, not ambiguous, not ended.
        submitted: Math.max(0, row.total - waiting - ambiguous - ended),
        ambiguous,
        delivered: row.delivered,
        undeliverable: row.undeliverable,
        failed: row.failed,
        rejected: row.rejected,
        expired: row.expired,
        unknown: row.unknown,
        cancelled: row.cancelled,
      },
      scheduleTimestamp: seconds(row.scheduleAt),
      createTimestamp: row.createdAt.getTime() / 1000,
      startTimestamp: seconds(row.startedAt),
      endTimestamp: seconds(row.endedAt),
      approvedBy: row.approvedBy,
      timezone: row.timezone,
      copiedFrom: row.copiedFrom,
      resumeTimestamp: seconds(row.resumeAt),
      waitingSinceTimestamp: row.status === 'WAITING_APPROVAL' ? seconds(row.waitingSince) : null,
      // A content filter whose patterns are shown can be evaded.
      approvalReasons: decides && row.clientId !== viewer.clientId ? row.approvalReasons : [],
    };
  });
}

/** An approver may read the campaign's text. */
function mayApprove(viewer: Viewer): boolean {
  return reachOf(viewer.accessLevel, 'campaigns.approve') !== undefined;
}

/** An account that needs approval itself decides on nothing below it. */
export async function mayDecide(tx: Tx, viewer: Viewer): Promise<boolean> {
  if (!mayApprove(viewer)) return false;
  const { clientId, accessLevel } = viewer;
  return decidesOnOthers({
    clientAccessLevel: accessLevel,
    needsApproval: await needsApproval(tx, clientId),
  });
}

function seconds(at: Date | null): number | null {
  return at === null ? null : at.getTime() / 1000;
}
