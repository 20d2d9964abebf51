import { withLookalikes } from '../../../contract/shared/sms.ts';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import { bindTemplate, parseTemplate, placeholders } from '../../../contract/shared/template.ts';
import { findSender, listSendersNamed, listWindows } from '../../core/accept/accept.store.ts';
import { chooseSender, sendersByCountry } from '../../core/accept/sender.rules.ts';
import type { SenderFacts } from '../../core/accept/sender.rules.ts';
import type { SendingWindow } from '../../core/accept/sending-hours.rules.ts';
import { loadConfigInForce } from '../../core/dispatch/routing/config-version.ts';
import { findExceededLimit } from '../../core/dispatch/queue/daily-limit.ts';
import { lockNewAccountUse } from '../../core/guard/new-accounts.ts';
import { findOpenRestoration } from '../../core/quarantine/quarantine.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { clientReasons, contentPatterns, mayLackApproval, sizeReasons } from './campaigns.rules.ts';
import type { ApprovalReason } from './campaigns.rules.ts';
import { findInTexts, getClientFacts, getContentRules } from './facts.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { listCountries } from './approval/gathered.store.ts';
import { databaseNow, getTooLateMinutes, isBlocked } from './send/schedule.store.ts';
import type { CampaignFacts } from './send/send.rules.ts';

/**
 * Reads the facts that decide whether a campaign may go out. The caller holds its row. The client
 * is locked against blocking, and then its daily limit against other sends, until the caller commits.
 */
export async function loadCampaignFacts(tx: Tx, campaign: CampaignRow): Promise<CampaignFacts> {
  const sender = await loadSender(tx, campaign);
  return {
    campaign,
    now: await databaseNow(tx),
    clientIsBlocked: await isBlocked(tx, campaign.clientId),
    restoredAt: (await findOpenRestoration(tx))?.restoredAt ?? null,
    sender,
    hours: await loadHours(tx, campaign, sender),
    tooLateMinutes: await getTooLateMinutes(tx),
    config: await loadConfigInForce(tx),
    // Messages that software sent count since their acceptance.
    exceededLimit:
      campaign.source === 'SOFTWARE'
        ? undefined
        : await findExceededLimit(tx, campaign.clientId, campaign.total),
    newAccount:
      campaign.source === 'SOFTWARE' ? undefined : await lockNewAccountUse(tx, campaign.clientId),
  };
}

/**
 * The facts of a campaign that an opt-out may concern: its sender ID, and whether that is promotional; one
 * that is gone counts as such.
 */
export async function aboutOf(
  tx: Tx,
  campaign: Pick<CampaignRow, 'sender' | 'senderId'>,
): Promise<{ sender: string; isPromotional: boolean }> {
  const sender = await loadSender(tx, campaign);
  return { sender: campaign.sender, isPromotional: sender?.kind !== 'TRANSACTIONAL' };
}

/** A campaign's sender ID, and those of its name by which its messages are registered, one for each country. */
export type CampaignSender = SenderFacts & { byCountry: readonly SenderFacts[] };

/** The sender ID of a name that a text of this client goes out with: that of its own country before those of others. */
export async function findUsableSender(
  tx: Tx,
  clientId: string,
  name: string,
): Promise<CampaignSender | undefined> {
  const { country } = await getClientFacts(tx, clientId);
  const named = await listSendersNamed(tx, clientId, name);
  const sender = chooseSender(named, clientId, country);
  return sender && { ...sender, byCountry: sendersByCountry(named, clientId) };
}

/** The sender IDs of a campaign's name by which its messages are registered, as they are now. */
export async function loadSendersByCountry(
  tx: Tx,
  { clientId, sender }: Pick<CampaignRow, 'clientId' | 'sender'>,
): Promise<SenderFacts[]> {
  return sendersByCountry(await listSendersNamed(tx, clientId, sender), clientId);
}

export async function loadSender(
  tx: Tx,
  campaign: Pick<CampaignRow, 'senderId'>,
): Promise<SenderFacts | undefined> {
  return campaign.senderId === null ? undefined : findSender(tx, campaign.senderId);
}

/** The sending hours that limit a campaign: those of its senders' kinds, in the countries that each reaches. */
export async function loadHours(
  tx: Tx,
  campaign: CampaignRow,
  sender: SenderFacts | undefined,
): Promise<SendingWindow[]> {
  const countries = new Set(
    campaign.source === 'SOFTWARE'
      ? [campaign.country, ...(await listCountries(tx, campaign.id))]
      : Object.values(campaign.summary?.regions ?? {}).map(({ country }) => country),
  );
  const windows = sender ? await listWindows(tx, sender.kind, [...countries]) : [];
  for (const { kind, networks } of campaign.operatorSenders?.standIns ?? []) {
    if (kind === sender?.kind) continue;
    const reached = networks.filter((network) => campaign.summary?.networks?.[network]);
    const served = new Set(reached.flatMap((network) => NETWORKS.get(network)?.country ?? []));
    windows.push(
      ...(await listWindows(
        tx,
        kind,
        [...countries].filter((each) => served.has(each)),
      )),
    );
  }
  return windows;
}

/** Why somebody must approve a campaign that was sent when nobody had to; empty of any other. */
export async function loadLaterReasons(tx: Tx, campaign: CampaignRow): Promise<ApprovalReason[]> {
  return mayLackApproval(campaign) ? loadApprovalReasons(tx, campaign) : [];
}

/** Why somebody must approve a campaign; empty where nobody needs to. Texts are checked as sent. */
export async function loadApprovalReasons(
  tx: Tx,
  campaign: CampaignRow,
): Promise<ApprovalReason[]> {
  const rules = await getContentRules(tx);
  const reasons = [
    ...clientReasons(await getClientFacts(tx, campaign.clientId)),
    ...sizeReasons(rules, campaign.total),
  ];
  const { bound } = bindTemplate(parseTemplate(campaign.text), placeholders(campaign.text));
  const parts = bound.map((part) =>
    typeof part === 'string' && campaign.replaceLookalikes ? withLookalikes(part) : part,
  );
  for (const { rule, ...patterns } of contentPatterns(rules)) {
    const found = await findInTexts(tx, campaign.id, parts, patterns);
    if (found !== undefined) reasons.push({ rule, found });
  }
  return reasons;
}
