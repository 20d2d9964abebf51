import { auth } from '../../contract/auth.ts';
import type { Database } from '../db.ts';
import { answer, type Route } from '../http.ts';
import type { Limiter } from '../limiter.ts';
import { systemScope } from '../scope.ts';
import { describeSignedIn, refresh, signIn } from './auth.ts';
import { endSession } from './session.store.ts';

export function authRoutes(at: { database: Database; limiter: Limiter; refreshKey: Buffer; sandbox: boolean }): Route[] {
  const describe = (clientId: string) => at.database.run(systemScope(), (tx) => describeSignedIn(tx, clientId, at.sandbox));
  return answer(auth, {
    async signIn(input, call) {
      const { clientId, ...pair } = await signIn(at.database, at.limiter, input, call);
      return { ...pair, client: await describe(clientId) };
    },
    async refreshSession(input) {
      const pair = await refresh(at.database, at.refreshKey, input);
      return { ...pair, client: await describe(input.clientId) };
    },
    async signOut(_input, call) {
      await at.database.run(call.own, (tx) => endSession(tx, call.session.sessionId));
      return { ok: true } as const;
    },
    async me(_input, call) {
      return at.database.run(call.own, (tx) => describeSignedIn(tx, call.session.clientId, at.sandbox));
    },
  });
}
