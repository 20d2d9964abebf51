import type { SmppsCred } from '../../../contract/api/gateway-credentials.ts';
import { exclusionReason } from '../../core/gateway-users/gateway-users.ts';
import type { Holder } from '../../core/gateway-users/gateway-users.store.ts';
import { mayComeFrom } from '../../infra/http/ip-ranges.ts';
import type { Bind } from './esme-session.ts';

/** The words for a refused password or address, of binds and of calls. */
export const REFUSAL_OF = {
  password: 'WRONG_PASSWORD',
  disabled: 'NOT_USABLE',
  address: 'ADDRESS',
  bind: 'NO_BIND',
} as const;

/** Binds at a time of a user without a limit of its own. */
const MOST_BINDS = 50;

export function mostBindsOf({ quota }: SmppsCred): number {
  return quota.max_bindings ?? MOST_BINDS;
}

/** Returns why a bound user must be unbound; otherwise updates the bind's user. */
export function reasonToUnbind(
  holder: Holder | undefined,
  bind: Bind,
  address: string,
): string | undefined {
  if (!holder) return 'deleted';
  const { passwordHash, ...user } = holder;
  if (bind.passwordHash !== undefined && bind.passwordHash !== passwordHash)
    return 'password changed';
  bind.passwordHash = passwordHash;
  bind.user = user;
  const { authorization } = user.smppsCred;
  return (
    exclusionReason(user) ??
    (!authorization.bind ? 'bind' : mayComeFrom(authorization.ip, address) ? undefined : 'address')
  );
}
