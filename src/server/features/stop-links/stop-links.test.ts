import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { optOut } from '../../core/opt-outs/opt-outs.ts';
import { addLinks, dropExpiredLinks, dropLinksOf } from '../../core/opt-outs/links.store.ts';
import { drawTokens, linkBase, tokenLength } from '../../core/opt-outs/links.rules.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { serveStopLinks } from './stop-links.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 4);
const app = Fastify();
await serveStopLinks(app, { database, platformName: 'Tuma' });
afterAll(() => app.close());
const rootId = await addClient(database, { parentId: null });
const clientId = await addClient(database, { parentId: rootId });

const link = async (destination: string, length = 6) =>
  (
    await database.run(systemScope(), (tx) =>
      addLinks(tx, { clientId, sender: 'DUKA', length }, [destination]),
    )
  )[0]!;
const optedOut = (destination: string) =>
  db.query('select source, note from opt_out where client_id = $1 and destination = $2', [
    clientId,
    destination,
  ]);
const see = (token: string, headers = {}, query = '') =>
  app.inject({ method: 'GET', url: `/s/${token}${query}`, headers });
const tap = (token: string, action: string, remoteAddress = '10.0.0.1', headers = {}) =>
  app.inject({
    method: 'POST',
    url: `/s/${token}`,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: `language=en&action=${action}`,
  });

test('a page that is opened changes nothing; one tap opts out, another takes it back', async () => {
  const number = '258861000001';
  const token = await link(number);
  for (const method of ['GET', 'HEAD'] as const)
    expect((await app.inject({ method, url: `/s/${token}` })).statusCode).toBe(200);
  expect(await optedOut(number)).toEqual([]);
  const stopped = await tap(token, 'stop');
  expect(stopped.statusCode).toBe(200);
  expect(stopped.body).toContain('Stopped');
  expect(await optedOut(number)).toEqual([{ source: 'LINK', note: 'DUKA' }]);
  expect((await tap(token, 'stop')).body).toContain('Stopped');
  expect((await tap(token, 'start')).body).toContain('Messages are on again');
  expect(await optedOut(number)).toEqual([]);
});

test('the second button stops everything, before or after the first, and is taken back like it', async () => {
  const number = '258861000008';
  const scopes = () =>
    db.query('select scope from opt_out where client_id = $1 and destination = $2', [
      clientId,
      number,
    ]);
  const token = await link(number);
  await tap(token, 'stop');
  const stopped = await tap(token, 'stopAll');
  expect(stopped.body).toContain('Everything is stopped');
  expect(await scopes()).toEqual([{ scope: 'EVERYTHING' }]);
  // The narrower wish does not undo the wider one.
  await tap(token, 'stop');
  expect(await scopes()).toEqual([{ scope: 'EVERYTHING' }]);
  await tap(token, 'start');
  expect(await scopes()).toEqual([]);
});

test('an opt-out that its client entered stays, whatever the receiver taps', async () => {
  const number = '258861000002';
  await database.run(systemScope(), (tx) =>
    optOut(tx, { clientId, destinations: [number], source: 'PORTAL', notes: ['asked by phone'] }),
  );
  const token = await link(number);
  await tap(token, 'stop');
  await tap(token, 'start');
  expect(await optedOut(number)).toEqual([{ source: 'PORTAL', note: 'asked by phone' }]);
});

test('a token that exists and one that does not have the same page and the same answers', async () => {
  const known = await link('258861000003');
  for (const answerOf of [
    (token: string) => see(token),
    (token: string) => tap(token, 'stop'),
    (token: string) => tap(token, 'stopAll'),
    (token: string) => tap(token, 'start'),
  ]) {
    const [one, other] = [await answerOf(known), await answerOf('Aaaaaa')];
    expect(other.body).toBe(one.body);
    const { date: _date, ...headers } = one.headers;
    expect(other.headers).toMatchObject(headers);
    expect(other.statusCode).toBe(one.statusCode);
  }
});

