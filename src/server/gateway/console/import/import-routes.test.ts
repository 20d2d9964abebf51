import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { ConsoleCall } from '../console-call.ts';
import { importFiltersAndRoutes } from './import-routes.ts';

const db = await createTestDatabase();
const database = open(db);
const clientId = await addClient(database, { parentId: null });
const call: ConsoleCall = {
  session: { clientId, impersonatorId: null },
  scope: systemScope(),
  language: 'en',
  address: '',
  userAgent: 'test',
};

/** Rows that the database gave while as many routes were imported, each with a filter of its own. */
async function rowsOfImport(count: number): Promise<number> {
  let rows = 0;
  const refused: string[] = [];
  await database.run(systemScope(), async (tx) => {
    const counting: Tx = {
      ...tx,
      async query(...given: Parameters<Tx['query']>) {
        const answer = await tx.query(...given);
        rows += answer.rows.length;
        return answer;
      },
    } as Tx;
    await importFiltersAndRoutes(
      counting,
      call,
      {
        filters: [],
        routes: Array.from({ length: count }, (_, at) => ({
          direction: 'MT' as const,
          order: (at + 1) * 10,
          type: 'StaticMTRoute',
          rate: null,
          targets: [{ kind: 'smppc', name: 'carrier' }],
          filters: [{ letters: 'DA', argument: `^2547${at}$` }],
          line: at + 1,
        })),
      },
      false,
      (kind, _entity, _id, _line, said) => {
        if (kind === 'refused') refused.push(JSON.stringify(said));
      },
    );
  });
  expect(refused).toEqual([]);
  return rows;
}

test('an import of routes reads for each of them what it names, and not the whole draft', async () => {
  await db.query(
    `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{}')`,
  );
  const few = await rowsOfImport(20);
  await db.query('delete from route');
  await db.query('delete from filter');
  const many = await rowsOfImport(200);
  expect(await db.query('select count(*)::int as routes from route')).toEqual([{ routes: 200 }]);
  expect(many).toBeLessThan(few * 11);
});
