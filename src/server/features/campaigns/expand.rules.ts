import type { Routing, RoutingFacts } from '../../core/dispatch/routing.rules.ts';
import type { CampaignFacts, CampaignMessage } from '../../core/dispatch/types.ts';
import type { openWriter } from '../../core/messages/writing.rules.ts';
import { newId } from '../../infra/ids.ts';
import type { LeftOutReason, Recipient } from './campaigns.rules.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { routingFacts } from './forecast.rules.ts';

type ExpansionFacts = {
  leftOut(recipient: Recipient): LeftOutReason | undefined;
  write: ReturnType<typeof openWriter>;
  /** The tokens of those whose text ends in a link, by row. */
  tokens: ReadonlyMap<number, string>;
  route(facts: RoutingFacts): Routing;
  /** The gateway user that the client counts as. */
  user: { uid: string; gid: string } | undefined;
  configVersion: number;
};
export type Skipped = {
  recipient: Recipient;
  reason: LeftOutReason | 'NO_ROUTE';
};

/** One step of expansion: messages, what they share, and the recipients that get none. */
export type PlannedStep = {
  shared: CampaignFacts;
  messages: CampaignMessage[];
  skipped: Skipped[];
};

/** Plans the messages of one step of recipients. */
export function planMessages(
  campaign: CampaignRow,
  recipients: readonly Recipient[],
  { leftOut, write, tokens, route, user, configVersion }: ExpansionFacts,
): PlannedStep {
  const messages: CampaignMessage[] = [];
  const skipped: Skipped[] = [];
  const now = new Date();
  const shared: CampaignFacts = {
    clientId: campaign.clientId,
    campaignId: campaign.id,
    sender: campaign.sender,
    configVersion,
    class: campaign.class,
    priority: campaign.priority,
    expiresAt: new Date(now.getTime() + campaign.validitySeconds * 1000),
    facts: { at: now.getTime(), ...(user && { user: user.uid, group: user.gid }) },
  };
  for (const recipient of recipients) {
    const { destination } = recipient;
    const reason = leftOut(recipient);
    if (reason !== undefined) {
      skipped.push({ recipient, reason });
      continue;
    }
    const { text, isOwn, encoding } = write(
      recipient.fields,
      recipient,
      tokens.get(recipient.rowNo),
    );
    const { routeId } = route(routingFacts(campaign.sender, destination, text, now, user));
    if (routeId === null) {
      skipped.push({ recipient, reason: 'NO_ROUTE' });
      continue;
    }
    messages.push({
      id: newId(),
      destination,
      text: isOwn ? text : null,
      encoding: encoding === 'GSM7' ? 0 : 8,
      segments: recipient.segments,
      units: recipient.units,
      routeId,
      country: recipient.country,
      network: recipient.network,
    });
  }
  return { shared, messages, skipped };
}
