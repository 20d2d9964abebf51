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
  addNotices,
  claimNotices,
  delayNotice,
  endNotice,
  listOperators,
  raiseAlert,
  resolveAlert,
} from './alerts.store.ts';
import type { Notice } from './alerts.store.ts';
import { sayAlert } from './alert-texts.ts';
import type { Watch } from './context.ts';
import { readSettings, open, readersOf } from './alert-settings.ts';

export const AT_ONCE = 20;
const PATIENCE_MS = 10_000;

/** Tells what is due. A notice goes out at least once: who dies between telling and writing it down tells it again. */
export async function tell(watch: Watch): Promise<number> {
  const { database, log } = watch;
  const notices = await database.run(systemScope(), (tx) => claimNotices(tx, AT_ONCE));
  await Promise.all(
    notices.map(async (notice) => {
      const facts = {
        alertId: notice.alertId,
        kind: notice.kind,
        occasion: notice.occasion,
        channel: notice.channel,
        attempts: notice.attempts,
      };
      try {
        await (notice.channel === 'MAIL' ? mail(watch, notice) : post(watch, notice));
        await database.run(systemScope(), (tx) => endNotice(tx, notice.id, null));
        log.info(facts, 'operators were told of an alert');
      } catch (error) {
        const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
        const last = notice.attempts >= MOST_ATTEMPTS;
        log.warn(
          { ...facts, reason },
          last ? 'operators could not be told of an alert' : 'operators are told of an alert later',
        );
        await database.run(systemScope(), (tx) =>
          last
            ? endNotice(tx, notice.id, reason)
            : delayNotice(tx, notice.id, retryAfter(notice.attempts), reason),
        );
      }
    }),
  );
  return notices.length;
}

async function mail(
  { database, smtp, origin, platformName }: Watch,
  { target, occasion, kind, subject, facts, raisedAt }: Notice,
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

async function post(
  { database, secretKey, outbound, sandbox, webhookHosts }: Watch,
  { target, ...notice }: Notice,
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
    ...(sealed !== null && { 'tuma-signature': signatureOf([open(secretKey, sealed)], body) }),
  };
  const { status } = await outbound.call({
    method: 'POST',
    url: target,
    headers,
    body,
    timeoutMs: PATIENCE_MS,
    keep: 1024,
    allowPrivate: sandbox || webhookHosts.includes(new URL(target).hostname),
  });
  if (status < 200 || status >= 300) throw new Error(`the address answered ${status}`);
}

/** Tells everybody who would be told that telling works. @returns how many are told */
export async function tellTest(tx: Tx): Promise<number> {
  const readers = await readersOf(tx, await readSettings(tx));
  const alertId = newId();
  await raiseAlert(tx, alertId, { kind: 'TEST', subject: alertId, facts: {} });
  await resolveAlert(tx, alertId);
  await addNotices(tx, alertId, 'RAISED', readers);
  return readers.length;
}
