import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { CSV_START, csvLine } from '../../../../contract/shared/csv.ts';
import { save } from '../../../api/call.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { SideScroll } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';

type Report = Output<typeof gatewayConfig.import>;

/** The parts of an import that are left out, changed and taken, in this order, on screen and as a file to keep. */
export function ImportReport({ report }: { report: Report }) {
  const { t } = useTranslation();
  const parts = [
    { title: t('gateway.import.refused'), rows: report.refused },
    { title: t('gateway.import.changed'), rows: report.changed },
    { title: t('gateway.import.taken'), rows: report.taken },
  ];
  const head = [t('gateway.import.outcome'), t('gateway.import.line'), t('gateway.import.kind')];
  const lines = parts.flatMap(({ title, rows }) =>
    rows.map(({ line, entity, id, message }) => [
      title,
      line === null ? '' : String(line),
      entity,
      id,
      message,
    ]),
  );
  const file = [[...head, t('gateway.import.what'), t('gateway.import.note')], ...lines];
  return (
    <>
      <Box>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<DownloadIcon />}
          onClick={() =>
            save(
              new Blob([CSV_START + file.map(csvLine).join('')], { type: 'text/csv' }),
              'import-report.csv',
            )
          }
        >
          {t('gateway.import.saveReport')}
        </Button>
      </Box>
      {parts.map(({ title, rows }) => (
        <Reported key={title} title={title} rows={rows} />
      ))}
    </>
  );
}

function Reported({ title, rows }: { title: string; rows: Report['taken'] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (rows.length === 0) return null;
  return (
    <Section title={`${title} (${number(rows.length)})`} flush>
      <SideScroll>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell align="right">{t('gateway.import.line')}</TableCell>
              <TableCell>{t('gateway.import.what')}</TableCell>
              <TableCell>{t('gateway.import.note')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={`${row.line ?? ''} ${row.entity} ${row.id} ${row.message}`}>
                <TableCell align="right">{row.line === null ? DASH : number(row.line)}</TableCell>
                <TableCell>
                  <Typography component="span" color="textSecondary">
                    {row.entity}
                  </Typography>{' '}
                  {row.id}
                </TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{row.message}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SideScroll>
    </Section>
  );
}
