import type { Routing, RoutingFacts } from '../../core/dispatch/routing.rules.ts';
import type { NewMessage } from '../../core/dispatch/types.ts';
import type { openWriter } from '../../core/messages/writing.rules.ts';
import { newId } from '../../infra/ids.ts';
import type { Recipient } from './campaigns.rules.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { routingFacts } from './forecast.rules.ts';

type ExpansionFacts = {
  blocked: ReadonlySet<string>;
  optedOut: ReadonlySet<string>;
  write: ReturnType<typeof openWriter>;
  route(facts: RoutingFacts): Routing;
  /** The gateway user that the client counts as. */
  user: { uid: string; gid: string } | undefined;
  configVersion: number;
};
type Skipped = { recipient: Recipient; reason: 'BLOCKED' | 'OPTED_OUT' | 'NO_ROUTE' };

/** The messages of one step of recipients, and the recipients that get none. */
export function planMessages(
  campaign: CampaignRow,
  recipients: readonly Recipient[],
  { blocked, optedOut, write, route, user, configVersion }: ExpansionFacts,
): { messages: NewMessage[]; skipped: Skipped[] } {
  const messages: NewMessage[] = [];
  const skipped: Skipped[] = [];
  const now = new Date();
  const expiresAt = new Date(now.getTime() + campaign.validitySeconds * 1000);
  for (const recipient of recipients) {
    const { destination } = recipient;
    if (blocked.has(destination) || optedOut.has(destination)) {
      skipped.push({ recipient, reason: blocked.has(destination) ? 'BLOCKED' : 'OPTED_OUT' });
      continue;
    }
    const { text, isOwn, encoding } = write(recipient.fields);
    const { routeId } = route(routingFacts(campaign.sender, destination, text, now, user));
    if (routeId === null) {
      skipped.push({ recipient, reason: 'NO_ROUTE' });
      continue;
    }
    messages.push({
      id: newId(),
      clientId: campaign.clientId,
      campaignId: campaign.id,
      destination,
      sender: campaign.sender,
      text: isOwn ? text : null,
      encoding: encoding === 'GSM7' ? 0 : 8,
      segments: recipient.segments,
      units: recipient.units,
      routeId,
      configVersion,
      country: recipient.country,
      network: recipient.network,
      class: campaign.class,
      priority: campaign.priority,
      expiresAt,
      notBefore: null,
      source: 'PORTAL',
      clientReference: null,
      facts: { at: now.getTime(), ...(user && { user: user.uid, group: user.gid }) },
    });
  }
  return { messages, skipped };
}
