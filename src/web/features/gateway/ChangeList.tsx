import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ConfigChange } from '../../../contract/api/gateway-config.ts';
import { DASH, Time } from '../../ui/figures.tsx';
import { Rows } from '../../ui/layout.tsx';

/** Differences between two configurations, item by item, with their editors. */
export function ChangeList({ changes }: { changes: readonly ConfigChange[] }) {
  const { t } = useTranslation();
  return (
    <Rows>
      {changes.map((change) => (
        <Box key={`${change.entity} ${change.id}`} component="section" aria-label={change.label}>
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
            <Typography
              variant="subtitle1"
              component="h3"
            >{`${t(`gateway.entities.${change.entity}`)} ${change.label}`}</Typography>
            <Typography variant="body2" color="textSecondary">
              {t(`gateway.changes.${change.change}`)}
            </Typography>
            {change.edits[0] && (
              <Typography variant="body2" color="textSecondary">
                {change.edits[0].actorName ?? t('settings.audit.platform')} ·{' '}
                <Time at={change.edits[0].timestamp} />
              </Typography>
            )}
          </Box>
          {change.fields.length > 0 && (
            <Box sx={{ overflowX: 'auto', mt: 1 }}>
              <Table size="small">
                <TableHead>
                  <TableRow>
                    <TableCell>{t('settings.audit.field')}</TableCell>
                    <TableCell>{t('settings.audit.before')}</TableCell>
                    <TableCell>{t('settings.audit.after')}</TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {change.fields.map(({ field, before, after }) => (
                    <TableRow key={field}>
                      <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                        {field}
                      </TableCell>
                      <TableCell sx={{ overflowWrap: 'anywhere', color: 'text.secondary' }}>
                        {written(before)}
                      </TableCell>
                      <TableCell sx={{ overflowWrap: 'anywhere' }}>{written(after)}</TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </Box>
          )}
        </Box>
      ))}
    </Rows>
  );
}

/** A setting as the configuration has it. */
export function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return DASH;
  if (Array.isArray(value)) return value.length === 0 ? DASH : value.map(written).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
