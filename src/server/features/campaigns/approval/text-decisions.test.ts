import { expect, test } from 'vitest';
import { call, type Caller } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { textDecisions } from '../../../../contract/api/text-decisions.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { textDecisionRoutes } from './text-decisions.api.ts';

const db = await createTestDatabase();
const database = open(db);
const routes = textDecisionRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });
const rootId = await addClient(database, { parentId: null, name: 'Root' });
const [root] = await db.query<{ path: string }>('select path from client where id = $1', [rootId]);
const approver: Caller = { clientId: rootId, accessLevel: 'ADMINISTRATOR', path: root!.path };

async function decide(client: string, sender: string, text: string, reason: string | null) {
  const clientId = await addClient(database, { parentId: rootId, name: client });
  const [campaign] = await db.query<{ id: string }>(
    `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, reason)
     values (gen_random_uuid(), $1, 'texts', $2, $3, 'SOFTWARE', 'KE', $4, $5) returning id`,
    [clientId, sender, text, reason === null ? 'COMPLETED' : 'DECLINED', reason],
  );
  await db.query(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by)
     values (gen_random_uuid(), $1, $2, $3, $4, $4, $5, $6)`,
    [clientId, campaign!.id, sender, text, reason === null, rootId],
  );
}

await decide('Kilimo', 'SEEDS', 'Your seed arrives at 100%', null);
await decide('Duka', 'SHOP', 'Win a tractor', 'Prize draws need a licence');

const found = async (query?: string) =>
  (await call(routes, textDecisions.list, approver, { 'filter.query': query })).textDecisions;

test('a declined text says why, and both say who decided', async () => {
  expect(
    (await found())
      .map(({ senderId, reason, decidedBy }) => ({ senderId, reason, decidedBy }))
      .toSorted((one, other) => one.senderId.localeCompare(other.senderId)),
  ).toEqual([
    { senderId: 'SEEDS', reason: '', decidedBy: 'Root' },
    { senderId: 'SHOP', reason: 'Prize draws need a licence', decidedBy: 'Root' },
  ]);
});

test('a search looks in the text, the client and the sender ID, and takes its signs as they are', async () => {
  const senders = async (query: string) => (await found(query)).map(({ senderId }) => senderId);
  expect(await senders('TRACTOR')).toEqual(['SHOP']);
  expect(await senders('kilimo')).toEqual(['SEEDS']);
  expect(await senders('shop')).toEqual(['SHOP']);
  expect(await senders('%')).toEqual(['SEEDS']);
  expect(await senders('nothing')).toEqual([]);
});
