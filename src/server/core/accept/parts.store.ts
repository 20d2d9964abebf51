/** Parts that customers cut themselves, as they were accepted before. */
import { createHash } from 'node:crypto';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idFloor, idTime } from '../../infra/ids.ts';
import { textList } from '../dispatch/sql.ts';
import { COUNTED_ELSEWHERE, WITHIN_A_DAY } from './approval.store.ts';
import { firstAndLast, readWords, USER_DATA_HEADER, withoutShown } from './parts.rules.ts';
import type { AcceptedPart, Cut, KnownPart } from './parts.rules.ts';

const { DELIVERED } = MESSAGE_STATUS;

/** Parts that a phone joins: of one sender ID and receiver, with one reference and total. */
export type PartGroup = {
  /** The account whose allowance they use: a phone does not see which of those that share it sent them. */
  allowanceOf: string;
  sender: string;
  destination: string;
} & Omit<Cut, 'part'>;

/** A group with the accounts that send parts of it now; `isShared` where others below its account may too. */
type SentGroup = PartGroup & { isShared: boolean; clientIds: readonly string[] };

/** A name for what a phone joins. */
export function nameOfJoined({
  allowanceOf,
  sender,
  destination,
  reference,
  total,
}: PartGroup): string {
  return createHash('sha256')
    .update(JSON.stringify([allowanceOf, sender.toLowerCase(), destination, reference, total]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * Locks what a phone joins against parts of other accounts, whose wallets are other locks. Behind the locks
 * of the wallets, before those of allowances.
 */
export async function lockParts(tx: Tx, groups: readonly SentGroup[]): Promise<void> {
  const shared = groups.filter(({ isShared }) => isShared);
  if (shared.length === 0) return;
  await tx.query(
    `select pg_advisory_xact_lock(hashtext('parts'), name) from (select distinct hashtext(each) as name from unnest($1::text[]) each order by name) names`,
    [shared.map(nameOfJoined)],
    'accept lock parts',
  );
}

/** Keeps parts that are scheduled, to be found when others come at their time. */
export async function addScheduledParts(
  tx: Tx,
  parts: readonly { id: string; group: PartGroup; notBefore: Date }[],
): Promise<void> {
  await tx.query(
    `insert into scheduled_part (message_id, client_id, joined, sends_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])`,
    [
      parts.map(({ id }) => id),
      parts.map(({ group }) => group.allowanceOf),
      parts.map(({ group }) => nameOfJoined(group)),
      parts.map(({ notBefore }) => notBefore.toISOString()),
    ],
    'accept scheduled parts',
  );
}

/**
 * Messages to one number among which its earlier parts are looked for, the newest first: a number that
 * gets more in a day is no person's, and reading all of them for each part holds a wallet for long.
 */
const MOST_TO_NUMBER = 2_000;

type Place = AcceptedPart & { at: number; id: string; clientId: string };

/**
 * Reads the accepted parts of these groups since a time (milliseconds) which a phone may still join with
 * another: of each number the first and the last, in the order in which they came. Behind the locks of
 * the clients' wallets.
 */
export async function readParts(
  tx: Tx,
  groups: readonly SentGroup[],
  since: number,
): Promise<KnownPart[][]> {
  // Parts that were scheduled before their account shared an allowance are found by its own.
  const scheduled = groups.flatMap((group, at) =>
    [...new Set([group.allowanceOf, ...group.clientIds])].map((of) => ({
      at: at + 1,
      of,
      joined: nameOfJoined({ ...group, allowanceOf: of }),
    })),
  );
  const { rows: places } = await tx.query<{
    at: number;
    id: string;
    clientId: string;
    part: number;
    deliveredAt: Date | null;
  }>(
    `select g.at::int as at, p.id, p.client_id as "clientId", (p.facts -> 'cut' ->> 'part')::int as part, case when p.status = ${DELIVERED} then p.done_at end as "deliveredAt"
     from unnest($1::uuid[], $2::boolean[], $3::text[], $4::text[], $5::int[], $6::int[]) with ordinality as g (allowance_of, shared, sender, destination, reference, total, at)
     left join client a on a.id = g.allowance_of and g.shared and a.parent_id is not null
     cross join lateral (
       select m.id, m.client_id, m.facts, m.status, m.done_at
       -- The limit also keeps the index on the client, which may have sent much, from being taken for that on the destination.
       from (select id, client_id, sender, facts, payload, status, done_at from message where destination = g.destination and id >= $7::uuid order by id desc limit ${MOST_TO_NUMBER}) m
       where m.payload is not null and lower(m.sender) = lower(g.sender)
         and m.facts -> 'cut' @> jsonb_build_object('reference', g.reference, 'total', g.total)
         and (m.client_id = g.allowance_of or exists (select from client k where k.id = m.client_id and starts_with(k.path, a.path)))
       union all
       select m.id, m.client_id, m.facts, m.status, m.done_at
       from (select message_id from unnest($8::int[], $9::uuid[], $10::text[]) as n (at, client_id, joined) join scheduled_part s using (client_id, joined)
               where n.at = g.at and ${WITHIN_A_DAY} and s.message_id < $7::uuid limit ${MOST_TO_NUMBER}) s
       cross join lateral (select * from message where id = s.message_id) m
       where m.destination = g.destination and m.payload is not null) p
     order by at, id`,
    [
      groups.map(({ allowanceOf }) => allowanceOf),
      groups.map(({ isShared }) => isShared),
      groups.map(({ sender }) => sender),
      textList(groups.map(({ destination }) => destination)),
      groups.map(({ reference }) => reference),
      groups.map(({ total }) => total),
      idFloor(since),
      scheduled.map(({ at }) => at),
      scheduled.map(({ of }) => of),
      scheduled.map(({ joined }) => joined),
    ],
    'accept parts',
  );
  const byGroup = Map.groupBy(
    places.map(({ deliveredAt, ...place }): Place => ({
      ...place,
      acceptedAt: idTime(place.id),
      deliveredAt: deliveredAt?.getTime() ?? null,
    })),
    ({ at }) => at,
  );
  const now = Date.now();
  const open = groups.map(({ total }, at) =>
    firstAndLast(withoutShown(byGroup.get(at + 1) ?? [], total, now)),
  );
  const words = await readWordsOf(
    tx,
    open.flat().map(({ id }) => id),
  );
  return open.map((parts) =>
    parts.map(({ id, clientId, part }) => ({ part, clientId, ...words.get(id)! })),
  );
}

async function readWordsOf(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, Pick<KnownPart, 'words' | 'isCounted'>>> {
  if (ids.length === 0) return new Map();
  const sorted = ids.toSorted();
  const { rows } = await tx.query<{
    id: string;
    text: string | null;
    octets: Buffer;
    dataCoding: number;
    isCounted: boolean;
  }>(
    `select p.id, p.text, p.payload as octets, p.data_coding as "dataCoding",
       exists (select from unapproved_message u where u.message_id = p.id and not starts_with(u.fingerprint, '${COUNTED_ELSEWHERE}')) as "isCounted"
     from message p where p.id = any ($1::uuid[]) and p.id >= $2 and p.id <= $3`,
    [ids, sorted[0], sorted.at(-1)],
    'accept words of parts',
  );
  return new Map(
    rows.map(({ id, text, octets, dataCoding, isCounted }) => [
      id,
      {
        words: readWords({
          octets,
          dataCoding,
          esmClass: USER_DATA_HEADER,
          ...(text !== null && { text }),
        }),
        isCounted,
      },
    ]),
  );
}
