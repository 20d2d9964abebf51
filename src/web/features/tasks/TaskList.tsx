/** The list of background tasks. */
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import StopIcon from '@mui/icons-material/StopCircleOutlined';
import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import GroupIcon from '@mui/icons-material/PeopleAltOutlined';
import ReportIcon from '@mui/icons-material/AssessmentOutlined';
import TasksIcon from '@mui/icons-material/PendingActionsOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REPORT_DAYS, reports } from '../../../contract/api/reports.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { TASK_KINDS, TASK_STATUSES, tasks, type Task } from '../../../contract/api/tasks.ts';
import type { Campaign } from '../../../contract/api/campaigns.ts';
import { LIVE, useGet, useMe, useSend } from '../../parts/queries.ts';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DownloadButton } from '../../ui/figures/DownloadButton.tsx';
import { DASH, Time, useFormat, useNow } from '../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../ui/lists/FilterPill.tsx';
import { Facts, Page } from '../../ui/page/Page.tsx';
import { RowMenu, type RowAction } from '../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { StatusChip, useStatusWord } from '../../ui/figures/StatusChip.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { taskPage, useTaskName, useTaskResult } from '../../parts/useTaskName.ts';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { isPending, Result, useCampaigns } from './TaskResult.tsx';

export function TaskList() {
  const { t } = useTranslation();

  const statusWord = useStatusWord();
  const me = useMe();
  const toast = useToast();
  const nameOf = useTaskName();

  const list = useListAddress();
  const [stopping, setStopping] = useState<Task | null>(null);
  const seesOthers = reachOf(me.clientAccessLevel, 'tasks') === 'all';
  const statuses = TASK_STATUSES.filter((status) => list.values('status').includes(status));
  const kinds = TASK_KINDS.filter((kind) => list.values('kind').includes(kind));
  const query = useGet(
    tasks.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.statuses': statuses,
      'filter.kinds': kinds,
      'filter.clientIds': list.values('client'),
    },
    { keep: true, every: (page) => (page?.operations.some(isPending) ? LIVE : false) },
  );
  const stop = useSend(tasks.cancel, {
    changes: [tasks.list],
    done: () => {
      setStopping(null);
      toast.success(t('tasks.stopped'));
    },
  });

  function actionsOf(task: Task): RowAction[] {
    const to = taskPage(task);
    const opening = task.result?.['reportId']
      ? { label: t('tasks.openReport'), icon: <ReportIcon /> }
      : task.result?.['importId']
        ? { label: t('contacts.openImport'), icon: <ImportIcon /> }
        : task.result?.['groupId']
          ? { label: t('tasks.openGroup'), icon: <GroupIcon /> }
          : { label: t('tasks.openCampaign'), icon: <CampaignIcon /> };
    return [
      ...(to === undefined ? [] : [{ key: 'open', ...opening, to }]),
      ...(isPending(task) && !task.stopRequested
        ? [
            {
              key: 'stop',
              label: t('tasks.stop'),
              icon: <StopIcon />,
              danger: true,
              act: () => setStopping(task),
            },
          ]
        : []),
    ];
  }

  const campaignOf = useCampaigns(query.data?.operations ?? []);
  const columns = useColumns({ seesOthers, campaignOf });

  return (
    <Page title={t('tasks.title')} purpose={t('tasks.purpose')}>
      <DataTable
        label={t('tasks.title')}
        query={query}
        rowsOf={(page) => page.operations}
        keyOf={(task) => task.operationId}
        list={list}
        filters={['status', 'kind', 'client']}
        nameLabel={t('tasks.description')}
        name={(task) => ({ text: nameOf(task), to: taskPage(task) })}
        columns={columns}
        peek={{
          label: t('tasks.task'),
          body: (task) =>
            task && <TaskPeek task={task} campaign={campaignOf(task)} seesOthers={seesOthers} />,
        }}
        views={(['PENDING', 'FAILED'] as const).map((value) => ({
          key: value,
          label: t(`tasks.views.${value}`),
          filters: { status: [value] },
        }))}
        rowMenu={(task) => (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            <ReportDownload task={task} />
            <RowMenu name={nameOf(task)} actions={actionsOf(task)} />
          </Box>
        )}
        toolbar={
          <>
            <ChoiceFilter
              name={t('tasks.status')}
              chosen={statuses}
              choices={TASK_STATUSES.map((value) => ({ value, label: statusWord(value) }))}
              onChange={(status) => list.filter({ status })}
            />
            <ChoiceFilter
              name={t('tasks.kind')}
              chosen={kinds}
              choices={TASK_KINDS.map((value) => ({ value, label: t(`tasks.kindNames.${value}`) }))}
              onChange={(kind) => list.filter({ kind })}
            />
            {seesOthers && (
              <ClientFilter
                name={t('tasks.client')}
                clientId={list.value('client')}
                onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
              />
            )}
          </>
        }
        empty={
          <EmptyState icon={<TasksIcon />} title={t('tasks.empty')} text={t('tasks.emptyText')} />
        }
      />
      <ConfirmDialog
        open={stopping !== null}
        title={t('tasks.stopTitle')}
        action={t('tasks.stop')}
        keep={t('common.keep')}
        danger
        busy={stop.isPending}
        onClose={() => setStopping(null)}
        onConfirm={() => {
          if (stopping) stop.mutate({ operationId: stopping.operationId });
        }}
      >
        {stopping && t('tasks.stopText', { name: nameOf(stopping) })}
      </ConfirmDialog>
    </Page>
  );
}

