import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startMailServer } from '../../../sim/mail/smtp.ts';
import { startDaraja } from '../../../sim/mpesa/daraja.ts';
import { startSmsc } from '../../../sim/smsc/smsc.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { StartupError } from '../../infra/startup-error.ts';
import { readConfig } from '../../infra/config/config.ts';
import { decryptSecret, readSecretKey } from '../../infra/secrets.ts';
import type { Prompter } from './prompts.ts';
import { runSetup } from './setup.ts';

const db = await createTestDatabase({ empty: true });
const other = await createTestDatabase({ empty: true });
const folder = mkdtempSync(join(tmpdir(), 'tuma-setup-'));
const carrier = await startSmsc({ systemId: 'tuma', password: 'carrier1' });
const mail = await startMailServer();
const daraja = await startDaraja();
afterAll(async () => {
  await Promise.all([carrier.stop(), mail.stop(), daraja.stop()]);
  rmSync(folder, { recursive: true });
});

const secrets = {
  admin: 'Admin-Secret-1',
  carrier: 'carrier1',
  wrong: 'carrier2',
  key: 'sandbox-key',
  secret: 'sandbox-secret',
  passkey: 'sandbox-passkey',
};
const fileOf = (name: keyof typeof secrets) => {
  writeFileSync(join(folder, name), `${secrets[name]}\n`);
  return join(folder, name);
};

/** Runs setup on its own data. @returns everything that it printed, an error's lines at the end */
async function run(
  args: string[],
  {
    url = db.url,
    dataDir = join(folder, 'data'),
    prompter,
  }: { url?: string; dataDir?: string; prompter?: Prompter } = {},
): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  try {
    const code = await runSetup(args, prompter, (line) => lines.push(line), {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
    });
    return { code, said: lines.join('\n') };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { code: 1, said: [...lines, ...error.lines].join('\n') };
  }
}

const carrierFlags = (password: keyof typeof secrets) => [
  '--carrier',
  `smpp://tuma@127.0.0.1:${carrier.port}`,
  '--carrier-name',
  'safari',
  '--carrier-password-file',
  fileOf(password),
];
const whole = () => [
  '--yes',
  '--public-url',
  'http://127.0.0.1:9',
  '--admin-email',
  'admin@example.com',
  '--admin-password-file',
  fileOf('admin'),
  '--smtp',
  `smtp://127.0.0.1:${mail.port}`,
  '--mail-from',
  'no-reply@example.com',
  '--mail-test',
  'me@example.com',
  '--mpesa',
  `http://127.0.0.1:${daraja.port}`,
  '--mpesa-shortcode',
  '174379',
  '--mpesa-consumer-key-file',
  fileOf('key'),
  '--mpesa-consumer-secret-file',
  fileOf('secret'),
  '--mpesa-passkey-file',
  fileOf('passkey'),
];
const settings = join(folder, 'data/tuma.env');

