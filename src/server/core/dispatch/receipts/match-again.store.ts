/**
 * Matches the receipts that match nothing again, by their ids as they came: after `dlr_msgid` of
 * their connector was corrected and put into force, and when an operator asks for it. Commits the
 * receipts as matched with what they end, and the form in which a connector's ids are read.
 */
import type { Tx } from '../../../infra/database/db.ts';
import type { Changes } from '../changes.ts';
import { listWaiting, matchStored, STORED } from './early-receipts.store.ts';
import type { StoredReceipt } from './early-receipts.store.ts';
import { idsToMatch } from './match-again.rules.ts';
import type { IdForm } from './match-again.rules.ts';
import { BATCH } from '../sql.ts';
import type { ReceiptAges } from '../sweep.rules.ts';

/** Receipts of a connector that are tried again in one transaction. */
const STEP = 2000;
const ALL = '2 days';
/** Receipts of a connector that a person's request tries at once. */
const NEWEST = 10_000;
/** Receipts that come later than this after their setting has changed are of messages submitted under the present one. */
const CHANGE_DAYS = 2;

/** A connector whose receipts are matched again: how its ids are read now and were read before. */
type Reading = {
  connectorId: number;
  carrierAccountId: number;
  form: IdForm;
  before: IdForm;
  /** The change is not noted yet: receipts that came before it are to be tried. */
  isNew: boolean;
  /** How far the pass after a change is, of the form that it was begun for; it moves with what it matched. */
  pass: (Place & { form: IdForm }) | null;
};

/** A row of receipt, by which a pass continues. */
type Place = { id: string; destination: string; stat: number; day: string };
const FIRST: Place = { id: '', destination: '', stat: -1, day: '-infinity' };

type Candidate = StoredReceipt & { given: string };
const CANDIDATE = `${STORED}, coalesce(given_id, carrier_id) as given`;
const UNMATCHED = `received_on between current_date - 2 and current_date and not matched and carrier_account_id = $1 and connector_id = $2 and received_at > now() - $3::interval`;

/**
 * Matches these receipts by their ids alone: a phone may have got another message since they came.
 * @returns how many were matched
 */
async function matchByIds(
  tx: Tx,
  { carrierAccountId, form, before }: Reading,
  rows: readonly Candidate[],
  changes: Changes,
): Promise<number> {
  let left = rows;
  for (const choice of [0, 1]) {
    const candidates = left.flatMap((row) => {
      const carrierId = idsToMatch(row.given, form, before)[choice];
      return carrierId === undefined ? [] : [{ ...row, carrierId, row }];
    });
    const hits = await matchStored(tx, carrierAccountId, candidates, changes, 'id');
    const found = new Set(hits.map(({ row }) => row));
    left = left.filter((row) => !found.has(row));
  }
  return rows.length - left.length;
}

/**
 * Tries receipts of a connector again, in the order of their rows.
 * @param since how old they may be
 * @returns how many were matched, and where to continue; null at the end
 */
async function tryAgain(
  tx: Tx,
  reading: Reading,
  { since, after, most }: { since: string; after: Place; most: number },
  changes: Changes,
): Promise<{ matched: number; next: Place | null }> {
  let matched = 0;
  let place = after;
  for (let tried = 0; tried < most; tried += BATCH) {
    const { rows } = await tx.query<Candidate>(
      `select ${CANDIDATE} from receipt
       where ${UNMATCHED} and (carrier_id, destination, stat, received_on) > ($4, $5, $6::smallint, $7::date)
       order by carrier_id, destination, stat, received_on limit ${BATCH}`,
      [
        reading.carrierAccountId,
        reading.connectorId,
        since,
        place.id,
        place.destination,
        place.stat,
        place.day,
      ],
      'match again',
    );
    const last = rows.at(-1);
    matched += await matchByIds(tx, reading, rows, changes);
    if (rows.length < BATCH) return { matched, next: null };
    place = {
      id: last!.storedId,
      destination: last!.destination,
      stat: last!.status,
      day: last!.receivedOn,
    };
  }
  return { matched, next: place };
}

