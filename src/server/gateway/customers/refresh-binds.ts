import { findHolders } from '../../core/gateway-users/gateway-users.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { reasonToUnbind } from './bind-permission.ts';
import type { EsmeSession, SmppServerOptions } from './esme-session.ts';
import { touchBinds } from './smpp-server.store.ts';

/**
 * Writes the figures of every bind, and ends the binds of users who have lost the permission and those
 * that an operator wants unbound.
 */
export async function refreshBinds(
  { database, log }: Pick<SmppServerOptions, 'database' | 'log'>,
  sessions: Iterable<EsmeSession>,
): Promise<void> {
  const bound = [...sessions].flatMap((session) =>
    session.bind ? [{ session, bind: session.bind }] : [],
  );
  if (bound.length === 0) return;
  const { unwanted, holders } = await database.run(systemScope(), async (tx) => {
    const unwanted = await touchBinds(
      tx,
      bound.map(({ session, bind }) => ({
        id: bind.id,
        ...session.figures,
        inWindow: session.link.outstanding,
      })),
    );
    const userIds = [...new Set(bound.map(({ bind }) => bind.user.id))];
    return { unwanted, holders: await findHolders(tx, userIds) };
  });
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
