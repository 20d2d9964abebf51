import TrafficIcon from '@mui/icons-material/SwapVertOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useParams, useSearchParams } from 'react-router';
import { clients } from '../../../contract/api/clients.ts';
import { MAY_CREATE, type Client } from '../../../contract/api/client-fields.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { useGet, useMe } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { Page, Section } from '../../ui/page/Page.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { TabbedPage } from '../../ui/page/TabbedPage.tsx';
import { ClientRates } from '../../parts/wallet/ClientRates.tsx';
import { useDetailNames } from './detailNames.ts';
import { Limits } from './Limits.tsx';
import { seesPrivileged } from './permissions.ts';
import { useClientActions } from './useClientActions.tsx';
import { ClientDetails } from './ClientDetails.tsx';
import { ClientBalance } from './ClientBalance.tsx';
import { ClientActivity } from './ClientActivity.tsx';
import { ClientCampaigns } from './ClientCampaigns.tsx';
import { shownClientStatus } from './columns.tsx';
import { ClientChildren } from './ClientChildren.tsx';
import { Rows } from '../../ui/page/layout.tsx';

/** Occasional actions. */
const IN_MENU: readonly string[] = [
  'brand',
  'resetPassword',
  'changeLevel',
  'move',
  'removeStrongSignIn',
  'block',
];

/** The cards of the overview in two columns, and below each other, with the balance first. */
const BESIDE = ['activity', 'balance', 'details', 'campaigns'] as const;
const BELOW = ['balance', 'activity', 'campaigns', 'details'] as const;

/** The parts of a client's page, as far as the viewer and the client have them. */
const PARTS = ['overview', 'clients', 'terms'] as const;

export function ClientPage() {
  const { t } = useTranslation();
  const { clientId = '' } = useParams();
  const me = useMe();
  const [parameters] = useSearchParams();
  const query = useGet(clients.get, {
    clientId,
    ...(seesPrivileged(me, clientId) && { privilege: 'true' }),
  });
  const { actionsOf, dialog } = useClientActions();
  // The order of the document is the one of the screen, as the keyboard follows it.
  const overview = useMediaQuery('(min-width: 1224px)') ? BESIDE : BELOW;
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
  const operates = reachOf(me.clientAccessLevel, 'gateway') !== undefined;
  const rest = [
    ...(operates
      ? [
          {
            key: 'traffic',
            label: t('softwareUse.title'),
            icon: <TrafficIcon />,
            to: `/dashboard/jasmin/software-traffic?client=${encodeURIComponent(clientId)}`,
          },
        ]
      : []),
    ...actions.filter(({ key }) => IN_MENU.includes(key)),
  ];
  const hasLimits = client.requiresCampaignApproval !== undefined;
  const has = {
    overview: true,
    clients: MAY_CREATE[client.accessLevel].length > 0,
    terms: client.rates !== undefined || hasLimits,
  };
  const parts = PARTS.filter((name) => has[name]);
  const readsActivity = reachOf(me.clientAccessLevel, 'clients.read') !== undefined;
  const cards = {
    activity: readsActivity && <ClientActivity client={client} />,
    balance: <ClientBalance client={client} />,
    details: <ClientDetails client={client} />,
    campaigns: readsActivity && <ClientCampaigns clientId={client.clientId} />,
  };
  const part = parts.find((name) => name === parameters.get('part')) ?? 'overview';
  return (
    <TabbedPage
      title={client.clientName}
      back={back}
      tab={part}
      tabs={parts.map((name) => ({
        name,
        label: t(`clients.parts.${name}`),
        to: `/dashboard/clients/view/${clientId}${name === 'overview' ? '' : `?part=${name}`}`,
      }))}
      tabsLabel={t('clients.partsOf', { name: client.clientName })}
      aside={<StatusChip status={shownClientStatus(client)} />}
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
      <Rows isFluid>
        <Standing client={client} />
        {part === 'overview' && (
          <Box
            sx={{
              display: 'grid',
              gap: 5,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.5fr) minmax(0, 1fr)' },
              alignItems: 'start',
            }}
          >
            {overview.map((name) => (
              <Fragment key={name}>{cards[name]}</Fragment>
            ))}
          </Box>
        )}
        {part === 'clients' && <ClientChildren client={client} />}
        {part === 'terms' && (
          <Box
            sx={{
              display: 'grid',
              gap: 5,
              gridTemplateColumns: {
                xs: 'minmax(0, 1fr)',
                lg: hasLimits ? 'minmax(0, 2fr) minmax(0, 1fr)' : 'minmax(0, 1fr)',
              },
              alignItems: 'start',
            }}
          >
            {client.rates && <ClientRates clientId={client.clientId} />}
            {hasLimits && <Limits client={client} />}
          </Box>
        )}
      </Rows>
      {dialog}
    </TabbedPage>
  );
}

/** The reason of the account's status, and the next step. */
function Standing({
  client: { clientStatus: status, missingDetails, blocked },
}: {
  client: Client;
}) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const nameOf = useDetailNames();
  const blockedWords = (name: string | null, time: string) =>
    name === null ? t('clients.blockedAt', { time }) : t('clients.blockedBy', { name, time });
  switch (status) {
    case 'ACTIVE':
      return null;
    case 'BLOCKED':
      return (
        <Alert severity="error">
          {t('clients.standing.BLOCKED')}
          {blocked && ` ${blockedWords(blocked.actorName, exact(blocked.timestamp))}`}
        </Alert>
      );
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

function Waiting() {
  return (
    <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', lg: '1.5fr 1fr' } }}>
      <Skeleton variant="rounded" height={360} />
      <Skeleton variant="rounded" height={260} />
    </Box>
  );
}
