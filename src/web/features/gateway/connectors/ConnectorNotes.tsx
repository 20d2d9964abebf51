import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { healing, INCIDENT_STATUSES } from '../../../../contract/api/healing.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { useGet } from '../../../parts/queries.ts';
import { useWhy } from '../../../parts/linkError.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { routesAddress, type Connector } from './kinds.ts';
import { type Live } from './StateOf.tsx';

/** Routes heal in steps of a minute. */
const INCIDENTS = 60_000;

/** Problems that keep it from working, with their solutions. */
export function Notes({
  connector,
  kind,
  live,
}: {
  connector: Connector;
  kind: ConnectorKind;
  live: Live;
}) {
  const { t } = useTranslation();
  const why = useWhy();
  const failing = live.wanted === 'STARTED' && live.lastError !== null && live.state !== 'BOUND';
  return (
    <>
      {connector.draft !== 'IN_FORCE' && (
        <Alert severity="info">
          {t(connector.draft === 'NEW' ? 'connectors.notInForce' : 'connectors.edited')}
        </Alert>
      )}
      {connector.usedBy.length === 0 && (
        <Warning to={routesAddress(kind)} go={t('connectors.toRoutes')}>
          {t('connectors.unused')}
        </Warning>
      )}
      {kind !== 'HTTP' && <OpenIncidents cid={connector.cid} />}
      {failing && (
        <Alert severity="error">
          {why(live.lastError)}
          <Typography variant="caption" component="p" sx={{ mt: 1 }}>
            {live.lastError}
          </Typography>
        </Alert>
      )}
    </>
  );
}

/** The networks to which it delivers less than usual now; its link may be well. */
function OpenIncidents({ cid }: { cid: string }) {
  const { t } = useTranslation();
  const { percent, country } = useFormat();
  const { data } = useGet(
    healing.list,
    {
      pageSize: 5,
      'filter.connectors': [cid],
      'filter.statuses': INCIDENT_STATUSES.filter((status) => status !== 'ENDED'),
    },
    { every: () => INCIDENTS },
  );
  return data?.incidents.map(({ incidentId, network, country: code, keep }) => (
    <Warning
      key={incidentId}
      to={`/dashboard/status/incidents/${incidentId}`}
      go={t('monitoring.verdict.openIncident')}
    >
      {t(keep < 1 ? 'connectors.hasMoved' : 'connectors.hasIncident', {
        network: network === '' ? country(code) : network,
        share: percent(1 - keep),
      })}
    </Warning>
  ));
}

/** A problem with the screen that solves it. */
function Warning({ to, go, children }: { to: string; go: string; children: ReactNode }) {
  return (
    <Alert
      severity="warning"
      action={
        <Button size="small" color="inherit" variant="outlined" component={Link} to={to}>
          {go}
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
