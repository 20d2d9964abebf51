import { createTransport } from 'nodemailer';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import { startListing } from '../../../sim/mail/listing.ts';
import { startMailServer } from '../../../sim/mail/smtp.ts';
import { startControl } from '../../../sim/smsc/control.ts';
import { startSmsc } from '../../../sim/smsc/smsc.ts';
import { connect } from '../../../smpp/socket.ts';

const db = await createTestDatabase();
const mail = await startMailServer();
const listing = await startListing(mail);
const smsc = await startSmsc({ behaviour: { receiptDelay: 1 } });
const control = await startControl(smsc, 0);
const real = await openPortal(db);
const { call } = await openPortal(db, {
  sandboxSmscControlPort: control.port,
  sandboxMailControlPort: listing.port,
});
afterAll(() => Promise.all([listing.stop(), mail.stop(), control.stop(), smsc.stop()]));

test('a real installation has none of it', async () => {
  for (const [method, path, body] of [
    ['GET', '/v1/sandbox', {}],
    ['GET', '/v1/sandbox/latest', {}],
    ['GET', '/v1/sandbox/mailbox', { address: 'a@b.test' }],
    ['GET', '/v1/sandbox/handset', { phone: '254712345678' }],
    ['POST', '/v1/sandbox/handset', { phone: '254712345678', to: '22456', text: 'x' }],
  ] as const) {
    expect(await real.call(method, path, { body })).toMatchObject({
      status: 404,
      body: { error: 'NOT_FOUND' },
    });
  }
});

test('a mailbox shows its mails, whatever the case of its address', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: mail.port });
  for (const [to, subject] of [
    ['Ana@heron.test', 'first'],
    ['ben@heron.test', 'other'],
    ['ana@heron.test', 'second'],
  ])
    await transport.sendMail({ from: 'no-reply@tuma.test', to, subject, text: `It is ${subject}` });
  const { body } = await call('GET', '/v1/sandbox/mailbox', {
    body: { address: 'ANA@heron.test' },
  });
  expect(body['mails']).toMatchObject([
    { subject: 'second', from: 'no-reply@tuma.test', arriveTimestamp: expect.any(Number) },
    { subject: 'first', text: expect.stringContaining('It is first') },
  ]);
  expect((await call('GET', '/v1/sandbox/latest')).body['mailboxes']).toMatchObject([
    { address: 'ana@heron.test', mails: 2 },
    { address: 'ben@heron.test', mails: 1 },
  ]);
  expect((await call('GET', '/v1/sandbox/mailbox', { body: { address: 'ana' } })).status).toBe(400);
});

test('a phone can send once a client is bound to the carrier, and shows its messages', async () => {
  const written = { phone: '0712 345 678', to: '22456', text: 'Habari' };
  expect(await call('POST', '/v1/sandbox/handset', { body: written })).toMatchObject({
    status: 503,
    body: { error: 'UNAVAILABLE' },
  });
  await new Promise<void>((bound) => {
    const link = connect<string>(
      {
        host: '127.0.0.1',
        port: smsc.port,
        window: 10,
        bind: { command: 'bind_transceiver', system_id: 'tuma', password: 'pw' },
      },
      {
        bound: () => bound(),
        outcomes: () => undefined,
        requests: () => undefined,
        closed: () => undefined,
      },
    );
    afterAll(() => link.destroy());
  });
  expect(await call('POST', '/v1/sandbox/handset', { body: written })).toMatchObject({
    status: 200,
  });
  const { body } = await call('GET', '/v1/sandbox/handset', { body: { phone: '+254712345678' } });
  expect(body).toMatchObject({
    phone: '+254712345678',
    messages: [{ written: true, other: '22456', text: 'Habari', outcome: null }],
  });
  for (const phone of ['', 'no number', '12'])
    expect((await call('GET', '/v1/sandbox/handset', { body: { phone } })).status).toBe(400);
});
