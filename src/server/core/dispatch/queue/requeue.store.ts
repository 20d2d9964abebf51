/**
 * Puts messages back into chunks after a throttle, a lost link or a lost route: commits new chunks,
 * stopped where their campaign or client is.
 */
import type { Tx } from '../../../infra/database/db.ts';
import type { Requeue } from '../types.ts';

/**
 * Puts messages back into chunks. The campaign's row is read for share, so that a cancel or a pause either sees the
 * chunk or is seen by it: what comes back for a stopped campaign, or a blocked client, is born stopped. Messages that wait
 * for their hours are valid for as much longer as they wait, like the chunks that the pause found.
 */
export async function requeue(tx: Tx, messages: readonly Requeue[]): Promise<void> {
  const groups = Map.groupBy(messages, (message) =>
    [
      message.routeId,
      message.priority,
      message.clientId,
      message.campaignId,
      message.sender,
      message.attempt,
      message.dupRisk,
      message.expiresAt.getTime(),
      message.waitMs,
      message.notBefore?.getTime(),
    ].join('\t'),
  );
  for (const group of groups.values()) {
    const of = group[0]!;
    const ids = [...new Set(group.map(({ messageId }) => messageId))];
    const { rowCount } = await tx.query(
      `insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, attempt, dup_risk, not_before, expires_at, stopped)
       select $1, $2, $3, $4::uuid, $5, $6::uuid[], cardinality($6), $7, $8, coalesce(now() + $9::float8 * interval '1 millisecond', $11::timestamptz), $10::timestamptz + case when stopped then greatest(coalesce(resume_at - now(), '0'), '0') else '0' end, stopped
       from ${of.campaignId === null ? `(select client_status = 'BLOCKED' as stopped, null::timestamptz as resume_at from client where id = $3) c` : `(select status not in ('QUEUED', 'RUNNING', 'COMPLETED') as stopped, resume_at from campaign where id = $4 for share) c`}`,
      [
        of.routeId,
        of.priority,
        of.clientId,
        of.campaignId,
        of.sender,
        ids,
        of.attempt,
        of.dupRisk,
        of.waitMs,
        of.expiresAt,
        of.notBefore?.toISOString() ?? '-infinity',
      ],
      of.campaignId === null ? 'requeue' : 'requeue campaign',
    );
    if (rowCount === 0)
      throw new Error(`campaign ${of.campaignId} or client ${of.clientId} has messages and no row`);
  }
}
