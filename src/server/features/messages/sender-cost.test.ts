// The lists of staff by a sender ID that is seldom used, beside a long log of others.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { countPages } from '../../../../test/harness/pages.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { listCampaigns } from '../campaigns/campaigns.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { scopeOf } from '../../infra/database/scope.ts';
import { idFloor } from '../../infra/ids.ts';
import { ANY_MESSAGE } from './message-filter.store.ts';
import { countMessages, listMessages } from './messages.store.ts';

const db = await createTestDatabase();
const database = open(db);
const clientId = await addClient(database, { parentId: null, name: 'Root' });
const staff = scopeOf({ clientId, path: '' }, 'all');
const HOUR = 3_600_000;
const DAYS_AGO_MS = 100 * 24 * HOUR;
const filter = { ...ANY_MESSAGE, senders: ['RARE'] };

const early = Math.floor((Date.now() - DAYS_AGO_MS) / HOUR) * HOUR;
await db.query(
  `insert into rollup_hour (hour, client_id, sender, country, network, messages, segments, units)
   select to_timestamp($1::float8 / 1000) + make_interval(hours => hour), gen_random_uuid(), 'INFO', 'KE', 1, 10, 10, 100000
   from generate_series(0, 2399) hour, generate_series(0, 9) n
   union all select to_timestamp($1::float8 / 1000), $2::uuid, 'RARE', 'KE', 1, 3, 3, 30000`,
  [early, clientId],
);
await db.query(
  `insert into campaign (id, client_id, campaign_name, sender, text, source, status, country, created_at)
   select case when n = 0 then $2::uuid else gen_random_uuid() end, $1, n::text, case when n = 0 then 'RARE' else 'INFO' end, 'Habari', 'COMPOSE', 'COMPLETED', 'KE', now()
   from generate_series(0, 20000) n`,
  [clientId, idFloor(early)],
);
await db.query('vacuum analyze rollup_hour');
await db.query('vacuum analyze campaign');

const pagesOf = <T>(work: (tx: Tx) => Promise<T>) => countPages(database, staff, work);

test('messages of a seldom used sender ID are counted and listed by its own hours', async () => {
  const counted = await pagesOf((tx) => countMessages(tx, staff, filter));
  expect(counted.result).toEqual({ counted: 3, exact: true });
  expect(counted.pages).toBeLessThan(100);
  const listed = await pagesOf((tx) =>
    listMessages(tx, staff, filter, { after: undefined, limit: 50 }),
  );
  expect(listed.pages).toBeLessThan(200);
});

test('campaigns of a seldom used sender ID are found by its name', async () => {
  const { result, pages } = await pagesOf((tx) =>
    listCampaigns(
      tx,
      staff,
      {
        clientIds: [],
        campaignIds: [],
        statuses: [],
        senders: ['RARE'],
        query: '',
        from: undefined,
        to: undefined,
      },
      { size: 25, after: undefined, tokenOf: (place) => place },
    ),
  );
  expect(result.rows).toHaveLength(1);
  expect(pages).toBeLessThan(100);
});
