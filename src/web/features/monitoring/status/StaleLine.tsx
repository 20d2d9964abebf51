import Alert from '@mui/material/Alert';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/figures/figures.tsx';

/** Says that what the screen shows is old: a green screen that no longer receives updates misleads. */
export function StaleLine({
  query,
}: {
  query: Pick<UseQueryResult, 'data' | 'isError' | 'dataUpdatedAt'>;
}) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  if (query.data === undefined || !query.isError) return null;
  return (
    <Alert severity="error" sx={{ mb: 3 }}>
      {t('monitoring.stale', { time: exact(query.dataUpdatedAt / 1000) })}
    </Alert>
  );
}
