// A code on its way to a phone, over a real link: it is in the PDU, and nowhere else.
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { testKey, until } from '../../../../test/harness/pipeline.ts';
import { addCustomer, openSmppWorld } from '../../../../test/harness/outside/smpp-customers.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { openAcceptor } from '../../core/accept/accept.ts';
import { openRefusalCounter } from '../../core/guard/refusal-counter.ts';
import { newCode, verificationKeys } from '../../core/verification-codes/codes.rules.ts';
import { watchTrace } from '../../gateway/carriers/trace.store.ts';
import { scopeOf, systemScope } from '../../infra/database/scope.ts';
import { startVerification } from './start.ts';

const db = await createTestDatabase();
const database = open(db);
const accepting = open(db, 'tuma_accept');
const lines: string[] = [];
const world = await openSmppWorld(db.url, database, {}, { onLog: (line) => lines.push(line) });
const keys = verificationKeys(testKey);
const at = {
  database,
  acceptor: openAcceptor({ database: accepting }),
  keys,
  countRefusals: openRefusalCounter(database),
};
afterAll(() => world.stop());

const received = (to: string) =>
  [...world.smsc.received()].find(({ destination }) => destination === to)?.text;

/** Every value of every table and partition that contains a text, in clear, in hexadecimal or as octets. */
async function placesOf(wanted: string): Promise<string[]> {
  const columns = await db.query<{ of: string; name: string; type: string }>(
    `select c.relname as of, a.attname as name, t.typname as type from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and t.typname in ('text', 'jsonb', 'json', 'bytea', '_text', 'varchar', 'bpchar', 'int4', 'int8')`,
  );
  const found: string[] = [];
  const hex = Buffer.from(wanted).toString('hex');
  for (const { of, name, type } of columns) {
    const value = type === 'bytea' ? `encode("${name}", 'hex')` : `"${name}"::text`;
    const rows = await db.query<{ n: number }>(
      `select count(*)::int as n from "${of}" where ${value} ~ $1 or ${value} ~ $2`,
      [type === 'bytea' ? hex : `(?<![0-9a-f-])${wanted}(?![0-9a-f-])`, hex],
    );
    if (rows[0]!.n > 0) found.push(`${of}.${name}`);
  }
  return found;
}

test.each([
  ['one part', 'en', 'Duka'],
  ['two parts, in another alphabet', 'pt', 'Loja 🛒 da esquina, com um nome longo'],
] as const)('%s', async (_, language, brand) => {
  const { clientId, sender } = await addCustomer(database, world.rootId);
  const own = scopeOf({ clientId, path: '' }, 'own');
  const [connector] = await db.query<{ id: number }>('select id from connector');
  // The link keeps PDUs once it knows that an operator watches: another message shows that it does.
  await until('the link is watched', async () => {
    await at.acceptor.accept({ source: 'REST', clientId, user: null, test: false }, [
      { from: sender, to: '+254712349950', content: { text: 'Habari' } },
    ]);
    const { pdus } = await database.run(systemScope(), (tx) => watchTrace(tx, connector!.id));
    return pdus.length > 0;
  });
  // Ten digits: no other number of the test is like it.
  const to = `25471234${language === 'en' ? '0150' : '0250'}`;
  const row = await startVerification(
    at,
    {
      to: `+${to}`,
      from: sender,
      brand,
      language,
      length: 10,
      validitySeconds: 600,
      tries: 5,
      resendSeconds: 60,
    },
    { own, test: false, request: { key: `key ${language}`, bodyHash: Buffer.alloc(32) } },
  );
  const { code } = newCode(keys, row.id, 10);
  await until('the phone has it', () => received(to)?.includes(code) ?? false);
  await until('the receipt is stored', async () => {
    const rows = await db.query('select from message where id = $1 and status = 10', [
      row.messageId,
    ]);
    return rows.length === 1;
  });
  await until('the trace shows the message', async () => {
    const rows = await db.query<{ pdus: string }>(
      `select pdus::text as pdus from connector_trace where pdus::text like '%' || $1 || '%'`,
      [to],
    );
    return rows.some(({ pdus }) => pdus.includes('**********'));
  });
  expect(await placesOf(code)).toEqual([]);
  expect(
    JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(code);
  expect(lines.filter((line) => line.includes(code))).toEqual([]);
  // The search finds what is there.
  expect(await placesOf(sender)).toContainEqual(expect.stringMatching(/^message_.*\.sender$/));
});
