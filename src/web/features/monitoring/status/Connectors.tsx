import ConnectorIcon from '@mui/icons-material/DnsOutlined';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StatusPage } from '../../../../contract/api/monitoring.ts';
import { DASH, useFormat } from '../../../ui/figures.tsx';
import { Section } from '../../../ui/Page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { Scrolled } from './Scrolled.tsx';

export function Connectors({ page }: { page: StatusPage }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Section title={t('monitoring.connectors')} flush>
      {page.connectors.length === 0 ? (
        <EmptyState
          icon={<ConnectorIcon />}
          title={t('monitoring.noConnectors')}
          text={t('monitoring.noConnectorsText')}
          action={
            <Button variant="contained" component={Link} to="/dashboard/jasmin/create-smpp">
              {t('monitoring.addConnector')}
            </Button>
          }
        />
      ) : (
        <Scrolled label={t('monitoring.connectors')}>
          <Table aria-label={t('monitoring.connectors')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('monitoring.connector')}</TableCell>
                <TableCell>{t('monitoring.state')}</TableCell>
                <TableCell align="right">{t('monitoring.perSecond')}</TableCell>
                <TableCell align="right">{t('monitoring.window')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {page.connectors.map(
                ({ cid, kind, state, submittedPerSecond, inWindow, windowSize }) => (
                  <TableRow key={cid}>
                    <TableCell sx={{ fontWeight: 550 }}>
                      <MuiLink
                        component={Link}
                        to={`/dashboard/jasmin/${kind.toLowerCase()}/${cid}`}
                      >
                        {cid}
                      </MuiLink>
                    </TableCell>
                    <TableCell>
                      <StatusChip status={state} />
                    </TableCell>
                    <TableCell align="right">
                      {kind === 'HTTP' ? DASH : number(Math.round(submittedPerSecond))}
                    </TableCell>
                    <TableCell align="right">
                      {windowSize === 0
                        ? DASH
                        : t('monitoring.windowText', {
                            used: number(inWindow),
                            size: number(windowSize),
                          })}
                    </TableCell>
                  </TableRow>
                ),
              )}
            </TableBody>
          </Table>
        </Scrolled>
      )}
    </Section>
  );
}
