import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslation } from 'react-i18next';
import { reports, type Report } from '../../../contract/api/reports.ts';
import type { ReportColumn } from '../../../contract/shared/report-labels.ts';
import { LIVE, useGet } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { Moment, useFormat } from '../../ui/figures/figures.tsx';
import { Loading } from '../../ui/page/Loading.tsx';
import { Facts } from '../../ui/page/Page.tsx';
import { ProgressBar } from '../../ui/figures/ProgressBar.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { isOpen } from './isOpen.ts';
import { useFilterWords } from './useFilterWords.ts';
import { Rows } from '../../ui/page/layout.tsx';
import Dialog from '../../ui/dialogs/Dialog.tsx';

/** One report: content, progress and file. Mails and tasks link to it. */
export function ReportDialog({
  requestId,
  onClose,
  onDownload,
}: {
  requestId: string;
  onClose(): void;
  onDownload(report: Report): void;
}) {
  const { t } = useTranslation();
  const query = useGet(
    reports.get,
    { requestId },
    { every: (report) => (report && isOpen(report) ? LIVE : false) },
  );
  const report = query.data;
  const gone = query.error instanceof CallError && query.error.status === 404;
  return (
    <Dialog open onClose={onClose} aria-labelledby="report-title" maxWidth="sm" fullWidth>
      <DialogTitle id="report-title" sx={{ overflowWrap: 'anywhere' }}>
        {gone ? t('reports.gone') : (report?.name ?? t('loading'))}
      </DialogTitle>
      <DialogContent sx={{ minHeight: 120 }}>
        {query.isPending && <Loading />}
        {gone && t('reports.goneText')}
        {query.error && !gone && <Alert severity="error">{messageOf(query.error)}</Alert>}
        {report && !gone && <About report={report} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose}>
          {t('reports.close')}
        </Button>
        {report?.status === 'READY_FOR_DOWNLOAD' && report.downloadable && (
          <Button
            variant="contained"
            startIcon={<DownloadIcon />}
            onClick={() => onDownload(report)}
          >
            {t('reports.download')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function About({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { number, bytes, exact, duration, rows } = useFormat();
  const filterWords = useFilterWords();
  const filters = filterWords(report.filters);
  return (
    <Rows>
      {isOpen(report) && (
        <ProgressBar
          label={t(report.status === 'PENDING' ? 'reports.waiting' : 'reports.progress')}
          value={report.progress}
          detail={
            report.status === 'PROCESSING'
              ? t('reports.made', { rows: rows(report.rows) })
              : undefined
          }
        />
      )}
      {report.status === 'FAILED' && report.error !== null && (
        <Alert severity="error">{report.error}</Alert>
      )}
      {report.status === 'READY_FOR_DOWNLOAD' && !report.downloadable && (
        <Alert severity="info">{t('reports.masked')}</Alert>
      )}
      {report.status === 'READY_FOR_DOWNLOAD' && report.rows === 0 && (
        <Alert severity="info">{t('reports.noRows')}</Alert>
      )}
      <Facts
        rows={[
          [t('reports.status'), <StatusChip key="status" status={report.status} />],
          [t('reports.kind'), `${t(`reports.kinds.${report.kind}`)}, ${report.format}`],
          report.status === 'READY_FOR_DOWNLOAD'
            ? [t('reports.rows'), `${number(report.rows)} · ${bytes(report.bytes)}`]
            : null,
          [
            t('reports.filtersIn'),
            filters.length === 0
              ? t('reports.noFilter')
              : filters.map(([name, value]) => <div key={name}>{`${name}: ${value}`}</div>),
          ],
          // The server gives no column but those of the contract.
          [
            t('reports.columnsIn'),
            report.columns
              .map((column) => t(`reports.column.${column as ReportColumn}`))
              .join(', '),
          ],
          [t('reports.zone'), report.timezone.replaceAll('_', ' ')],
          [t('reports.owner'), report.clientName],
          [t('reports.requestedAt'), exact(report.createTimestamp)],
          report.endTimestamp === null
            ? null
            : [t('reports.took'), duration(report.endTimestamp - report.createTimestamp)],
          report.expiryTimestamp === null
            ? null
            : [t('reports.expires'), <Moment key="expires" at={report.expiryTimestamp} />],
        ]}
      />
    </Rows>
  );
}
