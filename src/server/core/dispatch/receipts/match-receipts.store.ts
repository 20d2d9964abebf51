/**
 * Matches receipts to submissions: commits the message's end, or that an unconfirmed part was
 * accepted after all.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { settled } from '../../../infra/database/pipeline.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { idFloor } from '../../../infra/ids.ts';
import type { Changes } from '../changes.ts';
import { countOf } from '../counts/deltas.store.ts';
import { eventColumns } from '../events/event-facts.store.ts';
import type { EventMessage } from '../events/event-facts.store.ts';
import { OPEN_STATUSES } from '../message-status.rules.ts';
import { PART_STATE, stateByReceipt } from '../part-state.rules.ts';
import { isOtherResent, mayBeInFlight } from './receipt-doubts.store.ts';
import { endMatched } from './receipt-ends.store.ts';
import { RECEIPT_GRACE_MS, RECENT_HOURS, textList } from '../sql.ts';
import {
  awaitReceipts,
  nameSubmission,
  writeSubmissions,
} from '../submission/submissions.store.ts';
import type { End, Facts, NewReceipt, PartName, PartRow } from '../types.ts';
import { deleteUnconfirmed } from '../unconfirmed/unconfirmed.store.ts';
import { onePerId, isTo, isUnnamed, maySpeakOf, unnamedId } from './match-receipts.rules.ts';

const { SUBMITTED, DELIVERED, EXPIRED } = MESSAGE_STATUS;
const HOUR = 3_600_000;

/** The part that a receipt belongs to; `tells` if the receipt has information that the message's row lacks. */
export type Matched = PartName & { tells: boolean };

/**
 * Finds what receipts speak of and moves it on. By the carrier's id and the phone; where no id is known (the answer
 * was lost, or had none) by the phone alone, when only one part can be meant.
 * @param by `id` never looks for a phone alone, which may have got another message since the receipt came
 * @returns the part of each receipt that has one, those included that changed nothing (repeats, intermediate words)
 */
export async function match(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  changes: Changes,
  by: 'id' | 'id or phone' = 'id or phone',
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
  if (left.length > 0) await matchOneByOne(tx, carrierAccountId, left, found, changes, by);
  for (const [{ status, carrierStatus, errorCode }, { messageId }] of found)
    if (status !== SUBMITTED && status !== DELIVERED)
      changes.failures.push({
        messageId,
        codes: errorCode === null ? [carrierStatus] : [carrierStatus, errorCode],
      });
  return found;
}

/** Milliseconds from submission to the receipt, which may have been stored long before it is matched. */
const delayOf = ({ receivedAt }: NewReceipt, submittedAt: Date, now: number): number =>
  Math.max(0, (receivedAt?.getTime() ?? now) - submittedAt.getTime());

/**
 * Ends messages of one part whose receipts say the same. Of submissions under one id and to one phone the newest counts,
 * as carriers use their ids again.
 */
