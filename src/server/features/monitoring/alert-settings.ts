import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { alertSettings, thresholds, USUAL_THRESHOLDS } from '../../../contract/api/monitoring.ts';
import type { AlertSettings } from '../../../contract/api/monitoring.ts';
import type { Tx } from '../../infra/database/db.ts';
import { findSetting, putSetting } from '../../core/installation/installation.store.ts';
import { decryptSecret, encryptSecret } from '../../infra/secrets.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { listOperators } from './alerts.store.ts';

const KEY = 'alerts';
const PURPOSE = 'alerts webhook';
const stored = z.object({
  thresholds: z.partial(thresholds),
  recipients: alertSettings.shape.recipients,
  webhookUrl: alertSettings.shape.webhookUrl,
  sealed: z.nullable(z.string()),
});

/** The settings, with defaults for those that are not set. */
export async function readSettings(tx: Tx): Promise<AlertSettings & { sealed: string | null }> {
  const found = z.parse(
    stored,
    (await findSetting(tx, KEY)) ?? {
      thresholds: {},
      recipients: [],
      webhookUrl: null,
      sealed: null,
    },
  );
  return { ...found, thresholds: { ...USUAL_THRESHOLDS, ...found.thresholds } };
}

/**
 * Saves settings. A new webhook address, or one whose secret a lost key encrypted, gets a secret, which is
 * returned this once.
 */
export async function saveSettings(
  tx: Tx,
  key: SecretKey,
  settings: AlertSettings,
): Promise<{ webhookSecret: string | null }> {
  const before = await readSettings(tx);
  const needsSecret =
    settings.webhookUrl !== null &&
    (settings.webhookUrl !== before.webhookUrl || !canDecrypt(key, before.sealed));
  const secret = needsSecret ? `whsec_${randomBytes(32).toString('base64url')}` : null;
  const sealed =
    secret !== null
      ? encryptSecret(key, PURPOSE, secret).toString('base64')
      : settings.webhookUrl === null
        ? null
        : before.sealed;
  await putSetting(tx, KEY, { ...settings, sealed });
  return { webhookSecret: secret };
}

function canDecrypt(key: SecretKey, sealed: string | null): boolean {
  if (sealed === null) return false;
  try {
    decryptWebhookSecret(key, sealed);
    return true;
  } catch {
    return false;
  }
}

export function decryptWebhookSecret(key: SecretKey, sealed: string): string {
  return decryptSecret(key, PURPOSE, Buffer.from(sealed, 'base64'));
}

/** The addresses that alerts are mailed to. */
export const listMails = async (tx: Tx, { recipients }: AlertSettings): Promise<string[]> =>
  recipients.length > 0 ? recipients : (await listOperators(tx)).mails;

export async function listRecipients(tx: Tx, settings: AlertSettings) {
  const mails = await listMails(tx, settings);
  const { webhookUrl } = settings;
  return [
    ...mails.map((target) => ({ channel: 'MAIL' as const, target })),
    ...(webhookUrl === null ? [] : [{ channel: 'WEBHOOK' as const, target: webhookUrl }]),
  ];
}
