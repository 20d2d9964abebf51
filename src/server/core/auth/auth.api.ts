/** Calls of sign-in, sessions and the signed-in account. */
import { auth, type OpenSession } from '../../../contract/api/auth.ts';
import { record } from '../audit/audit.ts';
import { notFound, otpGone } from '../../infra/errors.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { PurposeKeys } from '../../infra/secrets.ts';
import {
  endSession,
  endSessionsBut,
  endSessionWithin,
  listSessions,
  noteActivity,
  type SessionRow,
} from './sessions/session.store.ts';
import { listSignIns } from './sign-in/sign-in.store.ts';
import { describeSignedIn, signIn, signInOtp, signInPasskey } from './auth.ts';
import { type AuthServices } from './auth-services.ts';
import { refresh } from './sessions/refresh.ts';
import { offerAuthentication } from './second-step/passkey-authentication.ts';
import { findChallenged, sendCodeAgain } from './second-step/second-step.ts';
import { consume } from './limits/rate-limits.ts';

export function authRoutes(
  at: AuthServices & { refreshKey: PurposeKeys; tokens: PageTokens; sandbox: boolean },
): Route[] {
  const { database, tokens, sandbox } = at;
  const describe = (clientId: string) =>
    database.run(systemScope(), (tx) =>
      describeSignedIn(tx, clientId, { sandbox, impersonated: false }),
    );
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
    sendSignInOTP: async ({ challenge }) => ({ otpChannel: await sendCodeAgain(at, challenge) }),
    async signInPasskeyOptions({ challenge }, call) {
      await consume(database, [
        { key: `passkey options from ${call.address}`, most: 100, seconds: 900 },
      ]);
      const clientId = challenge === undefined ? null : await findChallenged(database, challenge);
      if (clientId === undefined) throw otpGone();
      return { options: await offerAuthentication(at, call.hosts, 'SIGN_IN', clientId) };
    },
    async signInPasskey({ response }, call) {
      const { clientId, ...pair } = await signInPasskey(at, response, call);
      return { ...pair, client: await describe(clientId) };
    },
    async refreshSession(input, call) {
      const pair = await refresh(at, input, call);
      return { ...pair, client: await describe(input.clientId) };
    },
    async reportActivity({ idleSeconds }, call) {
      await database.run(call.own, (tx) => noteActivity(tx, call.session.sessionId, idleSeconds));
      return { ok: true } as const;
    },
    async signOut(_input, call) {
      await database.run(call.own, (tx) => endSession(tx, call.session.sessionId));
      return { ok: true } as const;
    },
    me: (_input, call) =>
      database.run(call.own, (tx) =>
        describeSignedIn(tx, call.session.clientId, {
          sandbox,
          impersonated: call.session.impersonatorId !== null,
        }),
      ),
    // An open impersonation depends on a session outside the account's own rows.
    sessions: ({ pageSize, pageToken }, { own, session }) =>
      database.run(systemScope(), async (tx) => {
        const page = await listSessions(
          tx,
          own,
          tokens.openPage('sessions', { pageSize, pageToken }),
        );
        return {
          sessions: page.rows.map((row) => presentSession(row, session.sessionId)),
          ...page.footer,
        };
      }),
    signIns: ({ pageSize, pageToken }, { own }) =>
      database.run(own, async (tx) => {
        const page = await listSignIns(
          tx,
          own,
          tokens.openPage('sign-ins', { pageSize, pageToken }),
        );
        const signIns = page.rows.map(({ id, createdAt, ...row }) => ({
          ...row,
          signInId: id,
          timestamp: createdAt.getTime() / 1000,
        }));
        return {
          signIns,
          ...page.footer,
        };
      }),
    endSession: ({ sessionId }, call) =>
      database.run(call.own, async (tx) => {
        if (!(await endSessionWithin(tx, call.own, sessionId))) throw notFound('session');
        await record(tx, call, {
          action: 'SESSION_ENDED',
          clientId: call.session.clientId,
          before: { sessionId },
        });
        return { ok: true } as const;
      }),
    // Sessions in which the account acts for others are stored on their rows, outside its own
    // scope.
    endOtherSessions: (_input, call) =>
      database.run(systemScope(), async (tx) => {
        const ended = await endSessionsBut(tx, call.session.clientId, call.session.sessionId);
        await record(tx, call, {
          action: 'SESSION_ENDED',
          clientId: call.session.clientId,
          before: { sessions: ended },
        });
        return { ok: true } as const;
      }),
  });
}

function presentSession(row: SessionRow, current: string): OpenSession {
  const seconds = (time: Date) => time.getTime() / 1000;
  return {
    sessionId: row.sessionId,
    address: row.address,
    userAgent: row.userAgent,
    impersonated: row.impersonated,
    createTimestamp: seconds(row.createdAt),
    lastUseTimestamp: seconds(row.activeAt),
    endTimestamp: seconds(row.endsAt),
    current: row.sessionId === current,
  };
}
