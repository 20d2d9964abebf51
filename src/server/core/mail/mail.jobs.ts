import { buffer } from 'node:stream/consumers';
import type { Database } from '../../infra/database/db.ts';
import { Refusal } from '../../infra/errors.ts';
import { outgoingTotal } from '../../infra/instruments.ts';
import type { Log } from '../../infra/log.ts';
import {
  claimOutgoing,
  delayOutgoing,
  endOutgoing,
  type Claimed,
} from '../background/outbox.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { readStored } from '../uploads/uploads.ts';
import { openMail, type Attachment, type SendMail } from './mail.ts';

const AT_ONCE = 10;
const LEASE_SECONDS = 120;
const POLL_MILLISECONDS = 2_000;
const WAITS_SECONDS = [10, 30, 120, 600, 1800, 3600];
const ATTEMPTS = 20;

/** Sends the mails that are in the outbox now. @returns the number of rows processed */
export async function sendDueMail(at: {
  database: Database;
  secretKey: SecretKey;
  smtp: SendMail;
  log: Log;
}): Promise<number> {
  const rows = await at.database.run(systemScope(), (tx) =>
    claimOutgoing(tx, 'MAIL', AT_ONCE, LEASE_SECONDS),
  );
  await Promise.all(rows.map((row) => sendOne(at, row)));
  return rows.length;
}

async function sendOne(
  { database, secretKey, smtp, log }: Parameters<typeof sendDueMail>[0],
  row: Claimed,
): Promise<void> {
  const end = (failure: string | null) =>
    database.run(systemScope(), (tx) => endOutgoing(tx, row.id, failure));
  const facts = { outboxId: String(row.id), clientId: row.clientId, attempts: row.attempts };
  try {
    const mail = openMail(secretKey, row, Date.now());
    if (!mail) return await end('EXPIRED');
    const { attachment, ...letter } = mail;
    await smtp.send(letter, attachment && (await openAttachment(database, attachment)));
    await end(null);
    outgoingTotal.inc({ kind: 'mail', outcome: 'done' });
    log.info(facts, 'mail sent');
  } catch (error) {
    const answer = error instanceof Error ? error.message : String(error);
    // RFC 5321, 4.2.1: repeating after 5xx does not help. A server that refuses us entirely (535,
    // 530) may recover.
    const code = (error as { responseCode?: number }).responseCode ?? 0;
    const final = (code >= 550 && code < 560) || row.attempts >= ATTEMPTS;
    outgoingTotal.inc({ kind: 'mail', outcome: final ? 'given up' : 'delayed' });
    log.warn(
      { ...facts, code, reason: answer.slice(0, 200) },
      final ? 'mail given up' : 'mail delayed',
    );
    if (final) await end(answer.slice(0, 500));
    else
      await database.run(systemScope(), (tx) =>
        delayOutgoing(
          tx,
          row.id,
          WAITS_SECONDS[Math.min(row.attempts, WAITS_SECONDS.length) - 1]!,
          answer.slice(0, 500),
        ),
      );
  }
}

/** The attachment; none if the file was deleted meanwhile, since the mail says where to find it. */
async function openAttachment(
  database: Database,
  { fileId, bytes, fileName, contentType }: Attachment,
) {
  try {
    return {
      filename: fileName,
      contentType,
      content: await buffer(readStored(database, systemScope(), fileId, bytes)),
    };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Sends mail until stopped; any number of processes may run one. Call `wake` on the notification
 * `outbox`.
 */
export function startMailer(at: Parameters<typeof sendDueMail>[0]): {
  wake(): void;
  stop(): Promise<void>;
} {
  let stopping = false;
  let wakeUp = () => {};
  const loop = (async () => {
    while (!stopping) {
      let done = 0;
      try {
        done = await sendDueMail(at);
      } catch (error) {
        at.log.error({ err: error }, 'mailer failed');
      }
      if (done > 0 || stopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MILLISECONDS);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    wake: () => wakeUp(),
    async stop() {
      stopping = true;
      wakeUp();
      await loop;
      at.smtp.close();
    },
  };
}
