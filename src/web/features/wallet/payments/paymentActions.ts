import type { SignedIn } from '../../../../contract/api/auth.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';

/** The actions of a reader on a payment: fewer people may act on one than may see it. */
export function paymentActions(
  me: Pick<SignedIn, 'clientId' | 'clientAccessLevel' | 'impersonated'>,
  payment: { clientId: string; units: number },
): { maySync: boolean; mayBuyAgain: boolean } {
  const isOwn = payment.clientId === me.clientId;
  const reach = reachOf(me.clientAccessLevel, 'purchases.retrySync');
  const buys = reachOf(me.clientAccessLevel, 'purchases.buy') !== undefined;
  return {
    maySync: !me.impersonated && (reach === 'all' || (isOwn && reach !== undefined)),
    mayBuyAgain: !me.impersonated && isOwn && buys && payment.units !== 0,
  };
}
