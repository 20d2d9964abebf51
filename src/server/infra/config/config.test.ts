import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StartupError } from '../startup-error.ts';
import { isLoopback, readConfig } from './config.ts';
import { configurationPage } from '../../../../tools/configuration.ts';
import { readSettings, settingsFile } from './sources.ts';

function mistakes(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartupError) return error.lines;
    throw error;
  }
  return [];
}

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDir: `${process.cwd()}/data`,
    dataDirChosen: false,
    databaseUrl: undefined,
    smppPort: 2775,
    smppTls: undefined,
    httpApiPort: 1401,
    httpDialects: new Map([['jasmin', '']]),
    sandbox: undefined,
    againstSandbox: undefined,
    publicUrl: undefined,
    storageHashKey: 'tuma',
    brandWord: 'Tuma',
    logLevel: 'info',
  });
});

test('an empty value is omitted, and surrounding blanks are ignored', () => {
  expect(readConfig({ PORT: '', HOST: ' ', SANDBOX: ' 1 ' })).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    sandbox: true,
  });
});

test('every mistake is reported at once with its remedy, and no secret is shown', () => {
  expect(
    mistakes({
      PORT: '80a',
      HOST: 'http://x',
      DATABASE_URL: 'mysql://me:hidden@x/y',
      SANDBOX: 'yes',
      PUBLIC_URL: 'https://x/path',
      ADMIN_PASSWORD: 'hidden',
      LOG_LEVEL: 'loud',
    }),
  ).toEqual([
    'PORT: "80a" is not a port: give a whole number from 1 to 65535.',
    'HOST: "http://x" is not an address to listen on: give an IP address or a host name, without port and without http://.',
    'DATABASE_URL: what is set is not the address of a PostgreSQL database: give postgresql://user:password@host:5432/database.',
    'SANDBOX: "yes" is not 0 or 1: give 1 for a sandbox, 0 for a real installation.',
    'PUBLIC_URL: "https://x/path" is not the address that people reach the portal at: give it without a path, such as https://sms.example.com.',
    'ADMIN_PASSWORD: what is set is not a password: give 8 to 128 characters.',
    'LOG_LEVEL: "loud" is not a level: give one of trace, debug, info, warn, error, fatal.',
  ]);
});

/** A file of this content, in a folder of its own. */
function file(name: string, content: string | Buffer, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'tuma-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content, { mode });
  return join(folder, name);
}

describe('the settings file', () => {
  test('provides values that the environment lacks', () => {
    const path = file(
      'tuma.env',
      `# ours\nPORT=9000\nexport BRAND_WORD='Jina #1'\nLOG_LEVEL=debug\nSMTP_URL=\n`,
    );
    expect(readConfig({ SETTINGS_FILE: path, PORT: '9001' })).toMatchObject({
      port: 9001,
      brandWord: 'Jina #1',
      logLevel: 'debug',
      smtpUrl: undefined,
    });
    expect(readSettings({ SETTINGS_FILE: path, PORT: '9001' })).toEqual(
      new Map([
        ['PORT', { value: '9001', from: 'environment' }],
        ['BRAND_WORD', { value: 'Jina #1', from: 'file' }],
        ['LOG_LEVEL', { value: 'debug', from: 'file' }],
      ]),
    );
  });
  test('is in the data folder unless named, and optional unless named', () => {
    expect(settingsFile({ DATA_DIR: '/srv/tuma' })).toBe('/srv/tuma/tuma.env');
    expect(settingsFile({ DATA_DIR: '/srv/tuma', SETTINGS_FILE: '/etc/tuma/tuma.env' })).toBe(
      '/etc/tuma/tuma.env',
    );
    expect(mistakes({ DATA_DIR: '/no/such/folder' })).toEqual([]);
    expect(mistakes({ SETTINGS_FILE: '/no/such/file' })).toEqual([
      'SETTINGS_FILE: there is no file /no/such/file.',
    ]);
  });
  test('is refused with a line that says nothing, whose number is named and nothing else', () => {
    const path = file(
      'tuma.env',
      `\uFEFFPORT=9000\r\n\r\nBACKUP_KEY: hidden\r\n  # ours\nBACKUP_DIR="/mnt/x\nBACKUP_KEY="hidden, too"\nBRAND_WORD='Jina' # ours\n`,
    );
    expect(mistakes({ SETTINGS_FILE: path })).toEqual([
      `${path}, line 3: this is not NAME=value.`,
      `${path}, line 5: the quote that begins the value does not end in the line. A value that has this quote stands between others.`,
    ]);
    // A file that an editor saves as "Unicode" has no line that could be read, and no sandbox may come of it.
    const wide = file('tuma.env', Buffer.from('\uFEFFSANDBOX=0\n', 'utf16le'));
    expect(mistakes({ SETTINGS_FILE: wide })).toContain(`${wide}, line 1: this is not NAME=value.`);
  });
  test('may have blanks, comments, exports, ends of lines of every kind, and values with # and =', () => {
    const path = file(
      'tuma.env',
      '\t# ours\r\n \u00a0\r\nexport PORT = 9000 # the "portal\r\r\nBACKUP_KEY=\'a#b="c d e\'\nBACKUP_DIR=/mnt/a=b\u2028c\n',
    );
    const mistaken = mistakes({ SETTINGS_FILE: path });
    expect(mistaken.filter((mistake) => mistake.includes('line'))).toEqual([]);
  });
  test('is refused with an unknown name, and if others can write it', () => {
    const path = file('tuma.env', 'SMPT_URL=smtp://x\nPORT_FILE=/x\n');
    expect(mistakes({ SETTINGS_FILE: path })).toEqual([
      `PORT_FILE: there is no such setting (in ${path}). docs/configuration.md lists them.`,
      `SMPT_URL: there is no such setting (in ${path}). docs/configuration.md lists them.`,
    ]);
    const open = file('tuma.env', 'PORT=9000\n');
    chmodSync(open, 0o666);
    expect(mistakes({ SETTINGS_FILE: open })).toEqual([
      `${open} can be changed by other users. Run: chmod 600 ${open}`,
    ]);
  });
});

