import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { useWhy } from '../../../parts/monitoring/linkError.ts';
import {
  incidentAddress,
  useIncidentSentence,
  useOpenIncidents,
} from '../../../parts/monitoring/useOpenIncidents.ts';
import { routesAddress, type Connector } from './kinds.ts';
import { type Live } from './StateOf.tsx';

/** Problems that keep it from working, with their solutions. */
export function Notes({
  connector,
  kind,
  live,
  withIncidents = true,
}: {
  connector: Connector;
  kind: ConnectorKind;
  live: Live;
  /** False where the page shows nothing that an incident explains. */
  withIncidents?: boolean;
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
          {t(kind === 'HTTP' ? 'connectors.unusedHttp' : 'connectors.unused')}
        </Warning>
      )}
      {withIncidents && <OpenIncidents kind={kind} cid={connector.cid} />}
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
function OpenIncidents({ kind, cid }: { kind: ConnectorKind; cid: string }) {
  const { t } = useTranslation();
  const { sentence } = useIncidentSentence();
  // HTTP connectors only receive, and have no receipts to compare.
  return useOpenIncidents({ cids: [cid], most: 5, when: kind !== 'HTTP' }).map((incident) => (
    <Warning
      key={incident.incidentId}
      to={incidentAddress(incident)}
      go={t('monitoring.verdict.openIncident')}
    >
      {sentence(incident)}
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
