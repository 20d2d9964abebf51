/** Calls of an account's sign-in methods: app, passkeys, recovery codes. */
import { security } from '../../../contract/api/security.ts';
import { record } from '../audit/audit.ts';
import { notFound } from '../../infra/errors.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import type { AuthServices } from './auth-services.ts';
import {
  addPasskey,
  changePasskeyName,
  offerRegistration,
  removePasskey,
} from './second-step/passkeys.ts';
import { findPasskeySite } from './second-step/passkey-sites.ts';
import { makeRecoveryCodes } from './passwords/recovery.ts';
import { lockAccount } from './passwords/credentials.store.ts';
import {
  describeSecurity,
  isStrong,
  loadFactors,
  needsStrongSignIn,
  notifyOfChange,
  removeStrongSignIn,
} from './second-step/strong.ts';
import { confirmTotp, removeTotp, startTotp } from './second-step/totp.ts';

const done = { ok: true } as const;

export function securityRoutes(at: AuthServices): Route[] {
  const { database, messenger } = at;
  const isRequired = ({ accessLevel }: { accessLevel: Parameters<typeof needsStrongSignIn>[0] }) =>
    needsStrongSignIn(accessLevel, at.sandbox);
  return answer(security, {
    async state(_input, { own, session, hosts }) {
      const site = await findPasskeySite(database, messenger, hosts);
      return database.run(own, (tx) =>
        describeSecurity(tx, {
          clientId: session.clientId,
          required: isRequired(session),
          passkeyHost: site?.host ?? null,
        }),
      );
    },
    startTotp: (_input, call) => startTotp(at, call),
    confirmTotp: async ({ otp }, call) => ({ recoveryCodes: await confirmTotp(at, otp, call) }),
    async removeTotp(_input, call) {
      await removeTotp(at, isRequired(call.session), call);
      return done;
    },
    passkeyOptions: async (_input, call) => ({
      options: await offerRegistration(at, call.hosts, call),
    }),
    addPasskey: (input, call) => addPasskey(at, call.hosts, input, call),
    async renamePasskey(input, call) {
      await changePasskeyName(at, input, call);
      return done;
    },
    async removePasskey({ passkeyId }, call) {
      await removePasskey(at, passkeyId, isRequired(call.session), call);
      return done;
    },
    renewRecoveryCodes: (_input, call) =>
      database.run(call.own, async (tx) => {
        const { clientId } = call.session;
        await lockAccount(tx, clientId);
        if (!isStrong(await loadFactors(tx, clientId)))
          throw notFound('authenticator app or passkey');
        const recoveryCodes = await makeRecoveryCodes(tx, clientId);
        await record(tx, call, { action: 'RECOVERY_CODES_MADE', clientId });
        await notifyOfChange(tx, messenger, clientId, (link) => ({
          kind: 'RECOVERY_CODES_MADE',
          link,
        }));
        return { recoveryCodes };
      }),
    async removeOf({ clientId }, call) {
      await database.run(call.scope, (tx) => removeStrongSignIn(tx, messenger, clientId, call));
      return done;
    },
  });
}
