/** Deletes rows whose time is over, hour by hour; messages and their days have a retention of their own. */
import { dropOldKeys } from '../infra/http/idempotency.store.ts';
import { dropOldTasks } from '../core/background/tasks.store.ts';
import { dropOldImports } from '../features/contacts/imports/imports.store.ts';
import { dropOldPlaysmsImports } from '../features/playsms/playsms.store.ts';
import { dropOldRateLimits } from '../core/auth/limits/rate-limits.store.ts';
import { dropOldOtpTraffic } from '../core/auth/limits/otp-traffic.store.ts';
import { dropOldTraffic } from '../features/verifications/traffic.store.ts';
import { dropOldRefusals } from '../core/guard/guard-rules.store.ts';
import { dropOldSoftwareHours } from '../core/software-use/software-use.store.ts';
import { dropOldTokens } from '../core/auth/passwords/one-time-tokens.store.ts';
import { dropExpiredLinks } from '../core/opt-outs/links.store.ts';
import { dropOldPasskeyChallenges } from '../core/auth/second-step/passkey.store.ts';
import { dropOldContactChanges } from '../features/clients/contact-changes/contact-changes.store.ts';
import { dropOldSessions } from '../core/auth/sessions/session.store.ts';
import { dropOldDevices } from '../core/auth/sessions/device.store.ts';
import { dropOldSignIns } from '../core/auth/sign-in/sign-in.store.ts';
import { dropOldOutgoing } from '../core/background/outbox.store.ts';
import { dropOldUnapproved } from '../core/accept/approval.store.ts';
import { dropOldDecisions } from '../features/campaigns/approval/gathered.store.ts';
import type { Database, Tx } from '../infra/database/db.ts';
import { systemScope } from '../infra/database/scope.ts';

/** Deletes old rows of one kind. @returns true if there may be more, where one step is bounded */
type Drop = (tx: Tx) => Promise<boolean | void>;

const DROPS: readonly Drop[] = [
  dropOldKeys,
  dropOldTasks,
  dropOldImports,
  dropOldPlaysmsImports,
  dropOldRateLimits,
  dropOldOtpTraffic,
  dropOldTraffic,
  dropOldRefusals,
  dropOldSoftwareHours,
  dropOldTokens,
  dropExpiredLinks,
  dropOldPasskeyChallenges,
  dropOldContactChanges,
  dropOldSessions,
  dropOldDevices,
  dropOldSignIns,
  dropOldOutgoing,
  dropOldUnapproved,
  dropOldDecisions,
];

/**
 * Deletes what is old, each kind in transactions of its own: a sign-in, or a message under a rule of
 * the guard, waits for the row of a window that is over until its deletion is committed. A kind
 * that fails holds up no other.
 * @throws the first failure, after all
 */
export async function dropOld(
  database: Database,
  signal?: AbortSignal,
  drops: readonly Drop[] = DROPS,
): Promise<void> {
  const failures: unknown[] = [];
  for (const drop of drops) {
    try {
      while (!signal?.aborted && (await database.run(systemScope(), drop)));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
