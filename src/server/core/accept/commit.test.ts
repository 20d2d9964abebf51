// A connection that breaks at the commit: the one moment at which the caller cannot know whether
// its messages were accepted.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addRoute } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { DatabaseAway } from '../../infra/database/failures.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { publishConfig } from '../dispatch/routing/config-version.ts';
import { newId } from '../../infra/ids.ts';
import { seedRates } from '../ledger/rates.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { openAcceptor, type MessageRequest } from './accept.ts';

const db = await createTestDatabase();
const portal = open(db);
const sockets = new Set<Socket>();
/**
 * Cuts the connection at the next commit, which a statement is too: before the server receives it,
 * or after the server has answered.
 */
let cutAtCommit: 'before' | 'after' | undefined;
/** The client's message that commits, and the server's answer. */
const COMMITS = [
  { way: 'of a transaction', sent: 'commit\0', answered: 'COMMIT\0' },
  { way: 'of a single statement', sent: 'accept at once\0', answered: 'SELECT 1\0' },
  { way: 'of several clients', sent: 'commit\0', answered: 'COMMIT\0' },
];
let commit = COMMITS[0]!;
const direct = new URL(db.url);
const between = createServer((client) => {
  const server =
    direct.hostname === '' || direct.searchParams.has('host')
      ? connect(
          `${direct.searchParams.get('host')}/.s.PGSQL.${direct.searchParams.get('port') ?? (direct.port || '5432')}`,
        )
      : connect(Number(direct.port), direct.hostname);
  let cutting = false;
  let answers = '';
  for (const socket of [client, server]) {
    sockets.add(socket);
    socket.on('error', () => {});
  }
  client.on('data', (data) => {
    if (cutAtCommit && data.includes(commit.sent)) {
      cutting = true;
      if (cutAtCommit === 'before') {
        client.destroy();
        server.destroy();
      } else server.write(data);
      cutAtCommit = undefined;
    } else server.write(data);
  });
  server.on('data', (data) => {
    if (!cutting) return void client.write(data);
    // The statements sent with the commit are not answered either.
    answers += data.toString('latin1');
    if (!answers.includes(commit.answered)) return;
    client.destroy();
    server.destroy();
  });
  client.on('close', () => server.destroy());
  server.on('close', () => client.destroy());
});
type Party = { source: 'REST'; clientId: string; user: null; test: false };
let party: Party;
/** More clients than have transactions of their own. */
const others: Party[] = [];
let through: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const url = new URL(db.url);
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
  through = openDatabase({ connectionString: url.href }, 'tuma_accept', {
    max: 4,
    name: 'through',
    onLost: () => {},
  });
  const rootId = await addClient(portal, { parentId: null });
  const clientId = await addClient(portal, { parentId: rootId, units: 200_000n });
  party = { source: 'REST', clientId, user: null, test: false };
  for (let n = 0; n < 4; n++)
    others.push({
      ...party,
      clientId: await addClient(portal, { parentId: rootId, units: 200_000n }),
    });
  await portal.run(systemScope(), async (tx) => {
    await seedRates(tx, rootId);
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [connector!.id]);
    await publishConfig(tx, null);
  });
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status, delegated_to) values ($1, 'SHOP', $2, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING', $3)`,
    [newId(), clientId, others.map((other) => other.clientId)],
  );
});
afterAll(async () => {
  await through.close().catch(() => {});
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => between.close(resolve));
});

const offerTo = (to: string, atOnce: boolean): MessageRequest => ({
  from: 'SHOP',
  to,
  content: { text: 'Habari' },
  // Octets go the long way.
  ...(!atOnce && { content: { octets: Buffer.from('Habari'), dataCoding: 4, esmClass: 0 } }),
});

const callersOf = (how: (typeof COMMITS)[number]): readonly Party[] =>
  how === COMMITS[2] ? others : [party, party];

test.each(COMMITS)(
  'an accepted message is found after a lost commit $way, and its callers get success',
  async (how) => {
    commit = how;
    const acceptor = openAcceptor({ database: through });
    const offer = offerTo('0712345678', how !== COMMITS[0]);
    const callers = callersOf(how);
    for (const caller of callers) await acceptor.accept(caller, [offer]);
    const before = await countMessages();
    cutAtCommit = 'after';
    const all = await Promise.all(callers.map((caller) => acceptor.accept(caller, [offer])));
    expect(cutAtCommit).toBeUndefined();
    expect(await countMessages()).toBe(before + callers.length);
    const stored = await db.query<{ id: string }>('select id from message');
    for (const [outcome] of all)
      expect(stored.map(({ id }) => id)).toContain('messageId' in outcome! && outcome.messageId);
    // The acceptor keeps working.
    expect((await acceptor.accept(party, [offer]))[0]).toMatchObject({
      messageId: expect.any(String),
    });
  },
);

const countMessages = async () => (await db.query('select from message')).length;

test.each(COMMITS)(
  'a lost commit $way that did not happen is reported as failed and leaves nothing',
  async (how) => {
    commit = how;
    const acceptor = openAcceptor({ database: through });
    const offer = offerTo('0712345679', how !== COMMITS[0]);
    const callers = how === COMMITS[2] ? others : [party];
    for (const caller of callers) await acceptor.accept(caller, [offer]);
    const before = await countMessages();
    cutAtCommit = 'before';
    const all = await Promise.allSettled(callers.map((caller) => acceptor.accept(caller, [offer])));
    const failed = all.filter((each) => each.status === 'rejected');
    // Two of four clients share the transaction, and the others have one each.
    expect(failed.map(({ reason }) => reason as unknown)).toEqual(
      Array.from({ length: how === COMMITS[2] ? 2 : 1 }, () => expect.any(DatabaseAway)),
    );
    expect(cutAtCommit).toBeUndefined();
    expect(await countMessages()).toBe(before + callers.length - failed.length);
    expect((await acceptor.accept(party, [offer]))[0]).toMatchObject({
      messageId: expect.any(String),
    });
  },
);
