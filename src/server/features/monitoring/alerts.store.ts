/** Rows of alerts and of the notifications about them. */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { Alert } from '../../../contract/api/monitoring.ts';
import type { Tx } from '../../infra/database/db.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { ACKNOWLEDGEMENT } from './acknowledgements.store.ts';
import { NEXT } from './alerts.rules.ts';
import type { AlertFacts, Finding, OpenAlert } from './alerts.rules.ts';

export type Occasion = 'RAISED' | 'REMINDED' | 'RESOLVED';

/** Lets one process at a time check, until its transaction ends; false where another does. */
export async function tryLockCheck(tx: Tx): Promise<boolean> {
  return (
    await tx.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('alert watch')) as mine`,
    )
  ).rows[0]!.mine;
}

/** Connectors of the configuration in force that should hold a link, with what they took and brought. */
export async function readConnectors(tx: Tx): Promise<AlertFacts['connectors']> {
  const { rows } = await tx.query<AlertFacts['connectors'][number]>(`
    select c.cid,
      case when s.state = 'BOUND' and s.updated_at > now() - interval '10 seconds' then 0
        -- A link that tells nothing any more was there until it last did; one that never told has been awaited since the configuration was put into force.
        when s.state = 'BOUND' then extract(epoch from now() - s.updated_at)
        else extract(epoch from now() - coalesce(s.since, greatest(c.created_at, v.created_at))) end::float8 as "downSeconds",
      case when s.updated_at > now() - interval '1 minute' then s.tries else 0 end as tries, s.last_error as "lastError",
      concat_ws(':', wanted.settings ->> 'host', wanted.settings ->> 'port') || coalesce(wanted.settings ->> 'url', '') as address,
      coalesce(m.taken, 0)::int as taken, coalesce(m.receipts, 0)::int as receipts,
      -- As in the figures of minutes, a receipt that says that a message is under way is none.
      (select count(*)::int from receipt r where not r.matched and r.stat <> ${MESSAGE_STATUS.SUBMITTED} and r.connector_id = c.id and r.received_at > now() - interval '75 minutes'
        and r.received_at < now() - interval '1 minute') as unmatched
    from (select config, created_at from config_version order by version desc limit 1) v
    cross join lateral jsonb_to_recordset(v.config -> 'connectors') as wanted (id int, kind text, settings jsonb)
    join connector c on c.id = wanted.id and c.started and c.kind <> 'HTTP'
    left join connector_state s on s.connector_id = c.id
    left join lateral (
      select sum(accepted) filter (where minute <= now() - interval '15 minutes') as taken, sum(receipts) as receipts
      from connector_minute where connector_id = c.id and minute > now() - interval '75 minutes') m on true
    order by c.cid`);
  return rows;
}

/** Seconds since the installation was made. */
export async function readAge(tx: Tx): Promise<number> {
  return (
    await tx.query<{ seconds: number }>(
      'select extract(epoch from now() - min(applied_at))::float8 as seconds from migration',
    )
  ).rows[0]!.seconds;
}

/** A time to come is of a clock that was ahead: it is as far away as one that is past. */
export async function listOpen(tx: Tx): Promise<OpenAlert[]> {
  const { rows } = await tx.query<OpenAlert>(
    `select id, kind, subject, abs(extract(epoch from now() - reminded_at))::float8 as "secondsSinceNotified", abs(extract(epoch from now() - found_at))::float8 as "secondsSinceFound" from alert where status = 'OPEN' order by raised_at, id for update`,
  );
  return rows;
}

export async function raiseAlert(
  tx: Tx,
  id: string,
  { kind, subject, facts }: Finding,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into alert (id, kind, subject, facts) values ($1, $2, $3, $4) on conflict (kind, subject) where status = 'OPEN' do nothing`,
    [id, kind, subject, JSON.stringify(facts)],
  );
  return rowCount === 1;
}

/** Renews an open alert with the current facts; a reminder counts from now. */
export async function renewAlert(
  tx: Tx,
  id: string,
  facts: Finding['facts'],
  reminded: boolean,
): Promise<void> {
  await tx.query(
    `update alert set facts = $2, found_at = now(), reminded_at = case when $3 then now() else reminded_at end where id = $1 and status = 'OPEN'`,
    [id, JSON.stringify(facts), reminded],
  );
}

export async function resolveAlert(tx: Tx, id: string): Promise<boolean> {
  return (
    (
      await tx.query(
        `update alert set status = 'RESOLVED', resolved_at = now() where id = $1 and status = any ($2)`,
        [id, statusesBefore(NEXT, 'RESOLVED')],
      )
    ).rowCount === 1
  );
}

