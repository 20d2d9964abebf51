/** Looks for what is wrong, and tells the operators: run by the api and the worker alike, so that either tells of the other. */
import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { alertSettings, thresholds, USUAL_THRESHOLDS } from '../../../contract/api/monitoring.ts';
import type { AlertKind, AlertSettings } from '../../../contract/api/monitoring.ts';
import { brandOf } from '../../core/branding/branding.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { readGauges } from '../../core/dispatch/gauges.ts';
import { listHeartbeats } from '../../core/monitoring/heartbeat.store.ts';
import { newId } from '../../infra/ids.ts';
import { findSetting, putSetting } from '../../core/installation/installation.store.ts';
import type { Log } from '../../infra/log.ts';
import { renderNotification } from '../../core/mail/render.ts';
import type { SendMail } from '../../core/mail/mail.ts';
import type { Outbound } from '../../infra/http/outbound.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { decryptSecret, encryptSecret } from '../../infra/secrets.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { signatureOf } from '../../infra/signature.ts';
import { readHealth } from '../../core/monitoring/health.store.ts';
import { languageOf } from '../../i18n/language.ts';
import { compare, findings, MOST_ATTEMPTS, retryAfter } from './alerts.rules.ts';
import type { AlertFacts } from './alerts.rules.ts';
import {
  addNotices,
  claimNotices,
  delayNotice,
  dropOldAlerts,
  endNotice,
  listOpen,
  listOperators,
  mayWatch,
  raiseAlert,
  readAge,
  readConnectors,
  renewAlert,
  resolveAlert,
} from './alerts.store.ts';
import type { Notice, Occasion } from './alerts.store.ts';
import { sayAlert } from './alert-texts.ts';
import { addMinute } from './minutes.store.ts';

/** The parts that checks and notifications need. */
export type Watch = {
  database: Database;
  secretKey: SecretKey;
  log: Log;
  /** Undefined where no mail server is configured. */
  smtp: SendMail | undefined;
  outbound: Outbound;
  /** The origin of links in mails. */
  origin: string;
  platformName: string;
  /** A sandbox needs no back-up, and may be told at addresses of this machine; so may hosts that an operator vouches for. */
  sandbox: boolean;
  webhookHosts: readonly string[];
};

// --- settings -------------------------------------------------------------------------------------------------------

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

