import { createTransport } from 'nodemailer';
import type { Tx } from '../../infra/database/db.ts';
import { addToOutbox } from '../background/outbox.store.ts';
import { decryptSecret, encryptSecret, type SecretKey } from '../../infra/secrets.ts';

/** An outgoing mail; its sender is the platform's address. */
export type Mail = {
  to: string;
  fromName: string;
  subject: string;
  text: string;
  html: string;
  attachment?: Attachment;
};

/** A stored file as attachment, read when the mail is sent; omitted if it no longer exists. */
export type Attachment = { fileId: string; bytes: number; fileName: string; contentType: string };

/** The mail server: `smtp://user:password@host:port`; `smtps://` uses TLS from the first octet. */
export type MailServer = { smtpUrl: string; from: string };

type Stored = Mail & { expires: number };

/**
 * Adds a mail to the outbox, in the caller's transaction. It is stored encrypted, since it may
 * contain a code or a link. Without `mail` it writes one without a recipient, which costs the same
 * work.
 * @param seconds the time for which it is worth sending
 */
export async function queueMail(
  tx: Tx,
  key: SecretKey,
  clientId: string | null,
  mail: Mail | undefined,
  seconds: number,
): Promise<void> {
  const stored: Stored = {
    ...(mail ?? { to: '', fromName: '', subject: '', text: '', html: '' }),
    expires: Date.now() + seconds * 1000,
  };
  const target = mail?.to ?? '';
  await addToOutbox(tx, {
    clientId,
    kind: 'MAIL',
    target,
    payload: {
      sealed: encryptSecret(key, purposeOf(target), JSON.stringify(stored)).toString('base64'),
    },
    ...(mail === undefined && { ended: true }),
  });
}

/** The mail of an outbox row; undefined if it has expired. */
export function openMail(
  key: SecretKey,
  row: { target: string; payload: Record<string, unknown> },
  now: number,
): Mail | undefined {
  const { expires, ...mail } = JSON.parse(
    decryptSecret(key, purposeOf(row.target), Buffer.from(String(row.payload['sealed']), 'base64')),
  ) as Stored;
  return expires > now ? mail : undefined;
}

function purposeOf(target: string): string {
  return `mail:${target}`;
}

export type SendMail = {
  send(
    mail: Omit<Mail, 'attachment'>,
    attached?: { filename: string; contentType: string; content: Buffer },
  ): Promise<{ answer: string }>;
  close(): void;
};

/** A connection pool to a mail server. `send` fails with the server's message. */
export function openSmtp({ smtpUrl, from }: MailServer): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ fromName, ...mail }, attached) {
      const sent = await transport.sendMail({
        ...mail,
        ...(attached && { attachments: [attached] }),
        from: { name: fromName, address: from },
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { answer: sent.response };
    },
    close: () => transport.close(),
  };
}
