import type { SignInOutcome, SignInRecordWay } from '../../../../contract/api/auth.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { listPage, newestFirst } from '../../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { whereWithin } from '../../../infra/database/scoped-query.ts';

/** Days for which an owner can see a sign-in. */
const SIGN_IN_DAYS = 90;

export type NewSignIn = {
  id: string;
  clientId: string;
  way: SignInRecordWay;
  outcome: SignInOutcome;
  address: string;
  userAgent: string;
  isNewPlace: boolean;
};

export async function insertSignIn(tx: Tx, signIn: NewSignIn): Promise<void> {
  const { id, clientId, way, outcome, address, userAgent, isNewPlace } = signIn;
  await tx.query(
    `insert into sign_in (id, client_id, way, outcome, address, user_agent, is_new_place)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, clientId, way, outcome, address, userAgent, isNewPlace],
  );
}

export type SignInRow = Omit<NewSignIn, 'clientId'> & { createdAt: Date };

export async function listSignIns(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
): Promise<Page<SignInRow>> {
  const where = whereWithin(scope, 'client_id');
  where.add(`created_at > now() - interval '${SIGN_IN_DAYS} days'`);
  return listPage<SignInRow>(tx, page, {
    counted: 'sign_in',
    where,
    order: newestFirst(),
    read: (
      rows,
    ) => `select id, way, outcome, address, user_agent as "userAgent", is_new_place as "isNewPlace",
       created_at as "createdAt" from sign_in ${rows}`,
  });
}

/** Deletes sign-ins older than that. */
export async function dropOldSignIns(tx: Tx): Promise<void> {
  await tx.query(`delete from sign_in where created_at < now() - interval '${SIGN_IN_DAYS} days'`);
}
