/** Users of the gateway as its operators see them, and as the accounts that own them do. */
import type { GatewayLogin, SmppUser } from '../../../../contract/api/gateway-users.ts';
import type { MtMessagingCred, SmppsCred } from '../../../../contract/api/gateway-credentials.ts';
import { exclusionReason } from '../../../core/gateway-users/gateway-users.ts';
import type { UserRow } from '../../../core/gateway-users/gateway-users.store.ts';
import { readUses } from '../../../core/software-use/software-use.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { mostBindsOf } from '../../customers/bind-permission.ts';
import { listBinds, listRefusals } from '../../customers/smpp-server.store.ts';

/** Users as the console shows them, with their binds of now. */
export async function presentUsers(tx: Tx, users: readonly UserRow[]): Promise<SmppUser[]> {
  const ids = users.map(({ id }) => id);
  const binds = Map.groupBy(await listBinds(tx, ids), ({ userId }) => userId);
  const uses = await readUses(tx, 'userId', ids);
  const refusals = await listRefusals(tx, ids);
  return users.map((user) => {
    const no = exclusionReason(user) ?? null;
    const refusal = refusals.get(user.id);
    return {
      uid: user.uid,
      gid: user.gid,
      username: user.username,
      clientId: user.clientId,
      clientName: user.clientName,
      enabled: user.enabled,
      usable: no === null,
      no,
      hasPassword: user.hasPassword,
      mt_messaging_cred: user.mtMessagingCred,
      smpps_cred: user.smppsCred,
      createTimestamp: user.createdAt.getTime() / 1000,
      binds: (binds.get(user.id) ?? []).map((bind) => ({
        bindId: bind.bindId,
        kind: bind.kind,
        address: bind.address,
        tls: bind.tls,
        sinceTimestamp: bind.since.getTime() / 1000,
        submitted: Number(bind.submitted),
        refused: Number(bind.refused),
        delivered: Number(bind.delivered),
        inWindow: bind.inWindow,
      })),
      lastRefusal: refusal
        ? {
            reason: refusal.reason,
            address: refusal.address,
            timestamp: refusal.occurredAt.getTime() / 1000,
          }
        : null,
      use: uses.get(user.id) ?? [],
    };
  });
}

/** Users as the account that owns them sees them. */
export async function presentLogins(tx: Tx, users: readonly UserRow[]): Promise<GatewayLogin[]> {
  const shown = await presentUsers(tx, users);
  return users.map(({ username, hasPassword, mtMessagingCred, smppsCred }, at) => ({
    systemId: username,
    usable: shown[at]!.usable,
    hasPassword,
    mayBind: smppsCred.authorization.bind,
    limits: limitsOf(mtMessagingCred, smppsCred),
    binds: shown[at]!.binds,
    use: shown[at]!.use,
    lastRefusal: shown[at]!.lastRefusal,
  }));
}

/** The limits of a user as its owner sees them; a throughput of 0 is no limit. */
function limitsOf({ quota }: MtMessagingCred, smpps: SmppsCred): GatewayLogin['limits'] {
  return {
    mostBinds: mostBindsOf(smpps),
    smppPerSecond: quota.smpps_throughput || null,
    httpPerSecond: quota.http_throughput || null,
    partsLeft: quota.sms_count,
    addresses: smpps.authorization.ip,
  };
}

export async function presentUser(tx: Tx, user: UserRow): Promise<SmppUser> {
  return (await presentUsers(tx, [user]))[0]!;
}
