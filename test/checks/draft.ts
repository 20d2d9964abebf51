// The draft of the routes run against 100,000 messages of the last day, as the review of a reload does it: on the whole product,
// a slice a call. It has to be done within a minute, and to say what an independent count in SQL says. Calls of others
// are made meanwhile, since the process that compares answers them too.
import { setTimeout as sleep } from 'node:timers/promises';
import { MOST_COMPARED, type routeComparison } from '../../src/contract/api/route-comparison.ts';
import type { Output } from '../../src/contract/endpoint.ts';
import {
  addSlice,
  costsOf,
  isWhole,
  type Comparison,
} from '../../src/web/features/gateway/versions/comparison.ts';
import type { Check, Verdict } from '../check.ts';
import { openApi } from '../harness/api.ts';
import { startProduct, type Product } from '../harness/product.ts';

const LIMIT_S = 60;
const MESSAGES = MOST_COMPARED + 5000;
const [ROUTES, CONNECTORS, SENDERS] = [200, 40, 50];
/** Edits: routes led to other connectors, routes disabled, and one sender that a new route takes away. */
const [MOVED, DISABLED, TAKEN] = [20, 5, 'SHOP7'];
const PROBE_MS = 50;

type Slice = Output<typeof routeComparison.compare>;
type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

export const check: Check = {
  async run() {
    const product = await startProduct();
    try {
      return await compare(product);
    } finally {
      await product.stop();
    }
  },
};

