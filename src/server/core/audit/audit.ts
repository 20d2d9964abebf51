import type { AuditAction } from '../../../contract/api/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { insertEntry } from './audit.store.ts';

/**
 * The person or key behind an action, and the place it came from: an authenticated call, or a
 * sign-in attempt.
 */
export type Actor = {
  session?: { clientId: string; impersonatorId: string | null };
  address: string;
  userAgent: string;
};

/**
 * An audited action and the account it concerns. For a change, `before` and `after` hold the
 * changed fields; never a secret.
 */
export type AuditedAction = {
  action: AuditAction;
  clientId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Records an action of the platform itself in the audit log, in the transaction of the action. */
export async function recordByPlatform(
  tx: Tx,
  { action, clientId, before, after }: AuditedAction,
): Promise<void> {
  await insertEntry(tx, {
    id: newId(),
    actorId: null,
    impersonatorId: null,
    action,
    clientId,
    before: before ?? null,
    after: after ?? null,
    address: null,
    userAgent: null,
  });
}

/**
 * Records an action in the audit log, in the transaction of the action. Without a session the actor
 * is the account itself.
 */
export async function record(tx: Tx, doer: Actor, deed: AuditedAction): Promise<void> {
  await insertEntry(tx, {
    id: newId(),
    actorId: doer.session?.clientId ?? deed.clientId,
    impersonatorId: doer.session?.impersonatorId ?? null,
    action: deed.action,
    clientId: deed.clientId,
    before: deed.before ?? null,
    after: deed.after ?? null,
    address: doer.address,
    userAgent: doer.userAgent,
  });
}

/** The fields that differ between before and after, with both values; undefined if none do. */
export function changes(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (changed.length === 0) return undefined;
  const only = (state: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, state[name] ?? null]));
  return { before: only(before), after: only(after) };
}

/** Records a change made while impersonating, before it is made: both accounts are named. */
export async function recordImpersonatedCall(
  database: Database,
  session: { clientId: string; impersonatorId: string | null },
  {
    address,
    userAgent,
    ...after
  }: {
    method: string;
    path: string;
    parameters: Record<string, string>;
    address: string;
    userAgent: string;
  },
): Promise<void> {
  await database.run(systemScope(), (tx) =>
    record(
      tx,
      { session, address, userAgent },
      { action: 'ACTED', clientId: session.clientId, after },
    ),
  );
}
