import ClientsIcon from '@mui/icons-material/GroupsOutlined';
import InviteIcon from '@mui/icons-material/MailOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useParams } from 'react-router';
import { clients } from '../../../contract/api/clients.ts';
import { MAY_CREATE, type Client } from '../../../contract/api/client-fields.ts';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { CallError, messageOf } from '../../api/call.ts';
import { ClientAvatar } from '../../parts/ClientAvatar.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { Facts, Page, Section } from '../../ui/Page.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { AdjustDialog } from '../../parts/wallet/AdjustDialog.tsx';
import { ClientRates } from '../../parts/wallet/ClientRates.tsx';
import { TransferDialog } from '../../parts/wallet/TransferDialog.tsx';
import { PendingContact } from '../../parts/PendingContact.tsx';
import { clientAddress, useClientColumns } from './columns.tsx';
import { useDetailNames } from './detailNames.ts';
import { Limits } from './Limits.tsx';
import { choosesParent, seesPrivileged } from './standing.ts';
import { useClientActions } from './useClientActions.tsx';

/** What is done now and then. */
const IN_MENU: readonly string[] = [
  'brand',
  'resetPassword',
  'changeLevel',
  'move',
  'removeStrongSignIn',
  'block',
];

export function ClientPage() {
  const { t } = useTranslation();
  const { clientId = '' } = useParams();
  const me = useMe();
  const query = useGet(clients.get, {
    clientId,
    ...(seesPrivileged(me, clientId) && { privilege: 'true' }),
  });
  const { actionsOf, dialog } = useClientActions();
  const client = query.data;
  const back = { to: '/dashboard/clients', label: t('clients.back') };
  if (client === undefined) {
    if (!query.isError)
      return (
        <Page title={t('loading')} back={back}>
          <Waiting />
        </Page>
      );
    const gone = query.error instanceof CallError && [400, 403, 404].includes(query.error.status);
    return (
      <Page title={t('clients.name')} back={back}>
        <Section>
          <ErrorState
            title={gone ? t('clients.notFound') : t('list.failed')}
            text={gone ? t('clients.notFoundText') : messageOf(query.error)}
            retry={gone ? undefined : () => void query.refetch()}
          />
        </Section>
      </Page>
    );
  }
  const actions = actionsOf(client);
  const shown = actions.filter(({ key }) => key !== 'edit' && !IN_MENU.includes(key));
  const edit = actions.find(({ key }) => key === 'edit');
  const rest = actions.filter(({ key }) => IN_MENU.includes(key));
  return (
    <Page
      title={client.clientName}
      back={back}
      aside={<StatusChip status={client.clientStatus} />}
      purpose={t(`roles.${client.accessLevel}`)}
      actions={
        <>
          {shown.map(
            (action) =>
              'act' in action && (
                <Button
                  key={action.key}
                  variant="outlined"
                  color="inherit"
                  startIcon={action.icon}
                  onClick={action.act}
                >
                  {action.label}
                </Button>
              ),
          )}
          {edit && 'to' in edit && (
            <Button variant="contained" component={RouterLink} to={edit.to} startIcon={edit.icon}>
              {edit.label}
            </Button>
          )}
          <RowMenu name={client.clientName} actions={rest} />
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Standing client={client} />
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.5fr) minmax(0, 1fr)' },
            alignItems: 'start',
          }}
        >
          <Details client={client} />
          <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <Balance client={client} />
            {client.requiresCampaignApproval !== undefined && <Limits client={client} />}
          </Box>
        </Box>
        {MAY_CREATE[client.accessLevel].length > 0 && <Children client={client} />}
        {client.rates && <ClientRates clientId={client.clientId} />}
      </Box>
      {dialog}
    </Page>
  );
}

/** Why it stands where it stands, and what has to happen. */
function Standing({ client: { clientStatus: status, missingDetails } }: { client: Client }) {
  const { t } = useTranslation();
  const nameOf = useDetailNames();
  switch (status) {
    case 'ACTIVE':
      return null;
    case 'BLOCKED':
      return <Alert severity="error">{t('clients.standing.BLOCKED')}</Alert>;
    case 'SHOULD_UPDATE_DETAILS':
      return (
        <Alert severity="info">
          {t('clients.standing.SHOULD_UPDATE_DETAILS', {
            fields: missingDetails.map(nameOf).join(', '),
          })}
        </Alert>
      );
    default:
      return <Alert severity="info">{t(`clients.standing.${status}`)}</Alert>;
  }
}

