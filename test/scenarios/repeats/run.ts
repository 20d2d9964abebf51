/**
 * Sends each of many calls twenty times at once under one idempotency key, to a whole product: each has one effect, and all of
 * its answers are the same. The last line is one JSON object; it fails where a key made two messages or none, answers differ,
 * or the units held are not those of the messages.
 *
 *   npm run check -- repeats --calls 1000 --repeats 20 --seed 1
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { runningPostgres } from '../../../src/server/infra/database/postgres.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { testKey } from '../../harness/pipeline.ts';
import { commit, startCarrier } from '../../harness/processes/processes.ts';
import { startProduct } from '../../harness/product.ts';
import { furnish } from '../../harness/traffic.ts';

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: { calls: text('1000'), repeats: text('20'), seed: text('1') },
});
const [calls, repeats, seed] = [values.calls, values.repeats, values.seed].map(Number) as [
  number,
  number,
  number,
];
/** Keys whose repeats are sent at the same moment. */
const KEYS_AT_ONCE = 8;
const began = performance.now();
const carrier = await startCarrier(['--rules', 'false', '--no-record']);
const product = await startProduct({
  SANDBOX: '1',
  SECRET_KEY: testKey.bytes.toString('hex'),
  PRIVATE_HOSTS: '127.0.0.1',
});
const database = openDatabase(
  { connectionString: runningPostgres(product.dataDir)! },
  'tuma_portal',
  { max: 2, name: 'repeats', onLost: () => {} },
);
const faults: string[] = [];
const answers: Record<string, number> = {};
try {
  const { key, clientId } = await furnish(database, carrier, { binds: 1, window: 50, rate: 5000 });
  /** Sends until it is answered with 200: a repeat beside the first may be told to wait. */
  const send = async (at: number): Promise<string> => {
    for (let tries = 0; ; tries++) {
      const response = await fetch(`${product.baseUrl}/v1/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `repeat-${seed}-${at}`,
        },
        body: JSON.stringify({
          from: 'TUMA',
          to: `+254734${String(at).padStart(6, '0')}`,
          text: `Order ${at} is ready.`,
        }),
      });
      const body = (await response.json()) as { messageId?: string };
      answers[response.status] = (answers[response.status] ?? 0) + 1;
      if (response.status === 200) return body.messageId!;
      if (tries > 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  let next = 0;
  const effects = new Set<string>();
  await Promise.all(
    Array.from({ length: KEYS_AT_ONCE }, async () => {
      while (next < calls) {
        const at = next++;
        const ids = await Promise.all(Array.from({ length: repeats }, () => send(at)));
        for (const id of ids) effects.add(id);
        if (new Set(ids).size !== 1) faults.push(`call ${at}: ${new Set(ids).size} answers`);
      }
    }),
  );
  await database.run(systemScope(), async (tx) => {
    const { rows } = await tx.query<{ messages: number; phones: number }>(
      `select count(*)::int as messages, count(distinct destination)::int as phones from message where client_id = $1 and destination like '254734%'`,
      [clientId],
    );
    const { messages, phones } = rows[0]!;
    if (messages !== calls || phones !== calls || effects.size !== calls)
      faults.push(
        `${messages} messages to ${phones} phones, ${effects.size} ids for ${calls} keys`,
      );
    const ledger = await checkLedger(tx);
    if (!ledger.ok) faults.push(`ledger: ${JSON.stringify(ledger)}`);
  });
} finally {
  await database.close();
  await product.stop();
  carrier.stop();
}
for (const fault of faults.slice(0, 20)) console.log(fault);
console.log(
  JSON.stringify({
    test: 'repeats',
    commit: await commit(),
    calls,
    repeats,
    faults: faults.length,
    answers,
    seed,
    load: Number(loadavg()[0]!.toFixed(1)),
    seconds: Math.round((performance.now() - began) / 1000),
  }),
);
process.exitCode = faults.length === 0 ? 0 : 1;
