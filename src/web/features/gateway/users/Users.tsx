import UserIcon from '@mui/icons-material/ManageAccountsOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../../contract/endpoint.ts';
import { gatewayUsers, type SmppUser } from '../../../../contract/api/gateway-users.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../../parts/queries.ts';
import { ClientFilter } from '../../../parts/clients/ClientFilter.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { isBlank } from '../../../ui/data-table/isBlank.ts';
import { TextFilter } from '../../../ui/lists/FilterPill.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { BindsDialog } from './BindsDialog.tsx';
import { useAddressDialog } from '../../../ui/dialogs/useAddressDialog.ts';
import { RectifyDialog } from './RectifyDialog.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { UserDialog } from './UserDialog.tsx';
import { useUserActions } from './useUserActions.tsx';
import { useUserColumns } from './useUserColumns.tsx';

/** Binds open and close without a call of this page. */
const BINDS_MS = 5000;

const FILTERS = ['q', 'client', 'gid'];
const rowsOf = (page: Output<typeof gatewayUsers.list>) => page.smppUsers;

/** Gateway users: SMPP and HTTP access of clients, with their rights. */
export function Users() {
  const { t } = useTranslation();
  const list = useListAddress();
  const [editing, setEditing] = useState<SmppUser | 'new' | null>(null);
  const [rectifying, setRectifying] = useState(false);
  const me = useMe();
  const mayRectify = reachOf(me.clientAccessLevel, 'gateway.rectify') !== undefined;
  const [secret, setSecret] = useState<{
    username: string;
    password: string;
    no?: SmppUser['no'];
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
  const [shown, setShown] = useAddressDialog(query.data?.smppUsers.map(({ uid }) => uid) ?? []);
  const columns = useUserColumns();
  const { actionsOf, dialog } = useUserActions({
    edit: setEditing,
    binds: ({ uid }) => setShown(uid),
    secret: setSecret,
  });
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
  const shownUser = query.data?.smppUsers.find(({ uid }) => uid === shown);
  return (
    <Page
      title={t('gateway.users.title')}
      purpose={t('gateway.users.purpose')}
      actions={
        <>
          <Button
            component={Link}
            to="/dashboard/jasmin/software-traffic"
            variant="outlined"
            color="inherit"
          >
            {t('softwareUse.title')}
          </Button>
          {rectify}
          {!isBlank(query, list, FILTERS, rowsOf) && create}
        </>
      }
    >
      <DataTable
        label={t('gateway.users.title')}
        query={query}
        rowsOf={rowsOf}
        keyOf={({ uid }) => uid}
        list={list}
        filters={FILTERS}
        nameLabel={t('routing.users.name')}
        isEven
        // The system ID is said where it is another name than the user's.
        name={({ uid, username }) => ({
          text: uid === username ? uid : t('routing.users.named', { uid, username }),
          to: list.peeked(uid, 'open'),
        })}
        columns={columns}
        rowMenu={(user) => <RowMenu name={user.uid} actions={actionsOf(user)} />}
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
      {shownUser && query.data && (
        <BindsDialog user={shownUser} address={query.data.smpp} onClose={() => setShown(null)} />
      )}
      {rectifying && <RectifyDialog onClose={() => setRectifying(false)} />}
      {dialog}
    </Page>
  );
}
