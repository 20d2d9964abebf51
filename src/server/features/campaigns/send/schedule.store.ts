import type { CampaignStatus } from '../../../../contract/api/campaigns.ts';
import { TOO_LATE_MINUTES } from '../../../../contract/api/platform-settings.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { ALLOWED_FROM } from '../campaigns.rules.ts';

/** The database's clock, by which schedules and sending hours are kept; seconds since the epoch. */
export async function databaseNow(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ now: number }>(
    'select extract(epoch from now())::float8 as now',
  );
  return rows[0]!.now;
}

/** A client that is not blocked stays so until this transaction ends. */
export async function isBlocked(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await tx.query<{ clientStatus: string }>(
    `select client_status as "clientStatus" from client where id = $1 for share`,
    [clientId],
  );
  return rows[0]?.clientStatus === 'BLOCKED';
}

/** Pauses what a client that is being blocked has on its way; the caller holds the client's row and stops the chunks. */
export async function pauseForBlock(tx: Tx, clientId: string): Promise<void> {
  await tx.query(
    `update campaign set status = 'PAUSED', reason = 'CLIENT_BLOCKED' where client_id = $1 and status = any ($2)`,
    [clientId, ALLOWED_FROM.pause],
  );
}

/** How late a schedule may be kept. */
export async function getTooLateMinutes(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ minutes: number }>(
    `select (value #>> '{}')::float8 as minutes from setting where key = 'tooLateMinutes'`,
  );
  return rows[0]?.minutes ?? TOO_LATE_MINUTES;
}

/** Started campaigns whose sender ID no longer serves their client; a campaign that has not started is refused when it starts. */
export async function listWithBlockedSender(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from campaign c join sender s on s.id = c.sender_id
     where (c.status in ('QUEUED', 'RUNNING') or (c.status = 'PAUSED' and c.units_held > 0))
       and not (s.status = 'READY_FOR_SENDING' and (s.is_generic or s.client_id = c.client_id or c.client_id = any (s.delegated_to)))`,
  );
  return rows.map((row) => row.id);
}

/** A name of stand-ins that no longer serve the client of a campaign, and whose messages wait in its queue. */
export type BlockedStandIn = {
  campaignId: string;
  sender: string;
  /** The networks on which it ended; null where no other stand-in of the name is left. */
  networks: number[] | null;
};

export async function listWithBlockedStandIn(tx: Tx): Promise<BlockedStandIn[]> {
  const { rows } = await tx.query<BlockedStandIn>(
    // Stand-ins of two countries may have one name, and their messages share chunks.
    `select c.id as "campaignId", i.sender,
       case when bool_or(i.usable) or lower(i.sender) = lower(c.sender) then array_agg(n::int) filter (where not i.usable) end as networks
     from campaign c cross join lateral (
         select each ->> 'sender' as sender, each -> 'networks' as networks,
           coalesce(s.status = 'READY_FOR_SENDING' and (s.is_generic or s.client_id = c.client_id or c.client_id = any (s.delegated_to)), false) as usable
         from jsonb_array_elements(c.operator_senders -> 'standIns') each left join sender s on s.id = (each ->> 'senderId')::uuid) i
       cross join lateral jsonb_array_elements_text(i.networks) n
     where c.status in ('QUEUED', 'RUNNING', 'PAUSED')
       and exists (select from chunk k where k.campaign_id = c.id and k.sender = i.sender)
     group by c.id, i.sender having not bool_and(i.usable)`,
  );
  return rows;
}

/** After a restore nothing that is older goes on by itself until it is released. */
const NOT_HELD_BACK =
  'not exists (select from restoration r where r.released_at is null and c.created_at <= r.restored_at)';

/**
 * A campaign that was approved or whose time has come, its row locked; undefined where none but `except` is
 * left. Those of a blocked client wait.
 */
export async function lockDueCampaign(
  tx: Tx,
  except: readonly string[],
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from campaign c join client on client.id = c.client_id
     where ((c.status = 'SCHEDULED' and c.scheduled_at <= now()) or c.status = 'APPROVED') and c.id <> all ($1::uuid[]) and client.client_status <> 'BLOCKED' and ${NOT_HELD_BACK}
     order by c.scheduled_at nulls first limit 1 for update of c skip locked`,
    [except],
  );
  return rows[0]?.id;
}

