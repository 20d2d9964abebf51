// Long because each statement about incidents stands here once.
/** Rows of incidents, their steps, limits and normal ranges, and the counts that decisions read. */
import type {
  HealingFigures,
  HealingLimits,
  HealingMode,
  IncidentReason,
  IncidentStatus,
} from '../../../contract/api/healing.ts';
import type { TimedDeliveries } from '../dispatch/dispatch.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import { conditions } from '../../infra/database/scoped-query.ts';
import { listPage, orderBy } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { NEXT } from './healing.rules.ts';
import type { Decision, OpenIncident, Range } from './healing.rules.ts';
import type { Place } from './plan.rules.ts';

const PLACE = `connector_id as "connectorId", route_id as "routeId", network`;

/** Lets one process at a time decide, until its transaction ends; false where another does. */
export async function tryLockHealing(tx: Tx): Promise<{ isOurs: boolean; now: number }> {
  const { rows } = await tx.query<{ isOurs: boolean; now: Date }>(
    `select pg_try_advisory_xact_lock(hashtext('routes heal')) as "isOurs", now() as now`,
    [],
    'lock healing',
  );
  return { isOurs: rows[0]!.isOurs, now: rows[0]!.now.getTime() };
}

export type CountRow = Place & {
  at: Date;
  sent: number;
  deliveries: TimedDeliveries[];
};

const SENT = `coalesce(sum(parts) filter (where outcome in ('ACCEPTED', 'REFUSED')), 0)::float8 as sent,
  coalesce(jsonb_agg(jsonb_build_object('seconds', seconds, 'parts', parts)) filter (where outcome = 'DELIVERED'), '[]') as deliveries`;

/** The counts of the last minutes, of the last hour where an incident is open. */
export async function listSlots(tx: Tx): Promise<CountRow[]> {
  const { rows } = await tx.query<CountRow>(
    `select ${PLACE}, slot as at, ${SENT} from connector_slot s
     where slot >= now() - interval '1 hour' and (slot >= now() - interval '25 minutes'
       or exists (select from healing_incident i where i.ended_at is null and i.route_id = s.route_id and i.network = s.network))
     group by 1, 2, 3, 4`,
    [],
    'healing slots',
  );
  return rows;
}

/** The hours of the history in which no incident was open. */
export async function listHours(tx: Tx): Promise<CountRow[]> {
  const { rows } = await tx.query<CountRow>(
    `select ${PLACE}, hour as at, ${SENT} from connector_hour h
     where not exists (select from healing_incident i where i.connector_id = h.connector_id and i.route_id = h.route_id and i.network = h.network
       and i.began_at < h.hour + interval '1 hour' and coalesce(i.ended_at, now()) > h.hour)
     group by 1, 2, 3, 4`,
  );
  return rows;
}

export async function replaceRanges(tx: Tx, ranges: readonly (Place & Range)[]): Promise<void> {
  await tx.query('delete from healing_range');
  await tx.query(
    `insert into healing_range (connector_id, route_id, network, due_seconds, usual, low, usual_seconds, hours)
     select * from unnest($1::int[], $2::int[], $3::smallint[], $4::int[], $5::real[], $6::real[], $7::real[], $8::int[])`,
    [
      ranges.map(({ connectorId }) => connectorId),
      ranges.map(({ routeId }) => routeId),
      ranges.map(({ network }) => network),
      ranges.map(({ dueSeconds }) => dueSeconds),
      ranges.map(({ usual }) => usual),
      ranges.map(({ low }) => low),
      ranges.map(({ medianSeconds }) => medianSeconds),
      ranges.map(({ hours }) => hours),
    ],
  );
}

export async function listRanges(tx: Tx): Promise<(Place & Range)[]> {
  const { rows } = await tx.query<Place & Range>(
    `select ${PLACE}, due_seconds as "dueSeconds", usual::float8 as usual, low::float8 as low, usual_seconds::float8 as "medianSeconds", hours from healing_range`,
    [],
    'healing ranges',
  );
  return rows;
}

