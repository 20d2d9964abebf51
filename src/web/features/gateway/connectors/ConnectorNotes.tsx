import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { useWhy } from '../../../parts/linkError.ts';
import { routesAddress, type Connector } from './kinds.ts';
import { type Live } from './StateOf.tsx';

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
        <Alert
          severity="warning"
          action={
            <Button
              size="small"
              color="inherit"
              variant="outlined"
              component={Link}
              to={routesAddress(kind)}
            >
              {t('connectors.toRoutes')}
            </Button>
          }
        >
          {t('connectors.unused')}
        </Alert>
      )}
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
