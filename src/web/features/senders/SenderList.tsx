/** The list of sender IDs. */
import FileIcon from '@mui/icons-material/UploadFileOutlined';
import GenericIcon from '@mui/icons-material/PublicOutlined';
import QueueIcon from '@mui/icons-material/FactCheckOutlined';
import RequestIcon from '@mui/icons-material/AddCircleOutlined';
import RulesIcon from '@mui/icons-material/GavelOutlined';
import SenderIcon from '@mui/icons-material/BadgeOutlined';
import Button from '@mui/material/Button';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { NETWORKS } from '../../../contract/shared/networks.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { REGISTRATION_STATUSES } from '../../../contract/api/sender-registrations.ts';
import { SENDER_STATUSES, senders, type Sender } from '../../../contract/api/senders.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { ChoiceFilter } from '../../ui/lists/FilterPill.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { MoreMenu, RowMenu, type RowAction } from '../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useStatusWord } from '../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { senderAddress, useSenderColumns } from './columns.tsx';
import { GenericDialog } from './GenericDialog.tsx';
import { useSenderActions } from './useSenderActions.tsx';

const FILTERS = ['q', 'status', 'client', 'generic', 'registration', 'operator'];
/** The names of operators, each once. */
const OPERATORS = [...new Set([...NETWORKS.values()].map(({ network }) => network))].filter(
  (network) => network !== '',
);

export function SenderList() {
  const { t } = useTranslation();
  const statusWord = useStatusWord();
  const { clientAccessLevel: role, impersonated } = useMe();
  const list = useListAddress();
  const { actionsOf, dialog } = useSenderActions();
  const [adding, setAdding] = useState(false);
  const rowMenu = useCallback(
    (sender: Sender) => <RowMenu name={sender.senderId} actions={actionsOf(sender)} />,
    [actionsOf],
  );
  const statuses = SENDER_STATUSES.filter((status) => list.values('status').includes(status));
  const client = list.value('client');
  const registrations = REGISTRATION_STATUSES.filter((status) =>
    list.values('registration').includes(status),
  );
  const operators = OPERATORS.filter((name) => list.values('operator').includes(name));
  const hidden = list.value('generic') === 'hidden';
  const query = useGet(
    senders.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.status': statuses,
      'filter.client_ids': client === '' ? [] : [client],
      'filter.query': list.value('q'),
      ...(hidden && { hide_generic: true }),
      ...(registrations.length > 0 && { 'filter.registrations': registrations }),
      ...(operators.length > 0 && { 'filter.operators': operators }),
    },
    { keep: true },
  );
  const columns = useSenderColumns(query.data?.senderIds.some(({ fee }) => fee !== null) ?? false);
  const more: RowAction[] = reachOf(role, 'platform.edit')
    ? [
        {
          key: 'rules',
          label: t('senders.rules'),
          icon: <RulesIcon />,
          to: '/dashboard/sender-ids/rules',
        },
        ...(impersonated
          ? []
          : [
              {
                key: 'import',
                label: t('senderImport.button'),
                icon: <FileIcon />,
                to: '/dashboard/sender-ids/import',
              },
            ]),
        {
          key: 'generic',
          label: t('senders.addGeneric'),
          icon: <GenericIcon />,
          act: () => setAdding(true),
        },
      ]
    : [];
  const asks = reachOf(role, 'senders.request') !== undefined;
  const request = (
    <Button
      variant="contained"
      component={Link}
      to="/dashboard/sender-ids/apply"
      startIcon={<RequestIcon />}
    >
      {t('senders.request')}
    </Button>
  );
  return (
    <Page
      title={t('senders.title')}
      purpose={t('senders.purpose')}
      actions={
        <>
          <MoreMenu actions={more} />
          {reachOf(role, 'senders.approve') && (
            <Button
              variant="contained"
              component={Link}
              to="/dashboard/sender-ids/review"
              startIcon={<QueueIcon />}
            >
              {t('senders.queue')}
            </Button>
          )}
          {asks && request}
        </>
      }
    >
      <DataTable
        label={t('senders.title')}
        query={query}
        rowsOf={(page) => page.senderIds}
        keyOf={({ senderIdId }) => senderIdId}
        list={list}
        filters={FILTERS}
        nameLabel={t('senders.name')}
        nameWidth={15}
        name={({ senderId, senderIdId }) => ({ text: senderId, to: senderAddress(senderIdId) })}
        columns={columns}
        rowMenu={rowMenu}
        toolbar={
          <>
            <SearchField
              label={t('senders.search')}
              hint={t('senders.search')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            <ChoiceFilter
              name={t('senders.status')}
              chosen={statuses}
              choices={SENDER_STATUSES.map((value) => ({ value, label: statusWord(value) }))}
              onChange={(status) => list.filter({ status })}
            />
            {reachOf(role, 'clients.read') && (
              <ClientFilter
                name={t('senders.owner')}
                clientId={client}
                onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
              />
            )}
            <ChoiceFilter
              name={t('senders.operators.stateFilter')}
              chosen={registrations}
              choices={REGISTRATION_STATUSES.map((value) => ({
                value,
                label: t(`senders.operators.states.${value}`),
              }))}
              onChange={(registration) => list.filter({ registration })}
            />
            <ChoiceFilter
              name={t('senders.operators.filter')}
              chosen={operators}
              choices={OPERATORS.map((value) => ({ value, label: value }))}
              onChange={(operator) => list.filter({ operator })}
            />
            <ChoiceFilter
              name={t('senders.generic')}
              chosen={hidden ? ['hidden'] : []}
              choices={[
                {
                  value: 'hidden',
                  label: hidden ? t('senders.hideGenericOn') : t('senders.hideGeneric'),
                },
              ]}
              onChange={(generic) => list.filter({ generic })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<SenderIcon />}
            title={t('senders.empty')}
            text={asks ? t('senders.emptyText') : t('senders.emptyRead')}
            action={asks && request}
          />
        }
      />
      {dialog}
      {adding && <GenericDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}
