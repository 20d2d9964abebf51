/** The list of clients. */
import BalancesIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import ClientsIcon from '@mui/icons-material/GroupsOutlined';
import CreateIcon from '@mui/icons-material/PersonAddOutlined';
import InviteIcon from '@mui/icons-material/MailOutlined';
import TransferIcon from '@mui/icons-material/SwapHorizOutlined';
import MoveInIcon from '@mui/icons-material/MoveToInboxOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CLIENT_STATUSES } from '../../../contract/api/auth.ts';
import { clients } from '../../../contract/api/clients.ts';
import { MAY_CREATE, type Client } from '../../../contract/api/client-fields.ts';
import { reachOf, ROLES } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { ChoiceFilter } from '../../ui/lists/FilterPill.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { MoreMenu, RowMenu, type RowAction } from '../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useStatusWord } from '../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { clientAddress, useClientColumns } from './columns.tsx';
import { useClientActions } from './useClientActions.tsx';

const TransferDialog = lazy(async () => ({
  default: (await import('../../parts/wallet/TransferDialog.tsx')).TransferDialog,
}));

const FILTERS = ['q', 'status', 'level', 'low'];
const YES = ['true'];

export function ClientList() {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const me = useMe();
  const list = useListAddress();
  const { actionsOf, dialog } = useClientActions();
  const [transferTo, setTransferTo] = useState<Client | null>(null);
  const transfers =
    !me.impersonated && reachOf(me.clientAccessLevel, 'purchases.transfer') !== undefined;
  const rowMenu = useCallback(
    (client: Client) => (
      <RowMenu
        name={client.clientName}
        actions={[
          ...actionsOf(client),
          ...(transfers && client.clientStatus === 'ACTIVE'
            ? [
                {
                  key: 'transfer',
                  label: t('dashboard.transfer'),
                  icon: <TransferIcon />,
                  act: () => setTransferTo(client),
                },
              ]
            : []),
        ]}
      />
    ),
    [actionsOf, transfers, t],
  );
  const movesIn = !me.impersonated && reachOf(me.clientAccessLevel, 'platform.edit') !== undefined;
  const opens = MAY_CREATE[me.clientAccessLevel].length > 0;
  const statuses = CLIENT_STATUSES.filter((status) => list.values('status').includes(status));
  const levels = ROLES.filter((level) => list.values('level').includes(level));
  const query = useGet(
    clients.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q'),
      'filter.status': statuses,
      'filter.accessLevels': levels,
      'filter.others': true,
      'filter.low': list.value('low') === YES[0],
    },
    { keep: true },
  );
  const columns = useClientColumns(query.data?.clients, {
    transfer: transfers ? setTransferTo : undefined,
  });

  const more: RowAction[] = movesIn
    ? [
        {
          key: 'playsms',
          label: t('playsms.button'),
          icon: <MoveInIcon />,
          to: '/dashboard/clients/playsms',
        },
        {
          key: 'openings',
          label: t('wallet.openings.button'),
          icon: <BalancesIcon />,
          to: '/dashboard/clients/opening-balances',
        },
      ]
    : [];
  const invite = (
    <Button
      variant="contained"
      component={Link}
      to="/dashboard/clients/invite"
      startIcon={<InviteIcon />}
    >
      {t('clients.invite')}
    </Button>
  );
  const create = (
    <Button
      variant="outlined"
      color="inherit"
      component={Link}
      to="/dashboard/clients/create"
      startIcon={<CreateIcon />}
    >
      {t('clients.create')}
    </Button>
  );
  return (
    <Page
      title={t('clients.title')}
      purpose={t('clients.purpose')}
      actions={
        opens && (
          <>
            <MoreMenu actions={more} />
            {create}
            {invite}
          </>
        )
      }
    >
      <DataTable
        label={t('clients.title')}
        query={query}
        rowsOf={(page) => page.clients}
        keyOf={({ clientId }) => clientId}
        list={list}
        filters={FILTERS}
        nameLabel={t('clients.name')}
        name={({ clientName, clientId }) => ({ text: clientName, to: clientAddress(clientId) })}
        columns={columns}
        views={[
          ...(['ACTIVE', 'INVITED', 'BLOCKED'] as const).map((value) => ({
            key: value,
            label: t(`clients.views.${value}`),
            filters: { status: [value] },
          })),
          { key: 'LOW', label: t('clients.views.LOW'), filters: { low: YES } },
        ]}
        rowMenu={rowMenu}
        toolbar={
          <>
            <SearchField
              label={t('clients.search')}
              hint={t('clients.searchHint')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            <ChoiceFilter
              name={t('clients.status')}
              chosen={statuses}
              choices={CLIENT_STATUSES.map((value) => ({ value, label: statusWord(value) }))}
              onChange={(status) => list.filter({ status })}
            />
            <ChoiceFilter
              name={t('clients.level')}
              chosen={levels}
              choices={ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
              onChange={(level) => list.filter({ level })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<ClientsIcon />}
            title={t('clients.empty')}
            text={opens ? t('clients.emptyText') : t('clients.emptyRead')}
            action={opens && invite}
          />
        }
      />
      {dialog}
      {transferTo && (
        <Suspense fallback={null}>
          <TransferDialog to={transferTo} onClose={() => setTransferTo(null)} />
        </Suspense>
      )}
    </Page>
  );
}
