import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { StatusPage } from '../../../../contract/api/monitoring.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { useAlertWords } from './useAlertWords.ts';
import { PlainList } from '../../../ui/layout.tsx';

export function CurrentProblems({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const words = useAlertWords();
  const open = page.alerts.filter(({ status: state }) => state === 'OPEN');
  if (open.length === 0)
    return <Alert severity="success">{t('monitoring.well', { time: exact(page.now) })}</Alert>;
  return (
    <PlainList aria-label={t('monitoring.openAlerts')} gap={2}>
      {open.map((alert) => {
        const { title, advice, facts } = words(alert);
        return (
          <li key={alert.alertId}>
            <Alert severity="error">
              <Typography variant="subtitle2" component="p">
                {title}
                {facts && `: ${facts}`}
              </Typography>
              {advice} {t('monitoring.since', { time: exact(alert.raisedTimestamp) })}.
            </Alert>
          </li>
        );
      })}
    </PlainList>
  );
}
