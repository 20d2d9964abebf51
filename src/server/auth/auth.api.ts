import { auth, type OpenSession } from '../../contract/auth.ts';
import { record } from '../audit/audit.ts';
import { notFound } from '../errors.ts';
import { answer, type Route } from '../http.ts';
import { cutPage, shownCount, type PageTokens } from '../pages.ts';
import { systemScope } from '../scope.ts';
import { describeSignedIn, refresh, signIn, signInOtp, type Entrance } from './auth.ts';
import { endSession, endSessionsBut, endSessionWithin, listSessions, type SessionRow } from './session.store.ts';

export function authRoutes(at: Entrance & { refreshKey: Buffer; tokens: PageTokens; sandbox: boolean }): Route[] {
  const { database, tokens, sandbox } = at;
  const describe = (clientId: string) => database.run(systemScope(), (tx) => describeSignedIn(tx, clientId, { sandbox, impersonated: false }));
  return answer(auth, {
    async signIn(input, call) {
      const entered = await signIn(at, input, call);
      if ('challenge' in entered) return { otpRequired: true as const, ...entered };
      const { clientId, ...pair } = entered;
      return { ...pair, client: await describe(clientId) };
    },
    async signInOTP(input, call) {
      const { clientId, ...pair } = await signInOtp(at, input, call);
      return { ...pair, client: await describe(clientId) };
    },
    async refreshSession(input) {
      const pair = await refresh(database, at.refreshKey, input);
      return { ...pair, client: await describe(input.clientId) };
    },
    async signOut(_input, call) {
      await database.run(call.own, (tx) => endSession(tx, call.session.sessionId));
      return { ok: true } as const;
    },
    me: (_input, call) => database.run(call.own, (tx) => describeSignedIn(tx, call.session.clientId, { sandbox, impersonated: call.session.impersonatorId !== null })),
    sessions: ({ pageSize, pageToken }, { own, session }) => database.run(own, async (tx) => {
      const { rows, counted } = await listSessions(tx, own, { after: tokens.decode('sessions', pageToken), limit: pageSize + 1 });
      const page = cutPage(rows, pageSize, (row) => row.sessionId);
      return { sessions: page.rows.map((row) => show(row, session.sessionId)), nextPageToken: page.next ? tokens.encode('sessions', page.next) : '', ...shownCount(counted) };
    }),
    endSession: ({ sessionId }, call) => database.run(call.own, async (tx) => {
      if (!(await endSessionWithin(tx, call.own, sessionId))) throw notFound('session');
      await record(tx, call, { action: 'SESSION_ENDED', clientId: call.session.clientId, before: { sessionId } });
      return { ok: true } as const;
    }),
    // What it acts for others by lies on their rows, out of its own reach.
    endOtherSessions: (_input, call) => database.run(systemScope(), async (tx) => {
      const ended = await endSessionsBut(tx, call.session.clientId, call.session.sessionId);
      await record(tx, call, { action: 'SESSION_ENDED', clientId: call.session.clientId, before: { sessions: ended } });
      return { ok: true } as const;
    }),
  });
}

function show({ createdAt, refreshedAt, ...row }: SessionRow, current: string): OpenSession {
  return { ...row, createTimestamp: createdAt.getTime() / 1000, lastUseTimestamp: refreshedAt.getTime() / 1000, current: row.sessionId === current };
}
