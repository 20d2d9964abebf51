// A provider whose accounts come in by OAuth client credentials, as a small server of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { genericSettings } from '../../../contract/api/connector-generic-settings.ts';
import { Outbound } from '../../infra/http/outbound.ts';
import { PrivateHosts } from '../../infra/http/private-hosts.ts';
import { GenericDialect } from './generic-dialect.ts';
import { Ring } from './trace.ts';

const asked: { scope: string | null; grant: string | null; authorization: string | undefined }[] =
  [];
const taken: string[] = [];
let valid = '';
let lifetime = 3600;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  const answer = (status: number, content: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  if (request.url === '/token') {
    const form = new URLSearchParams(body);
    asked.push({
      scope: form.get('scope'),
      grant: form.get('grant_type'),
      authorization: request.headers.authorization,
    });
    valid = `token-${asked.length}`;
    return answer(200, { access_token: valid, token_type: 'Bearer', expires_in: lifetime });
  }
  if (request.headers.authorization !== `Bearer ${valid}`)
    return answer(401, { error: 'invalid_token' });
  taken.push(body);
  return answer(200, { id: `id-${taken.length}` });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const outbound = new Outbound(new PrivateHosts(['127.0.0.1']));
afterAll(() => {
  outbound.close();
  server.close();
});
beforeEach(() => {
  asked.length = taken.length = 0;
  lifetime = 3600;
});

const open = () =>
  new GenericDialect(
    {
      connectorId: 1,
      cid: 'oauth',
      carrierAccountId: 1,
      secrets: { secret: 's3cret/of+it', callback: '' },
      settings: genericSettings.parse({
        url: `http://127.0.0.1:${port}/send`,
        auth: 'oauth',
        username: 'tuma:app',
        token_url: `http://127.0.0.1:${port}/token`,
        token_scope: 'sms.send',
        id_pointer: '/id',
        allow_private: true,
      }),
      codeKeys: Buffer.alloc(32),
    },
    outbound,
    new Ring(),
  );
const message = (destination: string) => ({
  id: destination,
  destination,
  sender: 'TUMA',
  text: 'Karibu',
  encoding: 0,
});
const outcomes = async (dialect: GenericDialect, count: number) =>
  (
    await Promise.all(
      Array.from({ length: count }, (_, at) => dialect.submit([message(`25470000000${at}`)])),
    )
  )
    .flat()
    .map(({ outcome }) => outcome);

test("one token serves all requests, requested with the account's id, secret and scope", async () => {
  const dialect = open();
  expect(await outcomes(dialect, 8)).toEqual(Array(8).fill('accepted'));
  expect(await outcomes(dialect, 8)).toEqual(Array(8).fill('accepted'));
  expect(asked).toEqual([
    {
      grant: 'client_credentials',
      scope: 'sms.send',
      authorization: `Basic ${Buffer.from('tuma%3Aapp:s3cret%2Fof%2Bit').toString('base64')}`,
    },
  ]);
});

test('a revoked token is not reused: its refused request was not sent, and the next uses a new one', async () => {
  const dialect = open();
  await outcomes(dialect, 1);
  valid = 'taken back';
  expect(await outcomes(dialect, 4)).toEqual(Array(4).fill('unusable'));
  expect(taken).toHaveLength(1);
  expect(await outcomes(dialect, 4)).toEqual(Array(4).fill('accepted'));
  expect(asked).toHaveLength(2);
});

test('a token is renewed before it expires', async () => {
  lifetime = 30;
  const dialect = open();
  for (let turn = 0; turn < 3; turn++) expect(await outcomes(dialect, 1)).toEqual(['accepted']);
  expect(asked).toHaveLength(3);
});

test('without a token nothing is sent, and the state shows it', async () => {
  const dialect = open();
  dialect.settings = { ...dialect.settings, token_url: `http://127.0.0.1:${port}/nowhere` };
  await expect(dialect.submit([message('254700000001')])).rejects.toMatchObject({
    message: 'no token: HTTP 401',
    sent: false,
  });
  expect(taken).toEqual([]);
});