/** Keeps settings; another webhook address gets a secret of its own, which is given back this once, and so does one whose secret a lost key sealed. */
export async function saveSettings(
  tx: Tx,
  key: SecretKey,
  settings: AlertSettings,
): Promise<{ webhookSecret: string | null }> {
  const before = await readSettings(tx);
  const needsSecret =
    settings.webhookUrl !== null &&
    (settings.webhookUrl !== before.webhookUrl || !opens(key, before.sealed));
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

function opens(key: SecretKey, sealed: string | null): boolean {
  if (sealed === null) return false;
  try {
    open(key, sealed);
    return true;
  } catch {
    return false;
  }
}

function open(key: SecretKey, sealed: string): string {
  return decryptSecret(key, PURPOSE, Buffer.from(sealed, 'base64'));
}

async function readersOf(tx: Tx, { recipients, webhookUrl }: AlertSettings) {
  const mails = recipients.length > 0 ? recipients : (await listOperators(tx)).mails;
  return [
    ...mails.map((target) => ({ channel: 'MAIL' as const, target })),
    ...(webhookUrl === null ? [] : [{ channel: 'WEBHOOK' as const, target: webhookUrl }]),
  ];
}

// --- looking --------------------------------------------------------------------------------------------------------

async function readFacts(tx: Tx, sandbox: boolean): Promise<AlertFacts> {
  const [gauges, standing, beats, connectors, age] = [
    await readGauges(tx),
    await readHealth(tx),
    await listHeartbeats(tx),
    await readConnectors(tx),
    await readAge(tx),
  ];
  // The latest process of each kind on each machine counts: it replaced the earlier ones.
  const last = new Map<string, { process: string; host: string; silentSeconds: number }>();
  for (const beat of beats) {
    const key = `${beat.process} ${beat.host}`;
    if ((last.get(key)?.silentSeconds ?? Number.POSITIVE_INFINITY) > beat.silentSeconds)
      last.set(key, beat);
  }
  return {
    connectors,
    oldestQueuedSeconds: gauges.oldestQueuedSeconds,
    queued: gauges.queued,
    outbox: standing.outbox,
    payments: standing.payments,
    oldestPaymentSeconds: standing.oldestPaymentSeconds,
    ledgerBalanced: standing.ledger?.ok ?? true,
    auditIntact: standing.auditIntact,
    belowCost: standing.belowCost,
    diskFree: standing.diskFree === null ? null : Number(standing.diskFree),
    diskTotal: standing.diskTotal === null ? null : Number(standing.diskTotal),
    backupSeconds: sandbox
      ? null
      : standing.backup
        ? (Date.now() - standing.backup.at.getTime()) / 1000
        : age,
    processes: [...last.values()],
  };
}

/** Raises, renews and resolves alerts by how things stand, and notes whom to tell; where another process is at it, does nothing. */
export async function look({
  database,
  sandbox,
  log,
}: Pick<Watch, 'database' | 'sandbox' | 'log'>): Promise<void> {
  const told: { occasion: Occasion; kind: string; subject: string }[] = [];
  await database.run(systemScope(), async (tx) => {
    if (!(await mayWatch(tx))) return;
    const settings = await readSettings(tx);
    const open = await listOpen(tx);
    const found = findings(await readFacts(tx, sandbox), settings.thresholds);
    const { raise, remain, resolve } = compare(open, found);
    if (raise.length + resolve.length === 0 && remain.length === 0) return;
    const readers = await readersOf(tx, settings);
    const tell = async (
      alertId: string,
      occasion: Occasion,
      of: { kind: string; subject: string },
    ) => {
      await addNotices(tx, alertId, occasion, readers);
      told.push({ occasion, kind: of.kind, subject: of.subject });
    };
    for (const finding of raise) {
      const alertId = newId();
      if (await raiseAlert(tx, alertId, finding)) await tell(alertId, 'RAISED', finding);
    }
    for (const { id, finding, remind } of remain) {
      await renewAlert(tx, id, finding.facts, remind);
      if (remind) await tell(id, 'REMINDED', finding);
    }
    for (const id of resolve)
      if (await resolveAlert(tx, id))
        await tell(
          id,
          'RESOLVED',
          open.find((each) => each.id === id)!,
        );
    await dropOldAlerts(tx);
  });
  for (const { occasion, ...facts } of told)
    log[occasion === 'RESOLVED' ? 'info' : 'warn'](facts, `alert was ${occasion.toLowerCase()}`);
}

/** Writes down how things stand, for the charts of a week. @param folder whose disk is looked at */
export async function noteMinute(database: Database, folder: string): Promise<void> {
  const disk = await statfs(folder, { bigint: true }).catch(() => undefined);
  await database.run(systemScope(), async (tx) => {
    const gauges = await readGauges(tx);
    const { payments, outbox } = await readHealth(tx);
    await addMinute(tx, {
      ...gauges,
      payments,
      outboxOldestSeconds: Math.max(0, ...outbox.map(({ overdueSeconds }) => overdueSeconds)),
      diskFree: disk ? disk.bavail * disk.bsize : null,
      diskTotal: disk ? disk.blocks * disk.bsize : null,
    });
  });
}

// --- telling --------------------------------------------------------------------------------------------------------

const AT_ONCE = 20;
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

const LOOK_MS = 20_000;
const TELL_MS = 2_000;

/** Looks every twenty seconds and tells what is to be told, until stopped. */
export function startWatch(watch: Watch): { stop(): Promise<void> } {
  const ending = new AbortController();
  const every = async (milliseconds: number, first: number, work: () => Promise<unknown>) => {
    await sleep(first, undefined, { signal: ending.signal }).catch(() => {});
    while (!ending.signal.aborted) {
      await work().catch((error: unknown) => watch.log.error({ err: error }, 'watch failed'));
      await sleep(milliseconds, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const loops = [
    // A start is no moment to find others silent: they are starting too.
    every(LOOK_MS, LOOK_MS, () => look(watch)),
    every(TELL_MS, 0, async () => {
      while (!ending.signal.aborted && (await tell(watch)) === AT_ONCE);
    }),
  ];
  return {
    async stop() {
      ending.abort();
      await Promise.all(loops);
    },
  };
}
