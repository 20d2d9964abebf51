import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import type { StatusPage } from '../../../../contract/api/monitoring.ts';
import { Time } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { Scrolled } from './Scrolled.tsx';

export function Processes({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  return (
    <Section title={t('monitoring.processes')} flush>
      <Scrolled label={t('monitoring.processes')}>
        <Table aria-label={t('monitoring.processes')}>
          <TableHead>
            <TableRow>
              {(['process', 'state', 'host', 'started', 'heard', 'version'] as const).map(
                (name) => (
                  <TableCell key={name}>{t(`monitoring.${name}`)}</TableCell>
                ),
              )}
            </TableRow>
          </TableHead>
          <TableBody>
            {page.processes.map(
              ({ process, host, version, startedTimestamp, heartbeatTimestamp, alive }) => (
                <TableRow key={`${process} ${host} ${startedTimestamp}`}>
                  <TableCell sx={{ fontWeight: 550 }}>{t(`monitoring.names.${process}`)}</TableCell>
                  <TableCell>
                    <StatusChip status={alive ? 'ALIVE' : 'SILENT'} />
                  </TableCell>
                  <TableCell>{host}</TableCell>
                  <TableCell>
                    <Time at={startedTimestamp} />
                  </TableCell>
                  <TableCell>
                    <Time at={heartbeatTimestamp} />
                  </TableCell>
                  <TableCell>{version}</TableCell>
                </TableRow>
              ),
            )}
          </TableBody>
        </Table>
      </Scrolled>
    </Section>
  );
}
