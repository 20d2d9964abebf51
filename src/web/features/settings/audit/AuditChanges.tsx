import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../../contract/api/audit.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { Facts } from '../../../ui/page/Page.tsx';
import { changesOf } from './changes.ts';
import { useAuditWords } from './useAuditWords.ts';

/** One entry of the audit log: the account, the actor, and every field before and after. */
export function AuditChanges({ entry, actor }: { entry: AuditEntry; actor: string }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const say = useAuditWords();
  const rows = changesOf(entry.before, entry.after, say);
  return (
    <>
      <Facts
        rows={[
          entry.clientName === null ? null : [t('settings.audit.client'), entry.clientName],
          [t('settings.audit.actor'), actor],
          [t('settings.audit.when'), exact(entry.timestamp)],
          entry.address === null ? null : [t('settings.audit.address'), entry.address],
        ]}
      />
      {rows.length === 0 ? (
        <Typography color="textSecondary">{t('settings.audit.noChanges')}</Typography>
      ) : (
        <Table size="small" aria-label={t('settings.audit.change')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('settings.audit.field')}</TableCell>
              <TableCell>{t('settings.audit.before')}</TableCell>
              <TableCell>{t('settings.audit.after')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ field, before, after }) => (
              <TableRow key={field}>
                <TableCell>{say.field(field)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere', color: 'text.secondary' }}>
                  {before ?? DASH}
                </TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{after ?? DASH}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </>
  );
}
