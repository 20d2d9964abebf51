import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { useTranslation } from 'react-i18next';
import type { Report } from '../../../contract/api/reports.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { isOpen } from './isOpen.ts';

/** How large it is, how far, or why there is none. */
export function ReportFile({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { percent, rows, bytes } = useFormat();
  if (report.status === 'FAILED')
    return (
      <Box
        component="span"
        sx={{
          color: 'text.secondary',
          display: 'block',
          maxWidth: 300,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
        }}
        title={report.error ?? undefined}
      >
        {report.error}
      </Box>
    );
  if (!isOpen(report))
    return (
      <span
        style={{ whiteSpace: 'nowrap' }}
      >{`${rows(report.rows)} · ${bytes(report.bytes)}`}</span>
    );
  return (
    <Box sx={{ width: 190, whiteSpace: 'nowrap' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <LinearProgress
          aria-label={report.name}
          variant="determinate"
          value={report.progress * 100}
          sx={{ flex: 1 }}
        />
        <span>{percent(report.progress)}</span>
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {report.status === 'PENDING'
          ? t('reports.waiting')
          : t('reports.made', { rows: rows(report.rows) })}
      </Box>
    </Box>
  );
}
