/** Edits of the gateway's draft, for the audit log and the difference to the version in force. */
import type { GatewayEntity } from '../../../contract/api/gateway-config.ts';
import { changes, record, type Actor } from '../../core/audit/audit.ts';
import type { Tx } from '../../infra/database/db.ts';

type Editor = Actor & { session: { clientId: string; impersonatorId: string | null } };

/**
 * Writes an edit of a connector, filter or route into the audit log, in the transaction that makes it; without a
 * difference nothing is written.
 * @param id the cid, the fid, or the route's id
 * @param edit.before null where it was made, `after` null where it was deleted; never a secret
 */
export async function recordEdit(
  tx: Tx,
  call: Editor,
  entity: GatewayEntity,
  id: string | number,
  edit: { before: Record<string, unknown> | null; after: Record<string, unknown> | null },
): Promise<void> {
  const of = { entity, id: String(id) };
  const changed =
    edit.before && edit.after
      ? changes(edit.before, edit.after)
      : { before: edit.before ?? {}, after: edit.after ?? {} };
  if (!changed) return;
  await record(tx, call, {
    action: 'GATEWAY_EDITED',
    clientId: call.session.clientId,
    before: changed.before,
    after: { ...of, ...changed.after },
  });
}
