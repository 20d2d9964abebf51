import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient } from '../../../../../test/harness/pipeline.ts';
import { openDatabase } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { newId } from '../../../infra/ids.ts';
import { addProgress, listSteps } from './progress.store.ts';

const db = await createTestDatabase();
const worker = openDatabase({ connectionString: db.url }, 'tuma_worker', {
  max: 1,
  name: 'test',
  onLost: () => {},
});
afterAll(() => worker.close());
const portal = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 1,
  name: 'test',
  onLost: () => {},
});
afterAll(() => portal.close());
const clientId = await addClient(portal);
const START = 1_800_000_000;

async function addCampaign(): Promise<string> {
  const id = newId();
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, started_at)
     values ($1, $2, 'Test', 'TUMA', 'Hello', 'FILE', 'KE', 'RUNNING', to_timestamp($3))`,
    [id, clientId, START],
  );
  return id;
}

/** @param seconds after the start, and the messages submitted by then */
const delta = (campaignId: string, seconds: number, submitted: number) => ({
  campaignId,
  clientId,
  at: new Date((START + seconds) * 1000),
  country: 'KE',
  network: 1,
  messages: 0,
  segments: 0,
  submitted,
  delivered: 0,
  undeliverable: 0,
  rejected: 0,
  expired: 0,
  failed: 0,
  unknown: 0,
  cancelled: 0,
  captured: 0n,
});

test('steps are of five seconds in the first 15 minutes of a campaign and of a minute after', async () => {
  const id = await addCampaign();
  await worker.run(systemScope(), async (tx) => {
    await addProgress(tx, [delta(id, 1, 10), delta(id, 4.9, 5), delta(id, 5, 7)]);
    await addProgress(tx, [delta(id, 3, 1), delta(id, 899, 2)]);
  });
  const fine = await worker.run(systemScope(), (tx) => listSteps(tx, id, 360));
  expect(fine.stepSeconds).toBe(5);
  expect(fine.steps.map(({ at, submitted }) => [at - START, submitted])).toEqual([
    [0, 16],
    [5, 7],
    [895, 2],
  ]);

  await worker.run(systemScope(), (tx) =>
    addProgress(tx, [delta(id, 903, 20), delta(id, 958, 4), delta(id, 960, 1)]),
  );
  expect(
    await db.query(
      `select extract(epoch from starts_at)::int - ${START} as at, submitted from campaign_step
       where campaign_id = $1 and starts_at >= to_timestamp(${START + 900}) order by 1`,
      [id],
    ),
  ).toEqual([
    { at: 900, submitted: 24 },
    { at: 960, submitted: 1 },
  ]);
  const coarse = await worker.run(systemScope(), (tx) => listSteps(tx, id, 360));
  expect(coarse.stepSeconds).toBe(60);
  expect(coarse.steps.reduce((sum, { submitted }) => sum + submitted, 0)).toBe(50);
});

test('a chart has no more points than it may, whatever the time between them', async () => {
  const id = await addCampaign();
  await worker.run(systemScope(), (tx) =>
    addProgress(tx, [delta(id, 0, 1), delta(id, 600, 1), delta(id, 7 * 86_400, 1)]),
  );
  const at = (most: number) => worker.run(systemScope(), (tx) => listSteps(tx, id, most));
  expect((await at(360)).stepSeconds).toBe(3600);
  expect((await at(20)).stepSeconds).toBe(86_400);
});
