/** The clients below a client. */
import ClientsIcon from '@mui/icons-material/GroupsOutlined';
import InviteIcon from '@mui/icons-material/MailOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { clients } from '../../../contract/api/clients.ts';
import type { Client } from '../../../contract/api/client-fields.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { clientAddress, useClientColumns } from './columns.tsx';
import { choosesParent } from './permissions.ts';
import { useClientActions } from './useClientActions.tsx';

export function ClientChildren({ client }: { client: Client }) {
  const { t } = useTranslation();
  const me = useMe();
  const list = useListAddress();
  const { actionsOf, dialog } = useClientActions();
  const query = useGet(
    clients.list,
    { pageSize: list.pageSize, pageToken: list.token, 'filter.parentIds': [client.clientId] },
    { keep: true },
  );
  const columns = useClientColumns(query.data?.clients, { withParent: false });
  const invites =
    choosesParent(me.clientAccessLevel) &&
    (client.clientStatus === 'ACTIVE' || client.clientStatus === 'SHOULD_UPDATE_DETAILS');
  return (
    <Box component="section">
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'center',
          gap: 3,
          flexWrap: 'wrap',
          mb: 1,
        }}
      >
        <Typography variant="h2">{t('clients.children')}</Typography>
        {invites && (
          <Button
            variant="outlined"
            color="inherit"
            size="small"
            component={RouterLink}
            to={`/dashboard/clients/invite?under=${client.clientId}`}
            startIcon={<InviteIcon />}
          >
            {t('clients.invite')}
          </Button>
        )}
      </Box>
      <DataTable
        label={t('clients.children')}
        query={query}
        rowsOf={(page) => page.clients}
        keyOf={({ clientId }) => clientId}
        list={list}
        filters={[]}
        nameLabel={t('clients.name')}
        name={({ clientName, clientId }) => ({ text: clientName, to: clientAddress(clientId) })}
        columns={columns}
        rowMenu={(child) => <RowMenu name={child.clientName} actions={actionsOf(child)} />}
        empty={
          <EmptyState
            icon={<ClientsIcon />}
            title={t('clients.childrenEmpty')}
            text={t('clients.childrenEmptyText')}
          />
        }
      />
      {dialog}
    </Box>
  );
}
