// The programs of examples/, and those that the documentation page shows, run as a customer runs them: each by its own
// interpreter, where this machine has it, against the api. Those without an interpreter here are compared by their text.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { writtenFiles } from '../../../tools/examples.ts';
import { ApiError, Client, isGenuine } from '../../../examples/typescript/client.ts';
import { publishConfig } from '../../../src/server/core/dispatch/routing/config-version.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { signatureOf } from '../../../src/server/infra/signature.ts';
import { sampleOf, type SampleLanguage } from '../../../src/web/parts/texts/samples.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { addRoute } from '../../harness/pipeline.ts';
import { openPortal } from '../../harness/portal.ts';
import { freePorts } from '../../harness/product.ts';

const ROOT = join(import.meta.dirname, '../../..');
const db = await createTestDatabase();
const portal = await openPortal(db);
const apiUrl = await portal.listen();
const root = await portal.add('root', 'ADMINISTRATOR', null);
const shop = await portal.add('shop', 'COMPANY', root);
const apiKey = await portal.keyOf(shop.clientId, { test: true });
const environment = {
  PATH: process.env['PATH'],
  API_URL: apiUrl,
  API_KEY: apiKey,
  SENDER: 'SHOP',
  WEBHOOK_SECRET: 'whsec_test',
};

beforeAll(async () => {
  await portal.database.run(systemScope(), async (tx) => {
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [connector!.id]);
    await publishConfig(tx, null);
  });
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values ($1, 'SHOP', $2, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING')`,
    [newId(), shop.clientId],
  );
});

type Ran = { code: number; output: string };

/** Runs a program to its end; the api answers it meanwhile. */
function run(program: string, args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd: join(ROOT, 'examples'), env: environment },
      (error, output, errors) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: output + errors }),
    );
    // A program may end without reading its input, which closes the pipe that is being written.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/** The languages of examples/; the documentation page shows those of `SampleLanguage`. */
type Language = SampleLanguage | 'ruby';
type Example = {
  language: Language;
  program: string;
  one: string[];
  many: string[];
  status: string[];
  balance: string[];
};
const EXAMPLES: Example[] = [
  {
    language: 'curl',
    program: 'sh',
    one: ['curl/send-one.sh'],
    many: ['curl/send-many.sh'],
    status: ['curl/status.sh'],
    balance: ['curl/balance.sh'],
  },
  {
    language: 'node',
    program: process.execPath,
    one: ['node/send-one.mjs'],
    many: ['node/send-many.mjs'],
    status: ['node/status.mjs'],
    balance: ['node/balance.mjs'],
  },
  {
    language: 'python',
    program: 'python3',
    one: ['python/send_one.py'],
    many: ['python/send_many.py'],
    status: ['python/status.py'],
    balance: ['python/balance.py'],
  },
  {
    language: 'php',
    program: 'php',
    one: ['php/send-one.php'],
    many: ['php/send-many.php'],
    status: ['php/status.php'],
    balance: ['php/balance.php'],
  },
  {
    language: 'ruby',
    program: 'ruby',
    one: ['ruby/send_one.rb'],
    many: ['ruby/send_many.rb'],
    status: ['ruby/status.rb'],
    balance: ['ruby/balance.rb'],
  },
];
const ready = (program: string, args: string[]) => spawnSync(program, args).status === 0;
const PRESENT: Record<Language, boolean> = {
  curl: ready('curl', ['--version']) && ready('openssl', ['version']),
  node: true,
  python: ready('python3', ['-c', 'import json']),
  php: ready('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']),
  ruby: ready('ruby', ['-e', 'require "json"; require "net/http"; require "openssl"']),
};
const here = EXAMPLES.filter(({ language }) => PRESENT[language]);
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;

test.each(Object.entries(writtenFiles()))('%s equals the output of `npm run generate -- examples`', (path, text) => {
  expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
});

