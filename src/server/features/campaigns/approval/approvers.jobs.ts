import { formatTimestamp } from '../../../../contract/shared/dates.ts';
import { reachOf, ROLES } from '../../../../contract/shared/roles.ts';
import { notifyAllChannels } from '../../../core/mail/notifications.ts';
import type { Messenger } from '../../../core/mail/notifications.ts';
import { languageOf } from '../../../i18n/language.ts';
import { formatNumber, unitsText } from '../../../i18n/numbers.ts';
import { texts } from '../../../i18n/texts.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { chooseApprovers, excerptOf } from './approvers.rules.ts';
import {
  getOwnerPlace,
  listApprovers,
  lockCampaignToNotify,
  setApproversNotified,
} from './approvers.store.ts';
import type { ApproverRow } from './approvers.store.ts';
import { lockCampaign } from '../campaigns.store.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import { listInvolved } from '../checks.ts';

const scope = systemScope();
const APPROVERS = ROLES.filter((role) => reachOf(role, 'campaigns.approve') !== undefined);

/**
 * Notifies approvers of the campaigns that wait for them, by mail and SMS, and reminds them daily
 * and an hour before a campaign's time. One transaction a campaign.
 */
export async function notifyApprovers(database: Database, messenger: Messenger): Promise<void> {
  while (await database.run(scope, (tx) => notifyNext(tx, messenger)));
}

async function notifyNext(tx: Tx, messenger: Messenger): Promise<boolean> {
  const due = await lockCampaignToNotify(tx);
  if (!due) return false;
  const campaign = (await lockCampaign(tx, scope, due.id))!;
  const owner = await getOwnerPlace(tx, campaign.clientId);
  const involved = [campaign.clientId, ...(await listInvolved(tx, campaign))];
  const approvers = chooseApprovers(
    await listApprovers(tx, APPROVERS, owner.path),
    owner,
    involved,
  );
  for (const approver of approvers)
    await notifyApprover(tx, messenger, campaign, owner.clientName, approver, due.isReminder);
  // Without anybody to notify it is looked at again in a day, not in a second.
  await setApproversNotified(tx, campaign.id);
  return true;
}

async function notifyApprover(
  tx: Tx,
  messenger: Messenger,
  campaign: CampaignRow,
  client: string,
  approver: ApproverRow,
  isReminder: boolean,
): Promise<void> {
  const language = languageOf(approver.language);
  // Its receivers read it with parts of other accounts, which its owner does not.
  const text =
    campaign.approvalReasons.find(({ rule }) => rule === 'PARTS')?.found ?? campaign.text;
  await notifyAllChannels(tx, messenger, approver, (page) => ({
    kind: isReminder ? 'APPROVAL_REMINDED' : 'APPROVAL_REQUESTED',
    client,
    name: campaign.campaignName,
    text,
    excerpt: excerptOf(text),
    messages: formatNumber(campaign.total, language),
    units: unitsText(
      BigInt(campaign.source === 'SOFTWARE' ? campaign.unitsHeld : (campaign.summary?.units ?? 0)),
      language,
    ),
    when:
      campaign.scheduleAt === null
        ? texts[language].campaigns.atOnce
        : `${formatTimestamp(campaign.scheduleAt.getTime() / 1000, 'eee, dd MMM yyy - hh:mm a', approver.timezone, language)} (${approver.timezone.replaceAll('_', ' ')})`,
    link: page(`/dashboard/campaigns/${campaign.id}`),
  }));
}
