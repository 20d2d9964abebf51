// Held, charged and given back units of single messages, as the ledger books them.
import type { Tx } from '../../infra/database/db.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { chargeOf } from './charges.rules.ts';
import type { PlacedPart } from './charges.rules.ts';

type Priced = { id: string; units: bigint; segments: number; status: number };
export type Charge = { unitsHeld: number; unitsCharged: number; unitsRefunded: number };

/**
 * A part is charged when a carrier accepts it, which writes its submission; one that was given up
 * before is given back and stays so, and an event of its message says which.
 */
const ACCEPTED = `select s.message_id as id, s.part, s.parts, 'CHARGED' as place from submission s
  where s.message_id = any ($1::uuid[]) and s.message_id >= $2 and s.message_id <= $3 and not exists (
    select from message_event e where e.message_id = s.message_id and e.detail ->> 'givenUp' = s.part::text)`;

/** Parts of an ended message that a carrier may still accept. */
const OPEN = `select message_id as id, part, parts, 'HELD' as place from part_in_flight where message_id = any ($1::uuid[])
  union all
  select message_id, part, parts, 'HELD' from unconfirmed_part where message_id = any ($1::uuid[]) and not given_up`;

/** The held, charged and refunded units of these messages, none of which is a test key's. */
export async function listCharges(
  tx: Tx,
  messages: readonly Priced[],
): Promise<Map<string, Charge>> {
  if (messages.length === 0) return new Map();
  const ids = messages.map(({ id }) => id).sort();
  const { rows: accepted } = await tx.query<PlacedPart & { id: string }>(ACCEPTED, [
    ids,
    ids[0],
    ids.at(-1),
  ]);
  const several = messages.filter(
    ({ segments, status }) => segments > 1 && status >= MESSAGE_STATUS.DELIVERED,
  );
  const { rows: open } =
    several.length === 0
      ? { rows: [] }
      : await tx.query<PlacedPart & { id: string }>(OPEN, [several.map(({ id }) => id)]);
  const parts = Map.groupBy([accepted, open].flat(), ({ id }) => id);
  return new Map(
    messages.map(({ id, units, status }) => {
      const isFinal = status >= MESSAGE_STATUS.DELIVERED;
      const { held, charged, refunded } = chargeOf(units, isFinal, parts.get(id) ?? []);
      return [
        id,
        {
          unitsHeld: unitsToNumber(held),
          unitsCharged: unitsToNumber(charged),
          unitsRefunded: unitsToNumber(refunded),
        },
      ];
    }),
  );
}
