/** Sends operators the notifications of alerts. */
import type { AlertKind } from '../../../contract/api/monitoring.ts';
import { brandOf } from '../../core/branding/branding.ts';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { renderNotification } from '../../core/mail/render.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { signatureOf } from '../../infra/signature.ts';
import { languageOf } from '../../i18n/language.ts';
import { MOST_ATTEMPTS, retryAfter } from './alerts.rules.ts';
import {
  addNotifications,
  claimNotifications,
  delayNotification,
  endNotification,
  listOperators,
  raiseAlert,
  resolveAlert,
} from './alerts.store.ts';
import type { AlertNotification } from './alerts.store.ts';
import { sayAlert } from './alert-texts.ts';
import type { MonitoringContext } from './context.ts';
import { readSettings, decryptWebhookSecret, listRecipients } from './alert-settings.ts';

export const AT_ONCE = 20;
const TIMEOUT_MS = 10_000;

/** Sends the notifications that are due, each at least once: a process that dies before it records one sends it again. */
export async function sendNotifications(watch: MonitoringContext): Promise<number> {
  const { database, log } = watch;
  const notifications = await database.run(systemScope(), (tx) => claimNotifications(tx, AT_ONCE));
  await Promise.all(
    notifications.map(async (notice) => {
      const facts = {
        alertId: notice.alertId,
        kind: notice.kind,
        occasion: notice.occasion,
        channel: notice.channel,
        attempts: notice.attempts,
      };
      try {
        await (notice.channel === 'MAIL'
          ? sendAlertMail(watch, notice)
          : postWebhook(watch, notice));
        await database.run(systemScope(), (tx) => endNotification(tx, notice.id, null));
        log.info(facts, 'operators were notified of an alert');
      } catch (error) {
        const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
        const last = notice.attempts >= MOST_ATTEMPTS;
        log.warn(
          { ...facts, reason },
          last
            ? 'operators could not be notified of an alert'
            : 'operators are notified of an alert later',
        );
        await database.run(systemScope(), (tx) =>
          last
            ? endNotification(tx, notice.id, reason)
            : delayNotification(tx, notice.id, retryAfter(notice.attempts), reason),
        );
      }
    }),
  );
  return notifications.length;
}

async function sendAlertMail(
  { database, smtp, origin, platformName }: MonitoringContext,
  { target, occasion, kind, subject, facts, raisedAt }: AlertNotification,
): Promise<void> {
  if (!smtp) throw new Error('no mail server is configured');
  const { language, brandName } = await database.run(systemScope(), async (tx) => ({
    language: languageOf((await listOperators(tx)).language),
    brandName: (await brandOf(tx, null))?.brandName ?? platformName,
  }));
  const said = sayAlert(language, kind as AlertKind, subject, facts);
  const written = renderNotification(
    {
      kind: `ALERT_${occasion}`,
      title: said.title,
      advice: said.advice,
      since: `${raisedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      link: `${origin}/dashboard/status`,
    },
    language,
    brandName,
  );
  await smtp.send({
    to: target,
    fromName: brandName,
    subject: written.subject,
    text: written.text,
    html: written.html,
  });
}

async function postWebhook(
  { database, secretKey, outbound, sandbox, webhookHosts }: MonitoringContext,
  { target, ...notice }: AlertNotification,
): Promise<void> {
  const { sealed } = await database.run(systemScope(), readSettings);
  const body = JSON.stringify({
    id: String(notice.id),
    type: `alert.${notice.occasion.toLowerCase()}`,
    createdTimestamp: Date.now() / 1000,
    data: {
      alertId: notice.alertId,
      kind: notice.kind,
      subject: notice.subject,
      facts: notice.facts,
      raisedTimestamp: notice.raisedAt.getTime() / 1000,
      resolvedTimestamp: notice.resolvedAt && notice.resolvedAt.getTime() / 1000,
      text: sayAlert('en', notice.kind as AlertKind, notice.subject, notice.facts).title,
    },
  });
  const headers = {
    'content-type': 'application/json',
    'tuma-event': `alert.${notice.occasion.toLowerCase()}`,
    ...(sealed !== null && {
      'tuma-signature': signatureOf([decryptWebhookSecret(secretKey, sealed)], body),
    }),
  };
  const { status } = await outbound.call({
    method: 'POST',
    url: target,
    headers,
    body,
    timeoutMs: TIMEOUT_MS,
    keep: 1024,
    allowPrivate: sandbox || webhookHosts.includes(new URL(target).hostname),
  });
  if (status < 200 || status >= 300) throw new Error(`the address answered ${status}`);
}

/** Queues a test notification to all recipients. @returns how many */
export async function queueTest(tx: Tx): Promise<number> {
  const readers = await listRecipients(tx, await readSettings(tx));
  const alertId = newId();
  await raiseAlert(tx, alertId, { kind: 'TEST', subject: alertId, facts: {} });
  await resolveAlert(tx, alertId);
  await addNotifications(tx, alertId, 'RAISED', readers);
  return readers.length;
}
