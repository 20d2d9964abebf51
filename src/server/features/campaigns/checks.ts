/** Checks that several calls about campaigns share. */
import type { Encoding } from '../../../contract/shared/sms.ts';
import type { Tx } from '../../infra/database/db.ts';
import { notFound } from '../../infra/errors.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { findCampaign, lockCampaign } from './campaigns.store.ts';
import { listSenders } from './events.store.ts';
import { listTexts } from './approval/gathered.store.ts';
import { listRecipients } from './prepare/recipients.store.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { openWriter } from '../../core/messages/writing.rules.ts';

export async function getCampaign(tx: Tx, scope: Scope, campaignId: string): Promise<CampaignRow> {
  const campaign = await findCampaign(tx, scope, campaignId);
  if (!campaign) throw notFound('campaign');
  return campaign;
}

export async function getLocked(tx: Tx, scope: Scope, campaignId: string): Promise<CampaignRow> {
  const campaign = await lockCampaign(tx, scope, campaignId);
  if (!campaign) throw notFound('campaign');
  return campaign;
}

const PREVIEWED = 3;
/** Texts of software that count as one: what they differ in is what an approver looks at. */
const MOST_TEXTS = 10;

/** The first messages of a prepared campaign, as they will be sent; of software, its different texts. */
export async function firstMessages(
  tx: Tx,
  campaign: CampaignRow,
): Promise<{ destination: string; text: string; segments: number; encoding: Encoding }[]> {
  if (campaign.source === 'SOFTWARE')
    return (await listTexts(tx, campaign.id, MOST_TEXTS)).map(
      ({ destination, encoding, ...message }) => ({
        ...message,
        destination: `+${destination}`,
        encoding: encoding === 8 ? 'UCS2' : 'GSM7',
      }),
    );
  const write = openWriter(campaign);
  return (await listRecipients(tx, campaign.id, 0, PREVIEWED)).map(
    ({ destination, fields, segments, ...receiver }) => {
      const { text, encoding } = write(fields, receiver);
      return { destination: `+${destination}`, text, segments, encoding };
    },
  );
}

export function dateOf(timestamp: number | null | undefined): Date | undefined {
  return timestamp === null || timestamp === undefined ? undefined : new Date(timestamp * 1000);
}

/** The accounts that made or sent a campaign, and the people who acted for them. */
export async function listInvolved(tx: Tx, campaign: CampaignRow): Promise<string[]> {
  return [
    campaign.createdBy,
    campaign.impersonatorId,
    ...(await listSenders(tx, campaign.id)),
  ].filter((id) => id !== null);
}
