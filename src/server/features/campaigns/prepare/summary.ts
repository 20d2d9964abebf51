import type { CampaignSummary } from '../../../../contract/api/campaign-summary.ts';
import { NETWORKS } from '../../../../contract/shared/networks.ts';
import { unitsToNumber } from '../../../../contract/shared/units.ts';
import { loadClauses } from '../../../core/opt-outs/clauses.ts';
import { findSender } from '../../../core/accept/accept.store.ts';
import { usualClauseFor } from '../../../core/accept/sender.rules.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { dailyUseOf } from '../../../core/dispatch/queue/daily-limit.ts';
import { getBalances } from '../../../core/ledger/ledger.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import { standInShares } from './stand-in.rules.ts';
import type { Preparation } from './prepare.rules.ts';
import { findRepeat } from './recipients.store.ts';

/** The totals of a prepared campaign, and the client's balance after it. */
export async function summaryOf(tx: Tx, campaign: CampaignRow): Promise<CampaignSummary> {
  const prepared = campaign.summary!;
  const units = BigInt(prepared.units);
  const { spendable, isShort } = await getSpendable(tx, campaign.clientId, units);
  const { DUPLICATE = 0, OPTED_OUT = 0, BLOCKED = 0, ...invalid } = prepared.refused;
  const sender = campaign.senderId === null ? undefined : await findSender(tx, campaign.senderId);
  return {
    campaignId: campaign.id,
    rows: prepared.rows,
    valid: prepared.valid,
    invalid: Object.values(invalid).reduce((sum, count) => sum + count, 0),
    duplicate: DUPLICATE,
    optedOut: OPTED_OUT,
    blocked: BLOCKED,
    segments: prepared.segments,
    mostSegments: prepared.mostSegments ?? Math.ceil(prepared.segments / (prepared.valid || 1)),
    units: unitsToNumber(units),
    balance: unitsToNumber(spendable),
    balanceAfter: unitsToNumber(spendable - units),
    short: isShort,
    encoding: { gsm: prepared.gsm, ucs2: prepared.ucs2 },
    regions: Object.entries(prepared.regions)
      .map(([regionName, share]) => ({
        regionName,
        ...share,
        units: unitsToNumber(BigInt(share.units)),
      }))
      .toSorted((a, b) => b.messages - a.messages),
    networks: Object.entries(prepared.networks ?? {})
      .map(([code, share]) => ({
        ...namesOf(Number(code)),
        ...share,
        units: unitsToNumber(BigInt(share.units)),
      }))
      .toSorted((a, b) => b.messages - a.messages),
    lookalikes: lookalikesOf(campaign.replaceLookalikes, prepared),
    reasons: Object.entries(invalid)
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    standIns: standInShares(campaign.operatorSenders, prepared).map((share) => ({
      ...share,
      units: unitsToNumber(share.units),
    })),
    stopClause: sender
      ? usualClauseFor(
          sender,
          campaign.clauses ?? (await loadClauses(tx, campaign.clientId, { messages: 0 })),
        )
      : null,
    dailyLimit: (await dailyUseOf(tx, campaign.clientId)) ?? null,
    repeats: await findRepeat(tx, campaign),
  };
}

/** The units that a client may spend, and whether `units` are more than that. */
export async function getSpendable(
  tx: Tx,
  clientId: string,
  units: bigint,
): Promise<{ spendable: bigint; isShort: boolean }> {
  const { available, floor } = await getBalances(tx, clientId);
  return {
    // The root's wallet has no floor: what it may spend is no figure for a screen, what it has is.
    spendable: floor < -(2n ** 60n) ? available : available - floor,
    isShort: available - units < floor,
  };
}

function namesOf(code: number): { network: string; country: string } {
  const { network, country } = NETWORKS.get(code) ?? { network: '', country: '' };
  return { network, country };
}

/** The parts and units that the other spelling adds; replaced special characters never add any. */
function lookalikesOf(
  replaced: boolean,
  { lookalikes }: Preparation,
): CampaignSummary['lookalikes'] {
  const { messages, segments, units } = lookalikes ?? { messages: 0, segments: 0, units: '0' };
  const sign = replaced ? 1 : -1;
  return {
    replaced,
    messages,
    segmentsSaved: sign * segments || 0,
    unitsSaved: sign * unitsToNumber(BigInt(units)) || 0,
  };
}
