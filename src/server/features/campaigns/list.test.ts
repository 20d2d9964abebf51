import { expect, test } from 'vitest';
import { call, messenger, type Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { countPages, ofTable } from '../../../../test/harness/pages.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { campaigns } from '../../../contract/api/campaigns.ts';
import { openPageTokens, unsignedPage } from '../../infra/database/pages.ts';
import { scopeOf } from '../../infra/database/scope.ts';
import { campaignRoutes } from './campaigns.api.ts';
import { listCampaigns } from './campaigns.store.ts';
import { listOpen } from './progress/progress.store.ts';

// The list of campaigns: what is found in it, and what reading it costs.
const db = await createTestDatabase();
const database = open(db);
const tokens = openPageTokens(Buffer.alloc(32));
const routes = campaignRoutes({ database, tokens, messenger });
const rootId = await addClient(database, { parentId: null });

async function addOwner(names: string): Promise<Caller> {
  const clientId = await addClient(database, { parentId: rootId });
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, reason, total, expanded, started_at, ended_at)
     select gen_random_uuid(), $1, name, 'SHOP', 'Dear customer, your parcel has arrived.', 'FILE', 'KE',
       case when name like 'Old%' then 'CANCELLED' else 'COMPLETED' end, case when name like 'Old%' then 'REPLACED' end, 0, 0, now(), now()
     from (${names}) t (name)`,
    [clientId],
  );
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'CLIENT', path: row!.path };
}

test('a search finds a part of the name, in any case, and takes its signs as they are', async () => {
  const owner = await addOwner(
    `values ('November rent'), ('Rent 100%'), ('Rent_2'), ('School fees'), ('Old rent')`,
  );
  const found = async (query: string) =>
    (await call(routes, campaigns.list, owner, { 'filter.query': query })).campaigns
      .map(({ campaignName }) => campaignName)
      .toSorted();
  expect(await found(' rent ')).toEqual(['November rent', 'Rent 100%', 'Rent_2']);
  expect(await found('0%')).toEqual(['Rent 100%']);
  expect(await found('%')).toEqual(['Rent 100%']);
  expect(await found('t_')).toEqual(['Rent_2']);
  expect(await found('nobody')).toEqual([]);
});

test('the first page of thousands of campaigns reads their index alone to count them', async () => {
  // Vacuum takes a row for visible once its commit is in the log, which the tests' server writes late.
  await db.query('set synchronous_commit = on');
  const few = await addOwner(`select 'Campaign ' || n from generate_series(1, 40) n`);
  const many = await addOwner(`select 'Campaign ' || n from generate_series(1, 9000) n`);
  // A page becomes visible to all once no transaction is older than its rows, whoever has begun it.
  await expect
    .poll(async () => {
      await db.query('vacuum analyze campaign');
      const [visible] = await db.query(
        `select relallvisible >= relpages as all from pg_class where oid = 'campaign'::regclass`,
      );
      return visible!['all'];
    })
    .toBe(true);
  const filter = {
    clientIds: [],
    campaignIds: [],
    statuses: [],
    senders: [],
    query: '',
    from: undefined,
    to: undefined,
  };
  /** Pages of the table and its indexes that a first page takes. */
  const pagesFor = async ({ clientId, path }: Caller) => {
    const scope = scopeOf({ clientId, path }, 'own');
    const { result, pages } = await countPages(
      database,
      scope,
      (tx) => listCampaigns(tx, scope, filter, unsignedPage(25, undefined)),
      ofTable('campaign'),
    );
    expect([result.rows.length, result.footer.collectionCount]).toEqual([
      25,
      clientId === few.clientId ? 40 : 9000,
    ]);
    return pages;
  };
  // 9,000 entries of the index are some 60 pages; their rows are 300 and more.
  expect((await pagesFor(many)) - (await pagesFor(few))).toBeLessThan(100);
});

test('a page beside a campaign with a long queue reads that queue once', async () => {
  const owner = await addOwner(`select 'Campaign ' || n from generate_series(1, 30) n`);
  const CHUNKS = 600;
  await db.query(
    `with running as (select id from campaign where client_id = $1 order by id desc limit 1)
     insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, expires_at)
     select 1, 0, $1, running.id, 'SHOP', array_fill(running.id, array[10]), 10, now() + interval '1 day'
     from running, generate_series(1, ${CHUNKS})`,
    [owner.clientId],
  );
  await db.query('vacuum analyze chunk');
  const read = await database.run(
    scopeOf({ clientId: owner.clientId, path: owner.path }, 'own'),
    async (tx) => {
      const rows = async () =>
        Number(
          (
            await tx.query<{ rows: string }>(
              `select sum(pg_stat_get_xact_tuples_returned(oid)) as rows from pg_class where oid = 'chunk'::regclass
                 or oid in (select indexrelid from pg_index where indrelid = 'chunk'::regclass)`,
            )
          ).rows[0]!.rows,
        );
      const ids = await tx.query<{ id: string }>(
        'select id from campaign order by id desc limit 25',
      );
      const before = await rows();
      const open = await listOpen(
        tx,
        ids.rows.map(({ id }) => id),
      );
      expect([...open.values()].filter(({ queued }) => queued > 0)).toEqual([
        { queued: CHUNKS * 10, ambiguous: 0 },
      ]);
      return (await rows()) - before;
    },
  );
  expect(read).toBeLessThan(2 * CHUNKS);
});