function useColumns({
  seesOthers,
  campaignOf,
}: {
  seesOthers: boolean;
  campaignOf(task: Task): Campaign | undefined;
}): Column<Task>[] {
  const { t } = useTranslation();
  const resultOf = useTaskResult();
  const took = useTook();
  return [
    {
      key: 'status',
      label: t('tasks.status'),
      cell: (task) => <StatusChip status={task.status} />,
      onPhone: true,
    },
    ...(seesOthers
      ? [
          {
            key: 'client',
            label: t('tasks.client'),
            from: 900,
            width: 17,
            cell: ({ clientName }: Task) => clientName,
          },
        ]
      : []),
    {
      key: 'result',
      label: t('tasks.result'),
      cell: (task) => <Result task={task} text={resultOf(task)} campaign={campaignOf(task)} />,
      value: resultOf,
      onPhone: true,
    },
    {
      key: 'duration',
      label: t('tasks.duration'),
      figure: true,
      from: 720,
      cell: (task) => (isPending(task) && !task.running ? DASH : took(task)),
      value: (task) => (isPending(task) ? null : task.durationSeconds),
    },
    {
      key: 'created',
      label: t('tasks.created'),
      figure: true,
      cell: (task) => <Time at={task.createTimestamp} />,
      onPhone: true,
    },
  ];
}

/** The time that a task took; a task faster than its clock still took some. */
function useTook(): (task: Task) => string {
  const { t } = useTranslation();
  const { duration } = useFormat();
  return ({ durationSeconds }) =>
    durationSeconds === 0 ? t('tasks.underSecond') : duration(durationSeconds);
}

/** The file of one's own report, as long as it is kept. */
function ReportDownload({ task }: { task: Task }) {
  const { t } = useTranslation();
  const me = useMe();
  const now = useNow();
  const reportId = task.result?.['reportId'];
  if (
    task.kind !== 'makeReport' ||
    task.status !== 'COMPLETED' ||
    task.clientId !== me.clientId ||
    typeof reportId !== 'string' ||
    now >= task.createTimestamp + task.durationSeconds + REPORT_DAYS * 86_400
  )
    return null;
  return (
    <DownloadButton
      endpoint={reports.download}
      input={{ reportId }}
      fallbackName={task.description}
      icon={<DownloadIcon />}
      rowName={t('reports.downloadOf', { name: task.description })}
    >
      {t('reports.download')}
    </DownloadButton>
  );
}

/** One task: its progress or result, and its times. */
function TaskPeek({
  task,
  campaign,
  seesOthers,
}: {
  task: Task;
  campaign: Campaign | undefined;
  seesOthers: boolean;
}) {
  const { t } = useTranslation();
  const resultOf = useTaskResult();
  const { exact } = useFormat();
  const took = useTook();
  return (
    <>
      <Box>
        <StatusChip status={task.status} />
      </Box>
      {(isPending(task) || campaign) && (
        <Result task={task} text={resultOf(task)} campaign={campaign} />
      )}
      <Facts
        rows={[
          isPending(task) ? null : [t('tasks.result'), resultOf(task)],
          seesOthers ? [t('tasks.client'), task.clientName] : null,
          [t('tasks.created'), exact(task.createTimestamp)],
          isPending(task) && !task.running ? null : [t('tasks.duration'), took(task)],
        ]}
      />
    </>
  );
}
