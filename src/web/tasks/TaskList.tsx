import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import StopIcon from '@mui/icons-material/StopCircleOutlined';
import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import TasksIcon from '@mui/icons-material/PendingActionsOutlined';
import LinearProgress from '@mui/material/LinearProgress';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tasks, type Task } from '../../contract/tasks.ts';
import { LIVE, useGet, useSend } from '../api.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { DASH, Time, useFormat } from '../ui/figures.tsx';
import { Page } from '../ui/Page.tsx';
import { RowMenu, type RowAction } from '../ui/RowMenu.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';
import { useToast } from '../ui/Toasts.tsx';
import { useTaskName } from '../ui/useTaskName.ts';
import { useListAddress } from '../ui/useListAddress.ts';

const isPending = (task: Task) => task.status === 'PENDING';

export function Screen() {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const toast = useToast();
  const nameOf = useTaskName();
  const list = useListAddress();
  const [stopping, setStopping] = useState<Task | null>(null);
  const query = useGet(tasks.list, { pageSize: list.pageSize, pageToken: list.token }, { keep: true, every: (page) => (page?.operations.some(isPending) ? LIVE : false) });
  const stop = useSend(tasks.cancel, { changes: [tasks.list], done: () => { setStopping(null); toast.success(t('tasks.stopped')); } });

  function actionsOf(task: Task): RowAction[] {
    const campaign = task.result?.['campaignId'], brought = task.result?.['importId'];
    return [
      ...(typeof brought === 'string' ? [{ key: 'import', label: t('contacts.openImport'), icon: <ImportIcon />, to: `/dashboard/contacts/import?import=${brought}` }] : []),
      ...(typeof campaign === 'string' ? [{ key: 'campaign', label: t('tasks.openCampaign'), icon: <CampaignIcon />, to: `/dashboard/campaigns/${campaign}` }] : []),
      ...(isPending(task) ? [{ key: 'stop', label: t('tasks.stop'), icon: <StopIcon />, danger: true, act: () => setStopping(task) }] : []),
    ];
  }

  return (
    <Page title={t('tasks.title')} purpose={t('tasks.purpose')}>
      <DataTable
        label={t('tasks.title')} query={query} rowsOf={(page) => page.operations} keyOf={(task) => task.operationId} list={list} filters={[]}
        nameLabel={t('tasks.description')} name={(task) => ({ text: nameOf(task), to: typeof task.result?.['campaignId'] === 'string' ? `/dashboard/campaigns/${task.result['campaignId']}` : undefined })}
        columns={[
          { key: 'status', label: t('tasks.status'), cell: (task) => <StatusChip status={task.status} />, onPhone: true },
          { key: 'progress', label: t('tasks.progress'), cell: (task) => <Progress task={task} />, value: (task) => task.error ?? task.progress, onPhone: true },
          { key: 'duration', label: t('tasks.duration'), figure: true, from: 720, cell: (task) => (isPending(task) ? DASH : duration(task.durationSeconds)), value: (task) => (isPending(task) ? null : task.durationSeconds) },
          { key: 'created', label: t('tasks.created'), figure: true, cell: (task) => <Time at={task.createTimestamp} />, onPhone: true },
        ]}
        rowMenu={(task) => <RowMenu name={nameOf(task)} actions={actionsOf(task)} />}
        empty={<EmptyState icon={<TasksIcon />} title={t('tasks.empty')} text={t('tasks.emptyText')} />}
      />
      <ConfirmDialog open={stopping !== null} title={t('tasks.stopTitle')} action={t('tasks.stop')} keep={t('common.keep')} danger busy={stop.isPending} onClose={() => setStopping(null)} onConfirm={() => { if (stopping) stop.mutate({ operationId: stopping.operationId }); }}>
        {stopping && t('tasks.stopText', { name: nameOf(stopping) })}
      </ConfirmDialog>
    </Page>
  );
}

function Progress({ task }: { task: Task }) {
  const { percent } = useFormat();
  if (task.status === 'FAILED' && task.error !== null) return <Box component="span" sx={{ color: 'text.secondary', display: 'block', maxWidth: 320, overflow: 'hidden', textOverflow: 'ellipsis' }} title={task.error}>{task.error}</Box>;
  if (!isPending(task)) return <span>{percent(task.progress)}</span>;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, width: 160 }}>
      <LinearProgress aria-label={task.description} variant="determinate" value={task.progress * 100} sx={{ flex: 1 }} /><span>{percent(task.progress)}</span>
    </Box>
  );
}
