/** The draft as the lint reads it, and the routing facts of messages that were not sent. */
import type { Finding } from '../../../contract/api/gateway-config.ts';
import type { Direction, routeFilters } from '../../../contract/api/route-filters.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { findUser } from '../../core/gateway-users/gateway-users.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { loadConfigInForce } from '../../core/dispatch/routing/config-version.ts';
import { readConfigRows } from '../../core/dispatch/routing/config-version.store.ts';
import type { RoutingFacts } from '../../core/dispatch/routing/routing-facts.ts';
import type { Language } from '../../i18n/language.ts';
import { lint } from '../carriers/lint.rules.ts';
import { lookAround, readCountry } from './routing/routing.store.ts';
import type { ConsoleCall } from './console-call.ts';

export async function findDraftFindings(tx: Tx, language: Language): Promise<Finding[]> {
  return lint(await readConfigRows(tx), await lookAround(tx), language);
}

/** The findings of the draft, each with whether the configuration in force has it too. */
export async function reviewDraft(tx: Tx, language: Language): Promise<Finding[]> {
  const around = await lookAround(tx);
  const inForce = await loadConfigInForce(tx);
  const known = new Set((inForce ? lint(inForce, around, language) : []).map(keyOf));
  return lint(await readConfigRows(tx), around, language).map((finding) => ({
    ...finding,
    already: known.has(keyOf(finding)),
  }));
}

const keyOf = ({ code, entity, id, message }: Finding): string =>
  JSON.stringify([code, entity, id, message]);

export type Sample = Parsed<typeof routeFilters.test>['sample'];

/**
 * Returns the facts that routing would read of a message that was not sent. The group defaults to
 * the user's own. The number of a message to a phone is read as at its acceptance: in the country
 * of the user's client, otherwise of the caller.
 */
export async function factsOf(
  tx: Tx,
  call: ConsoleCall,
  sample: Sample,
  direction: Direction,
): Promise<RoutingFacts> {
  const user = sample.uid === undefined ? undefined : await findUser(tx, call.scope, sample.uid);
  const phone =
    direction === 'MT'
      ? normalizePhone(sample.to, await readCountry(tx, user?.clientId ?? call.session.clientId))
      : undefined;
  return {
    sender: sample.from,
    destination: (phone?.ok ? phone.e164 : sample.to).replace(/^\+/, ''),
    text: sample.text,
    userId: sample.uid ?? null,
    groupId: sample.gid ?? user?.gid ?? null,
    tags: sample.tags,
    at: sample.at === undefined ? new Date() : new Date(sample.at * 1000),
    connector: sample.cid ?? null,
  };
}
