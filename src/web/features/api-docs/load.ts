import { apidocs } from '../../../contract/api/api-docs.ts';
import { auth } from '../../../contract/api/auth.ts';
import type { OpenApi } from '../../../contract/openapi/types.ts';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/request.ts';
import { accessToken, readSession } from '../../api/session.ts';

/**
 * The document of this host. One that keeps it to some roles shows it to them alone; everybody else is sent to where they
 * come from, as from any address that does not exist.
 */
export async function loadDocument(): Promise<OpenApi> {
  try {
    return (await call(apidocs.document, {})) as unknown as OpenApi;
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.status !== 404) throw failure;
    const signedIn = (await readSession()) !== null;
    if (signedIn) {
      try {
        // The session is queried first, so that a stale token is renewed.
        await call(auth.me, {});
        return (await call(
          apidocs.document,
          {},
          { bearer: await accessToken() },
        )) as unknown as OpenApi;
      } catch (second) {
        if (!(second instanceof CallError) || second.status !== 404) throw second;
      }
    }
    location.replace(signedIn ? '/dashboard' : '/');
    return new Promise(() => {});
  }
}
