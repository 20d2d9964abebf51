import type { SignInRecordWay } from '../../../../contract/api/auth.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { newId } from '../../../infra/ids.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { insertSignIn } from './sign-in.store.ts';
import { retryAfter } from '../limits/rate-limits.ts';

/** Refused attempts that are stored for one account, so that guessing cannot fill the table. */
const MAX_REFUSALS = { most: 20, seconds: 3600 };

type Place = { address: string; userAgent: string };

/** Records a sign-in for the account's owner. */
export function recordSignIn(
  tx: Tx,
  clientId: string,
  { address, userAgent }: Place,
  how: { way: SignInRecordWay; isNewPlace: boolean },
): Promise<void> {
  return insertSignIn(tx, {
    id: newId(),
    clientId,
    outcome: 'SIGNED_IN',
    address,
    userAgent,
    ...how,
  });
}

/**
 * Records a refused attempt for the account's owner. A name without an account costs the same work
 * and the same commit, so that the time of the answer reveals nothing.
 */
export async function recordRefusal(
  database: Database,
  account: { clientId: string | undefined; name: string },
  { address, userAgent }: Place,
  way: SignInRecordWay,
): Promise<void> {
  await database.run(systemScope(), async (tx) => {
    const { clientId, name } = account;
    const wait = await retryAfter(tx, [{ key: `refused sign-ins ${name}`, ...MAX_REFUSALS }]);
    if (clientId === undefined || wait > 0) return;
    await insertSignIn(tx, {
      id: newId(),
      clientId,
      way,
      outcome: 'REFUSED',
      address,
      userAgent,
      isNewPlace: false,
    });
  });
}