function Details({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const person = [client.firstName, client.lastName, client.otherNames].filter(Boolean).join(' ');
  const copied = (value: string | null, name: string) =>
    value === null ? (
      DASH
    ) : (
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        {value}
        <CopyButton value={value} name={name} />
      </Box>
    );
  return (
    <Section title={t('clients.details')}>
      {(client.pendingEmail !== null || client.pendingPhone !== null) && (
        <Box sx={{ mb: 5 }}>
          <PendingContact client={client} />
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 5, flexDirection: { xs: 'column', sm: 'row' } }}>
        <ClientAvatar name={client.clientName} profileUrl={client.profileUrl} size={64} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Facts
            rows={[
              client.accountType === 'COMPANY'
                ? [t('fields.companyName'), client.companyName ?? DASH]
                : null,
              [
                client.accountType === 'COMPANY' ? t('clients.person') : t('clients.name'),
                person === '' ? DASH : person,
              ],
              [t('fields.email'), copied(client.email, t('fields.email'))],
              [t('fields.phone'), copied(client.phone, t('fields.phone'))],
              [
                t('fields.country'),
                COUNTRIES.find(({ code }) => code === client.country)?.label ?? client.country,
              ],
              [t('fields.timezone'), client.timezone],
              [t('clients.language'), languageOf(client.language, t)],
              client.website === null
                ? null
                : [
                    t('fields.website'),
                    <Link
                      key="website"
                      href={client.website}
                      target="_blank"
                      rel="noopener noreferrer"
                    >
                      {client.website}
                    </Link>,
                  ],
              [
                t('clients.parent'),
                client.parentId === null ? (
                  DASH
                ) : (
                  <Link key="parent" component={RouterLink} to={clientAddress(client.parentId)}>
                    {client.parentName}
                  </Link>
                ),
              ],
              [
                t('clients.twoFactor'),
                client.use2fa
                  ? t('clients.on', { channel: t(`fields.channels.${client.otpChannel}`) })
                  : t('clients.off'),
              ],
              [
                t('clients.lastSignIn'),
                client.lastSignInTimestamp === null ? (
                  t('clients.never')
                ) : (
                  <Time key="signed" at={client.lastSignInTimestamp} />
                ),
              ],
              [t('clients.created'), exact(client.createTimestamp)],
            ]}
          />
        </Box>
      </Box>
    </Section>
  );
}

function languageOf(code: string, t: TFunction): string {
  return code === 'en' || code === 'pt' || code === 'sw' ? t(`clients.languages.${code}`) : code;
}

function Balance({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const low = client.lowUnitsNotifyLevel > 0 && client.smsBalance < client.lowUnitsNotifyLevel;
  const alerts = [...client.emailAlerts, ...client.smsAlerts];
  const me = useMe();
  const [open, setOpen] = useState<'transfer' | 'adjust' | null>(null);
  const may = (permission: 'purchases.transfer' | 'platform.edit') =>
    !me.impersonated && reachOf(me.clientAccessLevel, permission) !== undefined;
  return (
    <Section title={t('clients.balance')}>
      <Typography
        variant="figure"
        component="p"
        sx={{ mb: 3, color: low ? 'warning.main' : undefined }}
      >
        {number(client.smsBalance)}
        <Typography
          component="span"
          color="textSecondary"
        >{` ${t('shell.units', { count: client.smsBalance })}`}</Typography>
      </Typography>
      <Facts
        rows={[
          [
            t('clients.lowLevel'),
            client.lowUnitsNotifyLevel === 0
              ? t('clients.never')
              : number(client.lowUnitsNotifyLevel),
          ],
          [t('clients.alerts'), alerts.length === 0 ? DASH : alerts.join(', ')],
        ]}
      />
      <Box
        sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 4, '&:empty': { display: 'none' } }}
      >
        {may('purchases.transfer') && client.clientId !== me.clientId && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => setOpen('transfer')}
          >
            {t('wallet.transfer.title')}
          </Button>
        )}
        {may('platform.edit') && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setOpen('adjust')}>
            {t('wallet.adjust.button')}
          </Button>
        )}
      </Box>
      {open === 'transfer' && <TransferDialog to={client} onClose={() => setOpen(null)} />}
      {open === 'adjust' && (
        <AdjustDialog
          clientId={client.clientId}
          clientName={client.clientName}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

function Children({ client }: { client: Client }) {
  const { t } = useTranslation();
  const me = useMe();
  const list = useListAddress();
  const columns = useClientColumns({ withParent: false });
  const { actionsOf, dialog } = useClientActions();
  const query = useGet(
    clients.list,
    { pageSize: list.pageSize, pageToken: list.token, 'filter.parentIds': [client.clientId] },
    { keep: true },
  );
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

function Waiting() {
  return (
    <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', lg: '1.5fr 1fr' } }}>
      <Skeleton variant="rounded" height={360} />
      <Skeleton variant="rounded" height={260} />
    </Box>
  );
}
