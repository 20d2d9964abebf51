import AddIcon from '@mui/icons-material/Add';
import AgainIcon from '@mui/icons-material/Replay';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import ReportIcon from '@mui/icons-material/AssessmentOutlined';
import ScheduleIcon from '@mui/icons-material/EventRepeatOutlined';
import StopIcon from '@mui/icons-material/StopCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { REPORT_STATUSES, reports, type Report } from '../../../contract/api/reports.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { tasks } from '../../../contract/api/tasks.ts';
import { LIVE, useGet, useMe, useSend } from '../../parts/queries.ts';
import { download, messageOf } from '../../api/call.ts';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { DownloadButton } from '../../ui/figures/DownloadButton.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DASH, Time } from '../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../ui/lists/FilterPill.tsx';
import { RowMenu, type RowAction } from '../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { StatusChip, useStatusWord } from '../../ui/figures/StatusChip.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { isOpen } from './isOpen.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { ReportFrame, REPORTS, SCHEDULES } from './ReportFrame.tsx';
import { ReportFile } from './ReportFile.tsx';
import { usePeriodText } from './usePeriodText.ts';

/** The reports that were requested, how far they are, and their files. */
export function DownloadReport() {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const me = useMe();
  const toast = useToast();
  const list = useListAddress();
  const seesOthers = reachOf(me.clientAccessLevel, 'reports') !== 'own';
  const statuses = REPORT_STATUSES.filter((status) => list.values('status').includes(status));
  const query = useGet(
    reports.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.clientIds': list.values('client'),
      'filter.reportStatuses': statuses,
    },
    { keep: true, every: (page) => (page?.requests.some(isOpen) ? LIVE : false) },
  );
  const [asking, setAsking] = useState<{ what: 'stop' | 'delete'; report: Report } | null>(null);
  const opened = list.value('report');
  const show = (requestId: string) => list.filter({ report: requestId === '' ? [] : [requestId] });
  const closed = () => setAsking(null);
  const again = useSend(reports.request, {
    changes: [reports.list, tasks.list],
    done: () => toast.success(t('reports.requested')),
  });
  const remove = useSend(reports.remove, {
    changes: [reports.list, tasks.list],
    done: () => {
      closed();
      show('');
      toast.success(t('reports.deleted'));
    },
  });
  const stop = useSend(tasks.cancel, {
    changes: [reports.list, tasks.list],
    done: () => {
      closed();
      toast.success(t('reports.stopped'));
    },
  });
  const fetchFile = (report: Report) =>
    void download(reports.download, { reportId: report.requestId }, report.name).catch(
      (failure: unknown) => toast.error(messageOf(failure)),
    );

  function actionsOf(report: Report): RowAction[] {
    const { name, kind, format, filters, columns } = report;
    const own = report.clientId === me.clientId;
    return [
      ...(own
        ? [
            ...(isOpen(report)
              ? []
              : [
                  {
                    key: 'again',
                    label: t('reports.again'),
                    icon: <AgainIcon />,
                    act: () => again.mutate({ name, kind, format, filters, columns }),
                  },
                ]),
            {
              key: 'change',
              label: t('reports.change'),
              icon: <EditIcon />,
              to: `${REPORTS}/new?like=${report.requestId}`,
            },
            {
              key: 'schedule',
              label: t('reports.scheduleIt'),
              icon: <ScheduleIcon />,
              to: `${SCHEDULES}/new?like=${report.requestId}`,
            },
            ...(isOpen(report) && report.operationId !== null
              ? [
                  {
                    key: 'stop',
                    label: t('reports.stop'),
                    icon: <StopIcon />,
                    danger: true,
                    act: () => setAsking({ what: 'stop', report }),
                  },
                ]
              : []),
          ]
        : []),
      ...(own || me.clientAccessLevel === 'ADMINISTRATOR'
        ? [
            {
              key: 'delete',
              label: t('reports.delete'),
              icon: <DeleteIcon />,
              danger: true,
              act: () => setAsking({ what: 'delete' as const, report }),
            },
          ]
        : []),
    ];
  }

  const columns = useColumns({ seesOthers });
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} component={Link} to={`${REPORTS}/new`}>
      {t('reports.new')}
    </Button>
  );

  return (
    <ReportFrame tab="reports" actions={create}>
      <DataTable
        label={t('reports.tabs.reports')}
        query={query}
        rowsOf={(page) => page.requests}
        keyOf={({ requestId }) => requestId}
        list={list}
        filters={['status', 'client']}
        nameLabel={t('reports.name')}
        name={({ name, requestId }) => ({ text: name, to: `${REPORTS}?report=${requestId}` })}
        columns={columns}
        rowMenu={(report) => (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            {report.status === 'READY_FOR_DOWNLOAD' && report.downloadable && (
              <DownloadButton
                endpoint={reports.download}
                input={{ reportId: report.requestId }}
                fallbackName={report.name}
                icon={<DownloadIcon />}
                rowName={t('reports.downloadOf', { name: report.name })}
              >
                {t('reports.download')}
              </DownloadButton>
            )}
            <RowMenu name={report.name} actions={actionsOf(report)} />
          </Box>
        )}
        toolbar={
          <>
            <ChoiceFilter
              name={t('reports.status')}
              chosen={statuses}
              choices={REPORT_STATUSES.map((value) => ({ value, label: statusWord(value) }))}
              onChange={(status) => list.filter({ status })}
            />
            {seesOthers && (
              <ClientFilter
                name={t('reports.owner')}
                clientId={list.value('client')}
                onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
              />
            )}
          </>
        }
        empty={
          <EmptyState
            icon={<ReportIcon />}
            title={t('reports.empty')}
            text={t('reports.emptyText')}
            action={create}
          />
        }
      />
      {opened !== '' && (
        <ReportDialog requestId={opened} onClose={() => show('')} onDownload={fetchFile} />
      )}
      <ConfirmDialog
        open={asking !== null}
        title={t(asking?.what === 'delete' ? 'reports.deleteTitle' : 'reports.stopTitle')}
        action={t(asking?.what === 'delete' ? 'reports.delete' : 'reports.stop')}
        keep={t('common.keep')}
        danger
        busy={remove.isPending || stop.isPending}
        onClose={closed}
        onConfirm={() => {
          if (asking?.what === 'delete') remove.mutate({ requestId: asking.report.requestId });
          else if (asking?.report.operationId)
            stop.mutate({ operationId: asking.report.operationId });
        }}
      >
        {asking &&
          t(asking.what === 'delete' ? 'reports.deleteText' : 'reports.stopText', {
            name: asking.report.name,
          })}
      </ConfirmDialog>
    </ReportFrame>
  );
}

