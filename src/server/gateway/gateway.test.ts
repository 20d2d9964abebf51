import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  addCampaign,
  addClient,
  addConnector,
  enqueueAll,
  makeMessage,
  testKey,
  until,
} from '../../../test/harness/pipeline.ts';
import { createTestDatabase } from '../../../test/harness/database.ts';
import { startSmsc } from '../../sim/smsc/smsc.ts';
import type { Smsc } from '../../sim/smsc/smsc.ts';
import { openDatabase } from '../infra/database/db.ts';
import { takeDeltas } from '../core/dispatch/counts/deltas.store.ts';
import { systemScope } from '../infra/database/scope.ts';
import { run } from '../processes/gateway.ts';

const test_ = await createTestDatabase();
const database = openDatabase({ connectionString: test_.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
let smsc: Smsc;
let routeId: number;
let clientId: string;
beforeAll(async () => {
  smsc = await startSmsc({ behaviour: { receiptDelay: 10 } });
  clientId = await addClient(database);
  ({ routeId } = await addConnector(
    database,
    0,
    {
      host: '127.0.0.1',
      port: smsc.port,
      username: 'tuma',
      window: 10,
      con_fail_delay: 0.2,
      retry_rules: 'ESME_RSYSERR,1,5;ESME_RSUBMITFAIL,1,2',
    },
    1,
  ));
});
afterAll(() => smsc.stop());

let gateway: { stop(): Promise<void> } | undefined;
const start = async () => {
  gateway = await run({
    database: { connectionString: test_.url },
    secretKey: testKey,
    privateHosts: ['127.0.0.1'],
    log,
  });
};
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});

const phones = (count: number, from: number) =>
  Array.from({ length: count }, (_, at) => String(254_700_000_000 + from * 1000 + at * 100 + 50));
const statuses = async (campaignId: string | null) =>
  test_.query<{ status: number; error_code: string | null; count: number }>(
    `select status, error_code, count(*)::int as count from message where campaign_id is not distinct from $1 group by 1, 2 order by 1, 2`,
    [campaignId],
  );
const takeAll = () => database.run(systemScope(), (tx) => takeDeltas(tx, 10_000));

