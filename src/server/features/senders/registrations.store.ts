/** Rows of sender IDs' registrations with operators. */
import { REGISTRATION_DAYS } from '../../../contract/api/sender-registrations.ts';
import type { RegistrationStatus } from '../../../contract/api/sender-registrations.ts';
import type { Tx } from '../../infra/database/db.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { NEXT_REGISTRATION } from './registrations.rules.ts';

export type RegistrationRow = {
  network: number;
  status: RegistrationStatus;
  submittedOn: string | null;
  decidedOn: string | null;
  reference: string;
  note: string;
  recordedByName: string | null;
  recordedAt: Date;
};

const COLUMNS = `r.network, r.status, r.submitted_on::text as "submittedOn", r.decided_on::text as "decidedOn", r.reference, r.note,
  (select client_name from client where id = r.recorded_by) as "recordedByName", r.recorded_at as "recordedAt"`;

/** The registrations of a sender ID, by operator. */
export async function listRegistrations(tx: Tx, senderId: string): Promise<RegistrationRow[]> {
  const { rows } = await tx.query<RegistrationRow>(
    `select ${COLUMNS} from sender_registration r where r.sender_id = $1 order by r.network`,
    [senderId],
  );
  return rows;
}

export async function insertRegistration(
  tx: Tx,
  sender: { id: string; clientId: string },
  registration: Omit<RegistrationRow, 'recordedByName' | 'recordedAt'> & { recordedBy: string },
): Promise<void> {
  await tx.query(
    `insert into sender_registration (sender_id, client_id, network, status, submitted_on, decided_on, reference, note, recorded_by)
     values ($1, $2, $3, $4, $5::date, $6::date, $7, $8, $9)`,
    [
      sender.id,
      sender.clientId,
      registration.network,
      registration.status,
      registration.submittedOn,
      registration.decidedOn,
      registration.reference,
      registration.note,
      registration.recordedBy,
    ],
  );
  await noteUnregistered(tx, sender.id);
}

/** Moves a registration, or corrects its dates and notes; a new submission is reminded of anew. */
export async function updateRegistration(
  tx: Tx,
  senderId: string,
  registration: Omit<RegistrationRow, 'recordedByName' | 'recordedAt'> & { recordedBy: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update sender_registration set status = $4, submitted_on = $5::date, decided_on = $6::date, reference = $7, note = $8, recorded_by = $9,
       recorded_at = now(), reminded_at = case when status = $4 and submitted_on is not distinct from $5::date then reminded_at end
     where sender_id = $1 and network = $2 and status = any ($3) returning network`,
    [
      senderId,
      registration.network,
      [...statusesBefore(NEXT_REGISTRATION, registration.status), registration.status],
      registration.status,
      registration.submittedOn,
      registration.decidedOn,
      registration.reference,
      registration.note,
      registration.recordedBy,
    ],
  );
  await noteUnregistered(tx, senderId);
  return rowCount === 1;
}

export async function deleteRegistration(tx: Tx, senderId: string, network: number): Promise<void> {
  await tx.query('delete from sender_registration where sender_id = $1 and network = $2', [
    senderId,
    network,
  ]);
  await noteUnregistered(tx, senderId);
}

/** Keeps on the sender ID which operators have not approved it, for acceptance. */
async function noteUnregistered(tx: Tx, senderId: string): Promise<void> {
  await tx.query(
    `update sender set unregistered = array(
       select network from sender_registration where sender_id = $1 and status <> 'APPROVED' order by network)
     where id = $1`,
    [senderId],
  );
}

/** Days that operators usually take, as an expression. */
const REGISTRATION_DAYS_NOW = `coalesce((select (value #>> '{}')::int from setting where key = 'registrationDays'), ${REGISTRATION_DAYS})`;

/** That an operator has had a sender ID for longer than operators usually take, as a condition on its registration. */
export const isLate = (registration: string, days: string = REGISTRATION_DAYS_NOW): string =>
  `${registration}.status = 'PENDING' and ${registration}.submitted_on < (now() at time zone 'UTC')::date - ${days}`;

/** Days that operators usually take. */
export async function getRegistrationDays(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ days: number }>(`select ${REGISTRATION_DAYS_NOW} as days`);
  return rows[0]!.days;
}

/** The most sender IDs that are offered to stand in for another. */
const MOST_STAND_INS = 100;

/** Ready sender IDs of the same country that a client may use in place of one of its own, its own first. */
export async function listStandIns(
  tx: Tx,
  sender: { id: string; clientId: string; country: string },
): Promise<{ id: string; sender: string; unregistered: number[] }[]> {
  const { rows } = await tx.query<{ id: string; sender: string; unregistered: number[] }>(
    `select id, sender, unregistered from sender
     where country = $3 and status = 'READY_FOR_SENDING' and id <> $1 and (is_generic or client_id = $2 or $2 = any (delegated_to))
     order by client_id <> $2, is_generic, lower(sender), id limit ${MOST_STAND_INS}`,
    [sender.id, sender.clientId, sender.country],
  );
  return rows;
}

export async function setStandIn(tx: Tx, id: string, standInId: string | null): Promise<void> {
  await tx.query('update sender set stand_in_id = $2 where id = $1', [id, standInId]);
}

export type DueReminder = {
  senderId: string;
  sender: string;
  clientName: string;
  network: number;
  submittedOn: string;
};

/**
 * Takes a registration whose operator is late and of which nobody was reminded for as many days;
 * undefined where there is none.
 */
export async function takeDueReminder(tx: Tx, days: number): Promise<DueReminder | undefined> {
  const { rows } = await tx.query<DueReminder>(
    `with due as (
       select sender_id, network from sender_registration
       where exists (select from sender s where s.id = sender_id and s.status not in ('REJECTED', 'INACTIVE')) and ${isLate('sender_registration', '$1::int')} and (reminded_at is null or reminded_at <= now() - make_interval(days => $1::int))
       order by submitted_on, sender_id, network limit 1 for update skip locked)
     update sender_registration r set reminded_at = now()
     from due, sender s, client c
     where r.sender_id = due.sender_id and r.network = due.network and s.id = r.sender_id and c.id = r.client_id
     returning r.sender_id as "senderId", s.sender, c.client_name as "clientName", r.network, r.submitted_on::text as "submittedOn"`,
    [days],
  );
  return rows[0];
}
