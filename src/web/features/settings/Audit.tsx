import AuditIcon from '@mui/icons-material/FactCheckOutlined';
import ChangesIcon from '@mui/icons-material/DifferenceOutlined';
import OnlyIcon from '@mui/icons-material/FilterAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { audit, AUDIT_ACTIONS, type AuditEntry } from '../../../contract/api/audit.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { ClientFilter } from '../../parts/ClientFilter.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange } from '../../ui/DateFilter.tsx';
import { DASH, Time, useFormat, useNow } from '../../ui/figures.tsx';
import { ChoiceFilter } from '../../ui/FilterPill.tsx';
import { RowMenu, type RowAction } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { AuditChain } from './AuditChain.tsx';
import { changesOf } from './changes.ts';
import { useAuditWords } from './useAuditWords.ts';
import { SettingsFrame } from '../../parts/SettingsFrame.tsx';

const FILTERS = ['action', 'client', ...DATE_FILTERS];

/** The audit log. */
export function Audit() {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const me = useMe();
  const list = useListAddress();
  const days = dateRange(list, useNow());
  const chosen = AUDIT_ACTIONS.filter((action) => list.values('action').includes(action));
  const client = list.value('client');
  const query = useGet(
    audit.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.actions': chosen,
      'filter.clientIds': client === '' ? [] : [client],
      'filter.startTimestamp': days.start,
      'filter.endTimestamp': days.end,
    },
    { keep: true },
  );
  const [open, setOpen] = useState<AuditEntry | null>(null);

  const wordOf = (action: string) => {
    const known = AUDIT_ACTIONS.find((each) => each === action);
    return known === undefined ? action : t(`settings.audit.actions.${known}`);
  };
  const actorOf = ({ actorId, actorName, impersonatorId, impersonatorName }: AuditEntry) => {
    const name =
      actorName ?? (actorId === null ? t('settings.audit.platform') : t('settings.audit.hidden'));
    return impersonatorId === null
      ? name
      : t('settings.audit.behind', {
          name,
          impersonator: impersonatorName ?? t('settings.audit.hidden'),
        });
  };
  const columns: Column<AuditEntry>[] = [
    { key: 'actor', label: t('settings.audit.actor'), maxWidth: 260, cell: actorOf, onPhone: true },
    {
      key: 'client',
      label: t('settings.audit.client'),
      from: 620,
      maxWidth: 200,
      cell: ({ clientName }) => clientName ?? DASH,
      onPhone: true,
    },
    {
      key: 'address',
      label: t('settings.audit.address'),
      from: 900,
      cell: ({ address }) => address ?? DASH,
    },
    {
      key: 'when',
      label: t('settings.audit.when'),
      figure: true,
      cell: ({ timestamp }) => <Time at={timestamp} />,
      onPhone: true,
    },
  ];
  const actionsOf = (entry: AuditEntry): RowAction[] => [
    {
      key: 'changes',
      label: t('settings.audit.changes'),
      icon: <ChangesIcon />,
      act: () => setOpen(entry),
    },
    ...(entry.clientId === null || entry.clientId === client
      ? []
      : [
          {
            key: 'only',
            label: t('settings.audit.onlyThis'),
            icon: <OnlyIcon />,
            act: () => list.filter({ client: [entry.clientId ?? ''] }),
          },
        ]),
  ];

  return (
    <SettingsFrame tab="audit" purpose={t('settings.audit.purpose')}>
      {reachOf(me.clientAccessLevel, 'audit.chain') && (
        <Box sx={{ mb: 5 }}>
          <AuditChain />
        </Box>
      )}
      <DataTable
        label={t('settings.tabs.audit')}
        query={query}
        rowsOf={(page) => page.auditEntries}
        keyOf={({ auditEntryId }) => auditEntryId}
        list={list}
        filters={FILTERS}
        nameLabel={t('settings.audit.action')}
        name={({ action }) => ({ text: wordOf(action) })}
        columns={columns}
        rowMenu={(entry) => <RowMenu name={wordOf(entry.action)} actions={actionsOf(entry)} />}
        toolbar={
          <>
            <ClientFilter
              name={t('settings.audit.client')}
              clientId={client}
              onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
            />
            <ChoiceFilter
              name={t('settings.audit.action')}
              chosen={chosen}
              choices={AUDIT_ACTIONS.map((value) => ({ value, label: wordOf(value) }))}
              onChange={(action) => list.filter({ action })}
            />
            <DateFilter name={t('settings.audit.when')} list={list} />
          </>
        }
        empty={
          <EmptyState
            icon={<AuditIcon />}
            title={t('settings.audit.empty')}
            text={t('settings.audit.emptyText')}
          />
        }
      />
      {open && (
        <Changes
          entry={open}
          title={wordOf(open.action)}
          text={`${actorOf(open)} · ${exact(open.timestamp)}`}
          onClose={() => setOpen(null)}
        />
      )}
    </SettingsFrame>
  );
}

function Changes({
  entry,
  title,
  text,
  onClose,
}: {
  entry: AuditEntry;
  title: string;
  text: string;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const say = useAuditWords();
  const rows = changesOf(entry.before, entry.after, say.value);
  return (
    <Dialog open onClose={onClose} aria-labelledby="changes-title" maxWidth="md" fullWidth>
      <DialogTitle id="changes-title">{title}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {text}
        </Typography>
        {rows.length === 0 ? (
          <Typography>{t('settings.audit.noChanges')}</Typography>
        ) : (
          <Table size="small" aria-label={title}>
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
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{before ?? DASH}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{after ?? DASH}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('settings.audit.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
