import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DisableIcon from '@mui/icons-material/BlockOutlined';
import BindsIcon from '@mui/icons-material/CableOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import EnableIcon from '@mui/icons-material/CheckCircleOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import UserIcon from '@mui/icons-material/ManageAccountsOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayGroups } from '../../../contract/api/gateway-groups.ts';
import { gatewayUsers, type SmppUser } from '../../../contract/api/gateway-users.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { ClientFilter } from '../../parts/ClientFilter.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { Time } from '../../ui/figures.tsx';
import { TextFilter } from '../../ui/FilterPill.tsx';
import { Page } from '../../ui/Page.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { BindsDialog } from './BindsDialog.tsx';
import { RectifyDialog } from './RectifyDialog.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { UserDialog } from './UserDialog.tsx';

/** Binds come and go. */
const BINDS_MS = 5000;
const CHANGED = [gatewayUsers.list, gatewayGroups.list];

/** Gateway users: SMPP and HTTP access of clients, with their rights. */
export function Users() {
  const { t } = useTranslation();
  const toast = useToast();
  const list = useListAddress();
  const [editing, setEditing] = useState<SmppUser | 'new' | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [rectifying, setRectifying] = useState(false);
  const me = useMe();
  const mayRectify = reachOf(me.clientAccessLevel, 'gateway.rectify') !== undefined;
  const [secret, setSecret] = useState<{ username: string; password: string } | null>(null);
  const [asked, setAsked] = useState<{
    what: 'disable' | 'delete' | 'reset';
    user: SmppUser;
  } | null>(null);
  const query = useGet(
    gatewayUsers.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q') || undefined,
      'filter.clientIds': list.values('client'),
      'filter.gids': list.values('gid'),
    },
    { keep: true, every: () => BINDS_MS },
  );
  const update = useSend(gatewayUsers.update, {
    changes: CHANGED,
    done: ({ uid, enabled }) => {
      setAsked(null);
      toast.success(t(enabled ? 'gateway.enabled' : 'gateway.disabled', { name: uid }));
    },
  });
  const remove = useSend(gatewayUsers.remove, {
    changes: CHANGED,
    done: (_done, { uid }) => {
      setAsked(null);
      toast.success(t('gateway.deleted', { name: uid }));
    },
  });
  const reset = useSend(gatewayUsers.resetPassword, {
    changes: CHANGED,
    done: ({ username, password }) => {
      setAsked(null);
      setSecret({ username, password });
    },
  });
  const columns: Column<SmppUser>[] = [
    {
      key: 'username',
      label: t('gateway.users.username'),
      cell: ({ username }) => username,
      from: 480,
    },
    {
      key: 'client',
      label: t('gateway.users.client'),
      onPhone: true,
      maxWidth: 260,
      cell: ({ clientName }) => clientName,
    },
    {
      key: 'group',
      label: t('gateway.users.group'),
      from: 640,
      onPhone: true,
      cell: ({ gid }) => gid,
    },
    {
      key: 'state',
      label: t('gateway.state'),
      onPhone: true,
      cell: ({ usable, no }) =>
        usable ? (
          <StatusChip status="ACTIVE" />
        ) : (
          <span>
            <StatusChip status="INACTIVE" /> {no && t(`gateway.users.no.${no}`)}
          </span>
        ),
      value: ({ usable }) => (usable ? 'ACTIVE' : 'INACTIVE'),
    },
    {
      key: 'binds',
      label: t('gateway.users.binds'),
      figure: true,
      from: 900,
      cell: ({ binds, smpps_cred: { quota } }) =>
        quota.max_bindings === null
          ? binds.length
          : t('gateway.users.bindsOf', { value: binds.length, most: quota.max_bindings }),
      value: ({ binds }) => String(binds.length),
    },
    {
      key: 'created',
      label: t('gateway.created'),
      figure: true,
      from: 760,
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
  const create = !me.impersonated && (
    <Button variant="contained" startIcon={<UserIcon />} onClick={() => setEditing('new')}>
      {t('gateway.users.create')}
    </Button>
  );
  const rectify = mayRectify && (
    <Button variant="outlined" color="inherit" onClick={() => setRectifying(true)}>
      {t('gateway.rectify.button')}
    </Button>
  );
  const name = asked?.user.uid ?? '';
  const shownUser = query.data?.smppUsers.find(({ uid }) => uid === shown);
  const confirm = () => {
    if (asked?.what === 'delete') remove.mutate({ uid: name });
    else if (asked?.what === 'reset') reset.mutate({ uid: name });
    else update.mutate({ uid: name, enabled: false });
  };
  return (
    <Page
      title={t('gateway.users.title')}
      purpose={t('gateway.users.purpose')}
      actions={
        <>
          {rectify}
          {create}
        </>
      }
    >
      <DataTable
        label={t('gateway.users.title')}
        query={query}
        rowsOf={(page) => page.smppUsers}
        keyOf={({ uid }) => uid}
        list={list}
        filters={['q', 'client', 'gid']}
        nameLabel={t('gateway.users.uid')}
        name={({ uid }) => ({ text: uid })}
        columns={columns}
        rowMenu={(user) => (
          <RowMenu
            name={user.uid}
            actions={[
              ...(me.impersonated
                ? []
                : [
                    {
                      key: 'edit',
                      label: t('gateway.edit'),
                      icon: <EditIcon />,
                      act: () => setEditing(user),
                    },
                  ]),
              {
                key: 'binds',
                label: t('gateway.users.seeBinds'),
                icon: <BindsIcon />,
                act: () => setShown(user.uid),
              },
              ...(me.impersonated
                ? []
                : [
                    {
                      key: 'reset',
                      label: t('gateway.users.reset'),
                      icon: <KeyIcon />,
                      act: () => setAsked({ what: 'reset', user }),
                    },
                    user.enabled
                      ? {
                          key: 'disable',
                          label: t('gateway.disable'),
                          icon: <DisableIcon />,
                          danger: true,
                          act: () => setAsked({ what: 'disable', user }),
                        }
                      : {
                          key: 'enable',
                          label: t('gateway.enable'),
                          icon: <EnableIcon />,
                          act: () => update.mutate({ uid: user.uid, enabled: true }),
                        },
                    {
                      key: 'delete',
                      label: t('gateway.delete'),
                      icon: <DeleteIcon />,
                      danger: true,
                      act: () => setAsked({ what: 'delete', user }),
                    },
                  ]),
            ]}
          />
        )}
        toolbar={
          <>
            <SearchField
              label={t('gateway.users.search')}
              hint={t('gateway.users.search')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            <ClientFilter
              name={t('gateway.users.client')}
              clientId={list.value('client')}
              onChange={(id) => list.filter({ client: id === '' ? [] : [id] })}
            />
            <TextFilter
              name={t('gateway.users.group')}
              value={list.value('gid')}
              onChange={(gid) => list.filter({ gid: gid === '' ? [] : [gid] })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<UserIcon />}
            title={t('gateway.users.empty')}
            text={t('gateway.users.emptyText')}
            action={create}
          />
        }
      />
      {editing !== null && (
        <UserDialog
          user={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onMade={(made) => {
            setEditing(null);
            setSecret(made);
          }}
        />
      )}
      {secret && <SecretDialog {...secret} onClose={() => setSecret(null)} />}
      {shownUser && <BindsDialog user={shownUser} onClose={() => setShown(null)} />}
      {rectifying && <RectifyDialog onClose={() => setRectifying(false)} />}
      <ConfirmDialog
        open={asked !== null}
        danger={asked?.what !== 'reset'}
        busy={update.isPending || remove.isPending || reset.isPending}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
        title={
          asked?.what === 'delete'
            ? t('gateway.deleteTitle', { name })
            : asked?.what === 'reset'
              ? t('gateway.users.resetTitle', { name })
              : t('gateway.users.disableTitle', { name })
        }
        action={
          asked?.what === 'delete'
            ? t('gateway.delete')
            : asked?.what === 'reset'
              ? t('gateway.users.reset')
              : t('gateway.disable')
        }
      >
        {asked?.what === 'delete'
          ? t('gateway.users.deleteText')
          : asked?.what === 'reset'
            ? t('gateway.users.resetText')
            : t('gateway.users.disableText')}
      </ConfirmDialog>
    </Page>
  );
}
