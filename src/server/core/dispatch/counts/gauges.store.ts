/** Figures of the queue and of the links, for metrics, health and alerts. */
import type { Tx } from '../../../infra/database/db.ts';

/** State of the pipeline, read from its rows, so it is right even after a process died. */
export type PipelineGauges = {
  queued: number;
  /** Seconds since the oldest message that could go now was made; 0 where none waits. */
  oldestQueuedSeconds: number;
  inFlight: number;
  ambiguous: number;
  unmatchedReceipts: number;
  unfoldedDeltas: number;
  pendingTasks: number;
  outbox: number;
  /** Customers' binds to our SMPP server, over all processes. */
  smppBinds: number;
  /** Receipts and messages from phones that wait for their user's bind, or for its answer. */
  smppWaiting: number;
};

/** All of it, under the system scope. */
export async function readGauges(tx: Tx): Promise<PipelineGauges & { links: LinkGauges[] }> {
  return { ...(await readPipeline(tx)), links: await readLinks(tx) };
}

/** Each figure is an index's, so that a scrape costs little however long the log is. */
async function readPipeline(tx: Tx): Promise<PipelineGauges> {
  const { rows } = await tx.query<PipelineGauges>(`
    select
      (select coalesce(sum(size - pos), 0)::int from chunk) as queued,
      coalesce((select greatest(0, extract(epoch from now()) - ('x' || substr(replace(message_ids[pos + 1]::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
        from chunk where not stopped and not_before <= now() and pos < size order by id limit 1), 0)::float8 as "oldestQueuedSeconds",
      (select coalesce(sum(bit_count(open)), 0)::int from submission_batch) as "inFlight",
      (select count(*)::int from unconfirmed_part where not given_up) as ambiguous,
      (select count(*)::int from receipt where not matched) as "unmatchedReceipts",
      (select count(*)::int from campaign_delta) as "unfoldedDeltas",
      (select count(*)::int from task where status = 'PENDING') as "pendingTasks",
      (select count(*)::int from outbox where done_at is null) as outbox,
      (select count(*)::int from smpp_bind where updated_at > now() - interval '20 seconds') as "smppBinds",
      (select count(*)::int from outbox where kind = 'SMPP_USER' and done_at is null) as "smppWaiting"`);
  return rows[0]!;
}

export type LinkGauges = {
  cid: string;
  state: string;
  inWindow: number;
  windowSize: number;
  submittedPerSecond: number;
  slowestTickMs: number;
};

/** The last report of each connector's link; a link without a report for ten seconds is closed. */
async function readLinks(tx: Tx): Promise<LinkGauges[]> {
  const { rows } = await tx.query<LinkGauges>(`
    select cid, case when updated_at > now() - interval '10 seconds' then state else 'CLOSED' end as state, in_window as "inWindow",
      window_size as "windowSize", submitted_per_s as "submittedPerSecond", slowest_tick_ms as "slowestTickMs"
    from connector_state join connector on connector.id = connector_id order by cid`);
  return rows;
}
