/** Calls of incidents and of the limits of healing. */
import { healing } from '../../../../contract/api/healing.ts';
import { listIncidents, listSteps } from '../../../core/healing/healing.store.ts';
import type { Database } from '../../../infra/database/db.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import {
  decideIncident,
  getIncident,
  presentIncident,
  presentStep,
  readCourse,
  readLimits,
  removeLimit,
  setLimit,
} from './incidents.ts';

/** Incidents of routes that heal, for the operators of the gateway. */
export function incidentRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(healing, {
    list: ({ pageSize, pageToken, ...filter }, { scope }) =>
      database.run(scope, async (tx) => {
        const page = await listIncidents(
          tx,
          {
            statuses: filter['filter.statuses'] ?? [],
            connectors: filter['filter.connectors'] ?? [],
          },
          tokens.openPage('jasmin/incidents', { pageSize, pageToken }),
        );
        return { incidents: page.rows.map(presentIncident), ...page.footer };
      }),
    get: ({ incidentId }, { scope }) =>
      database.run(scope, async (tx) => {
        const row = await getIncident(tx, incidentId);
        return {
          incident: presentIncident(row),
          steps: (await listSteps(tx, incidentId)).map(presentStep),
          course: await readCourse(tx, row),
        };
      }),
    moveBack: ({ incidentId }, call) =>
      database.run(call.scope, (tx) => decideIncident(tx, call, incidentId, 'MOVE_BACK')),
    keep: ({ incidentId, isKept }, call) =>
      database.run(call.scope, (tx) =>
        decideIncident(tx, call, incidentId, isKept ? 'KEEP' : 'LET_GO'),
      ),
    acknowledge: ({ incidentId }, call) =>
      database.run(call.scope, (tx) => decideIncident(tx, call, incidentId, 'ACKNOWLEDGE')),
    limits: (_input, { scope }) =>
      database.run(scope, async (tx) => ({ limits: await readLimits(tx) })),
    setLimit: ({ routeId, cid, ...limits }, call) =>
      database.run(call.scope, (tx) => setLimit(tx, call, { routeId, cid }, limits)),
    dropLimit: (place, call) =>
      database.run(call.scope, async (tx) => {
        await removeLimit(tx, call, place);
        return { ok: true as const };
      }),
  });
}
