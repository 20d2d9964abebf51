import { useTranslation } from 'react-i18next';
import { healing, INCIDENT_STATUSES, type Incident } from '../../../contract/api/healing.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { useGet } from '../queries.ts';

/** Routes heal in steps of a minute. */
const EVERY = 60_000;
const OPEN = INCIDENT_STATUSES.filter((status) => status !== 'ENDED');

/** Open incidents of some connectors, the latest first. */
export function useOpenIncidents({
  cids = [],
  most,
  when = true,
}: {
  /** None for all connectors. */
  cids?: readonly string[];
  most: number;
  when?: boolean;
}): readonly Incident[] {
  const { data } = useGet(
    healing.list,
    {
      pageSize: most,
      'filter.statuses': OPEN,
      ...(cids.length > 0 && { 'filter.connectors': [...cids] }),
    },
    { every: () => EVERY, when },
  );
  return data?.incidents ?? [];
}

/** The incident of the same route, connector and network. */
export const incidentAt = (
  place: Pick<Incident, 'cid' | 'routeId' | 'network' | 'country'>,
  incidents: readonly Incident[],
): Incident | undefined =>
  incidents.find(
    ({ cid, routeId, network, country }) =>
      cid === place.cid &&
      routeId === place.routeId &&
      network === place.network &&
      country === place.country,
  );

export const incidentAddress = ({ incidentId }: Pick<Incident, 'incidentId'>): string =>
  `/dashboard/status/incidents/${incidentId}`;

/** An incident in words, the network and how much of it was moved: as a sentence, and brief for a cell of a table. */
export function useIncidentSentence() {
  const { t } = useTranslation();
  const { country, duration, percent, rate } = useFormat();
  const facts = ({ network, country: code, keep, figures }: Incident) => ({
    now: rate(figures.sent === 0 ? 0 : figures.onTime / figures.sent),
    seconds: duration(figures.dueSeconds),
    usual: rate(figures.usual),
    network: network === '' ? country(code) : network,
    share: percent(1 - keep),
  });
  return {
    sentence: (incident: Incident) =>
      t(incident.keep < 1 ? 'connectors.hasMoved' : 'connectors.hasIncident', facts(incident)),
    brief: (incident: Incident) =>
      t(incident.keep < 1 ? 'connectors.movedBrief' : 'connectors.lateBrief', facts(incident)),
  };
}
