import type { Tx } from '../../../infra/database/db.ts';

// Ten minutes, the validity of a code.
const SLOT = `date_bin('10 minutes', now(), timestamptz 'epoch')`;

export async function addCodeSent(tx: Tx, prefix: string): Promise<void> {
  await tx.query(
    `insert into otp_traffic as t (prefix, slot, sent) values ($1, ${SLOT}, 1) on conflict (prefix, slot) do update set sent = t.sent + 1`,
    [prefix],
  );
}

export async function addCodeSolved(tx: Tx, prefix: string): Promise<void> {
  await tx.query(
    `insert into otp_traffic as t (prefix, slot, solved) values ($1, ${SLOT}, 1) on conflict (prefix, slot) do update set solved = t.solved + 1`,
    [prefix],
  );
}

/**
 * Codes of the last day that have expired, and how many were entered, those of this moment
 * included.
 */
export async function sumCodes(tx: Tx, prefix: string): Promise<{ sent: number; solved: number }> {
  const { rows } = await tx.query<{ sent: number; solved: number }>(
    `select coalesce(sum(sent) filter (where slot < ${SLOT} - interval '10 minutes'), 0)::int as sent, coalesce(sum(solved), 0)::int as solved
     from otp_traffic where prefix = $1 and slot > now() - interval '1 day'`,
    [prefix],
  );
  return rows[0]!;
}

export async function dropOldOtpTraffic(tx: Tx): Promise<void> {
  await tx.query(`delete from otp_traffic where slot < now() - interval '2 days'`);
}
