/** Keeps single messages in the queue until the sending hours of their sender ID begin. */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { ENDED_CLASS, KIND } from './suppress.store.ts';

const { QUEUED } = MESSAGE_STATUS;

/**
 * Holds chunks of single messages in which one goes to a country under a kind of sender ID, as a campaign
 * waits for all of its countries. Their validity runs on: it is their customer's. Chunks that links
 * have are taken from them, so that their next claim misses; those that a link is claiming from are left
 * to the next call, and so are those that wait for longer than ten minutes anyway: looking into all that
 * waits for the morning takes seconds for a hundred thousand messages.
 * @param hours.opensAt seconds since the epoch
 * @param after the last chunk of the step before
 * @returns the last chunk of this step; undefined when nothing is left
 */
export async function holdSingles(
  tx: Tx,
  { kind, country, opensAt }: { kind: string; country: string; opensAt: number },
  after: bigint,
  most: number,
): Promise<bigint | undefined> {
  const { rows } = await tx.query<{ id: bigint }>(
    `with held as (
       update chunk set not_before = to_timestamp($3), owner = null, epoch = null where id = any (array(
         select id from chunk where id > $5 and campaign_id is null and not stopped and not_before < least(to_timestamp($3), now() + interval '10 minutes') and expires_at > now()
           and lower(sender) in (select lower(sender) from sender where kind = $1)
           -- One id at a time, each in its own partition, until one is found.
           and exists (select from unnest(message_ids[pos + 1:]) waits cross join lateral (
             select from message where message.id = waits and country = $2 and status = ${QUEUED} and ${ENDED_CLASS} and ${KIND} = $1) found)
         order by id limit $4 for update skip locked)) returning id)
     select id from held order by id`,
    [kind, country, opensAt, most, after],
    'hold singles',
  );
  return rows.length < most ? undefined : rows.at(-1)!.id;
}