async function compare(product: Product): Promise<Verdict> {
  const api = openApi(product);
  const { token } = await api.signIn('it-support');
  const call: Call = (method, path, body) =>
    api.get(method, `/portal/${path}`, { token, ...(body && { body }) });
  await configure(product, call);
  await fill(product);
  await edit(product, call);

  const others = probe(`${product.baseUrl}/healthz`);
  const began = performance.now();
  const { sum, slowest } = await runDraft(call);
  const seconds = (performance.now() - began) / 1000;
  const waits = await others.stop();

  const counted = await countMoved(product);
  const costs = costsOf(sum);
  const open: string[] = [];
  let tried = 0;
  const expect = (what: string, found: number, wanted: number) => {
    tried++;
    if (found !== wanted) open.push(`${what}: ${found}, and ${wanted} by SQL`);
  };
  expect('messages read', sum.read, MOST_COMPARED);
  expect('messages that go elsewhere', sum.read - sum.stayed, counted.moved);
  expect('cost now', Math.round(costs.before), counted.before);
  expect('cost with the edits', Math.round(costs.after), counted.after);
  tried++;
  if (seconds > LIMIT_S) open.push(`${seconds.toFixed(1)} s, where ${LIMIT_S} are allowed`);
  return {
    tried,
    held: tried - open.length,
    open,
    figures: {
      seconds: round(seconds),
      messages_a_second: Math.round(sum.read / seconds),
      slowest_call_ms: Math.round(slowest),
      elsewhere: sum.read - sum.stayed,
      others_p99_ms: Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0),
      others_worst_ms: Math.round(waits.at(-1) ?? 0),
      routes: ROUTES,
      connectors: CONNECTORS,
    },
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Runs the draft; the sums are those of the screen. */
async function runDraft(call: Call): Promise<{ sum: Comparison; slowest: number }> {
  let sum: Comparison | undefined;
  let after: string | undefined;
  let slowest = 0;
  for (;;) {
    const began = performance.now();
    const slice = await call<Slice>('POST', 'jasmin:compareRoutes', after ? { after } : {});
    slowest = Math.max(slowest, performance.now() - began);
    sum = addSlice(sum, slice);
    if (sum === undefined) throw new Error('the configuration changed meanwhile');
    if (isWhole(sum, slice.next)) return { sum, slowest };
    after = slice.next ?? undefined;
  }
}

/** Asks an address again and again. @returns the waits in milliseconds, shortest first, when it is stopped */
function probe(url: string): { stop(): Promise<number[]> } {
  const waits: number[] = [];
  let isStopping = false;
  const ended = (async () => {
    while (!isStopping) {
      const began = performance.now();
      await fetch(url).then((answer) => answer.text());
      waits.push(performance.now() - began);
      await sleep(PROBE_MS);
    }
  })();
  return {
    async stop() {
      isStopping = true;
      await ended;
      return waits.toSorted((one, other) => one - other);
    },
  };
}

/** Route n takes numbers that begin with 2547 and n, to connector n modulo their number; all others go to the default route. */
async function configure(product: Product, call: Call): Promise<void> {
  await product.sql(
    `insert into connector (cid, kind, carrier_account_id, settings)
     select 'carrier-' || n, 'SMPP', 1000 + n, jsonb_build_object('host', '203.0.113.1', 'cost', n + 1, 'con_fail_delay', 3600)
     from generate_series(0, $1::int - 1) n`,
    [CONNECTORS],
  );
  await product.sql(
    `insert into filter (fid, type, parameters) values ('any-text', 'ShortMessageFilter', '{"short_message": ".*code.*"}')`,
  );
  await product.sql(
    `insert into filter (fid, type, parameters)
     select 'p' || n, 'DestinationAddrFilter', jsonb_build_object('destination_addr', '^2547' || lpad(n::text, 3, '0'))
     from generate_series(0, $1::int - 1) n`,
    [ROUTES],
  );
  await product.sql(
    `insert into route (direction, "order", type, filter_ids, connector_ids)
     select 'MT', 10000 + n, 'StaticMTRoute',
       array[(select id from filter where fid = 'p' || n), (select id from filter where fid = 'any-text')],
       array[(select id from connector where cid = 'carrier-' || n % $2::int)]
     from generate_series(0, $1::int - 1) n`,
    [ROUTES, CONNECTORS],
  );
  await call('POST', 'jasmin:reload', {});
}

/** Messages of the last 23 hours with numbers all over the network, of one to three segments. */
async function fill(product: Product): Promise<void> {
  await product.sql(
    `do $$ declare d date; begin
       for d in select generate_series(current_date - 1, current_date, '1 day') loop
         begin
           execute format('create table %I partition of message for values from (%L) to (%L) with (fillfactor = 70)', 'message_' || to_char(d, 'YYYYMMDD'),
             uuid_v7_floor(d::timestamp at time zone 'UTC'), uuid_v7_floor((d + 1)::timestamp at time zone 'UTC'));
         exception when duplicate_table then null;
         end;
       end loop;
     end $$`,
  );
  await product.sql(
    `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id, config_version, status, country, network, done_at)
     select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(g % 4096), 3, '0') || '8' || lpad(to_hex(g), 15, '0'))::uuid,
       (select id from client where email = 'client@sandbox.test'), '2547' || lpad(((g * 48271::bigint) % 100000000)::text, 8, '0'), 'SHOP' || g % $2::int,
       'Your code is ' || g || '. It is valid for ten minutes. Do not give it to anybody, whoever asks for it.', 0, 1 + g % 3, 10000, 1, 1, 10, 'KE', 1, now()
     from (select g, (extract(epoch from now()) * 1000 - g::float8 / $1::int * 82800000)::bigint as ms from generate_series(1, $1::int) g) t`,
    [MESSAGES, SENDERS],
  );
  await product.sql('vacuum analyze message');
}

/** The edits, as a person makes them. */
async function edit(product: Product, call: Call): Promise<void> {
  const routes = await product.sql(
    `select id, "order" - 10000 as n from route where direction = 'MT' and "order" >= 10000 order by "order" limit $1`,
    [MOVED + DISABLED],
  );
  for (const { id, n } of routes)
    await call(
      'PATCH',
      `routes/mt/${String(id)}`,
      Number(n) < MOVED
        ? { connectors: [`carrier-${(Number(n) + 7) % CONNECTORS}`] }
        : { enabled: false },
    );
  await call('POST', 'route-filters', {
    fid: 'taken',
    type: 'SourceAddrFilter',
    parameters: { source_addr: `^${TAKEN}$` },
  });
  await call('POST', 'routes/mt', {
    type: 'StaticMTRoute',
    filters: ['taken'],
    connectors: ['carrier-0'],
  });
}

/** The same by SQL, which knows the rule of the routes and nothing of routing. The default route's connector costs nothing. */
async function countMoved(
  product: Product,
): Promise<{ moved: number; before: number; after: number }> {
  const [row] = await product.sql(
    `with latest as (select sender, substr(destination, 5, 3)::int as n, segments from message where not test and route_id > 0 order by id desc limit $1),
     routed as (select segments,
       case when n < $2 then n % $3 else -1 end as before,
       case when sender = $6 then 0 when n < $4 then (n + 7) % $3 when n < $4 + $5 then -1 when n < $2 then n % $3 else -1 end as after from latest)
     select count(*) filter (where before <> after)::int as moved, sum((before + 1) * segments)::int as before, sum((after + 1) * segments)::int as after from routed`,
    [MOST_COMPARED, ROUTES, CONNECTORS, MOVED, DISABLED, TAKEN],
  );
  return row as { moved: number; before: number; after: number };
}
