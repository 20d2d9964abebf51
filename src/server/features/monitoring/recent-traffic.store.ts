/** Carriers' answers and receipts by the ten seconds of the last quarter of an hour, and incidents. */
import type { HealingFigures } from '../../../contract/api/healing.ts';
import type { TimedDeliveries } from '../../core/dispatch/dispatch.rules.ts';
import type { Tx } from '../../infra/database/db.ts';

export type TrafficSlot = {
  cid: string;
  at: Date;
  accepted: number;
  refused: number;
  throttled: number;
  /** Final receipts that report no delivery. */
  ended: number;
  deliveries: TimedDeliveries[];
};

/** The counts of connectors that should hold a link. */
export async function listTraffic(tx: Tx): Promise<TrafficSlot[]> {
  const { rows } = await tx.query<TrafficSlot>(
    `select c.cid, s.slot as at, ${sumOf('ACCEPTED')} as accepted, ${sumOf('REFUSED')} as refused, ${sumOf('THROTTLED')} as throttled, ${sumOf('ENDED')} as ended,
       coalesce(jsonb_agg(jsonb_build_object('seconds', s.seconds, 'parts', s.parts)) filter (where s.outcome = 'DELIVERED'), '[]') as deliveries
     from connector_slot s join connector c on c.id = s.connector_id and c.started
     where s.slot >= now() - interval '15 minutes' group by 1, 2`,
    [],
    'recent traffic',
  );
  return rows;
}

const sumOf = (outcome: string) =>
  `coalesce(sum(s.parts) filter (where s.outcome = '${outcome}'), 0)::float8`;

/** The code with which each connector's carrier refuses most now. */
export async function listRefusalCodes(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ cid: string; code: string }>(
    `select distinct on (c.cid) c.cid, o.error_code as code
     from connector_outcome o join connector c on c.id = o.connector_id and c.started
     where o.period >= date_bin('10 minutes', now() - interval '2 minutes', 'epoch') and o.outcome in ('REFUSED', 'TEMPORARY') and o.error_code not in ('ESME_RTHROTTLED', 'ESME_RMSGQFUL') and o.error_code not like 'HTTP 429%'
     order by c.cid, o.parts desc`,
    [],
    'refusal codes',
  );
  return new Map(rows.map(({ cid, code }) => [cid, code]));
}

export type OpenIncidentRow = {
  cid: string;
  network: number;
  keep: number;
  figures: HealingFigures;
  /** Since it was noticed. */
  seconds: number;
};

/** Connectors that left their normal range for a network, and have not returned to it. */
export async function listIncidents(tx: Tx): Promise<OpenIncidentRow[]> {
  const { rows } = await tx.query<OpenIncidentRow>(
    `select c.cid, i.network, i.keep::float8 as keep, i.figures, extract(epoch from now() - i.began_at)::float8 as seconds from healing_incident i join connector c on c.id = i.connector_id where i.ended_at is null order by i.id`,
    [],
    'incidents now',
  );
  return rows;
}
