import { randomBytes } from 'node:crypto';
import { WEBHOOK_EVENTS } from '../../../contract/api/webhooks.ts';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { decryptSecret, encryptSecret } from '../../infra/secrets.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { insertWebhook } from './webhooks.store.ts';
import type { Target, WebhookRow } from './webhooks.store.ts';

const purposeOf = (webhookId: string) => `webhook:${webhookId}`;

/** A new secret, and its encrypted form for the database. */
export function newSecret(key: SecretKey, webhookId: string): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  return { secret, sealed: encryptSecret(key, purposeOf(webhookId), secret) };
}

/** The secrets that sign: the current one, and for a day after a rotation the one before. */
export function secretsOf(key: SecretKey, { id, secret, oldSecret }: Target): string[] {
  return [secret, oldSecret].flatMap((each) =>
    each === null ? [] : [decryptSecret(key, purposeOf(id), each)],
  );
}

/**
 * Creates a client's webhook for the callbacks of single messages, which carries all their events; undefined
 * where one exists.
 */
export async function addCallbacks(
  tx: Tx,
  key: SecretKey,
  clientId: string,
): Promise<{ row: WebhookRow; secret: string } | undefined> {
  const id = newId();
  const { secret, sealed } = newSecret(key, id);
  const row = await insertWebhook(tx, {
    id,
    clientId,
    url: null,
    description: '',
    events: [...WEBHOOK_EVENTS],
    secret: sealed,
  });
  return row && { row, secret };
}