export async function listAlerts(tx: Tx, most: number): Promise<Alert[]> {
  const { rows } = await tx.query<Alert>(
    `
    select alert.id as "alertId", alert.kind, alert.subject, status, facts, extract(epoch from raised_at)::float8 as "raisedTimestamp", extract(epoch from resolved_at)::float8 as "resolvedTimestamp",
      (select count(*)::int from alert_notice n where n.alert_id = alert.id and n.done_at is not null and n.last_error is null) as told,
      (select count(*)::int from alert_notice n where n.alert_id = alert.id and (n.done_at is null or n.last_error is not null)) as untold,
      (select ${ACKNOWLEDGEMENT} from acknowledgement a join client o on o.id = a.operator_id
       where a.kind = alert.kind and a.subject = alert.subject and a.created_at <= coalesce(alert.resolved_at, now()) and coalesce(a.ended_at, now()) >= alert.raised_at
       order by a.created_at desc limit 1) as acknowledgement
    from alert order by (status = 'OPEN') desc, raised_at desc, alert.id desc limit $1`,
    [most],
  );
  return rows;
}

// --- notifications --------------------------------------------------------------------------------------------------

export type Channel = 'MAIL' | 'WEBHOOK';

/** Queues the notifications of an alert. */
export async function addNotifications(
  tx: Tx,
  alertId: string,
  occasion: Occasion,
  to: readonly { channel: Channel; target: string }[],
): Promise<void> {
  await tx.query(
    `insert into alert_notice (alert_id, occasion, channel, target) select $1, $2, channel, target from unnest($3::text[], $4::text[]) as t (channel, target)`,
    [alertId, occasion, to.map(({ channel }) => channel), to.map(({ target }) => target)],
  );
}

export type AlertNotification = {
  id: bigint;
  channel: Channel;
  target: string;
  attempts: number;
  occasion: Occasion;
  alertId: string;
  kind: string;
  subject: string;
  facts: Finding['facts'];
  raisedAt: Date;
  resolvedAt: Date | null;
};

/** Claims what is due for a minute: a process that dies meanwhile leaves it to the next. */
export async function claimNotifications(tx: Tx, most: number): Promise<AlertNotification[]> {
  const { rows } = await tx.query<AlertNotification>(
    `with taken as (
       update alert_notice set attempts = attempts + 1, not_before = now() + interval '1 minute'
       where id = any (array(select id from alert_notice where done_at is null and not_before <= now() order by id limit $1 for update skip locked)) returning *)
     select t.id, channel, target, attempts, occasion, alert_id as "alertId", kind, subject, facts, raised_at as "raisedAt", resolved_at as "resolvedAt" from taken t join alert a on a.id = t.alert_id order by t.id`,
    [most],
  );
  return rows;
}

/** Ends a notification: it was sent, or is given up for `failure`. */
export async function endNotification(tx: Tx, id: bigint, failure: string | null): Promise<void> {
  await tx.query('update alert_notice set done_at = now(), last_error = $2 where id = $1', [
    id,
    failure,
  ]);
}

export async function delayNotification(
  tx: Tx,
  id: bigint,
  seconds: number,
  failure: string,
): Promise<void> {
  await tx.query(
    `update alert_notice set not_before = now() + $2 * interval '1 second', last_error = $3 where id = $1`,
    [id, seconds, failure],
  );
}

/** Makes due what was put off while the clock was ahead: no notification waits for two hours. */
export async function endNotificationWaitsOfClockAhead(tx: Tx): Promise<void> {
  await tx.query(
    `update alert_notice set not_before = now() where done_at is null and not_before > now() + interval '2 hours'`,
  );
}

/** Forgets what was resolved half a year ago. */
export async function dropOldAlerts(tx: Tx): Promise<void> {
  await tx.query(`delete from alert where resolved_at < now() - interval '180 days'`);
}

/** The default recipients of alerts: the administrators' alert addresses, else their own, in the first one's language. */
export async function listOperators(tx: Tx): Promise<{ mails: string[]; language: string }> {
  const { rows } = await tx.query<{ mails: string[]; language: string }>(
    `select case when cardinality(email_alerts) > 0 then email_alerts when email is null then '{}' else array[email] end as mails, language
     from client where access_level = 'ADMINISTRATOR' and client_status = 'ACTIVE' order by number`,
  );
  return {
    mails: [...new Set(rows.flatMap(({ mails }) => mails))],
    language: rows[0]?.language ?? 'en',
  };
}
