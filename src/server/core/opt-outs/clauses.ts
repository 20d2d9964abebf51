import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import { LINK_PATH } from '../../../contract/shared/stop-clauses.ts';
import type { Tx } from '../../infra/database/db.ts';
import { readClauses } from './clauses.store.ts';
import { linkBase, tokenLength } from './links.rules.ts';
import { countLinks } from './links.store.ts';

/** Above this number a minute more or less, in which the planner's estimate is renewed, makes no difference. */
const MOST_COUNTED = 500_000;

/**
 * The clauses of a client's promotional texts, with the address of its brand.
 * @param messages how many are about to be made: their links must not be guessed either
 * @param isCounted counts the links there are, up to half a million, in place of the planner's estimate
 */
export async function loadClauses(
  tx: Tx,
  clientId: string,
  { messages, isCounted = false }: { messages: number; isCounted?: boolean },
): Promise<StopClauses> {
  const { byPlace, host, origin } = await readClauses(tx, clientId);
  return {
    byPlace,
    link: {
      base: linkBase(origin, host, LINK_PATH),
      length: tokenLength((await countLinks(tx, isCounted ? MOST_COUNTED : 0)) + messages),
    },
  };
}
