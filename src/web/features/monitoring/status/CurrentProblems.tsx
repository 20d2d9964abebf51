import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { StatusPage } from '../../../../contract/api/monitoring.ts';
import { useFormat } from '../../../ui/figures.tsx';
import { useAlertWords } from './useAlertWords.ts';

export function CurrentProblems({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const words = useAlertWords();
  const open = page.alerts.filter(({ status: state }) => state === 'OPEN');
  if (open.length === 0)
    return <Alert severity="success">{t('standing.well', { time: exact(page.now) })}</Alert>;
  return (
    <Box
      component="ul"
      aria-label={t('standing.openAlerts')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
    >
      {open.map((alert) => {
        const { title, advice, facts } = words(alert);
        return (
          <li key={alert.alertId}>
            <Alert severity="error">
              <Typography variant="subtitle2" component="p">
                {title}
                {facts && `: ${facts}`}
              </Typography>
              {advice} {t('standing.since', { time: exact(alert.raisedTimestamp) })}.
            </Alert>
          </li>
        );
      })}
    </Box>
  );
}
