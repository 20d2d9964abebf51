// A list of the campaigns of earlier days, beside many later ones.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { countPages } from '../../../../test/harness/pages.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { scopeOf } from '../../infra/database/scope.ts';
import { idFloor } from '../../infra/ids.ts';
import { listCampaigns } from './campaigns.store.ts';

const db = await createTestDatabase();
const database = open(db);
const clientId = await addClient(database, { parentId: null, name: 'Root' });
const DAY_MS = 86_400_000;

const early = Date.now() - 100 * DAY_MS;
await db.query(
  `insert into campaign (id, client_id, campaign_name, sender, text, source, status, country, created_at)
   select case when n = 0 then $2::uuid else (lpad(to_hex($4::bigint + n), 12, '0') || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid end, $1, n::text, 'INFO', 'Habari', 'COMPOSE', 'COMPLETED', 'KE',
     to_timestamp(case when n = 0 then $3::bigint else $4::bigint end / 1000.0)
   from generate_series(0, 20000) n`,
  [clientId, idFloor(early), early, Date.now()],
);
await db.query('vacuum analyze campaign');

test.each(['all', 'own'] as const)(
  'within reach %s it does not read the later ones',
  async (reach) => {
    const scope = scopeOf({ clientId, path: '' }, reach);
    const filter = {
      clientIds: [],
      campaignIds: [],
      statuses: [],
      senders: [],
      query: '',
      from: new Date(early - DAY_MS),
      to: new Date(early + DAY_MS),
    };
    const { result, pages } = await countPages(database, scope, (tx) =>
      listCampaigns(tx, scope, filter, { size: 25, after: undefined, tokenOf: (place) => place }),
    );
    expect(result.rows).toHaveLength(1);
    expect(pages).toBeLessThan(100);
  },
);
