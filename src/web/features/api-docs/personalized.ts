import { auth } from '../../../contract/api/auth.ts';
import { senders } from '../../../contract/api/senders.ts';
import type { OpenApi } from '../../../contract/openapi/types.ts';
import { call } from '../../api/call.ts';

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
