// A reseller that needs approval has twenty clients, who send one text by all ways at once, by two processes: the
// text reaches as many numbers as if one account sent it.
import { expect, test } from 'vitest';
import { openAcceptor } from '../../../src/server/core/accept/accept.ts';
import { dropOldUnapproved } from '../../../src/server/core/accept/approval.store.ts';
import { readUsers } from '../../../src/server/core/gateway-users/gateway-users.store.ts';
import { SoftwareCounter } from '../../../src/server/core/software-use/software-use.ts';
import { restMessageRoutes } from '../../../src/server/features/messages/rest.api.ts';
import { openPageTokens } from '../../../src/server/infra/database/pages.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { openShops } from '../../harness/shops.ts';
import { addClient, open } from '../../harness/wallets.ts';
import { numbers as randomNumbers } from '../crash/scenario.ts';
import { openLocalSoftware } from './scenario.ts';
import type { Servers } from './scenario.ts';
import { disguised, sendBy, WAYS } from './ways.ts';

/** Numbers that a text may reach, and messages of all texts, as the platform has it from the start. */
const [MOST, MOST_MESSAGES] = [50, 200];
const CLIENTS = 20;

const db = await createTestDatabase();
const shops = await openShops(db);
const database = shops.portal;
const tokens = openPageTokens(Buffer.alloc(32));
const counter = new SoftwareCounter();
const acceptors = [1, 2].map(() => openAcceptor({ database: open(db, 'tuma_accept', 4) }));
const servers: Servers = {
  apps: [await shops.mountHttpDialects(), await shops.mountHttpDialects()],
  acceptors,
  rest: acceptors.map((acceptor) => restMessageRoutes({ database, tokens, acceptor, counter })),
  portal: [],
  database,
};

type Shop = {
  username: string;
  clientId: string;
  user: Parameters<typeof openLocalSoftware>[2]['user'];
};

/** A reseller that needs approval, or does not, and its clients. */
async function addTree(name: string, needsApproval: boolean): Promise<Shop[]> {
  const resellerId = await addClient(database, { parentId: shops.rootId });
  await db.query(
    `update client set access_level = 'RESELLER', requires_campaign_approval = $2 where id = $1`,
    [resellerId, needsApproval],
  );
  const clients: Shop[] = [];
  for (let at = 0; at < CLIENTS; at++) {
    const username = `${name}${at}`;
    const clientId = await shops.addShop(username, { units: 100_000_000n });
    await db.query(
      `update client c set parent_id = p.id, path = p.path || c.number || '.' from client p where c.id = $1 and p.id = $2`,
      [clientId, resellerId],
    );
    const users = await database.run(systemScope(), async (tx) => {
      const { rows } = await tx.query<{ id: number }>(
        `select id from gateway_user where username = $1`,
        [username],
      );
      return readUsers(tx, [rows[0]!.id]);
    });
    clients.push({ username, clientId, user: [...users.values()][0]! });
  }
  return clients;
}

const sent = (clients: readonly Shop[]) =>
  db.query<{ clientId: string; destination: string }>(
    `select client_id as "clientId", destination from message where client_id = any ($1::uuid[]) and campaign_id is null`,
    [clients.map(({ clientId }) => clientId)],
  );
const waiting = (clients: readonly Shop[]) =>
  db.query<{ clientId: string }>(
    `select client_id as "clientId" from campaign where client_id = any ($1::uuid[]) and status = 'WAITING_APPROVAL'`,
    [clients.map(({ clientId }) => clientId)],
  );
const countMessages = async (clients: readonly Shop[]) =>
  (
    await db.query('select from message where client_id = any ($1::uuid[])', [
      clients.map(({ clientId }) => clientId),
    ])
  ).length;

test('twenty clients of a reseller that needs approval reach 50 numbers with a text, by all ways at once', async () => {
  const clients = await addTree('tree', true);
  // Some have the rule of their own too, as the reseller may set it: it makes no allowance of its own.
  await db.query(
    `update client set requires_campaign_approval = true where id = any ($1::uuid[])`,
    [clients.slice(0, 5).map(({ clientId }) => clientId)],
  );
  const random = randomNumbers(7);
  const taken = await Promise.all(
    clients.flatMap((shop, at) =>
      [0, 1].map((half) => {
        const own = Array.from(
          { length: 6 },
          (_, each) => `2547${10_000_000 + at * 100 + half * 10 + each}`,
        );
        const seeded = randomNumbers(Math.floor(random() * 2 ** 31));
        const way = WAYS[(at + half * 3) % WAYS.length]!;
        return sendBy(
          openLocalSoftware(servers, half, shop),
          shop.username,
          own,
          () => disguised(seeded),
          way,
        );
      }),
    ),
  );
  expect(taken.flat()).toHaveLength(CLIENTS * 12);
  expect(await countMessages(clients)).toBe(CLIENTS * 12);
  const out = await sent(clients);
  expect(new Set(out.map(({ destination }) => destination)).size).toBe(MOST);
  // Each client's messages wait in a campaign of its own: their sender, units and texts are its own.
  const campaigns = await waiting(clients);
  expect(new Set(campaigns.map(({ clientId }) => clientId)).size).toBe(campaigns.length);
  const stopped = await db.query<{ clientId: string }>(
    `select distinct m.client_id as "clientId" from message m join campaign c on c.id = m.campaign_id and c.client_id = m.client_id
     where m.client_id = any ($1::uuid[])`,
    [clients.map(({ clientId }) => clientId)],
  );
  expect(stopped).toHaveLength(campaigns.length);
});

test('they share the messages of a day too', async () => {
  const clients = await addTree('day', true);
  const letters = 'cdfhjkmnpruvwxy';
  const outcomes = await Promise.all(
    clients.map((shop, at) =>
      servers.acceptors[at % 2]!.accept(
        { source: 'SMPP', clientId: shop.clientId, user: shop.user, test: false },
        Array.from({ length: 15 }, (_, each) => ({
          from: 'SHOP',
          to: '254712345678',
          // Texts that have nothing in common.
          content: { text: `${letters[at % 15]!.repeat(4 + at)} ${letters[each]!.repeat(9)}` },
        })),
      ),
    ),
  );
  const codes = outcomes.flat().map((each) => ('refusal' in each ? each.refusal.code : 'SENT'));
  expect(codes.filter((code) => code === 'SENT')).toHaveLength(MOST_MESSAGES);
  expect(codes.filter((code) => code === 'UNAPPROVED_LIMIT')).toHaveLength(300 - MOST_MESSAGES);
  await db.query(`update unapproved_message set sends_at = now() - interval '25 hours'`);
  await database.run(systemScope(), dropOldUnapproved);
  expect(await db.query('select from unapproved_message')).toEqual([]);
});

test('clients of a reseller that needs none have nothing in common', async () => {
  const clients = await addTree('free', false);
  await db.query(
    `update client set requires_campaign_approval = true, unapproved_numbers = 3 where id = any ($1::uuid[])`,
    [clients.slice(0, 2).map(({ clientId }) => clientId)],
  );
  for (const [at, shop] of clients.slice(0, 3).entries()) {
    const own = Array.from({ length: 5 }, (_, each) => `2547${20_000_000 + at * 100 + each}`);
    await sendBy(
      openLocalSoftware(servers, 0, shop),
      shop.username,
      own,
      () => 'Our great offer',
      'rest',
    );
  }
  const bySender = Map.groupBy(await sent(clients), ({ clientId }) => clientId);
  expect(clients.slice(0, 3).map(({ clientId }) => bySender.get(clientId)?.length)).toEqual([
    3, 3, 5,
  ]);
});