/** The leased connectors of the configuration in force, with how their ids are read. */
async function listReadings(tx: Tx, where: string, values: unknown[] = []): Promise<Reading[]> {
  const { rows } = await tx.query<Reading>(
    `select l.connector_id as "connectorId", l.carrier_account_id as "carrierAccountId", c.form,
       case when l.dlr_msgid is distinct from c.form then coalesce(l.dlr_msgid, c.form)
         when l.dlr_msgid_changed_at > now() - interval '${CHANGE_DAYS} days' then l.dlr_msgid_before else c.form end as before,
       l.dlr_msgid is distinct from c.form as "isNew", l.match_place as pass
     from (select config from config_version order by version desc limit 1) v
       cross join lateral jsonb_to_recordset(v.config -> 'connectors') as wanted (id int, settings jsonb)
       cross join lateral (select coalesce((wanted.settings ->> 'dlr_msgid')::smallint, 0) as form) c
       join connector_lease l on l.connector_id = wanted.id
     where ${where} order by l.connector_id`,
    values,
  );
  return rows;
}

/**
 * Follows the settings in force: tries what came before a change once, a step in each call, and what
 * came since as long as messages submitted before the change may be reported.
 * @param ages of the receipts that are tried of those that came since
 * @returns how many were matched, and whether a pass goes on
 */
export async function followIdForms(
  tx: Tx,
  ages: ReceiptAges,
  changes: Changes,
): Promise<{ matched: number; again: boolean }> {
  const readings = await listReadings(
    tx,
    `l.dlr_msgid is distinct from c.form or l.dlr_msgid_changed_at > now() - interval '${CHANGE_DAYS} days'`,
  );
  let matched = 0;
  let again = false;
  for (const reading of readings) {
    if (!reading.isNew) {
      const { carrierAccountId, connectorId } = reading;
      for await (const rows of listWaiting(tx, ages, { accounts: [carrierAccountId], connectorId }))
        matched += await matchByIds(tx, reading, rows, changes);
      continue;
    }
    const { connectorId, form, pass } = reading;
    const after = pass?.form === form ? pass : FIRST;
    const step = await tryAgain(tx, reading, { since: ALL, after, most: STEP }, changes);
    matched += step.matched;
    if (step.next) {
      await tx.query(
        'update connector_lease set match_place = $2 where connector_id = $1',
        [connectorId, JSON.stringify({ ...step.next, form })],
        'note place',
      );
      again = true;
      continue;
    }
    await tx.query(
      `update connector_lease set match_place = null, dlr_msgid = $2, dlr_msgid_before = dlr_msgid, dlr_msgid_changed_at = case when dlr_msgid is null then null else now() end where connector_id = $1`,
      [connectorId, form],
      'note form',
    );
  }
  return { matched, again };
}

/** Tries the latest receipts that match nothing again. @param connectorId of one connector; null: of all */
export async function matchUnmatched(
  tx: Tx,
  connectorId: number | null,
  changes: Changes,
): Promise<number> {
  // The sweep does the same: one after the other.
  await tx.query(`select pg_advisory_xact_lock(hashtext('dispatch sweep'))`);
  let matched = 0;
  const readings = await listReadings(tx, '($1::int is null or l.connector_id = $1)', [
    connectorId,
  ]);
  for (const reading of readings) {
    const { rows } = await tx.query<Candidate>(
      `select ${CANDIDATE} from receipt where ${UNMATCHED} order by received_at desc limit ${NEWEST}`,
      [reading.carrierAccountId, reading.connectorId, ALL],
      'match newest',
    );
    for (let at = 0; at < rows.length; at += BATCH)
      matched += await matchByIds(tx, reading, rows.slice(at, at + BATCH), changes);
  }
  return matched;
}
