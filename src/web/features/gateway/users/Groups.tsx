import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DisableIcon from '@mui/icons-material/BlockOutlined';
import EnableIcon from '@mui/icons-material/CheckCircleOutlined';
import GroupsIcon from '@mui/icons-material/PeopleAltOutlined';
import UsersIcon from '@mui/icons-material/ManageAccountsOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../../contract/endpoint.ts';
import { gatewayGroups, type JasminGroup } from '../../../../contract/api/gateway-groups.ts';
import { gatewayUsers } from '../../../../contract/api/gateway-users.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { isBlank } from '../../../ui/data-table/isBlank.ts';
import { type Column } from '../../../ui/data-table/column.ts';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { GatewayState } from './GatewayState.tsx';
import { BoundNow } from './BoundNow.tsx';
import { NewGroupDialog } from './NewGroupDialog.tsx';

/** Binds open and close without a call of this page. */
const BINDS_MS = 10_000;
const CHANGED = [gatewayGroups.list, gatewayUsers.list];

const FILTERS = ['q'];
const rowsOf = (page: Output<typeof gatewayGroups.list>) => page.jasminGroups;

/** Groups of gateway users: a way to let many in or out at once, and to route by. */
export function Groups() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const list = useListAddress();
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<{ what: 'disable' | 'delete'; group: JasminGroup } | null>(
    null,
  );
  const query = useGet(
    gatewayGroups.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q') || undefined,
    },
    { keep: true, every: () => BINDS_MS },
  );
  const update = useSend(gatewayGroups.update, {
    changes: CHANGED,
    done: ({ gid, enabled }) => {
      setAsked(null);
      toast.success(t(enabled ? 'gateway.enabled' : 'gateway.disabled', { name: gid }));
    },
  });
  const remove = useSend(gatewayGroups.remove, {
    changes: CHANGED,
    done: (_done, { gid }) => {
      setAsked(null);
      toast.success(t('gateway.deleted', { name: gid }));
    },
  });
  const columns = useColumns();
  const button = (
    <Button variant="contained" startIcon={<GroupsIcon />} onClick={() => setCreating(true)}>
      {t('gateway.groups.create')}
    </Button>
  );
  const name = asked?.group.gid ?? '';
  return (
    <Page
      title={t('gateway.groups.title')}
      purpose={t('gateway.groups.purpose')}
      actions={!isBlank(query, list, FILTERS, rowsOf) && button}
    >
      <DataTable
        label={t('gateway.groups.title')}
        query={query}
        rowsOf={rowsOf}
        keyOf={({ gid }) => gid}
        list={list}
        filters={FILTERS}
        nameLabel={t('gateway.groups.name')}
        isEven
        name={({ gid }) => ({
          text: gid,
          to: `/dashboard/jasmin/users?gid=${encodeURIComponent(gid)}`,
        })}
        columns={columns}
        rowMenu={(group) => (
          <RowMenu
            name={group.gid}
            actions={[
              {
                key: 'users',
                label: t('gateway.groups.seeUsers'),
                icon: <UsersIcon />,
                to: `/dashboard/jasmin/users?gid=${encodeURIComponent(group.gid)}`,
              },
              group.enabled
                ? {
                    key: 'disable',
                    label: t('gateway.disable'),
                    icon: <DisableIcon />,
                    danger: true,
                    act: () => setAsked({ what: 'disable', group }),
                  }
                : {
                    key: 'enable',
                    label: t('gateway.enable'),
                    icon: <EnableIcon />,
                    act: () => update.mutate({ gid: group.gid, enabled: true }),
                  },
              {
                key: 'delete',
                label: t('gateway.delete'),
                icon: <DeleteIcon />,
                danger: true,
                act: () => setAsked({ what: 'delete', group }),
              },
            ]}
          />
        )}
        toolbar={
          <SearchField
            label={t('gateway.groups.search')}
            hint={t('gateway.groups.search')}
            value={list.value('q')}
            onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
          />
        }
        empty={
          <EmptyState
            icon={<GroupsIcon />}
            title={t('gateway.groups.empty')}
            text={t('gateway.groups.emptyText')}
            action={button}
          />
        }
      />
      {creating && <NewGroupDialog onClose={() => setCreating(false)} />}
      <ConfirmDialog
        open={asked !== null}
        danger
        title={
          asked?.what === 'delete'
            ? t('gateway.deleteTitle', { name })
            : t('gateway.groups.disableTitle', { name })
        }
        action={asked?.what === 'delete' ? t('gateway.delete') : t('gateway.disable')}
        busy={update.isPending || remove.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked?.what === 'delete') remove.mutate({ gid: name });
          else update.mutate({ gid: name, enabled: false });
        }}
      >
        {asked?.what === 'delete'
          ? t('gateway.groups.deleteText')
          : t('gateway.groups.disableText', {
              count: asked?.group.userCount ?? 0,
              value: number(asked?.group.userCount ?? 0),
            })}
      </ConfirmDialog>
    </Page>
  );
}

function useColumns(): Column<JasminGroup>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    {
      key: 'state',
      label: t('gateway.state'),
      onPhone: true,
      cell: ({ enabled }) => <GatewayState isUsable={enabled} />,
      value: ({ enabled }) => t(enabled ? 'status.ACTIVE' : 'gateway.off'),
    },
    {
      key: 'users',
      label: t('gateway.groups.users'),
      figure: true,
      onPhone: true,
      cell: ({ userCount }) => number(userCount),
      value: ({ userCount }) => userCount,
    },
    {
      key: 'bound',
      label: t('routing.users.bound'),
      onPhone: true,
      cell: ({ boundCount }) => <BoundNow count={boundCount} />,
      value: ({ boundCount }) => boundCount,
    },
    {
      key: 'created',
      label: t('gateway.created'),
      figure: true,
      from: 480,
      onPhone: true,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
}