describe.each(here)('$language', ({ language, program, one, many, status, balance }) => {
  test('sends one message and queries it', async () => {
    const sent = await run(program, [...one, '+254712345678', "It's here"]);
    expect(sent).toMatchObject({ code: 0, output: expect.stringMatching(UUID) });
    const asked = await run(program, [...status, UUID.exec(sent.output)![0]]);
    expect(asked).toMatchObject({ code: 0, output: expect.stringContaining('QUEUED') });
  });

  test('sends many, each with its own outcome', async () => {
    const messages = ['+254712345678', '+254712345692'].map((to) => ({
      from: 'SHOP',
      to,
      text: 'Hello',
    }));
    const sent =
      language === 'curl'
        ? await run(program, many, JSON.stringify({ messages }))
        : await run(program, [...many, ...messages.map(({ to }) => to)]);
    expect(sent).toMatchObject({ code: 0, output: expect.stringMatching(UUID) });
    expect(sent.output).toContain('OPTED_OUT');
  });

  test('reads the balance, and exits with a failure if refused', async () => {
    expect(await run(program, balance)).toMatchObject({
      code: 0,
      output: expect.stringContaining('0'),
    });
    const refused = await run(program, [...one, '123', 'x']);
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain('NUMBER_REFUSED');
  });

  test.skipIf(language === 'ruby')('the examples on the documentation page run unchanged', async () => {
    if (language === 'ruby') return; // the page does not show it
    const write = sampleOf(language, {
      method: 'POST',
      url: `${apiUrl}/v1/messages`,
      idempotent: true,
      body: { from: 'SHOP', to: '+254712345678', text: 'It\'s "50 $x"\\ off\nolá 👋', tags: ['a'] },
    });
    const read = sampleOf(language, {
      method: 'GET',
      url: `${apiUrl}/v1/messages?pageSize=1`,
      idempotent: false,
    });
    const asProgram = (code: string): [string, string[]] =>
      language === 'curl'
        ? ['sh', ['-c', code]]
        : language === 'node'
          ? [program, ['--input-type=module', '-e', code]]
          : language === 'python'
            ? [program, ['-c', code]]
            : [program, ['-r', code.replace('<?php', '')]];
    expect(await run(...asProgram(write))).toMatchObject({
      code: 0,
      output: expect.stringMatching(UUID),
    });
    const [newest] = await db.query(
      'select text from message where client_id = $1 order by id desc limit 1',
      [shop.clientId],
    );
    expect(newest).toEqual({ text: 'It\'s "50 $x"\\ off\nolá 👋' });
    expect(await run(...asProgram(read))).toMatchObject({
      code: 0,
      output: expect.stringContaining('nextPageToken'),
    });
  });
});

// A program that cannot run here says the same as one that does: its calls, its fields and how it checks a signature.
const SAYS: Record<keyof Omit<Example, 'language' | 'program'>, readonly string[]> = {
  one: ['POST', '/v1/messages', 'from', 'to', 'text', 'SENDER', 'messageId', 'segments', 'units'],
  many: ['POST', '/v1/messages', 'clientReference', 'acceptedCount', 'refusedCount', 'error'],
  status: ['GET', '/v1/messages/', 'carrierStatus'],
  balance: ['GET', '/v1/balance', 'units', 'heldUnits'],
};
const PARTS: readonly [path: string, says: readonly string[]][] = [
  ['php/api.php', ['API_URL', 'API_KEY', 'Bearer ', 'Idempotency-Key', 'error', 'message']],
  ['ruby/api.rb', ['API_URL', 'API_KEY', 'Bearer ', 'Idempotency-Key', 'error', 'message']],
  ['php/receive-webhook.php', ['TUMA_SIGNATURE', 'WEBHOOK_SECRET', 'sha256', 'hash_equals', '300']],
  [
    'ruby/receive_webhook.rb',
    ['tuma-signature', 'WEBHOOK_SECRET', 'SHA256', 'secure_compare', '300'],
  ],
  ...EXAMPLES.filter(({ language }) => language === 'php' || language === 'ruby').flatMap((each) =>
    (['one', 'many', 'status', 'balance'] as const).map(
      (kind): [string, readonly string[]] => [each[kind][0]!, SAYS[kind]],
    ),
  ),
];
test.each(PARTS)('%s says what its peers say', (path, says) => {
  const text = readFileSync(join(ROOT, 'examples', path), 'utf8');
  expect(says.filter((word) => !text.includes(word))).toEqual([]);
});

const EVENT = JSON.stringify({
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  type: 'message.delivered',
  createdTimestamp: 1,
  data: { messageId: 'm-1', status: 'DELIVERED', text: 'olá' },
});
const SIGNATURES: [string, () => string, boolean][] = [
  ['a genuine one', () => signatureOf(['whsec_test'], EVENT), true],
  ['one by a second secret', () => signatureOf(['whsec_new', 'whsec_test'], EVENT), true],
  ['one by another secret', () => signatureOf(['whsec_other'], EVENT), false],
  ['one of another body', () => signatureOf(['whsec_test'], `${EVENT} `), false],
  ['an old one', () => signatureOf(['whsec_test'], EVENT, Date.now() - 600_000), false],
  ['nonsense', () => 't=x,v1=zz', false],
  ['none', () => '', false],
];

