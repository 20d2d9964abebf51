/** The draft run against messages of the last 24 hours. */
import { createHash } from 'node:crypto';
import type { routeComparison } from '../../../../contract/api/route-comparison.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { Unusable } from '../../../core/dispatch/routing/config-fault.ts';
import { loadConfigInForce } from '../../../core/dispatch/routing/config-version.ts';
import { listRouted, readConfigRows } from '../../../core/dispatch/routing/config-version.store.ts';
import type { ConfigRows } from '../../../core/dispatch/routing/config-version.store.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { draftInvalid } from '../../../infra/errors.ts';
import type { Language } from '../../../i18n/language.ts';
import { idFloor } from '../../../infra/ids.ts';
import { findDayAgo, lookAround } from './routing.store.ts';
import { sentFacts } from './explanations.ts';
import { compareRouting } from './route-comparison.rules.ts';
import { NOTHING } from '../versions.ts';

/** Messages of one call: some hundredths of a second, in which the process answers nobody else. */
const SLICE = 1_000;

/**
 * Compares the draft with the configuration in force by one slice of messages, newest first.
 * @param after the last message of the slice before; undefined for the first slice
 * @throws Refusal DRAFT_INVALID
 */
export async function compareDraft(
  tx: Tx,
  language: Language,
  after: string | undefined,
): Promise<Output<typeof routeComparison.compare>> {
  const since = await findDayAgo(tx);
  const inForce = (await loadConfigInForce(tx)) ?? NOTHING;
  const draft = await readConfigRows(tx);
  const { stopped } = await lookAround(tx);
  const rows = await listRouted(tx, { from: idFloor(since.getTime()), after, limit: SLICE });
  const messages = rows.map((row) => ({
    messageId: row.id,
    segments: row.segments,
    facts: sentFacts(row),
  }));
  try {
    return {
      fingerprint: fingerprintOf(inForce, draft, stopped),
      sinceTimestamp: since.getTime() / 1000,
      read: rows.length,
      ...compareRouting(inForce, draft, stopped, messages),
      next: rows.length < SLICE ? null : rows.at(-1)!.id,
    };
  } catch (error) {
    if (error instanceof Unusable) throw draftInvalid([error.in(language)]);
    throw error;
  }
}

/** The routing of both configurations as one short text; secrets and versions have no part in it. */
function fingerprintOf(inForce: ConfigRows, draft: ConfigRows, stopped: Set<number>): string {
  const routing = [inForce, draft].map(({ connectors, filters, routes }) => ({
    connectors: connectors.map(({ id, settings }) => [id, settings['cost'] ?? null]),
    filters,
    routes,
  }));
  return createHash('sha256')
    .update(JSON.stringify([routing, [...stopped].sort()]))
    .digest('base64url')
    .slice(0, 22);
}