describe('the gateway', () => {
  test('sends a campaign, stores every receipt and counts each message once', async () => {
    const campaignId = await addCampaign(database, clientId, { text: 'Karibu' });
    const messages = phones(1200, 100).map((destination) =>
      makeMessage({ clientId, routeId, destination, campaignId, text: null }),
    );
    await enqueueAll(database, messages);
    await start();
    await until(
      'all delivered',
      async () =>
        (await statuses(campaignId))[0]?.status === 10 && (await statuses(campaignId)).length === 1,
    );
    expect(await statuses(campaignId)).toEqual([{ status: 10, error_code: null, count: 1200 }]);
    const received = [...smsc.received()].filter(({ text }) => text === 'Karibu');
    expect(received.map(({ destination }) => destination).sort()).toEqual(
      messages.map(({ destination }) => destination).sort(),
    );
    expect(await test_.query('select 1 from chunk')).toEqual([]);
    expect(await test_.query('select 1 from live_part')).toEqual([]);
    const deltas = await takeAll();
    const sum = (name: 'messages' | 'submitted' | 'delivered') =>
      deltas.reduce((all, delta) => all + delta[name], 0);
    expect([sum('messages'), sum('submitted'), sum('delivered')]).toEqual([1200, 1200, 1200]);
    expect(deltas.reduce((all, delta) => all + delta.captured, 0n)).toBe(12_000_000n);
    expect(await test_.query('select 1 from chunk where campaign_id = $1', [campaignId])).toEqual(
      [],
    );
  });

  test('continues to submit while a flood of incoming messages cannot be stored', async () => {
    await start();
    await until('the link is bound', async () => smsc.stats().links > 0);
    // This lock keeps every message of the flood waiting in the database.
    const holder = await database.connect();
    await holder.query('begin');
    await holder.query(`lock table incoming_message in access exclusive mode`);
    for (let n = 0; n < 60; n++)
      smsc.injectMo({ source: `2547220000${n + 10}`, destination: '22141', text: 'Habari' });
    await until(
      'the inbox is full',
      async () =>
        (
          await test_.query(
            `select from pg_stat_activity where datname = current_database() and application_name = 'tuma inbox' and wait_event_type = 'Lock'`,
          )
        ).length === 3,
    );
    const campaignId = await addCampaign(database, clientId, { text: 'Through the flood' });
    await enqueueAll(
      database,
      phones(300, 500).map((destination) =>
        makeMessage({ clientId, routeId, destination, campaignId, text: null }),
      ),
    );
    // Its receipts wait at the carrier, behind the flood.
    await until(
      'all are handed over',
      async () =>
        [...smsc.received()].filter(({ text }) => text === 'Through the flood').length === 300,
    );
    await holder.query('rollback');
    await holder.end();
    await until(
      'the flood is stored',
      async () =>
        (await test_.query(`select from incoming_message where text = 'Habari'`)).length === 60,
    );
    await until('the flood is answered', async () => smsc.stats().moAnswered === 60);
    await until(
      'all delivered',
      async () =>
        (await statuses(campaignId))[0]?.status === 10 && (await statuses(campaignId)).length === 1,
    );
    await takeAll();
  });

  test.each([
    ['of one part', 'Habari'],
    ['of three parts', 'Habari '.repeat(60)],
  ])(
    'a message %s that the carrier refuses by a temporary code is tried as often as its rule says, then rejected',
    async (_parts, text) => {
      const campaignId = await addCampaign(database, clientId);
      await enqueueAll(database, [
        makeMessage({
          clientId,
          routeId,
          destination: '254711000119',
          campaignId,
          text,
          segments: text.length > 160 ? 3 : 1,
        }),
      ]);
      const before = smsc.stats().refused;
      await start();
      await until('it has ended', async () =>
        (await statuses(campaignId)).every(({ status }) => status >= 10),
      );
      expect(
        await test_.query('select status, error_code from message where campaign_id = $1', [
          campaignId,
        ]),
      ).toEqual([{ status: 13, error_code: 'ESME_RSUBMITFAIL' }]);
      const parts = text.length > 160 ? 3 : 1;
      expect(smsc.stats().refused - before).toBe(3 * parts);
      await takeAll();
    },
  );

  test('ends every message as the carrier reports', async () => {
    const campaignId = await addCampaign(database, clientId);
    // The simulated carrier decides by the last two digits; see its README.
    const endings = [
      '01',
      '02',
      '03',
      '04',
      '05',
      '06',
      '08',
      '09',
      '10',
      '11',
      '12',
      '13',
      '14',
      '19',
      '20',
    ];
    smsc.behave({ lateDelay: 300 });
    await enqueueAll(
      database,
      endings.map((ending) =>
        makeMessage({ clientId, routeId, destination: `2547110000${ending}`, campaignId }),
      ),
    );
    await start();
    await until('all final', async () =>
      (await statuses(campaignId)).every(({ status }) => status >= 10),
    );
    const rows = await test_.query<{ ending: string; status: number }>(
      `select right(destination, 2) as ending, status from message where campaign_id = $1 order by 1`,
      [campaignId],
    );
    expect(Object.fromEntries(rows.map(({ ending, status }) => [ending, status]))).toEqual({
      '01': 11,
      '02': 11,
      '03': 12,
      '04': 13,
      '05': 13,
      '06': 10,
      '08': 10,
      '09': 10,
      10: 10,
      11: 16,
      12: 11,
      13: 10,
      14: 11,
      // A passing fault of the carrier is tried again.
      19: 10,
      20: 13,
    });
    const deltas = await takeAll();
    expect(deltas.reduce((all, delta) => all + delta.captured, 0n)).toBe(130_000n);
    expect(deltas.reduce((all, delta) => all + delta.released, 0n)).toBe(20_000n);
  });

  test('sends long messages in parts that the phone joins, and counts them once', async () => {
    const campaignId = await addCampaign(database, clientId);
    const text = 'Habari ya asubuhi, ndugu mteja. '.repeat(70); // 15 parts: more than the window
    const short = 'Mbili. '.repeat(40); // 2 parts
    const messages = phones(12, 300).map((destination, at) =>
      makeMessage({
        clientId,
        routeId,
        destination,
        campaignId,
        text: at % 4 === 0 ? text : short,
        segments: at % 4 === 0 ? 15 : 2,
        units: at % 4 === 0 ? 150_001n : 20_000n,
      }),
    );
    await enqueueAll(database, messages);
    await start();
    await until(
      'all delivered',
      async () =>
        (await statuses(campaignId))[0]?.status === 10 && (await statuses(campaignId)).length === 1,
    );
    for (const message of messages)
      expect(
        [...smsc.received()].find(({ destination }) => destination === message.destination)?.text,
      ).toBe(message.text);
    const deltas = await takeAll();
    expect(deltas.reduce((all, delta) => all + delta.delivered, 0)).toBe(12);
    expect(deltas.reduce((all, delta) => all + delta.submitted, 0)).toBe(12);
    expect(deltas.reduce((all, delta) => all + delta.captured, 0n)).toBe(
      3n * 150_001n + 9n * 20_000n,
    );
  });

  test('holds the unanswered messages of a lost link, and resolves them by the receipt', async () => {
    const campaignId = await addCampaign(database, clientId);
    const countDrops = async () =>
      (
        await test_.query<{ drops: number }>(
          'select coalesce(sum(drops), 0)::int as drops from connector_minute',
        )
      )[0]!.drops;
    const dropsBefore = await countDrops();
    // 17: accepted, then the link is cut instead of an answer; the receipt comes over the next link.
    await enqueueAll(
      database,
      ['254711010017', ...phones(30, 400)].map((destination) =>
        makeMessage({ clientId, routeId, destination, campaignId }),
      ),
    );
    await start();
    await until(
      'all final',
      async () =>
        (await statuses(campaignId)).every(({ status }) => status === 10) ||
        ((await test_.query(`select 1 from live_part where state = 2`)).length > 0 &&
          (await test_.query(`select 1 from chunk`)).length === 0 &&
          (await test_.query(`select 1 from live_part where state <> 2`)).length === 0),
    );
    const received = new Map<string, number>();
    for (const { destination } of smsc.received())
      received.set(destination, (received.get(destination) ?? 0) + 1);
    const rows = await test_.query<{ destination: string; status: number; held: boolean }>(
      `select destination, status, exists (select from live_part s where s.message_id = message.id and state = 2) as held from message where campaign_id = $1`,
      [campaignId],
    );
    for (const row of rows) {
      // Delivered once, or never received and held: never both, never twice.
      if (row.status === 10)
        expect([row.destination, received.get(row.destination)]).toEqual([row.destination, 1]);
      else
        expect([row.destination, row.held, received.get(row.destination) ?? 0]).toEqual([
          row.destination,
          true,
          0,
        ]);
    }
    expect(rows.find(({ destination }) => destination === '254711010017')?.status).toBe(10);
    // The cut counts as a drop, and the stop, which writes the counts, does not.
    await gateway?.stop();
    gateway = undefined;
    expect(await countDrops()).toBe(dropsBefore + 1);
    await test_.query(`truncate submission_batch, submission, unconfirmed_part, receipt_wait`);
  });

  test('counts one receipt for a message whose carrier first says that it is under way', async () => {
    const campaignId = await addCampaign(database, clientId);
    const countReceipts = async () =>
      (
        await test_.query<{ receipts: number }>(
          'select coalesce(sum(receipts), 0)::int as receipts from connector_minute',
        )
      )[0]!.receipts;
    const before = await countReceipts();
    // 13: first ACCEPTD, then DELIVRD.
    await enqueueAll(
      database,
      ['254711020013', '254711020050'].map((destination) =>
        makeMessage({ clientId, routeId, destination, campaignId }),
      ),
    );
    await start();
    await until('both final', async () =>
      (await statuses(campaignId)).every(({ status }) => status >= 10),
    );
    await gateway?.stop();
    gateway = undefined;
    expect(await countReceipts()).toBe(before + 2);
  });

  test('drains when it stops: nothing is ambiguous, and the rest waits for the next start', async () => {
    const campaignId = await addCampaign(database, clientId);
    smsc.behave({ latency: 5 });
    const before = smsc.stats().accepted;
    await enqueueAll(
      database,
      phones(900, 500).map((destination) =>
        makeMessage({ clientId, routeId, destination, campaignId }),
      ),
    );
    await start();
    await until('some sent', () => smsc.stats().accepted > before + 100);
    await gateway?.stop();
    gateway = undefined;
    expect(await test_.query(`select 1 from live_part where state in (0, 2)`)).toEqual([]);
    expect(await test_.query(`select 1 from chunk where owner is not null`)).toEqual([]);
    smsc.behave({ latency: 0 });
    await start();
    await until(
      'all delivered',
      async () =>
        (await statuses(campaignId))[0]?.status === 10 && (await statuses(campaignId)).length === 1,
    );
    expect(smsc.stats().duplicates).toBe(0);
  });
});