describe('webhooks', () => {
  const receivers: [Language, string, (port: number) => string[]][] = [
    ['node', process.execPath, () => ['node/receive-webhook.mjs']],
    ['python', 'python3', () => ['python/receive_webhook.py']],
    ['php', 'php', (port) => ['-S', `127.0.0.1:${port}`, 'php/receive-webhook.php']],
    ['ruby', 'ruby', () => ['ruby/receive_webhook.rb']],
  ];

  test.each(receivers.filter(([language]) => PRESENT[language]))(
    '%s accepts signed requests only',
    async (_language, program, args) => {
      const [port = 0] = await freePorts(1);
      const child = spawn(program, args(port), {
        cwd: join(ROOT, 'examples'),
        env: { ...environment, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const output = textOf(child.stdout);
      const errors = textOf(child.stderr);
      try {
        // Each says when it listens.
        await new Promise((resolve) => {
          for (const stream of [child.stdout, child.stderr]) stream.once('data', resolve);
        });
        for (const [what, signature, genuine] of SIGNATURES) {
          const response = await fetch(`http://127.0.0.1:${port}/`, {
            method: 'POST',
            body: EVENT,
            headers: { 'tuma-signature': signature() },
          });
          expect([what, response.status]).toEqual([what, genuine ? 204 : 401]);
        }
      } finally {
        child.kill();
      }
      expect((await output) + (await errors)).toContain('message.delivered m-1 DELIVERED');
    },
  );

  test.each(PRESENT.curl ? SIGNATURES : [])(
    'a shell script supports %s',
    async (_what, signature, genuine) => {
      expect((await run('sh', ['curl/check-signature.sh', signature()], EVENT)).code === 0).toBe(
        genuine,
      );
    },
  );

  test.each(SIGNATURES)('the typed client supports %s', async (_what, signature, genuine) => {
    expect(await isGenuine('whsec_test', signature(), EVENT)).toBe(genuine);
  });
});

describe('the typed client', () => {
  const client = new Client({ baseUrl: apiUrl, apiKey, tries: 2 });

  test('sends, queries, lists and reads the balance', async () => {
    const sent = await client.sendMessages({
      messages: [
        { from: 'SHOP', to: '+254712345678', text: 'a', clientReference: 'typed 1' },
        { from: 'SHOP', to: '+254712345690', text: 'b' },
      ],
    });
    if (!('messages' in sent)) throw new Error('several have several outcomes');
    const [accepted, refused] = sent.messages;
    expect(refused).toMatchObject({ error: 'NO_UNITS' });
    if (!accepted || !('messageId' in accepted)) throw new Error('the first was refused');
    expect(await client.getMessage(accepted.messageId)).toMatchObject({
      clientReference: 'typed 1',
      test: true,
    });
    expect(
      (
        await client.listMessages({ 'filter.clientReferences': ['typed 1', 'typed 2'] })
      ).messages.map(({ messageId }) => messageId),
    ).toEqual([accepted.messageId]);
    expect(await client.getBalance()).toMatchObject({ units: 0 });
  });

  test('a repeat under one key gives one message', async () => {
    const message = { from: 'SHOP', to: '+254712345678', text: 'once' };
    const [first, again] = [
      await client.sendMessages(message, { idempotencyKey: 'typed once' }),
      await client.sendMessages(message, { idempotencyKey: 'typed once' }),
    ];
    expect(again).toEqual(first);
  });

  test('a refusal has its status, code and fields', async () => {
    const refused = await client
      .sendMessages({ from: 'SHOP', to: '+254712345678', text: 'x', validitySeconds: 1 })
      .catch((failure: unknown) => failure);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({
      status: 400,
      code: 'BAD_INPUT',
      details: [{ field: 'validitySeconds' }],
    });
    expect(
      await new Client({ baseUrl: 'http://127.0.0.1:9', apiKey, tries: 1 })
        .getBalance()
        .catch((failure: unknown) => failure),
    ).toMatchObject({ status: 0, code: 'UNREACHABLE' });
  });

  test('its example runs', async () => {
    const { output, code } = await run(process.execPath, ['typescript/send.ts', '+254712345690']);
    expect({ output, code }).toMatchObject({
      code: 0,
      output: expect.stringContaining('NO_UNITS'),
    });
  });
});
