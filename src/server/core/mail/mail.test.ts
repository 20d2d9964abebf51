import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { startMailServer } from '../../../sim/mail/smtp.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { renderNotification } from './render.ts';
import { openSmtp, queueMail } from './mail.ts';
import { sendDueMail, startMailer } from './mail.jobs.ts';

const db = await createTestDatabase();
const database = open(db);
const secretKey = { bytes: Buffer.alloc(32, 3) };
const fault: { answer: string | undefined } = { answer: undefined };
const server = await startMailServer({
  fault: (stage) => (stage === 'DATA' ? fault.answer : undefined),
});
const smtp = openSmtp({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'no-reply@tuma.test' });
afterAll(async () => {
  smtp.close();
  await server.stop();
});
const at = { database, secretKey, smtp, log: pino({ level: 'silent' }) };
const post = (to: string, seconds = 600) =>
  database.run(systemScope(), (tx) =>
    queueMail(
      tx,
      secretKey,
      null,
      {
        to,
        fromName: 'Tuma',
        subject: 'Canary subject',
        text: 'canary text',
        html: '<p>canary</p>',
      },
      seconds,
    ),
  );
const rowOf = async (target: string) =>
  (
    await db.query<{
      attempts: number;
      done_at: Date | null;
      last_error: string | null;
      payload: object;
      wait: number;
    }>(
      `select attempts, done_at, last_error, payload, extract(epoch from not_before - now())::float8 as wait from outbox where target = $1`,
      [target],
    )
  )[0]!;
const due = () => db.query(`update outbox set not_before = now() where done_at is null`);

test('a mail is sent once, and its contents are deleted', async () => {
  await post('one@example.com');
  expect(JSON.stringify(await rowOf('one@example.com'))).not.toContain('canary');
  await Promise.all([sendDueMail(at), sendDueMail(at), sendDueMail(at)]);
  expect(server.messages().filter((mail) => mail.rcptTo[0] === 'one@example.com')).toHaveLength(1);
  expect(await rowOf('one@example.com')).toMatchObject({
    attempts: 1,
    done_at: expect.any(Date),
    last_error: null,
    payload: {},
  });
});

test('a mail refused temporarily is sent again later, one refused for good is not', async () => {
  fault.answer = '451 4.3.0 Try again later';
  await post('later@example.com');
  await sendDueMail(at);
  const waiting = await rowOf('later@example.com');
  expect(waiting).toMatchObject({ done_at: null, last_error: expect.stringContaining('451') });
  expect(Math.round(waiting.wait)).toBe(10);
  expect(await sendDueMail(at)).toBe(0);
  await due();
  fault.answer = undefined;
  await sendDueMail(at);
  expect(await rowOf('later@example.com')).toMatchObject({
    attempts: 2,
    done_at: expect.any(Date),
  });
  fault.answer = '550 5.1.1 No such mailbox';
  await post('never@example.com');
  await sendDueMail(at);
  expect(await rowOf('never@example.com')).toMatchObject({
    done_at: expect.any(Date),
    last_error: expect.stringContaining('550'),
    payload: {},
  });
  fault.answer = undefined;
});

test('an unreachable server delays a mail, and an expired code is not sent', async () => {
  const gone = openSmtp({ smtpUrl: 'smtp://127.0.0.1:1', from: 'no-reply@tuma.test' });
  await post('delayed@example.com');
  await post('late@example.com', 0);
  await sendDueMail({ ...at, smtp: gone });
  expect(await rowOf('delayed@example.com')).toMatchObject({ attempts: 1, done_at: null });
  expect(await rowOf('late@example.com')).toMatchObject({
    done_at: expect.any(Date),
    last_error: 'EXPIRED',
  });
  await due();
  await sendDueMail(at);
  expect(server.messages().map((mail) => mail.rcptTo[0])).toContain('delayed@example.com');
});

test('the mailer sends when woken, and stops', async () => {
  const own = openSmtp({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'no-reply@tuma.test' });
  const mailer = startMailer({ ...at, smtp: own });
  await post('woken@example.com');
  mailer.wake();
  await expect
    .poll(() => server.messages().some((mail) => mail.rcptTo[0] === 'woken@example.com'), {
      timeout: 180_000,
    })
    .toBe(true);
  await mailer.stop();
});

test("templates: in the reader's language under the brand, safe in HTML, one line a subject, one part an SMS", () => {
  const evil = renderNotification(
    {
      kind: 'INVITATION',
      inviter: '<script>alert(1)</script>\r\nBcc: x@y.zz',
      link: 'https://x.test/join?token=a&b=c',
    },
    'en',
    'Jambo',
  );
  expect(evil.html).not.toContain('<script');
  expect(evil.html).toContain('href="https://x.test/join?token=a&#38;b=c"');
  expect(evil.subject).not.toMatch(/[\r\n]/);
  expect(
    renderNotification({ kind: 'ACTIVATION_CODE', code: '012345' }, 'pt', 'Jambo'),
  ).toMatchObject({
    subject: '012345 é o seu código Jambo',
    text: expect.stringContaining('válido durante 10 minutos'),
  });
  for (const language of ['en', 'pt'] as const) {
    for (const kind of ['ACTIVATION_CODE', 'SIGN_IN_CODE'] as const) {
      const { sms } = renderNotification({ kind, code: '123456' }, language, 'A brand of twenty s');
      expect(sms).toMatch(/^[\x20-\x7e]{1,160}$/);
    }
  }
});
