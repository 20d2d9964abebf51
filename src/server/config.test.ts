import { describe, expect, test } from 'vitest';
import { CannotStart } from './cannot-start.ts';
import { configurationTable, isLoopback, readConfig } from './config.ts';

function mistakes(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof CannotStart) return error.lines;
    throw error;
  }
  return [];
}

test('nothing set gives the defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080, host: '127.0.0.1', dataDir: `${process.cwd()}/data`, dataDirChosen: false, databaseUrl: undefined, smppPort: 2775, smppTls: undefined, httpApiPort: 1401, httpDialects: new Map([['jasmin', '']]),
    sandbox: undefined, againstSandbox: undefined, publicUrl: undefined, storageHashKey: 'tuma', brandWord: 'Tuma', logLevel: 'info',
  });
});

test('set but empty is not set, and blanks around a value do not count', () => {
  expect(readConfig({ PORT: '', HOST: ' ', SANDBOX: ' 1 ' })).toMatchObject({ port: 8080, host: '127.0.0.1', sandbox: true });
});

test('every mistake is told at once, with what to do, and no secret is shown', () => {
  expect(mistakes({ PORT: '80a', HOST: 'http://x', DATABASE_URL: 'mysql://me:hidden@x/y', SANDBOX: 'yes', PUBLIC_URL: 'https://x/path', ADMIN_PASSWORD: 'hidden', LOG_LEVEL: 'loud' })).toEqual([
    'PORT: "80a" is not a port: give a whole number from 1 to 65535.',
    'HOST: "http://x" is not an address to listen on: give an IP address or a host name, without port and without http://.',
    'DATABASE_URL: what is set is not the address of a PostgreSQL database: give postgresql://user:password@host:5432/database.',
    'SANDBOX: "yes" is not 0 or 1: give 1 for a sandbox, 0 for a real installation.',
    'PUBLIC_URL: "https://x/path" is not the address that people reach the portal at: give it without a path, such as https://sms.example.com.',
    'ADMIN_PASSWORD: what is set is not a password: give 8 to 128 characters.',
    'LOG_LEVEL: "loud" is not a level: give one of trace, debug, info, warn, error, fatal.',
  ]);
});

test.each(['0', '65536', '-1', '80.5', '0x50', '8e3', '99999999999'])('%s is not a port', (value) => {
  expect(mistakes({ PORT: value })).toHaveLength(1);
});

test('settings that contradict each other are refused', () => {
  expect(mistakes({ PORT: '2775' })).toEqual(['SMPP_PORT: 2775 is the port of PORT too. Give each its own.']);
  expect(mistakes({ ADMIN_EMAIL: 'a@b.cd' })).toEqual(['ADMIN_PASSWORD: missing, and ADMIN_EMAIL is set. Set both, or neither.']);
  expect(mistakes({ ADMIN_PASSWORD: 'long enough' })).toEqual(['ADMIN_EMAIL: missing, and ADMIN_PASSWORD is set. Set both, or neither.']);
});

test('TLS for SMPP needs a certificate and its key, and both files to be there', () => {
  const here = import.meta.filename;
  expect(mistakes({ SMPP_TLS_PORT: '3550' })).toEqual(['SMPP_TLS_CERT: missing, and SMPP_TLS_PORT is set. Set both, or neither.', 'SMPP_TLS_KEY: missing, and SMPP_TLS_PORT is set. Set both, or neither.']);
  expect(mistakes({ SMPP_TLS_CERT: here })).toEqual(['SMPP_TLS_PORT: missing, and SMPP_TLS_CERT is set. Set both, or neither.']);
  expect(mistakes({ SMPP_TLS_PORT: '3550', SMPP_TLS_CERT: here, SMPP_TLS_KEY: '/no/such/key' })).toEqual(['SMPP_TLS_KEY: there is no file /no/such/key.']);
  expect(readConfig({ SMPP_TLS_PORT: '3550', SMPP_TLS_CERT: here, SMPP_TLS_KEY: here }).smppTls).toEqual({ port: 3550, certFile: here, keyFile: here });
});

test.each<[string, [string, string][]]>([
  ['jasmin,kannel', [['jasmin', ''], ['kannel', '/cgi-bin/sendsms']]],
  [' sendsms , africastalking=/at ', [['sendsms', '/api/services'], ['africastalking', '/at']]],
  ['none', []],
])('dialects %j', (value, found) => {
  expect([...readConfig({ HTTP_DIALECTS: value }).httpDialects]).toEqual(found);
});

test.each(['smpp', 'jasmin,jasmin', 'kannel=', 'kannel=/callbacks', 'jasmin=/a,kannel=/a', 'kannel=cgi', 'jasmin;kannel', 'kannel=/a b'])('%j are no dialects', (value) => {
  expect(mistakes({ HTTP_DIALECTS: value })).toHaveLength(1);
});

test('a public address is kept as an origin', () => {
  expect(readConfig({ PUBLIC_URL: 'https://Sms.Example.com:443/' }).publicUrl).toBe('https://sms.example.com');
});

describe('what speaks against a sandbox', () => {
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
  expect(['0.0.0.0', '::', '10.0.0.1', '127.example.com', 'localhost.example.com'].some(isLoopback)).toBe(false);
});

test('docs/configuration.md is current; `npx vitest run src/server/config.test.ts -u` writes it', async () => {
  await expect(`# Configuration\n\nTuma is configured by its environment. Every mistake is printed at once, and nothing starts until all are mended.\n\n${configurationTable()}\n`)
    .toMatchFileSnapshot('../../docs/configuration.md');
});
