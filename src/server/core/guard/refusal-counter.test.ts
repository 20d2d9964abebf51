import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { newId } from '../../infra/ids.ts';
import { compileGuard, refuseNumber } from './guard.rules.ts';
import { readGuardRules } from './guard.store.ts';
import { openRefusalCounter } from './refusal-counter.ts';

const db = await createTestDatabase();
const { add, database } = await openPortal(db);

test('a count that could not be written waits for the next refusal, and no error reaches the caller', async () => {
  const { clientId } = await add('root', 'ADMINISTRATOR', null);
  const ruleId = newId();
  await db.query(
    `insert into guard_rule (id, client_id, kind, prefix) values ($1, null, 'RANGE', '25499')`,
    [ruleId],
  );
  const rules = await database.run(systemScope(), (tx) => readGuardRules(tx, [clientId]));
  const refusal = refuseNumber(compileGuard(rules), '254990000001', 'KE')!;
  const refused = [{ refusal, destination: '+254990000001' }];
  const countRefusals = openRefusalCounter(database);

  await db.query('alter table guard_refusal rename to guard_refusal_gone');
  await countRefusals(clientId, refused);
  await db.query('alter table guard_refusal_gone rename to guard_refusal');
  await countRefusals(clientId, refused);
  expect(await db.query('select refused from guard_refusal')).toEqual([{ refused: 2 }]);
});