describe('secrets from files', () => {
  test("contain the file's text without its line end, in the environment and in the settings file", () => {
    const secret = file('smtp', 'smtp://me:hidden@mail.example\n');
    expect(readConfig({ SMTP_URL_FILE: secret }).smtpUrl).toBe('smtp://me:hidden@mail.example');
    expect(
      readConfig({ SETTINGS_FILE: file('tuma.env', `SMTP_URL_FILE=${secret}\n`) }).smtpUrl,
    ).toBe('smtp://me:hidden@mail.example');
    expect(
      readConfig({
        SETTINGS_FILE: file('tuma.env', `SMTP_URL_FILE=${secret}\n`),
        SMTP_URL: 'smtp://other',
      }).smtpUrl,
    ).toBe('smtp://other');
  });
  test('a missing or empty file, and a secret set twice, are mistakes that show no secret', () => {
    expect(mistakes({ SMTP_URL_FILE: '/no/such/file' })).toEqual([
      'SMTP_URL_FILE: there is no file /no/such/file.',
    ]);
    expect(mistakes({ METRICS_TOKEN_FILE: file('token', '\n') })[0]).toMatch(
      /^METRICS_TOKEN_FILE: the file \S+ is empty\.$/,
    );
    expect(mistakes({ SMTP_URL: 'smtp://hidden', SMTP_URL_FILE: file('smtp', 'x') })).toEqual([
      'SMTP_URL: set twice, by SMTP_URL and by SMTP_URL_FILE. Take one away.',
    ]);
  });
  test('the secret key is 32 octets: raw in a file, or in hexadecimal or base64', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7 + 128));
    for (const environment of [
      { SECRET_KEY: key.toString('hex') },
      { SECRET_KEY: key.toString('base64') },
      { SECRET_KEY_FILE: file('secret.key', key) },
      { SECRET_KEY_FILE: file('key', `${key.toString('base64')}\n`) },
    ]) {
      expect(readConfig(environment).secretKey).toEqual(key);
    }
    expect(mistakes({ SECRET_KEY: 'hidden' })).toEqual([
      'SECRET_KEY: what is set is not a key: give 32 random octets in hexadecimal or base64, such as openssl rand -hex 32 prints.',
    ]);
  });
});

