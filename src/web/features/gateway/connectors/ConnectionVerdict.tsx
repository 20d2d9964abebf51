import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionTest } from '../../../../contract/api/connector-tests.ts';
import { useWhy } from '../../../parts/monitoring/linkError.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import type { Test } from './useConnectionTest.ts';

const SEVERITIES = { OK: 'success', UNSURE: 'warning', FAILED: 'error' } as const;

/** The outcome of the last test of the connection, brought into sight when it comes. */
export function ConnectionVerdict({ test: { outcome } }: { test: Test }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  return (
    // Room for the bar at the foot, which covers what is scrolled to the edge.
    <Box ref={place} role="status" sx={{ scrollMarginBottom: 96 }}>
      {outcome !== undefined && <Outcome outcome={outcome} />}
    </Box>
  );
}

/** The outcome of a test of the connection in words. */
export function Outcome({ outcome }: { outcome: ConnectionTest }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const why = useWhy();
  const { verdict, step, address, status, milliseconds, error } = outcome;
  const facts = { address, status: status ?? '', milliseconds: number(milliseconds) };
  const said = {
    OK: () => t(`connectors.connectionTest.ok.${step}`, facts),
    UNSURE: () => t('connectors.connectionTest.unsure', facts),
    FAILED: () => t('connectors.connectionTest.failed', facts),
  }[verdict]();
  return (
    <Alert severity={SEVERITIES[verdict]}>
      <Typography variant="subtitle2" component="p">
        {said}
      </Typography>
      {verdict === 'FAILED' && (
        <>
          {why(error)}
          <Typography variant="caption" component="p" sx={{ mt: 1 }}>
            {error}
          </Typography>
        </>
      )}
    </Alert>
  );
}
