import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../../contract/api/webhooks.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';

export function WebhookHealth({
  webhook: { enabled, breaker, failingSinceTimestamp },
}: {
  webhook: Webhook;
}) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  if (!enabled) return <Alert severity="info">{t('webhooks.pausedText')}</Alert>;
  if (failingSinceTimestamp === null && breaker === null) return null;
  return (
    <Alert severity={breaker ? 'error' : 'warning'}>
      {failingSinceTimestamp !== null && (
        <AlertTitle>
          {t('webhooks.failingSince', { time: exact(failingSinceTimestamp) })}
        </AlertTitle>
      )}
      {breaker
        ? t('webhooks.openSince', { time: exact(breaker.probeTimestamp) })
        : t('webhooks.failingText')}
    </Alert>
  );
}
