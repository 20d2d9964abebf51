// A client whose sender IDs operators have approved, or not, in every way that acceptance tells apart.
import { newId } from '../../../src/server/infra/ids.ts';
import type { TestDatabase } from '../../harness/database.ts';

/** The sender ID of a message to a number; null where it is refused. */
export type Kind = { name: string; from: string; to: string; sentAs: string | null };

/** Numbers of Kenyan operators, by the code of their network. */
const NUMBERS = {
  1: '254712345678',
  2: '254733345678',
  3: '254772345678',
  4: '254763345678',
  5: '254747345678',
} as const;

/** Adds the client's sender IDs. @param prefix makes their names the test's own */
export async function addKinds(
  db: TestDatabase,
  clientId: string,
  prefix: string,
): Promise<Kind[]> {
  const [named, standIn, alone] = [`${prefix}NAMED`, `${prefix}OTHER`, `${prefix}ALONE`];
  const standInId = newId();
  const add = (id: string, sender: string, unregistered: number[], its: string | null) =>
    db.query(
      `insert into sender (id, sender, client_id, kind, country, status, unregistered, stand_in_id) values ($1, $2, $3, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING', $4, $5)`,
      [id, sender, clientId, unregistered, its],
    );
  await add(standInId, standIn, [4], null);
  await add(newId(), named, [3, 4, 5], standInId);
  await add(newId(), alone, [3], null);
  return [
    { name: 'an operator without a registration', from: named, to: NUMBERS[1], sentAs: named },
    { name: 'an operator that has approved it', from: named, to: NUMBERS[2], sentAs: named },
    { name: 'pending, with a stand-in', from: named, to: NUMBERS[3], sentAs: standIn },
    { name: 'refused, with a stand-in', from: named, to: NUMBERS[5], sentAs: standIn },
    { name: 'a stand-in that is not approved either', from: named, to: NUMBERS[4], sentAs: null },
    { name: 'pending, without a stand-in', from: alone, to: NUMBERS[3], sentAs: null },
    { name: 'another operator, without a stand-in', from: alone, to: NUMBERS[2], sentAs: alone },
  ];
}