test('an address that guesses waits, others do not, and links that exist never count', async () => {
  const known = await link('258861000004');
  for (let taps = 0; taps < 70; taps++)
    expect((await tap(known, 'stop', '10.0.0.2')).statusCode).toBe(200);
  const codes: number[] = [];
  for (let taps = 0; taps < 61; taps++)
    codes.push((await tap(`zz${taps}`, 'stop', '10.0.0.2')).statusCode);
  expect(codes.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
  expect(codes[60]).toBe(429);
  expect((await tap('zz', 'stop', '10.0.0.3')).statusCode).toBe(200);
  // A household has a whole /64 of IPv6.
  for (let taps = 0; taps < 60; taps++) await tap('zz', 'stop', `2001:db8:1:2::${taps + 1}`);
  expect((await tap('zz', 'stop', '2001:db8:1:2:ffff::1')).statusCode).toBe(429);
  expect((await tap('zz', 'stop', '2001:db8:1:3::1')).statusCode).toBe(200);
});

test('guesses beyond many misses find nothing, from that address alone', async () => {
  const known = await link('258861000009');
  await db.query(
    `insert into rate_limit (key, until, count) values ('stop link 10.0.0.9', now() + interval '5 minutes', 1000)`,
  );
  const [guessed, missed] = [
    await tap(known, 'stop', '10.0.0.9'),
    await tap('zz', 'stop', '10.0.0.9'),
  ];
  expect([guessed.statusCode, guessed.body]).toEqual([429, missed.body]);
  expect(await optedOut('258861000009')).toEqual([]);
  expect((await tap(known, 'stop', '10.0.0.10')).statusCode).toBe(200);
  expect(await optedOut('258861000009')).toHaveLength(1);
});

test('a token that none can be is one that does not exist', async () => {
  for (const token of ['%00', '%ED%A0%80', '%F0%9F%98%80', 'a%20b'])
    expect([token, (await tap(token, 'stop', '10.0.0.11')).statusCode]).toEqual([
      token,
      expect.toBeOneOf([200, 400]),
    ]);
});

test("the page is in the phone's language or the one chosen, without a script, and escapes a brand's name", async () => {
  const page = await see('abcdef', { 'accept-language': 'pt-MZ,pt;q=0.9' });
  expect(page.body).toContain('<html lang="pt">');
  expect(page.body).toContain('Parar as mensagens');
  for (const swahili of [
    await see('abcdef', { 'accept-language': 'sw-TZ,en;q=0.5' }),
    await see('abcdef', { 'accept-language': 'pt' }, '?language=sw'),
  ]) {
    expect(swahili.body).toContain('<html lang="sw">');
    expect(swahili.body).toContain('Acha ujumbe wote wa mtumaji huyu');
  }
  expect(page.body).not.toContain('<script');
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect((await see('abcdef', { 'accept-language': 'pt' }, '?language=en')).body).toContain(
    '<html lang="en">',
  );
  await db.query(
    `insert into brand (client_id, client_path, brand_name, theme_name, accent_colour) select id, path, 'Duka & "Co" <b>', 'default', '#ffdd00' from client where id = $1`,
    [clientId],
  );
  await db.query(`insert into brand_host (host, client_id) values ('sms.duka.test', $1)`, [
    clientId,
  ]);
  const branded = await see('abcdef', { host: 'sms.duka.test' });
  expect(branded.body).toContain('Duka &amp; &quot;Co&quot; &lt;b&gt;');
  expect(branded.body).toContain('--accent:#ffdd00;--on:#000');
});

test('links end with their time and with their number', async () => {
  const [old, erased, kept] = [
    await link('258861000005'),
    await link('258861000006'),
    await link('258861000007'),
  ];
  await db.query(`update stop_link set expires_at = now() - interval '1 minute' where token = $1`, [
    old,
  ]);
  await tap(old!, 'stop');
  expect(await optedOut('258861000005')).toEqual([]);
  await database.run(systemScope(), dropExpiredLinks);
  await database.run(systemScope(), (tx) => dropLinksOf(tx, '258861000006', null));
  expect(
    await db.query('select token from stop_link where token = any ($1)', [[old, erased, kept]]),
  ).toEqual([{ token: kept }]);
});

test('a guess hits less than once in 100,000, however many links are alive', () => {
  for (const links of [0, 1, 500_000, 568_002, 568_003, 30_000_000, 2_000_000_000]) {
    const length = tokenLength(links);
    expect(length).toBeGreaterThanOrEqual(6);
    expect(links / 62 ** length).toBeLessThanOrEqual(1 / 100_000);
  }
  expect(tokenLength(500_000)).toBe(6);
  expect(tokenLength(600_000)).toBe(7);
});

test('tokens use the whole alphabet evenly; many numbers have one each, and a token that is taken is drawn anew', async () => {
  const drawn = drawTokens(20_000, 6);
  expect(new Set(drawn).size).toBeGreaterThan(19_990);
  const counts = Map.groupBy(drawn.join(''), (character) => character);
  expect(counts.size).toBe(62);
  const expected = 120_000 / 62;
  const chi = [...counts.values()].reduce(
    (sum, { length }) => sum + (length - expected) ** 2 / expected,
    0,
  );
  // 61 degrees of freedom: beyond this once in ten million runs.
  expect(chi).toBeLessThan(135);
  // Tokens of one character collide at once: all 62 are still given out, each once.
  const numbers = Array.from({ length: 62 }, (_, at) => String(258_862_000_000 + at));
  const tokens = await database.run(systemScope(), (tx) =>
    addLinks(tx, { clientId, sender: 'DUKA', length: 1 }, numbers),
  );
  expect(new Set(tokens).size).toBe(62);
  expect(
    await db.query(
      `select destination from stop_link join unnest($1::text[]) with ordinality as t (token, at) using (token) order by at`,
      [tokens],
    ),
  ).toEqual(numbers.map((destination) => ({ destination })));
});

test("the address is the brand's host or the platform's, as short as a link may be", () => {
  expect(linkBase('https://sms.tuma.test', 'sms.duka.co.ke', '/s/')).toBe('sms.duka.co.ke/s/');
  expect(linkBase('https://sms.tuma.test', null, '/s/')).toBe('sms.tuma.test/s/');
  expect(linkBase('http://localhost:8080', null, '/s/')).toBe('http://localhost:8080/s/');
});
