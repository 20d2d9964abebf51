import type { Tx } from '../../infra/database/db.ts';
import { shownId } from '../dispatch/receipts/match-receipts.rules.ts';

/** A part of a live message: 0 in flight, 1 with the carrier, 2 unconfirmed, 3 given up. */
export type LivePart = {
  messageId: string;
  part: number;
  state: number;
  connector: string | null;
  carrierId: string | null;
  dupRisk: boolean;
  at: Date;
};

/** The parts of these messages that a carrier has or may have. */
export async function listLiveParts(tx: Tx, ids: string[]): Promise<LivePart[]> {
  const { rows } = await tx.query<LivePart>(
    `select s.message_id as "messageId", s.part, s.state, k.cid as connector, s.carrier_id as "carrierId", s.dup_risk as "dupRisk", s.at
     from live_part s left join connector k on k.id = s.connector_id where s.message_id = any ($1::uuid[]) order by s.message_id, s.part`,
    [ids],
  );
  return rows.map((row) => ({
    ...row,
    carrierId: row.carrierId === null ? null : shownId(row.carrierId) || null,
  }));
}