async function endTogether(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  found: Map<NewReceipt, Matched>,
  { deltas, events, outstanding, outcomes }: Changes,
): Promise<void> {
  const { status, carrierStatus, errorCode } = receipts[0]!;
  const now = Date.now();
  const { rows } = await tx.query<
    Facts &
      EventMessage & {
        carrierId: string;
        connectorId: number;
        connectorCid: string;
        routeId: number;
        hasWebhooks: boolean;
      }
  >(
    `with ended as (
       select s.message_id, r.carrier_id, s.connector_id, s.submitted_at, s.dup_risk
       from unnest($2::text[], $3::text[]) r (carrier_id, destination) cross join lateral (
         select * from submission s where s.carrier_account_id = $1 and s.carrier_id = r.carrier_id and s.destination = r.destination
           and s.message_id >= $7 and s.message_id < $8 order by s.submitted_at desc limit 1) s
       where s.parts = 1)
     update message m set status = $4, carrier_status = $5, error_code = $6, dup_risk = nullif(ended.dup_risk, false), done_at = now(),
       carrier_ids = array[ended.carrier_id], submitted_at = ended.submitted_at, connector_id = ended.connector_id
     from ended where m.id = ended.message_id and m.status in (${OPEN_STATUSES})
     returning ${eventColumns('m')}, campaign_id as "campaignId", sender, country, network, route_id as "routeId", (select cid from connector c where c.id = m.connector_id) as "connectorCid",
       exists (select from webhook w where w.client_id = m.client_id and w.enabled and w.url is not null) as "hasWebhooks"`,
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
  for (const { campaignId, sender, country, network, routeId, hasWebhooks, ...message } of rows) {
    const { id, carrierId, connectorId, clientId, submittedAt } = message;
    const receipt = byId.get(carrierId)!;
    found.set(receipt, { messageId: id, part: 1, tells: false });
    outstanding.add(connectorId, -1);
    const facts = { clientId, campaignId, sender, country, network };
    outcomes.addReceipt(
      { messageId: id, connectorId, routeId, network },
      receipt,
      delayOf(receipt, submittedAt!, message.now.getTime()),
    );
    deltas.add(id, facts, { [countOf(status)]: 1 }, { ...receipt, messages: 1 });
    if (!hasWebhooks) events.noteWithoutWebhooks(clientId);
    events.add({ messageId: id, clientId, status, message }, message.callback !== null);
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
  by: 'id' | 'id or phone',
): Promise<void> {
  const named = await listNamed(tx, carrierAccountId, receipts);
  // A carrier that accepts without an id, like an answer that was lost, leaves the phone alone.
  const nameless =
    by === 'id'
      ? []
      : [
          ...(await listNameless(tx, carrierAccountId, receipts)),
          ...named.filter(isUnnamed).filter(({ state }) => state === PART_STATE.SUBMITTED),
        ];
  const taken = new Set<string>();
  // A repeat that came together with the first ends no older message of the same id and phone.
  const endedNow = new Set([...found.values()].map(({ messageId }) => messageId));
  const ends: End[] = [];
  for (const receipt of receipts) {
    const fits = named.filter(
      (row) => row.carrierId === receipt.carrierId && isTo(row.destination, receipt),
    );
    const fit = endedNow.has(fits[0]?.messageId ?? '')
      ? undefined
      : fits.find((one) => one.state !== PART_STATE.ENDED && !taken.has(keyOf(one)));
    let row: PartRow | undefined = fit;
    if (!row && fits[0]) {
      found.set(receipt, {
        ...nameOf(fits[0]),
        tells: fits[0].messageStatus !== receipt.status,
      });
      continue;
    }
    if (!row) {
      const ofPhone = nameless.filter((one) => maySpeakOf(receipt, one) && !taken.has(keyOf(one)));
      const [only, ...others] = ofPhone;
      if (
        only !== undefined &&
        others.length === 0 &&
        !(await mayBeInFlight(tx, carrierAccountId, receipt.destination)) &&
        !(await isOtherResent(tx, only))
      )
        row = only;
    }
    if (!row) continue;
    const to = stateByReceipt(row.state, receipt.status);
    // A message that the carrier reported as EXPIRED may still be delivered, but a repeat adds nothing.
    const isRepeat =
      to === undefined && fit?.hasReceipt === true && fit.messageStatus === receipt.status;
    found.set(receipt, {
      ...nameOf(row),
      tells: !isRepeat && (to !== PART_STATE.ENDED || row.parts > 1),
    });
    if (to === undefined) continue;
    taken.add(keyOf(row));
    await advance(tx, carrierAccountId, receipt, row, ends, changes);
  }
  await endMatched(tx, ends, changes);
}

/** The parts that the ids of these receipts name, and those to their phones that their carrier accepted without an id. */
async function listNamed(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
): Promise<(PartRow & Noted)[]> {
  const ids = [
    ...new Set(
      receipts.flatMap(({ carrierId, destination }) => [carrierId, unnamedId(destination)]),
    ),
  ];
  const { rows } = await tx.query<PartRow & Noted>(
    `select s.message_id as "messageId", s.part, s.parts, ${STATE} as state, 0::bigint as units, s.carrier_id as "carrierId", s.destination,
       s.connector_id as "connectorId", s.dup_risk as "dupRisk", s.submitted_at as at, s.client_id as "clientId", m.campaign_id as "campaignId",
       m.route_id as "routeId", m.sender, m.country, m.network, m.status as "messageStatus",
       m.carrier_status is not null as "hasReceipt"
     from submission s join message m on m.id = s.message_id
     where s.carrier_account_id = $1 and s.carrier_id = any ($2::text[]) order by s.submitted_at desc, s.part for update of m`,
    [carrierAccountId, ids],
    'receive by id',
  );
  return rows;
}

/** The parts to the phones of these receipts whose answers were lost, so that no id names them. */
async function listNameless(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
): Promise<PartRow[]> {
  const { rows } = await tx.query<PartRow>(
    `select message_id as "messageId", part, parts, case when given_up then ${PART_STATE.GIVEN_UP} else ${PART_STATE.UNCONFIRMED} end as state, units,
       null as "carrierId", destination, connector_id as "connectorId", dup_risk as "dupRisk", submitted_at as at, client_id as "clientId",
       campaign_id as "campaignId", sender, country, network, (select route_id from message m where m.id = message_id) as "routeId"
     from unconfirmed_part where carrier_account_id = $1 and destination = any ($2::text[]) order by submitted_at desc for update`,
    [
      carrierAccountId,
      [...new Set(receipts.map(({ destination }) => destination).filter((phone) => phone !== ''))],
    ],
    'receive by phone',
  );
  return rows;
}

/** The message's row as a receipt finds it; `hasReceipt` where a receipt has ended it. */
type Noted = { messageStatus: number; hasReceipt: boolean };

const keyOf = (row: PartName) => `${row.messageId}\t${row.part}`;
const nameOf = ({ messageId, part }: PartRow): PartName => ({ messageId, part });

/** Moves one part as its receipt says; an unconfirmed one has turned out to be accepted, and is charged now. */
async function advance(
  tx: Tx,
  carrierAccountId: number,
  receipt: NewReceipt,
  row: PartRow,
  ends: End[],
  { deltas, events, outstanding, outcomes }: Changes,
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
  if (isUnnamed(row)) await nameSubmission(tx, row, receipt.carrierId);
  if (ended) {
    outcomes.addReceipt(row, receipt, delayOf(receipt, row.at, Date.now()));
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
