import { findHolders } from '../../core/gateway-users/gateway-users.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { reasonToUnbind } from './bind-permission.ts';
import type { EsmeSession, SmppServerOptions } from './esme-session.ts';
import { deleteBinds, restoreBinds, touchBinds } from './smpp-server.store.ts';

/**
 * Writes the figures of every bind, and ends the binds of users who have lost the permission and those
 * that an operator wants unbound.
 */
export async function refreshBinds(
  { database, holder, log }: Pick<SmppServerOptions, 'database' | 'holder' | 'log'>,
  sessions: Iterable<EsmeSession>,
): Promise<void> {
  const bound = [...sessions].flatMap((session) =>
    session.bind ? [{ session, bind: session.bind }] : [],
  );
  if (bound.length === 0) return;
  const { unwanted, missing, holders } = await database.run(systemScope(), async (tx) => {
    const touched = await touchBinds(
      tx,
      bound.map(({ session, bind }) => ({
        id: bind.id,
        ...session.figures,
        inWindow: session.link.outstanding,
      })),
    );
    const lost = bound.filter(({ bind }) => touched.missing.has(bind.id));
    if (lost.length > 0)
      await restoreBinds(
        tx,
        lost.map(({ session: { address, tls }, bind: { id, user, kind } }) => ({
          id,
          holder,
          clientId: user.clientId,
          userId: user.id,
          kind,
          address,
          tls,
        })),
      );
    const userIds = [...new Set(bound.map(({ bind }) => bind.user.id))];
    return { ...touched, holders: await findHolders(tx, userIds) };
  });
  // One that closed meanwhile has deleted its row before it was restored.
  const closed = bound.filter(({ session, bind }) => session.isClosed && missing.has(bind.id));
  if (closed.length > 0)
    await database.run(systemScope(), (tx) =>
      deleteBinds(
        tx,
        closed.map(({ bind }) => bind.id),
      ),
    );
  const now = new Map(holders.map((holder) => [holder.id, holder]));
  for (const { session, bind } of bound) {
    const reason =
      reasonToUnbind(now.get(bind.user.id), bind, session.address) ??
      (unwanted.has(bind.id) ? 'operator' : undefined);
    if (reason === undefined) continue;
    log.warn(
      { username: bind.user.username, address: session.address, reason },
      'customer was unbound',
    );
    session.unbind();
  }
}
