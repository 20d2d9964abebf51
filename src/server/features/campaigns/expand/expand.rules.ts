/** Plans the messages of a step of recipients. */
import type { Routing, RoutingFacts } from '../../../core/dispatch/routing/routing.rules.ts';
import type { CampaignFacts, CampaignMessage, NamedSender } from '../../../core/dispatch/types.ts';
import { standInOn } from '../../../core/messages/writing.rules.ts';
import type { openWriter } from '../../../core/messages/writing.rules.ts';
import { newId } from '../../../infra/ids.ts';
import type { LeftOutReason, Recipient } from '../campaigns.rules.ts';
import type { CampaignRow } from '../campaigns.store.ts';
import { routingFacts } from '../progress/forecast.rules.ts';

type ExpansionFacts = {
  leftOut(recipient: Recipient): LeftOutReason | undefined;
  /** True if the sender ID of a recipient may still be used with its operator. */
  isRegistered(recipient: Recipient): boolean;
  write: ReturnType<typeof openWriter>;
  /** The tokens of those whose text ends in a link, by row. */
  tokens: ReadonlyMap<number, string>;
  route(facts: RoutingFacts): Routing;
  /** The campaign's own sender ID, as opt-outs concern it. */
  named: NamedSender;
  /** The gateway user that the client counts as. */
  user: { uid: string; gid: string } | undefined;
  configVersion: number;
};
export type Skipped = {
  recipient: Recipient;
  reason: LeftOutReason | 'SENDER_NOT_REGISTERED' | 'NO_ROUTE';
};

/** One step of expansion: the messages of each sender ID with what they share, and the recipients that get none. */
export type PlannedStep = {
  groups: { shared: CampaignFacts; messages: CampaignMessage[] }[];
  skipped: Skipped[];
};

/** Plans the messages of one step of recipients. */
export function planMessages(
  campaign: CampaignRow,
  recipients: readonly Recipient[],
  { leftOut, isRegistered, write, tokens, route, named, user, configVersion }: ExpansionFacts,
): PlannedStep {
  const groups = new Map<string, CampaignMessage[]>([[campaign.sender, []]]);
  const skipped: Skipped[] = [];
  const now = new Date();
  for (const recipient of recipients) {
    const { destination, network } = recipient;
    const reason =
      leftOut(recipient) ?? (isRegistered(recipient) ? undefined : 'SENDER_NOT_REGISTERED');
    if (reason !== undefined) {
      skipped.push({ recipient, reason });
      continue;
    }
    const { text, isOwn, encoding } = write(
      recipient.fields,
      recipient,
      tokens.get(recipient.rowNo),
    );
    const sender = standInOn(campaign.operatorSenders, network)?.sender ?? campaign.sender;
    const { routeId } = route(routingFacts(sender, destination, text, now, user));
    if (routeId === null) {
      skipped.push({ recipient, reason: 'NO_ROUTE' });
      continue;
    }
    const messages = groups.get(sender) ?? [];
    groups.set(sender, messages);
    messages.push({
      id: newId(),
      destination,
      text: isOwn ? text : null,
      encoding: encoding === 'GSM7' ? 0 : 8,
      segments: recipient.segments,
      units: recipient.units,
      routeId,
      country: recipient.country,
      network,
    });
  }
  return {
    groups: [...groups].map(([sender, messages]) => ({
      shared: {
        clientId: campaign.clientId,
        campaignId: campaign.id,
        sender,
        configVersion,
        class: campaign.class,
        priority: campaign.priority,
        expiresAt: new Date(now.getTime() + campaign.validitySeconds * 1000),
        facts: {
          at: now.getTime(),
          ...(user && { user: user.uid, group: user.gid }),
          ...(sender !== campaign.sender && { standsInFor: named }),
        },
      },
      messages,
    })),
    skipped,
  };
}