test('a failed test is explained and nothing is written', async () => {
  expect(await run([...whole(), ...carrierFlags('wrong')])).toEqual({
    code: 1,
    said: expect.stringMatching(
      /This does not work: The carrier at 127\.0\.0\.1:\d+ did not let tuma in: it says that the password is wrong\..*\nNothing was changed\. Correct this and run setup again, or keep it with --skip carrier\.$/,
    ),
  });
  expect(
    (await run(whole().with(whole().indexOf('--smtp') + 1, 'smtp://127.0.0.1:1'))).said,
  ).toMatch(/The mail server 127\.0\.0\.1:1 cannot be reached \(connect ECONNREFUSED/);
  expect(
    (await run(whole().with(whole().indexOf('--mpesa-consumer-secret-file') + 1, fileOf('wrong'))))
      .said,
  ).toContain('does not know this consumer key with this secret');
  expect(
    (
      await run(
        ['--yes', '--database', 'postgresql://me@127.0.0.1:1/x', '--admin-email', 'a@b.cd'],
        { url: '' },
      )
    ).said,
  ).toMatch(/^DATABASE_URL: cannot connect/);
  expect(
    (
      await run([
        '--yes',
        '--carrier',
        'smpp://tuma:carrier1@127.0.0.1',
        '--admin-email',
        'admin@example.com',
        '--admin-password-file',
        fileOf('admin'),
      ])
    ).said,
  ).toBe(
    "--carrier: the address contains the password, and the shell's history and the list of processes show it. Leave it out: setup asks for it, or reads it from --carrier-password-file.",
  );
  expect(existsSync(settings)).toBe(false);
  expect(await db.query(`select to_regclass('client') as "there"`)).toEqual([{ there: null }]);
});

test('settings are written for their owner alone, and a second run changes only those of its flags', async () => {
  mail.clear();
  const first = await run([...whole(), ...carrierFlags('carrier')]);
  expect(first).toEqual({
    code: 0,
    said: expect.stringMatching(
      /took a mail to me@example\.com[^]*M-Pesa at \S+ knows this application[^]*accepted the bind of tuma as transceiver[^]*Created the administrator admin@example\.com\.\nCreated the connector safari/,
    ),
  });
  expect(mail.messages().map(({ subject, to }) => [subject, to])).toEqual([
    ['Tuma can send mail', 'me@example.com'],
  ]);
  expect(statSync(settings).mode & 0o777).toBe(0o600);
  const config = readConfig({ DATA_DIR: join(folder, 'data') });
  expect(config).toMatchObject({
    sandbox: false,
    publicUrl: 'http://127.0.0.1:9',
    mailFrom: 'no-reply@example.com',
    smtpUrl: `smtp://127.0.0.1:${mail.port}`,
    databaseUrl: undefined,
    mpesa: {
      shortcode: '174379',
      consumerSecret: 'sandbox-secret',
      transactionType: 'CustomerPayBillOnline',
    },
    adminPassword: undefined,
  });
  // The carrier's password is in the database, and nobody reads it there without the key.
  const [connector] = await db.query<{ secret: Buffer; settings: { username: string } }>(
    'select secret, settings from connector',
  );
  expect(connector?.settings.username).toBe('tuma');
  expect(
    decryptSecret(readSecretKey(join(folder, 'data')), 'connector:safari', connector!.secret),
  ).toBe('carrier1');
  expect(await db.query('select client_name, access_level from client')).toEqual([
    { client_name: 'admin@example.com', access_level: 'ADMINISTRATOR' },
  ]);

  const before = readFileSync(settings, 'utf8');
  const second = await run([
    '--yes',
    '--port',
    '9000',
    '--admin-email',
    'other@example.com',
    '--admin-password-file',
    fileOf('admin'),
    ...carrierFlags('carrier'),
  ]);
  expect(second.said).toContain('There is an administrator already, so none was created.');
  expect(second.said).toContain('There are connectors already (safari)');
  expect(readFileSync(settings, 'utf8')).toBe(`${before}PORT=9000\n`);
  const third = await run(['--yes']);
  expect(third).toEqual({ code: 0, said: expect.stringContaining('No setting was changed.') });
  expect(await db.query('select count(*)::int as n from client')).toEqual([{ n: 1 }]);
  await run([
    '--yes',
    '--smtp',
    `smtp://me@example.com@127.0.0.1:${mail.port}`,
    '--smtp-password-file',
    fileOf('wrong'),
    '--skip',
    'mail',
  ]);
  expect(readConfig({ DATA_DIR: join(folder, 'data') }).smtpUrl).toBe(
    `smtp://me%40example.com:carrier2@127.0.0.1:${mail.port}`,
  );
  for (const secret of Object.values(secrets))
    expect([first.said, second.said, third.said].join('\n')).not.toContain(secret);
});

test('a lost key is reported, and replaced only with --replace-secret-key and --yes', async () => {
  const elsewhere = join(folder, 'elsewhere');
  expect((await run(['--yes'], { dataDir: elsewhere })).said).toMatch(
    /SECRET_KEY: missing\. The secrets in this database were written with a key that is not here/,
  );
  expect((await run(['--replace-secret-key'], { dataDir: elsewhere })).said).toContain(
    'needs --yes',
  );
  expect((await run(['--yes', '--replace-secret-key'], { dataDir: elsewhere })).said).toContain(
    'The secret key was replaced',
  );
  expect((await run(['--yes'])).said).toMatch(/were written with another key/);
});

test('an invalid answer is asked again, and cancelling changes nothing', async () => {
  const dataDir = join(folder, 'asked');
  const answers = [
    'https://',
    '',
    '',
    'https://localhost',
    '',
    '', // the address that is none, and then one
    '',
    '',
    'admin@example.com',
    'short',
    'short',
    'admin@example.com',
    'long enough',
    'long enough',
    'smtp://127.0.0.1:1',
    '',
    '',
    '',
    'again',
    'smtp://127.0.0.1:1',
    '',
    '',
    '',
    'cancel',
  ];
  const answer = async (question: string, standard = '') => {
    if (answers.length === 0) throw new Error(`Nobody answers ${question}`);
    return answers.shift() || standard;
  };
  const prompter = {
    text: answer,
    secret: answer,
    choose: (question, _choices, initial) => answer(question, initial),
    chooseSome: async (question) => [await answer(question)],
  } as Prompter;
  const cancelled = await run([], { url: other.url, dataDir, prompter });
  expect(cancelled.code).toBe(130);
  expect(cancelled.said).toContain(
    'PUBLIC_URL: "https://" is not the address that people reach the portal at',
  );
  expect(cancelled.said).toContain(
    'ADMIN_PASSWORD: what is set is not a password: give 8 to 128 characters.',
  );
  expect(cancelled.said).toMatch(/Cancelled\. No setting was changed\.$/);
  expect(answers).toEqual([]);
  expect(existsSync(join(dataDir, 'tuma.env'))).toBe(false);
});
