import { apidocs } from '../../../contract/api/api-docs.ts';
import { auth } from '../../../contract/api/auth.ts';
import type { OpenApi } from '../../../contract/openapi/types.ts';
import { senders } from '../../../contract/api/senders.ts';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/request.ts';
import { accessToken, readSession } from '../../api/session.ts';

/** The sender ID that the document's examples name. */
const EXAMPLE_SENDER = 'TUMA';

/** The document with a sender ID of the signed-in reader in its examples, where there is one, so that they work unchanged. */
export async function personalized(document: OpenApi): Promise<OpenApi> {
  const { senderIds } = await call(senders.list, {
    pageSize: 50,
    'filter.status': ['READY_FOR_SENDING'],
  });
  const me = await call(auth.me, {});
  const own =
    senderIds.find(({ clientId, stopClause }) => clientId === me.clientId && stopClause === null) ??
    senderIds.find(({ isGeneric }) => isGeneric);
  return own === undefined
    ? document
    : (JSON.parse(
        JSON.stringify(document).replaceAll(
          `"from":"${EXAMPLE_SENDER}"`,
          `"from":${JSON.stringify(own.senderId)}`,
        ),
      ) as OpenApi);
}

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
