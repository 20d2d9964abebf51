import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import OpenIcon from '@mui/icons-material/AssessmentOutlined';
import PauseIcon from '@mui/icons-material/PauseCircleOutlined';
import ResumeIcon from '@mui/icons-material/PlayCircleOutlined';
import ScheduleIcon from '@mui/icons-material/EventRepeatOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reports, type ReportSchedule } from '../../../contract/api/reports.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { clockTime } from '../../../contract/shared/zones.ts';
import { cityOf } from '../../parts/clients/cityOf.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { DASH, Time } from '../../ui/figures/figures.tsx';
import { RowMenu, type RowAction } from '../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { ReportFrame, REPORTS, SCHEDULES } from './ReportFrame.tsx';

/** The reports that are made again and again. */
export function Schedules() {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const list = useListAddress();
  const seesOthers = reachOf(me.clientAccessLevel, 'reports') !== 'own';
  const query = useGet(
    reports.schedules,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true },
  );
  const [deleting, setDeleting] = useState<ReportSchedule | null>(null);
  const change = useSend(reports.reschedule, {
    changes: [reports.schedules],
    done: ({ paused }) =>
      toast.success(t(paused ? 'reports.schedule.pausedDone' : 'reports.schedule.resumedDone')),
  });
  const remove = useSend(reports.unschedule, {
    changes: [reports.schedules],
    done: () => {
      setDeleting(null);
      toast.success(t('reports.schedule.deleted'));
    },
  });

  function actionsOf(schedule: ReportSchedule): RowAction[] {
    const {
      scheduleId,
      name,
      kind,
      format,
      filters,
      columns,
      every,
      hour,
      timezone,
      attach,
      paused,
    } = schedule;
    const own = schedule.clientId === me.clientId;
    return [
      ...(schedule.lastRequestId === null
        ? []
        : [
            {
              key: 'last',
              label: t('reports.schedule.openLast'),
              icon: <OpenIcon />,
              to: `${REPORTS}?report=${schedule.lastRequestId}`,
            },
          ]),
      ...(own
        ? [
            {
              key: 'edit',
              label: t('reports.schedule.edit'),
              icon: <EditIcon />,
              to: `${SCHEDULES}/${scheduleId}`,
            },
            {
              key: 'pause',
              label: t(paused ? 'reports.schedule.resume' : 'reports.schedule.pause'),
              icon: paused ? <ResumeIcon /> : <PauseIcon />,
              act: () =>
                change.mutate({
                  scheduleId,
                  name,
                  kind,
                  format,
                  filters,
                  columns,
                  every,
                  hour,
                  timezone,
                  attach,
                  paused: !paused,
                }),
            },
          ]
        : []),
      ...(own || me.clientAccessLevel === 'ADMINISTRATOR'
        ? [
            {
              key: 'delete',
              label: t('reports.schedule.delete'),
              icon: <DeleteIcon />,
              danger: true,
              act: () => setDeleting(schedule),
            },
          ]
        : []),
    ];
  }

  const columns = useColumns({ seesOthers });
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} component={Link} to={`${SCHEDULES}/new`}>
      {t('reports.schedule.new')}
    </Button>
  );

  return (
    <ReportFrame tab="schedules" actions={create}>
      <DataTable
        label={t('reports.tabs.schedules')}
        query={query}
        rowsOf={(page) => page.schedules}
        keyOf={({ scheduleId }) => scheduleId}
        list={list}
        filters={[]}
        nameLabel={t('reports.name')}
        name={({ name, scheduleId, clientId }) => ({
          text: name,
          ...(clientId === me.clientId && { to: `${SCHEDULES}/${scheduleId}` }),
        })}
        columns={columns}
        rowMenu={(schedule) => <RowMenu name={schedule.name} actions={actionsOf(schedule)} />}
        empty={
          <EmptyState
            icon={<ScheduleIcon />}
            title={t('reports.schedule.empty')}
            text={t('reports.schedule.emptyText')}
            action={create}
          />
        }
      />
      <ConfirmDialog
        open={deleting !== null}
        title={t('reports.schedule.deleteTitle')}
        action={t('reports.schedule.delete')}
        keep={t('common.keep')}
        danger
        busy={remove.isPending}
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) remove.mutate({ scheduleId: deleting.scheduleId });
        }}
      >
        {deleting && t('reports.schedule.deleteText', { name: deleting.name })}
      </ConfirmDialog>
    </ReportFrame>
  );
}

function useColumns({ seesOthers }: { seesOthers: boolean }): Column<ReportSchedule>[] {
  const { t } = useTranslation();
  const whenOf = ({ every, hour, timezone }: ReportSchedule) =>
    t('reports.schedule.atIn', {
      every: t(`reports.schedule.everies.${every}`),
      hour: clockTime(hour * 60),
      city: cityOf(timezone),
    });
  return [
    {
      key: 'state',
      label: t('reports.schedule.state'),
      cell: ({ paused }) => <StatusChip status={paused ? 'PAUSED' : 'ACTIVE'} />,
      onPhone: 'chip',
    },
    {
      key: 'every',
      label: t('reports.schedule.when'),
      cell: (schedule) => (
        <>
          <div>{whenOf(schedule)}</div>
          <Typography variant="caption" component="div" color="textSecondary">
            {t(`reports.schedule.wholes.${schedule.every}`)}
          </Typography>
        </>
      ),
      value: (schedule) => `${whenOf(schedule)}. ${t(`reports.schedule.wholes.${schedule.every}`)}`,
      onPhone: true,
    },
    {
      key: 'addresses',
      label: t('reports.schedule.sentTo'),
      from: 860,
      width: 26,
      cell: ({ addresses }) => (addresses.length === 0 ? DASH : addresses.join(', ')),
      onPhone: true,
    },
    {
      key: 'kind',
      label: t('reports.kind'),
      from: 760,
      cell: ({ kind }) => t(`reports.kinds.${kind}`),
      onPhone: 'line',
    },
    { key: 'format', label: t('reports.format'), from: 1240, cell: ({ format }) => format },
    ...(seesOthers
      ? [
          {
            key: 'owner',
            label: t('reports.owner'),
            from: 1160,
            width: 17,
            cell: ({ clientName }: ReportSchedule) => clientName,
          },
        ]
      : []),
    {
      key: 'last',
      label: t('reports.schedule.last'),
      from: 980,
      cell: ({ lastStatus }) =>
        lastStatus === null ? (
          <Typography component="span" variant="body2" color="textSecondary">
            {t('reports.schedule.noLast')}
          </Typography>
        ) : (
          <StatusChip status={lastStatus} />
        ),
    },
    {
      key: 'next',
      label: t('reports.schedule.next'),
      figure: true,
      cell: ({ nextTimestamp }) => (nextTimestamp === null ? DASH : <Time at={nextTimestamp} />),
      onPhone: true,
    },
  ];
}
