import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addCampaign } from '../../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { newId } from '../../../infra/ids.ts';
import { listAudience } from '../compose/audience.store.ts';
import { listUnmade } from '../progress/outcomes.store.ts';
import { listRecipients, listRefused } from './recipients.store.ts';

const db = await createTestDatabase();
const database = await open(db);
const clientId = await addClient(database, { parentId: null });
const id = await addCampaign(database, clientId);
const groupId = newId();
const ROWS = 40_000;
const CONTACTS = 6_000;
const STEP = 500;

// The tables are as a file leaves them: full, and never analysed.
for (const table of ['recipient', 'recipient_refused', 'contact_group_member'])
  await db.query(`alter table ${table} set (autovacuum_enabled = off)`);
await db.query(
  `insert into recipient (campaign_id, row_no, client_id, destination, segments, units, country)
   select $1, n, $2, (254700000000 + n)::text, 1, 10000, 'KE' from generate_series(1, ${ROWS}) n`,
  [id, clientId],
);
await db.query(
  `insert into recipient_refused (campaign_id, row_no, client_id, value, reason)
   select $1, n, $2, 'x', 'INVALID' from generate_series(1, ${ROWS}) n`,
  [id, clientId],
);
await db.query(
  `with made as (
     insert into contact (id, client_id, phone, first_name)
     select gen_random_uuid(), $1, (254700000000 + n)::text, 'Asha' from generate_series(1, ${CONTACTS}) n returning id),
   named as (insert into contact_group (id, client_id, group_name) values ($2, $1, 'All'))
   insert into contact_group_member (group_id, contact_id, client_id) select $2, id, $1 from made`,
  [clientId, groupId],
);

const steps: [table: string, read: (tx: Tx) => Promise<readonly unknown[]>][] = [
  ['recipient', (tx) => listRecipients(tx, id, 100, STEP)],
  ['recipient_refused', (tx) => listRefused(tx, id, 100, STEP)],
  ['recipient', (tx) => listUnmade(tx, { id, expandRow: 0 }, 100, STEP)],
  [
    'contact_group_member',
    (tx) => listAudience(tx, clientId, { groupIds: [groupId], contactIds: [], after: null }, STEP),
  ],
];

// PostgreSQL keeps the counts of a connection's last transactions for a while, so a step is the
// difference of two readings.
async function fetched(tx: Tx, table: string): Promise<number> {
  const { rows } = await tx.query<{ fetched: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as fetched from pg_stat_xact_user_tables where relname = $1`,
    [table],
  );
  return rows[0]!.fetched;
}

test.each(steps)('a step of a full %s reads its own rows alone', async (table, read) => {
  await database.run(systemScope(), async (tx) => {
    const before = await fetched(tx, table);
    expect(await read(tx)).toHaveLength(STEP);
    expect((await fetched(tx, table)) - before).toBeLessThanOrEqual(STEP + 1);
  });
});
