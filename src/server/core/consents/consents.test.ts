// Consents that are withdrawn while their message is with a link, which gives it back.
import { expect, test } from 'vitest';
import { answerWith, claimSome, takeOver } from '../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, enqueueAll, makeMessage } from '../../../../test/harness/pipeline.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { newId } from '../../infra/ids.ts';
import type { Answer } from '../dispatch/types.ts';
import { withdraw } from './consents.ts';
import { insertConsents } from './consents.store.ts';

const { CANCELLED } = MESSAGE_STATUS;
const db = await createTestDatabase();
const [portal, gateway] = [open(db), open(db, 'tuma_gateway', 4)];

let routeId = 10;

test.each(['account', 'platform'] as const)(
  'a scheduled promotion ends where consent is demanded by its time: %s',
  async (who) => {
    const clientId = await addClient(portal);
    const sender = `S${++routeId}`;
    await db.query(
      `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, 'PROMOTIONAL', 'KE', 'READY_FOR_SENDING')`,
      [newId(), sender, clientId],
    );
    const message = (destination: string) =>
      makeMessage({ clientId, routeId, destination, sender, notBefore: new Date(Date.now() - 1) });
    await enqueueAll(portal, [message('254712000001'), message('254712000002')]);
    await portal.run(systemScope(), (tx) =>
      insertConsents(
        tx,
        clientId,
        ['254712000001'],
        { purpose: 'PROMOTIONS', source: 'WEBSITE', wording: 'Yes', evidence: '', givenAt: null },
        null,
      ),
    );
    if (who === 'account')
      await db.query('update client set demands_consent = true where id = $1', [clientId]);
    else await db.query(`insert into setting (key, value) values ('consentDemanded', 'true')`);
    const claimed = await claimSome(gateway, await takeOver(gateway, 1), [routeId], 10);
    await db.query(`delete from setting where key = 'consentDemanded'`);
    expect(claimed.map(({ destination }) => destination)).toEqual(['254712000001']);
  },
);

test.each([
  ['promotions of an account that demands consent end', true, 'PROMOTIONAL', false],
  ['other messages go', true, 'TRANSACTIONAL', true],
  ['an account that demands none sends both', false, 'PROMOTIONAL', true],
] as const)('%s', async (_what, demands, kind, goes) => {
  const clientId = await addClient(portal);
  const sender = `S${++routeId}`;
  await db.query('update client set demands_consent = $2 where id = $1', [clientId, demands]);
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, $4, 'KE', 'READY_FOR_SENDING')`,
    [newId(), sender, clientId, kind],
  );
  const [agrees, agreed] = ['254712000001', '254712000002'];
  await portal.run(systemScope(), (tx) =>
    insertConsents(
      tx,
      clientId,
      [agrees, agreed],
      { purpose: 'PROMOTIONS', source: 'WEBSITE', wording: 'Yes', evidence: '', givenAt: null },
      null,
    ),
  );
  await enqueueAll(
    portal,
    [agrees, agreed].map((destination) => makeMessage({ clientId, routeId, destination, sender })),
  );
  const lease = await takeOver(gateway, 1);
  const claimed = await claimSome(gateway, lease, [routeId], 10);
  expect(claimed).toHaveLength(2);
  await portal.run(systemScope(), (tx) =>
    withdraw(tx, clientId, [agreed], { purpose: null, note: '' }),
  );
  await answerWith(
    gateway,
    lease,
    claimed.map((part): Answer => ({ part, outcome: 'requeued', waitMs: null })),
  );
  const again = await claimSome(gateway, lease, [routeId], 10);
  expect(again.map(({ destination }) => destination).toSorted()).toEqual(
    goes ? [agrees, agreed] : [agrees],
  );
  expect(
    await db.query(
      `select error_code as reason, status = ${CANCELLED} as cancelled from message where client_id = $1 and destination = $2`,
      [clientId, agreed],
    ),
  ).toEqual([{ reason: goes ? null : 'NO_CONSENT', cancelled: !goes }]);
});
