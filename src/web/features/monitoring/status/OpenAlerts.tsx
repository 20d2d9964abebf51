import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Alert as OpenAlert } from '../../../../contract/api/monitoring.ts';
import { Time } from '../../../ui/figures.tsx';
import { Section } from '../../../ui/Page.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { useAlertWords } from './useAlertWords.ts';
import { Scrolled } from './Scrolled.tsx';

export function OpenAlerts({ alerts }: { alerts: readonly OpenAlert[] }) {
  const { t } = useTranslation();
  const words = useAlertWords();
  return (
    <Section title={t('monitoring.alerts')} flush>
      {alerts.length === 0 ? (
        <Typography color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 5 }}>
          {t('monitoring.noAlerts')}
        </Typography>
      ) : (
        <Scrolled label={t('monitoring.alerts')}>
          <Table aria-label={t('monitoring.alerts')}>
            <TableHead>
              <TableRow>
                {(['alert', 'state', 'raised', 'resolved', 'told'] as const).map((name) => (
                  <TableCell key={name}>{t(`monitoring.${name}`)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {alerts.map((alert) => {
                const { title, facts } = words(alert);
                return (
                  <TableRow key={alert.alertId}>
                    <TableCell sx={{ minWidth: 220 }}>
                      {title}
                      {facts && (
                        <Typography variant="caption" component="div" color="textSecondary">
                          {facts}
                        </Typography>
                      )}
                    </TableCell>
                    <TableCell>
                      <StatusChip status={alert.status} />
                    </TableCell>
                    <TableCell>
                      <Time at={alert.raisedTimestamp} />
                    </TableCell>
                    <TableCell>
                      <Time at={alert.resolvedTimestamp} />
                    </TableCell>
                    <TableCell>
                      {t(alert.untold > 0 ? 'monitoring.untoldText' : 'monitoring.toldText', {
                        told: alert.told,
                        untold: alert.untold,
                      })}
                    </TableCell>
                  </TableRow>
                );
              })}
            </TableBody>
          </Table>
        </Scrolled>
      )}
    </Section>
  );
}
