/**
 * Plays every order of five events of a message (answer, receipt, repeated receipt, link loss, restart, cancel, expiry,
 * restore) on the real stores, and random worlds of seven messages by seed. The last line is one JSON object; it fails when a
 * message was lost, sent twice against its class or ended wrongly, or units or statistics do not add up.
 *
 *   npm run check -- orders                                  all orders, and 2,000 worlds
 *   npm run check -- orders --slice 3 --slices 20 --worlds 500 --seed 1
 *
 * A slice is every twentieth order. A world is played again alone with --seed <number> --worlds 1 --slices 0.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { DatabaseRole } from '../../../src/server/infra/database/roles.ts';
import { commit, startDatabase } from '../../harness/processes/processes.ts';
import { Orders, casesOf } from './scenario.ts';
import { Worlds } from './worlds.ts';

const { values } = parseArgs({
  options: {
    slice: { type: 'string', default: '0' },
    slices: { type: 'string', default: '1' },
    worlds: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
});
const [slice, slices, count, seed] = [values.slice, values.slices, values.worlds, values.seed].map(
  Number,
) as [number, number, number, number];
const began = performance.now();
const server = await startDatabase();
const boss = new Client({ connectionString: server.url });
await boss.connect();
// Nothing crashes but in the story: no commit waits for the disk.
await boss.query('alter system set fsync = off');
await boss.query('select pg_reload_conf()');
const open = (role: DatabaseRole) =>
  openDatabase({ connectionString: server.url }, role, {
    max: 4,
    name: 'orders',
    onLost: () => {},
  });
const [portal, gateway, accepting] = [
  open('tuma_portal'),
  open('tuma_gateway'),
  open('tuma_accept'),
];
const faults: string[] = [];
let played = { orders: 0, sentTwice: 0 };
try {
  if (slices > 0) {
    const cases = [...casesOf(slice, slices)];
    const orders = await Orders.open(portal, cases.length);
    for (const [at, one] of cases.entries()) {
      await orders.play(one);
      if ((at + 1) % 1000 === 0) console.log(`${at + 1} of ${cases.length} orders`);
    }
    const { rollups, ...result } = await orders.close(async (sql) => (await boss.query(sql)).rows);
    played = result;
    faults.push(...result.faults);
    console.log(`${rollups.messages} messages compared with the statistics`);
  }
  const worlds = await Worlds.open({ gateway, accepting, portal });
  for (let at = 0; at < count; at++) {
    faults.push(...(await worlds.play(seed + at)));
    if ((at + 1) % 500 === 0) console.log(`${at + 1} of ${count} worlds`);
  }
} finally {
  await portal.close();
  await gateway.close();
  await accepting.close();
  await boss.end();
  await server.stop();
}
for (const fault of faults.slice(0, 20)) console.log(fault);
console.log(
  JSON.stringify({
    test: 'orders',
    commit: await commit(),
    orders: played.orders,
    sent_twice_and_marked: played.sentTwice,
    worlds: count,
    faults: faults.length,
    slice,
    slices,
    seed,
    load: Number(loadavg()[0]!.toFixed(1)),
    seconds: Math.round((performance.now() - began) / 1000),
  }),
);
process.exitCode = faults.length === 0 ? 0 : 1;
