/**
 * Matches receipts to submissions: commits the message's end, or that an unconfirmed part was
 * accepted after all.
 */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { settled } from '../../infra/database/pipeline.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idFloor } from '../../infra/ids.ts';
import type { Changes } from './changes.ts';
import { countOf } from './deltas.store.ts';
import { isSameNumber } from './dispatch.rules.ts';
import { OPEN_STATUSES } from './message-status.rules.ts';
import { PART_STATE, stateByReceipt } from './parts.rules.ts';
import { endMatched } from './receipt-ends.store.ts';
import { RECEIPT_GRACE_MS, RECENT_HOURS, textList } from './sql.ts';
import { awaitReceipts, writeSubmissions } from './submissions.store.ts';
import type { End, Facts, NewReceipt, PartName, PartRow } from './types.ts';
import { deleteUnconfirmed } from './unconfirmed.store.ts';

const { SUBMITTED, EXPIRED } = MESSAGE_STATUS;
const HOUR = 3_600_000;

/** The part that a receipt speaks of, and whether the receipt tells something that the message's row does not. */
export type Matched = PartName & { tells: boolean };

/**
 * Finds what receipts speak of and moves it on. By the carrier's id and the phone; where no id is known (the answer
 * was lost) by the phone alone, when only one part can be meant.
 * @returns the part of each receipt that has one, those included that changed nothing (repeats, intermediate words)
 */
export async function match(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  changes: Changes,
): Promise<Map<NewReceipt, Matched>> {
  const found = new Map<NewReceipt, Matched>();
  const groups = Map.groupBy(
    onePerId(receipts.filter(({ status }) => status !== SUBMITTED)),
    ({ status, carrierStatus, errorCode }) => `${status}\t${carrierStatus}\t${errorCode}`,
  );
  await settled(
    [...groups.values()].map((group) => endTogether(tx, carrierAccountId, group, found, changes)),
  );
  const left = receipts.filter((receipt) => !found.has(receipt));
  if (left.length > 0) await matchOneByOne(tx, carrierAccountId, left, found, changes);
  return found;
}

/** The first final receipt of each id, in the order of ids. */
function onePerId(receipts: readonly NewReceipt[]): NewReceipt[] {
  const once = new Map<string, NewReceipt>();
  for (const receipt of receipts)
    if (!once.has(receipt.carrierId)) once.set(receipt.carrierId, receipt);
  return [...once.values()].sort((a, b) => (a.carrierId < b.carrierId ? -1 : 1));
}

/**
 * True if a receipt belongs to a message to this phone: the id alone is not enough, because
 * carriers reuse ids.
 */
function isTo(destination: string, receipt: NewReceipt): boolean {
  return (
    receipt.destination === destination ||
    receipt.destination === '' ||
    isSameNumber(destination, receipt.destination)
  );
}

/**
 * Ends messages of one part whose receipts say the same. Of submissions under one id and to one phone the newest counts,
 * as carriers use their ids again.
 */
async function endTogether(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  found: Map<NewReceipt, Matched>,
  { deltas, events, outstanding }: Changes,
): Promise<void> {
  const { status, carrierStatus, errorCode } = receipts[0]!;
  const now = Date.now();
  const { rows } = await tx.query<
    Facts & { id: string; carrierId: string; connectorId: number; calls: boolean }
  >(
    `with ended as (
       select s.message_id, s.carrier_id, s.connector_id, s.submitted_at, s.dup_risk from submission s
       where s.carrier_account_id = $1 and s.carrier_id = any ($2::text[]) and s.parts = 1 and s.message_id >= $7 and s.message_id < $8
         and s.destination = ($3::text[])[width_bucket(s.carrier_id, $2::text[])]
         and s.submitted_at = (select max(o.submitted_at) from submission o where o.carrier_account_id = $1 and o.carrier_id = s.carrier_id
           and o.destination = s.destination and o.message_id >= $7 and o.message_id < $8))
     update message m set status = $4, carrier_status = $5, error_code = $6, dup_risk = nullif(ended.dup_risk, false), done_at = now(),
       carrier_ids = array[ended.carrier_id], submitted_at = ended.submitted_at, connector_id = ended.connector_id
     from ended where m.id = ended.message_id and m.status in (${OPEN_STATUSES})
     returning m.id, ended.carrier_id as "carrierId", ended.connector_id as "connectorId", client_id as "clientId", campaign_id as "campaignId",
       sender, country, network, callback is not null as calls`,
    [
      carrierAccountId,
      textList(receipts.map(({ carrierId }) => carrierId)),
      textList(receipts.map(({ destination }) => destination)),
      status,
      carrierStatus,
      errorCode,
      idFloor(now - RECENT_HOURS * HOUR),
      idFloor(now + HOUR),
    ],
    'end together',
  );
  const byId = new Map(receipts.map((receipt) => [receipt.carrierId, receipt]));
  for (const { id, carrierId, connectorId, calls, ...facts } of rows) {
    const receipt = byId.get(carrierId)!;
    found.set(receipt, { messageId: id, part: 1, tells: false });
    outstanding.add(connectorId, -1);
    deltas.add(id, facts, { [countOf(status)]: 1 }, { ...receipt, messages: 1 });
    events.add({ messageId: id, clientId: facts.clientId, status }, calls);
  }
}

/** The state of a submission's part: that it has its receipt stands in its message. */
const STATE = `case
  when s.parts > 1 and m.carrier_ids[s.part] is not null then ${PART_STATE.ENDED}
  when m.status = ${EXPIRED} then ${PART_STATE.GIVEN_UP}
  when m.status in (${OPEN_STATUSES}) or s.parts > 1 then ${PART_STATE.SUBMITTED}
  else ${PART_STATE.ENDED} end`;

