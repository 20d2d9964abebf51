import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { connectors, type SmppConnector } from '../../../../contract/api/connectors.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { LIVE, useGet } from '../../../parts/queries.ts';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { DraftBar } from '../versions/DraftBar.tsx';
import { Page, Section } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { useAddressDialog } from '../../../ui/dialogs/useAddressDialog.ts';
import { ErrorState } from '../../../ui/page/states.tsx';
import { TabbedPage } from '../../../ui/page/TabbedPage.tsx';
import { CarrierErrors } from '../../../parts/carrier-errors/CarrierErrors.tsx';
import { CallbackSection } from './CallbackSection.tsx';
import { ConnectorSettings } from './ConnectorSettings.tsx';
import { Figures } from './ConnectorFigures.tsx';
import { History, type Span } from './History.tsx';
import { NewCodes } from './NewCodes.tsx';
import { CALLS, listAddress, pageAddress, useKind, type Connector } from './kinds.ts';
import { Pdus } from './Pdus.tsx';
import { StateOf, type Live } from './StateOf.tsx';
import { useConnectorActions } from './useConnectorActions.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { Notes } from './ConnectorNotes.tsx';
import { useLeadOn } from '../../../ui/page/useLeadOn.ts';

/** The parts of the page of a connector that sends. */
const PARTS = ['overview', 'errors', 'traffic', 'settings'] as const;

/** One connector: state, history, traffic and settings. */
export function ConnectorPage() {
  return <Found>{(kind, connector) => <ConnectorView kind={kind} connector={connector} />}</Found>;
}

/** The connector that the address names, once it is loaded; it is queried again while it is on a screen. */
export function Found({
  still,
  children,
}: {
  /** For a form, which sends all settings back: it begins from those that were read after it was opened, and keeps them. */
  still?: boolean;
  children(kind: ConnectorKind, connector: Connector): ReactNode;
}) {
  const { t } = useTranslation();
  const kind = useKind();
  const { cid = '' } = useParams();
  const [openedAt] = useState(Date.now);
  const query = useGet(CALLS[kind].get, { cid }, still ? { anew: true } : { every: () => LIVE });
  const isRead = !still || query.dataUpdatedAt >= openedAt;
  const back = { to: listAddress(kind), label: t(`connectors.${kind}.title`) };
  if (query.data && isRead) return <Box key={`${kind} ${cid}`}>{children(kind, query.data)}</Box>;
  if (!query.isError)
    return (
      <Page title={cid} back={back}>
        <Skeleton variant="rounded" height={420} />
      </Page>
    );
  const gone = query.error instanceof CallError && [400, 404].includes(query.error.status);
  return (
    <Page title={t('connectors.name')} back={back}>
      <Section>
        <ErrorState
          title={gone ? t('connectors.notFound') : t('list.failed')}
          text={gone ? t('connectors.notFoundText') : messageOf(query.error)}
          retry={gone ? undefined : () => void query.refetch()}
        />
      </Section>
    </Page>
  );
}

function ConnectorView({ kind, connector }: { kind: ConnectorKind; connector: Connector }) {
  const { t } = useTranslation();
  const leadOn = useLeadOn();
  const [parameters] = useSearchParams();
  const part = PARTS.find((name) => name === parameters.get('part')) ?? 'overview';
  const [span, setSpan] = useState<Span>(60);
  const [opened, setOpened] = useAddressDialog(['stop']);
  const { actionsOf, dialog } = useConnectorActions(kind, () => leadOn(listAddress(kind)), {
    stops: opened === 'stop' && connector.wanted === 'STARTED' ? connector : null,
    onClose: () => opened !== null && setOpened(null),
  });
  const sends = kind !== 'HTTP';
  const live = useGet(
    connectors.live,
    { cid: connector.cid, minutes: span },
    { every: () => LIVE, when: sends, keep: true },
  );
  const now: Live = live.data ?? connector;
  const actions = actionsOf(connector);
  const shown = actions.filter(({ key }) => ['start', 'stop', 'test'].includes(key));
  const edit = actions.find(({ key }) => key === 'edit');
  const frame = {
    title: connector.cid,
    back: { to: listAddress(kind), label: t(`connectors.${kind}.title`) },
    aside: <StateOf live={now} draft={connector.draft} />,
    actions: (
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
          <Button variant="contained" component={Link} to={edit.to} startIcon={edit.icon}>
            {edit.label}
          </Button>
        )}
        <RowMenu
          name={connector.cid}
          actions={actions.filter((action) => action !== edit && !shown.includes(action))}
        />
      </>
    ),
  };
  const notes = (
    <Notes
      connector={connector}
      kind={kind}
      live={now}
      withIncidents={part === 'overview' || part === 'errors'}
    />
  );
  const settings = (
    <Box
      sx={{
        display: 'grid',
        gap: 5,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          ...('callbackPath' in connector && { lg: 'repeat(2, minmax(0, 1fr))' }),
        },
        alignItems: 'start',
      }}
    >
      <ConnectorSettings kind={kind} connector={connector} />
      {'callbackPath' in connector && <CallbackSection connector={connector} />}
    </Box>
  );
  // Without traffic of its own there are settings alone.
  if (!sends || connector.draft === 'NEW')
    return (
      <Page {...frame}>
        <DraftBar cid={connector.cid} />
        <Rows isFluid>
          {notes}
          {settings}
        </Rows>
        {dialog}
      </Page>
    );
  return (
    <TabbedPage
      {...frame}
      tab={part}
      tabs={PARTS.map((name) => ({
        name,
        label: t(`connectors.parts.${name}`),
        to: pageAddress(kind, connector.cid) + (name === 'overview' ? '' : `?part=${name}`),
      }))}
      tabsLabel={t('connectors.partsOf', { name: connector.cid })}
    >
      <DraftBar cid={connector.cid} />
      <Rows isFluid>
        {notes}
        {part === 'overview' && (
          <>
            <Figures cid={connector.cid} live={now} />
            {isSmpp(connector) && <NewCodes connector={connector} />}
            <History history={live.data?.history} span={span} onSpan={setSpan} />
            <CarrierErrors cid={connector.cid} shows="rates" />
          </>
        )}
        {part === 'errors' && <CarrierErrors cid={connector.cid} shows="errors" />}
        {part === 'traffic' && <Pdus cid={connector.cid} />}
        {part === 'settings' && settings}
      </Rows>
      {dialog}
    </TabbedPage>
  );
}

/** The other kinds need none: HTTP connectors submit nothing, and generic ones have rules of their own. */
const isSmpp = (connector: Connector): connector is SmppConnector =>
  'retry_rules' in connector.settings;
