/** Codes by block of numbers, for the guard: sent and entered, by hour. */
import { BLOCK_DIGITS } from '../../core/guard/guard.rules.ts';
import type { BlockUse } from '../../core/guard/guard.rules.ts';
import type { Tx } from '../../infra/database/db.ts';

const SLOT = `date_trunc('hour', now())`;

// The longest first: two numbers of different small blocks wait for each other only in the largest.
const blocksOf = (destination: string) => [
  ...new Set(BLOCK_DIGITS.toReversed().map((digits) => destination.slice(0, digits))),
];

/**
 * Counts a code to each block of a number, and returns their last 24 hours with it. Concurrent calls
 * for a block wait here until the transaction ends, so that none sees less than was sent.
 */
export async function addSent(
  tx: Tx,
  clientId: string,
  destination: string,
): Promise<Map<string, BlockUse>> {
  const blocks = blocksOf(destination);
  for (const prefix of blocks)
    await tx.query(
      `insert into verification_traffic as t (client_id, prefix, slot, sent) values ($1, $2, ${SLOT}, 1)
       on conflict (client_id, prefix, slot) do update set sent = t.sent + 1`,
      [clientId, prefix],
      'add code sent',
    );
  const { rows } = await tx.query<BlockUse & { prefix: string }>(
    `select prefix, sum(sent)::int as sent, sum(entered)::int as entered from verification_traffic
     where client_id = $1 and prefix = any ($2::text[]) and slot > now() - interval '24 hours' group by prefix`,
    [clientId, blocks],
    'sum codes',
  );
  return new Map(rows.map(({ prefix, ...use }) => [prefix, use]));
}

/** Takes back a code that was not accepted. */
export async function takeBackSent(tx: Tx, clientId: string, destination: string): Promise<void> {
  for (const prefix of blocksOf(destination))
    await tx.query(
      `update verification_traffic set sent = sent - 1 where client_id = $1 and prefix = $2 and sent > 0
         and slot = (select max(slot) from verification_traffic where client_id = $1 and prefix = $2 and sent > 0)`,
      [clientId, prefix],
    );
}

/** Counts a code that was entered. */
export async function addEntered(tx: Tx, clientId: string, destination: string): Promise<void> {
  for (const prefix of blocksOf(destination))
    await tx.query(
      `insert into verification_traffic as t (client_id, prefix, slot, entered) values ($1, $2, ${SLOT}, 1)
       on conflict (client_id, prefix, slot) do update set entered = t.entered + 1`,
      [clientId, prefix],
    );
}

export async function dropOldTraffic(tx: Tx): Promise<void> {
  await tx.query(`delete from verification_traffic where slot < now() - interval '2 days'`);
}