/**
 * The receipts that the hot statement did not match: a phone written differently, an intermediate word, a part of a long
 * message, an id that nobody stored because the answer was lost, a repeat, or nothing of ours.
 */
async function matchOneByOne(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  found: Map<NewReceipt, Matched>,
  changes: Changes,
): Promise<void> {
  const ids = [...new Set(receipts.map(({ carrierId }) => carrierId))];
  const { rows: named } = await tx.query<PartRow & { messageStatus: number }>(
    `select s.message_id as "messageId", s.part, s.parts, ${STATE} as state, 0::bigint as units, s.carrier_id as "carrierId", s.destination,
       s.connector_id as "connectorId", s.dup_risk as "dupRisk", s.submitted_at as at, s.client_id as "clientId", m.campaign_id as "campaignId",
       m.sender, m.country, m.network, m.status as "messageStatus"
     from submission s join message m on m.id = s.message_id
     where s.carrier_account_id = $1 and s.carrier_id = any ($2::text[]) order by s.submitted_at desc, s.part for update of m`,
    [carrierAccountId, ids],
    'receive by id',
  );
  const { rows: nameless } = await tx.query<PartRow>(
    `select message_id as "messageId", part, parts, case when given_up then ${PART_STATE.GIVEN_UP} else ${PART_STATE.UNCONFIRMED} end as state, units,
       null as "carrierId", destination, connector_id as "connectorId", dup_risk as "dupRisk", submitted_at as at, client_id as "clientId",
       campaign_id as "campaignId", sender, country, network
     from unconfirmed_part where carrier_account_id = $1 and destination = any ($2::text[]) order by submitted_at desc for update`,
    [
      carrierAccountId,
      [...new Set(receipts.map(({ destination }) => destination).filter((phone) => phone !== ''))],
    ],
    'receive by phone',
  );
  const taken = new Set<string>();
  // A repeat that came together with the first ends no older message of the same id and phone.
  const endedNow = new Set([...found.values()].map(({ messageId }) => messageId));
  const ends: End[] = [];
  for (const receipt of receipts) {
    const fits = named.filter(
      (row) => row.carrierId === receipt.carrierId && isTo(row.destination, receipt),
    );
    let row: PartRow | undefined = endedNow.has(fits[0]?.messageId ?? '')
      ? undefined
      : fits.find((one) => one.state !== PART_STATE.ENDED && !taken.has(keyOf(one)));
    if (!row && fits[0]) {
      found.set(receipt, {
        ...nameOf(fits[0]),
        tells: fits[0].messageStatus !== receipt.status,
      });
      continue;
    }
    if (!row) {
      const ofPhone = nameless.filter(
        (one) => one.destination === receipt.destination && !taken.has(keyOf(one)),
      );
      if (ofPhone.length === 1 && !(await mayBeInFlight(tx, carrierAccountId, receipt.destination)))
        row = ofPhone[0];
    }
    if (!row) continue;
    const to = stateByReceipt(row.state, receipt.status);
    found.set(receipt, { ...nameOf(row), tells: to !== PART_STATE.ENDED || row.parts > 1 });
    if (to === undefined) continue;
    taken.add(keyOf(row));
    await advance(tx, carrierAccountId, receipt, row, ends, changes);
  }
  await endMatched(tx, ends, changes);
}

const keyOf = (row: PartName) => `${row.messageId}\t${row.part}`;
const nameOf = ({ messageId, part }: PartRow): PartName => ({ messageId, part });

/** Moves one part as its receipt says; an unconfirmed one has turned out to be accepted, and is charged now. */
async function advance(
  tx: Tx,
  carrierAccountId: number,
  receipt: NewReceipt,
  row: PartRow,
  ends: End[],
  { deltas, events, outstanding }: Changes,
): Promise<void> {
  const ended = receipt.status !== SUBMITTED;
  if (row.state === PART_STATE.SUBMITTED) outstanding.add(row.connectorId, -1);
  if (row.state === PART_STATE.UNCONFIRMED)
    deltas.add(row.messageId, row, { submitted: row.part === 1 ? 1 : 0, captured: row.units });
  if (row.carrierId === null) {
    await deleteUnconfirmed(tx, row);
    await writeSubmissions(tx, [
      {
        part: row,
        lease: { connectorId: row.connectorId, carrierAccountId },
        carrierId: receipt.carrierId,
      },
    ]);
  }
  if (ended) {
    ends.push({ receipt, row: { ...row, carrierId: receipt.carrierId } });
    return;
  }
  outstanding.add(row.connectorId, 1);
  await awaitReceipts(tx, [{ messageId: row.messageId, until: Date.now() + RECEIPT_GRACE_MS }]);
  if (row.part === 1)
    events.add(
      {
        messageId: row.messageId,
        clientId: row.clientId,
        status: SUBMITTED,
        connectorId: row.connectorId,
        carrierId: receipt.carrierId,
      },
      undefined,
    );
}

/** A receipt can overtake the answer of a message that is in flight to the same phone: then it waits for that answer. */
async function mayBeInFlight(
  tx: Tx,
  carrierAccountId: number,
  destination: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from part_in_flight f join message m on m.id = f.message_id where f.carrier_account_id = $1 and m.destination = $2 limit 1`,
    [carrierAccountId, destination],
    'receive in flight',
  );
  return rowCount > 0;
}
