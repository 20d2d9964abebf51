import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { afterAll, expect, test } from 'vitest';
import { startListing } from './listing.ts';
import { startMailServer } from './smtp.ts';

const mail = await startMailServer({
  fault: (stage, { rcptTo }) =>
    stage === 'RCPT' && rcptTo[0] === 'nobody@example.com'
      ? '550 5.1.1 No such mailbox'
      : undefined,
});
const listing = await startListing(mail);
afterAll(() => Promise.all([listing.stop(), mail.stop()]));

const transport = createTransport({
  host: '127.0.0.1',
  port: mail.port,
  auth: { user: 'any', pass: 'thing' },
});
const from = { name: 'Tuma, São', address: 'no-reply@example.com' };

test('a mail from another client is stored unchanged, with special characters and dots', async () => {
  const text = 'Olá, código 123456\n.\n..dots\n.end\n';
  await transport.sendMail({
    from,
    to: 'ana@example.com',
    subject: 'O seu código é 123456, válido durante dez minutos e nem mais um segundo',
    text,
    html: '<p>Olá &amp; código</p>',
  });
  expect(mail.messages()[0]).toMatchObject({
    mailFrom: 'no-reply@example.com',
    rcptTo: ['ana@example.com'],
    to: 'ana@example.com',
    subject: 'O seu código é 123456, válido durante dez minutos e nem mais um segundo',
    html: '<p>Olá &amp; código</p>',
  });
  expect(mail.messages()[0]!.from).toContain('São');
  expect(mail.messages()[0]!.text.replaceAll('\r\n', '\n').trim()).toBe(text.trim());
});

test('AUTH LOGIN and plain texts pass too', async () => {
  await createTransport({
    host: '127.0.0.1',
    port: mail.port,
    auth: { type: 'login', user: 'any', pass: 'thing' },
    authMethod: 'LOGIN',
  }).sendMail({ from, to: 'ben@example.com', subject: 'plain', text: 'x' });
  expect(mail.messages()[0]).toMatchObject({
    rcptTo: ['ben@example.com'],
    text: expect.stringContaining('x'),
  });
});

test('a refused mailbox gets nothing', async () => {
  await expect(
    transport.sendMail({ from, to: 'nobody@example.com', subject: 's', text: 't' }),
  ).rejects.toMatchObject({ responseCode: 550 });
});

test('commands out of order, split anywhere, are answered by the standard', async () => {
  const socket = connect(mail.port, '127.0.0.1');
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const ask = async (command: string) => {
    for (const octet of `${command}\r\n`) socket.write(octet);
    return String((await lines.next()).value).slice(0, 3);
  };
  await lines.next();
  expect(await ask('DATA')).toBe('503');
  expect(await ask('MAIL FROM:<a@b.cd>')).toBe('503');
  expect(await ask('HELO me')).toBe('250');
  expect(await ask('MAIL a@b.cd')).toBe('501');
  expect(await ask('MAIL FROM:<a@b.cd>')).toBe('250');
  expect(await ask('DATA')).toBe('503');
  expect(await ask('VRFY me')).toBe('502');
  expect(await ask('RCPT TO:<c@d.ef>')).toBe('250');
  expect(await ask('DATA')).toBe('354');
  expect(await ask('Subject: by hand\r\n\r\nhi\r\n.')).toBe('250');
  expect(mail.messages()[0]).toMatchObject({
    subject: 'by hand',
    text: 'hi\r\n',
    rcptTo: ['c@d.ef'],
  });
  expect(await ask('QUIT')).toBe('221');
});

test('received mails are listed by address', async () => {
  const list = async (query = '') =>
    (
      (await (await fetch(`http://127.0.0.1:${listing.port}/messages${query}`)).json()) as {
        messages: { rcptTo: string[] }[];
      }
    ).messages;
  expect((await list('?to=ANA@example.com')).map((message) => message.rcptTo)).toEqual([
    ['ana@example.com'],
  ]);
  expect((await list()).length).toBeGreaterThan(2);
  expect(await list('?limit=1')).toEqual((await list()).slice(0, 1));
  const { addresses } = (await (
    await fetch(`http://127.0.0.1:${listing.port}/addresses`)
  ).json()) as { addresses: { address: string }[] };
  expect(addresses.map(({ address }) => address)).toContain('ana@example.com');
  expect(new Set(addresses.map(({ address }) => address)).size).toBe(addresses.length);
  expect((await fetch(`http://127.0.0.1:${listing.port}/other`)).status).toBe(404);
  await fetch(`http://127.0.0.1:${listing.port}/messages`, { method: 'DELETE' });
  expect(await list()).toEqual([]);
});

test('as a process it prints its ports and stops on request', async () => {
  const child = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) =>
    createInterface(child.stdout).once('line', resolve),
  );
  const told = JSON.parse(line) as { ready: boolean; port: number; controlPort: number };
  expect(told).toEqual({ ready: true, port: expect.any(Number), controlPort: expect.any(Number) });
  expect((await fetch(`http://127.0.0.1:${told.controlPort}/messages`)).status).toBe(200);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