/** Scheduled campaigns that nobody approved, of clients whose campaigns need it; those of a blocked client wait. */
export async function listScheduledUnapproved(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with sent as materialized (select id, client_id from campaign c where status = 'SCHEDULED' and approved_by is null and ${NOT_HELD_BACK})
     select id from sent where client_id in (
       select c.id from client c where c.id in (select client_id from sent) and c.client_status <> 'BLOCKED'
         and (select rule from approval_rule_of(c.id)) is not null)
     order by id limit 1000`,
  );
  return rows.map((row) => row.id);
}

/** A started campaign whose kind of sender ID, or that of a stand-in, has sending hours in some country. */
export type LimitedCampaign = {
  id: string;
  kind: string;
  countries: string[];
  hasStandIn: boolean;
};

/** Limited campaigns that still have messages to submit. */
export async function listLimited(tx: Tx): Promise<LimitedCampaign[]> {
  const { rows } = await tx.query<LimitedCampaign>(
    `select c.id, s.kind, coalesce(jsonb_array_length(c.operator_senders -> 'standIns') > 0, false) as "hasStandIn", case when c.source = 'SOFTWARE' then array(select country from campaign_network n where n.campaign_id = c.id union select c.country)
       else array(select distinct value ->> 'country' from jsonb_each(c.summary -> 'regions')) end as countries
     from campaign c join sender s on s.id = c.sender_id
     where c.status in ('QUEUED', 'RUNNING') and exists (select from sending_window w where w.kind = s.kind
         or w.kind in (select i ->> 'kind' from jsonb_array_elements(c.operator_senders -> 'standIns') i))
       and (c.expanded_at is null or exists (select from chunk where campaign_id = c.id and pos < size))`,
  );
  return rows;
}

/** Paused campaigns that are to go on by now. Those of a blocked client wait. */
export async function listToResume(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from campaign c join client on client.id = c.client_id
     where c.status = 'PAUSED' and c.resume_at <= now() and client.client_status <> 'BLOCKED' and ${NOT_HELD_BACK} order by c.resume_at limit 100`,
  );
  return rows.map((row) => row.id);
}

/** Pauses what was on its way when the backup was made: some of it may have gone out since. */
export async function pauseForRestore(tx: Tx): Promise<{ id: string; clientId: string }[]> {
  return (
    await tx.query<{ id: string; clientId: string }>(
      `update campaign set status = 'PAUSED', reason = 'RESTORED', resume_at = null where status = any ($1) returning id, client_id as "clientId"`,
      [ALLOWED_FROM.pause],
    )
  ).rows;
}

/** Lets up to `limit` of what `pauseForRestore` paused go on, within its hours. @returns how many */
export async function resumeRestored(tx: Tx, limit: number): Promise<number> {
  return (
    await tx.query(
      `update campaign set resume_at = now() where id = any (array(
         select id from campaign where status = 'PAUSED' and reason = 'RESTORED' and resume_at is null order by id limit $1 for update))`,
      [limit],
    )
  ).rowCount;
}

/** A campaign that would resume if a restore did not hold it, and how many of its messages are not submitted yet. */
export type HeldCampaign = {
  campaignId: string;
  campaignName: string;
  clientName: string;
  status: CampaignStatus;
  messages: number;
  scheduleAt: Date | null;
};

export async function listHeldBack(
  tx: Tx,
  limit: number,
): Promise<{ campaigns: HeldCampaign[]; count: number; messages: number }> {
  const { rows } = await tx.query<HeldCampaign & { count: number; sum: number }>(
    `select c.id as "campaignId", c.campaign_name as "campaignName", client.client_name as "clientName", c.status, w.messages, c.scheduled_at as "scheduleAt",
       (count(*) over ())::int as count, (sum(w.messages) over ())::int as sum
     from campaign c join client on client.id = c.client_id
       left join (select campaign_id, sum(size - pos) as queued from chunk group by campaign_id) q on q.campaign_id = c.id
       cross join lateral (select (c.total - c.expanded + coalesce(q.queued, 0))::int as messages) w
     where c.created_at <= (select restored_at from restoration where released_at is null)
       and ((c.status = 'PAUSED' and (c.reason = 'RESTORED' or c.resume_at <= now())) or (c.status = 'SCHEDULED' and c.scheduled_at <= now()) or c.status = 'APPROVED')
     order by w.messages desc, c.id limit $1`,
    [limit],
  );
  return {
    campaigns: rows.map(({ count: _count, sum: _sum, ...campaign }) => campaign),
    count: rows[0]?.count ?? 0,
    messages: rows[0]?.sum ?? 0,
  };
}
