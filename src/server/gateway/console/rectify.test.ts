import { expect, test } from 'vitest';
import { openConsole } from '../../../../test/harness/console.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';

const db = await createTestDatabase();
const { add, ask, ok, root } = await openConsole(db);

test('rectify repairs once, a dry run changes nothing, and support may not call it', async () => {
  const rectify = async (body = {}) => {
    const answer = await ask('POST', 'clients:rectifyJasminData', body, root);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  expect((await ask('POST', 'clients:rectifyJasminData', { dryRun: true })).status).toBe(403);
  const other = await add('New Client Ltd', 'CLIENT', root);
  const dry = await rectify({ dryRun: true });
  expect(dry['actions']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'USER_CREATED', clientId: other.clientId, uid: null }),
    ]),
  );
  const told = await rectify();
  expect(told['actions']).toHaveLength(dry['actionCount']);
  expect((await rectify())['actionCount']).toBe(0);
  expect(
    (await ok('GET', 'jasmin/users', { 'filter.clientIds': other.clientId }))['smppUsers'],
  ).toMatchObject([
    {
      gid: 'client',
      uid: expect.stringMatching(/^newclient-/),
      hasPassword: false,
      no: 'NO_PASSWORD',
    },
  ]);
  await db.query(`update client set client_status = 'BLOCKED' where id = $1`, [other.clientId]);
  expect((await rectify())['actions']).toMatchObject([
    { action: 'USER_DISABLED', reason: 'CLIENT_BLOCKED' },
  ]);
});