/** The connectors that are bound, and since when. */
export async function listBound(tx: Tx): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ id: number; since: Date }>(
    `select c.id, s.since from connector_state s join connector c on c.id = s.connector_id and c.started
     where s.state = 'BOUND' and s.updated_at > now() - interval '10 seconds'`,
    [],
    'healing bound',
  );
  return new Map(rows.map(({ id, since }) => [id, since.getTime()]));
}

type LimitIds = { routeId: number; connectorId: number };
export type LimitRow = HealingLimits & LimitIds & { updatedAt: Date };

/** Limits of operators; route 0 and connector 0 stand for all. */
export async function listLimits(tx: Tx): Promise<LimitRow[]> {
  const { rows } = await tx.query<LimitRow>(
    `select route_id as "routeId", connector_id as "connectorId", mode, least_percent as "leastPercent", most_percent as "mostPercent", updated_at as "updatedAt"
     from healing_limit order by 1, 2`,
    [],
    'healing limits',
  );
  return rows;
}

export async function putLimit(
  tx: Tx,
  { routeId, connectorId, mode, leastPercent, mostPercent }: HealingLimits & LimitIds,
): Promise<void> {
  await tx.query(
    `insert into healing_limit (route_id, connector_id, mode, least_percent, most_percent) values ($1, $2, $3, $4, $5)
     on conflict (route_id, connector_id) do update
       set mode = excluded.mode, least_percent = excluded.least_percent, most_percent = excluded.most_percent, updated_at = now()`,
    [routeId, connectorId, mode satisfies HealingMode, leastPercent, mostPercent],
  );
}

export async function dropLimit(tx: Tx, { routeId, connectorId }: LimitIds): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from healing_limit where route_id = $1 and connector_id = $2',
    [routeId, connectorId],
  );
  return rowCount > 0;
}

export type OpenRow = Place & OpenIncident & { id: string };

export async function listOpenIncidents(tx: Tx): Promise<OpenRow[]> {
  const { rows } = await tx.query<Omit<OpenRow, 'changedAt'> & { changedAt: Date }>(
    `select id, ${PLACE}, status, keep::float8 as keep, hold_seconds as "holdSeconds", changed_at as "changedAt", is_kept as "isKept"
     from healing_incident where ended_at is null for update`,
    [],
    'open incidents',
  );
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.getTime() }));
}

export type EndedRow = Place & { quietUntil: Date | null; holdSeconds: number };

/** The last incident of each place that ended within two hours. */
export async function listEndedIncidents(tx: Tx): Promise<EndedRow[]> {
  const { rows } = await tx.query<EndedRow>(
    `select distinct on (connector_id, route_id, network) ${PLACE}, quiet_until as "quietUntil", hold_seconds as "holdSeconds"
     from healing_incident where ended_at > now() - interval '2 hours' order by connector_id, route_id, network, ended_at desc`,
    [],
    'ended incidents',
  );
  return rows;
}

export async function insertIncident(
  tx: Tx,
  id: string,
  place: Place,
  { status, keep, holdSeconds, figures }: Decision,
): Promise<void> {
  await tx.query(
    `insert into healing_incident (id, connector_id, route_id, network, status, keep, hold_seconds, figures, shifts) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      place.connectorId,
      place.routeId,
      place.network,
      status,
      keep,
      holdSeconds,
      JSON.stringify(figures),
      status === 'RELIEVED' ? 1 : 0,
    ],
  );
}

/** Moves an incident on; false where it was moved meanwhile. */
export async function moveIncident(
  tx: Tx,
  id: string,
  { status, keep, holdSeconds, figures, quietSeconds }: Omit<Decision, 'reason'>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update healing_incident set status = $2, keep = $3, hold_seconds = $4, figures = coalesce($5::jsonb, figures), changed_at = now(), is_kept = false,
       shifts = shifts + case when $2 = 'RELIEVED' then 1 else 0 end, ended_at = case when $2 = 'ENDED' then now() end,
       quiet_until = now() + $6::float8 * interval '1 second'
     where id = $1 and status = any ($7)`,
    [
      id,
      status,
      keep,
      holdSeconds,
      figures && JSON.stringify(figures),
      quietSeconds ?? null,
      statusesBefore(NEXT, status),
    ],
  );
  return rowCount === 1;
}

