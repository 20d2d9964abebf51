import { useTranslation } from 'react-i18next';
import { healing, INCIDENT_STATUSES, type Incident } from '../../../../contract/api/healing.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { useGet } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures.tsx';

/** Routes heal in steps of a minute. */
const EVERY = 60_000;
const OPEN = INCIDENT_STATUSES.filter((status) => status !== 'ENDED');

/** Open incidents of some connectors, the latest first. */
export function useOpenIncidents({
  kind,
  cids = [],
  most,
}: {
  kind: ConnectorKind;
  /** None for all connectors. */
  cids?: readonly string[];
  most: number;
}): readonly Incident[] {
  const { data } = useGet(
    healing.list,
    {
      pageSize: most,
      'filter.statuses': OPEN,
      ...(cids.length > 0 && { 'filter.connectors': [...cids] }),
    },
    // HTTP connectors only receive, and have no receipts to compare.
    { every: () => EVERY, when: kind !== 'HTTP' },
  );
  return data?.incidents ?? [];
}

export const incidentAddress = ({ incidentId }: Pick<Incident, 'incidentId'>): string =>
  `/dashboard/status/incidents/${incidentId}`;

/** An incident in a sentence: the network, and how much of it was moved. */
export function useIncidentSentence(): (incident: Incident) => string {
  const { t } = useTranslation();
  const { country, percent } = useFormat();
  return ({ network, country: code, keep }) =>
    t(keep < 1 ? 'connectors.hasMoved' : 'connectors.hasIncident', {
      network: network === '' ? country(code) : network,
      share: percent(1 - keep),
    });
}