test('proxies that are trusted are addresses and networks', () => {
  expect(readConfig({}).trustedProxies).toEqual(['127.0.0.1', '::1']);
  expect(
    readConfig({ TRUSTED_PROXIES: '10.0.0.5, 172.16.0.0/12,fd00::/8' }).trustedProxies,
  ).toEqual(['10.0.0.5', '172.16.0.0/12', 'fd00::/8']);
  expect(readConfig({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
  for (const wrong of [
    'proxy.example',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    'true',
    '10.0.0.1,',
    '10.0.0.0/8/8',
  ])
    expect(mistakes({ TRUSTED_PROXIES: wrong })).toHaveLength(1);
});

test.each(['0', '65536', '-1', '80.5', '0x50', '8e3', '99999999999'])(
  '%s is not a port',
  (value) => {
    expect(mistakes({ PORT: value })).toHaveLength(1);
  },
);

test('settings that contradict each other are refused', () => {
  expect(mistakes({ PORT: '2775' })).toEqual([
    'SMPP_PORT: 2775 is the port of PORT too. Give each its own.',
  ]);
  expect(mistakes({ ADMIN_EMAIL: 'a@b.cd' })).toEqual([
    'ADMIN_PASSWORD: missing, and ADMIN_EMAIL is set. Set both, or neither.',
  ]);
  expect(mistakes({ ADMIN_PASSWORD: 'long enough' })).toEqual([
    'ADMIN_EMAIL: missing, and ADMIN_PASSWORD is set. Set both, or neither.',
  ]);
});

test('TLS for SMPP needs a certificate and its key, and both files to be there', () => {
  const here = import.meta.filename;
  expect(mistakes({ SMPP_TLS_PORT: '3550' })).toEqual([
    'SMPP_TLS_CERT: missing, and SMPP_TLS_PORT is set. Set both, or neither.',
    'SMPP_TLS_KEY: missing, and SMPP_TLS_PORT is set. Set both, or neither.',
  ]);
  expect(mistakes({ SMPP_TLS_CERT: here })).toEqual([
    'SMPP_TLS_PORT: missing, and SMPP_TLS_CERT is set. Set both, or neither.',
  ]);
  expect(
    mistakes({ SMPP_TLS_PORT: '3550', SMPP_TLS_CERT: here, SMPP_TLS_KEY: '/no/such/key' }),
  ).toEqual(['SMPP_TLS_KEY: there is no file /no/such/key.']);
  expect(
    readConfig({ SMPP_TLS_PORT: '3550', SMPP_TLS_CERT: here, SMPP_TLS_KEY: here }).smppTls,
  ).toEqual({ port: 3550, certFile: here, keyFile: here });
});

test.each<[string, [string, string][]]>([
  [
    'jasmin,kannel',
    [
      ['jasmin', ''],
      ['kannel', '/cgi-bin/sendsms'],
    ],
  ],
  [
    ' sendsms , africastalking=/at ',
    [
      ['sendsms', '/api/services'],
      ['africastalking', '/at'],
    ],
  ],
  [
    'jasmin=/a,kannel=/a,beem=/a,twilio',
    [
      ['jasmin', '/a'],
      ['kannel', '/a'],
      ['beem', '/a'],
      ['twilio', '/2010-04-01'],
    ],
  ],
  ['none', []],
])('dialects %j', (value, found) => {
  expect([...readConfig({ HTTP_DIALECTS: value }).httpDialects]).toEqual(found);
});

test.each([
  'smpp',
  'jasmin,jasmin',
  'kannel=',
  'kannel=/callbacks',
  'jasmin=/a,kannel=/a/send',
  'kannel=cgi',
  'jasmin;kannel',
  'kannel=/a b',
])('%j are no dialects', (value) => {
  expect(mistakes({ HTTP_DIALECTS: value })).toHaveLength(1);
});

test('a public address is kept as an origin', () => {
  expect(readConfig({ PUBLIC_URL: 'https://Sms.Example.com:443/' }).publicUrl).toBe(
    'https://sms.example.com',
  );
});

describe('settings that exclude a sandbox', () => {
  test.each([
    [{ HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
    [{ HOST: 'tuma.example.com' }, 'HOST is tuma.example.com'],
    [{ PUBLIC_URL: 'https://x.y' }, 'PUBLIC_URL is set'],
    [{ DATABASE_URL: 'postgresql://me@/x?host=/run/postgresql' }, 'DATABASE_URL is set'],
    [{ ADMIN_EMAIL: 'a@b.cd', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL is set'],
    [{ HOST: '127.0.0.2', PORT: '9000', LOG_LEVEL: 'debug' }, undefined],
  ])('%o', (environment, reason) => {
    expect(readConfig(environment).againstSandbox).toBe(reason);
  });
});

test('loopback', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].every(isLoopback)).toBe(true);
  expect(
    ['0.0.0.0', '::', '10.0.0.1', '127.example.com', 'localhost.example.com'].some(isLoopback),
  ).toBe(false);
});

test('docs/configuration.md is current; `npm run generate -- configuration` writes it', () => {
  const written = readFileSync(
    join(import.meta.dirname, '../../../../docs/configuration.md'),
    'utf8',
  );
  expect(written).toBe(configurationPage());
});