function useColumns({ seesOthers }: { seesOthers: boolean }): Column<Report>[] {
  const { t } = useTranslation();
  const periodOf = usePeriodText();
  return [
    {
      key: 'status',
      label: t('reports.status'),
      cell: ({ status }) => <StatusChip status={status} />,
      onPhone: 'chip',
    },
    {
      key: 'kind',
      label: t('reports.kind'),
      from: 860,
      cell: ({ kind }) => t(`reports.kinds.${kind}`),
      onPhone: 'line',
    },
    {
      key: 'period',
      label: t('reports.period'),
      from: 640,
      cell: ({ filters }) => periodOf(filters),
      onPhone: 'line',
    },
    { key: 'format', label: t('reports.format'), from: 980, cell: ({ format }) => format },
    ...(seesOthers
      ? [
          {
            key: 'owner',
            label: t('reports.owner'),
            from: 1040,
            width: 17,
            cell: ({ clientName }: Report) => clientName,
          },
        ]
      : []),
    {
      key: 'file',
      label: t('reports.file'),
      cell: (report) => <ReportFile report={report} />,
      value: ({ rows, error }) => error ?? rows,
      onPhone: true,
    },
    {
      key: 'expires',
      label: t('reports.expires'),
      figure: true,
      from: 700,
      cell: ({ expiryTimestamp }) =>
        expiryTimestamp === null ? DASH : <Time at={expiryTimestamp} />,
      onPhone: true,
    },
    {
      key: 'created',
      label: t('reports.requestedAt'),
      figure: true,
      from: 560,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
      onPhone: true,
    },
  ];
}