/** Marks an open incident as kept by an operator, or lets it go on by itself. */
export async function markKept(tx: Tx, id: string, isKept: boolean): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update healing_incident set is_kept = $2 where id = $1 and ended_at is null and is_kept <> $2',
    [id, isKept],
  );
  return rowCount === 1;
}

export async function markAcknowledged(tx: Tx, id: string, operatorId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update healing_incident set operator_id = $2, acknowledged_at = now() where id = $1 and ended_at is null',
    [id, operatorId],
  );
  return rowCount === 1;
}

export async function insertStep(
  tx: Tx,
  step: {
    incidentId: string;
    kind: IncidentStatus | 'KEPT' | 'LET_GO' | 'ACKNOWLEDGED';
    reason: IncidentReason;
    keep: number;
    figures: HealingFigures | null;
    operatorId: string | null;
  },
): Promise<void> {
  await tx.query(
    `insert into healing_step (incident_id, kind, reason, keep, figures, operator_id) values ($1, $2, $3, $4, $5, $6)`,
    [
      step.incidentId,
      step.kind,
      step.reason,
      step.keep,
      step.figures && JSON.stringify(step.figures),
      step.operatorId,
    ],
  );
}

export type IncidentRow = {
  incidentId: string;
  connectorId: number;
  cid: string | null;
  routeId: number;
  routeOrder: number | null;
  network: number;
  status: IncidentStatus;
  reason: IncidentReason;
  keep: number;
  isKept: boolean;
  figures: HealingFigures;
  beganAt: Date;
  changedAt: Date;
  endedAt: Date | null;
  acknowledgedBy: string | null;
};

const COLUMNS = `i.id as "incidentId", i.connector_id as "connectorId", (select cid from connector c where c.id = i.connector_id) as cid, i.route_id as "routeId",
  (select "order" from route r where r.id = i.route_id) as "routeOrder", i.network, i.status, i.keep::float8 as keep, i.is_kept as "isKept", i.figures,
  (select s.reason from healing_step s where s.incident_id = i.id and s.kind in ('NOTICED', 'RELIEVED', 'RETURNING', 'ENDED') order by s.id desc limit 1) as reason,
  i.began_at as "beganAt", i.changed_at as "changedAt", i.ended_at as "endedAt", (select client_name from client o where o.id = i.operator_id) as "acknowledgedBy"`;

/** Incidents, the newest first. */
export function listIncidents(
  tx: Tx,
  filter: { statuses: readonly IncidentStatus[]; connectors: readonly string[] },
  page: PageRequest,
): Promise<Page<IncidentRow>> {
  const where = conditions();
  if (filter.statuses.length > 0) where.add('i.status = any (?)', filter.statuses);
  if (filter.connectors.length > 0)
    where.add(
      'i.connector_id = any (array(select id from connector where cid = any (?)))',
      filter.connectors,
    );
  return listPage<IncidentRow>(tx, page, {
    counted: 'healing_incident i',
    where,
    order: orderBy('i.id', 'desc', ({ incidentId }) => incidentId),
    read: (around) => `select ${COLUMNS} from healing_incident i ${around}`,
  });
}

export async function findIncident(tx: Tx, id: string): Promise<IncidentRow | undefined> {
  const { rows } = await tx.query<IncidentRow>(
    `select ${COLUMNS} from healing_incident i where i.id = $1`,
    [id],
  );
  return rows[0];
}

export type StepRow = {
  kind: IncidentStatus | 'KEPT' | 'LET_GO' | 'ACKNOWLEDGED';
  reason: IncidentReason;
  keep: number;
  figures: HealingFigures | null;
  operatorName: string | null;
  at: Date;
};

/** The steps of an incident, the first one first. */
export async function listSteps(tx: Tx, incidentId: string): Promise<StepRow[]> {
  const { rows } = await tx.query<StepRow>(
    `select kind, reason, keep::float8 as keep, figures, (select client_name from client o where o.id = s.operator_id) as "operatorName", created_at as at
     from healing_step s where incident_id = $1 order by id`,
    [incidentId],
  );
  return rows;
}

/** Forgets the incidents that ended half a year ago. */
export async function dropOldIncidents(tx: Tx): Promise<void> {
  await tx.query(`delete from healing_incident where ended_at < now() - interval '180 days'`);
}
