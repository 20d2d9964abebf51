import ConnectorIcon from '@mui/icons-material/CableOutlined';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Incident } from '../../../../contract/api/healing.ts';
import { SHOWN_STATES, type ShownState } from '../../../../contract/api/connector-state.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { LIVE, useGet } from '../../../parts/queries.ts';
import {
  useIncidentSentence,
  useOpenIncidents,
} from '../../../parts/monitoring/useOpenIncidents.ts';
import { DraftBar } from '../versions/DraftBar.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { isBlank } from '../../../ui/data-table/isBlank.ts';
import { type Column } from '../../../ui/data-table/column.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../../ui/lists/FilterPill.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { CALLS, createAddress, pageAddress, useKind, type Connector } from './kinds.ts';
import { routesIn, UsedBy } from '../UsedBy.tsx';
import { FirstCall, Presets } from './FirstConnector.tsx';
import { ProblemCell } from './ProblemCell.tsx';
import { StateOf } from './StateOf.tsx';
import { worstFirst } from './worstFirst.ts';
import { useConnectorActions } from './useConnectorActions.tsx';

/** Connectors of the kind that the address names, as they do now. */
export function ConnectorList() {
  const kind = useKind();
  return <List key={kind} kind={kind} />;
}

/** The states of a connector of the kind: an HTTP connector for incoming messages has no link. */
function statesOf(kind: ConnectorKind): ShownState[] {
  return SHOWN_STATES.filter((state) =>
    kind === 'HTTP' ? ['DRAFT', 'STARTED', 'STOPPED'].includes(state) : state !== 'STARTED',
  );
}

const FILTERS = ['q', 'state'];
/** As many as an installation has: the worst of a page come first, and pages hide those of the others. */
const USUAL = 100;

type PageOf = Output<(typeof CALLS)[ConnectorKind]['list']>;

function listed(page: PageOf): readonly Connector[] {
  if ('jasminSmppConnectors' in page) return page.jasminSmppConnectors;
  return 'httpConnectors' in page ? page.httpConnectors : page.genericConnectors;
}

/** The connectors of a page with those that need somebody first; of one state, the newest. */
const rowsOf = (page: PageOf): readonly Connector[] => worstFirst(listed(page));

function List({ kind }: { kind: ConnectorKind }) {
  const { t } = useTranslation();
  const list = useListAddress('', USUAL);
  const incidents = useOpenIncidents({ most: 200, when: kind !== 'HTTP' });
  const columns = useColumns(
    kind,
    new Map(incidents.toReversed().map((incident) => [incident.cid, incident])),
  );
  const { actionsOf, dialog } = useConnectorActions(kind);
  const wordOf = useStatusWord();
  const states = SHOWN_STATES.filter((state) => list.values('state').includes(state));
  const query = useGet(
    CALLS[kind].list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.query': list.value('q') || undefined,
      'filter.states': states,
    },
    { keep: true, every: () => LIVE },
  );
  const create = (
    <Button
      variant="contained"
      startIcon={<ConnectorIcon />}
      component={Link}
      to={createAddress(kind)}
    >
      {t(`connectors.${kind}.create`)}
    </Button>
  );
  return (
    <Page
      title={t(`connectors.${kind}.title`)}
      purpose={t(`connectors.${kind}.purpose`)}
      actions={!isBlank(query, list, FILTERS, rowsOf) && create}
    >
      <DraftBar />
      <DataTable<Connector, PageOf>
        label={t(`connectors.${kind}.title`)}
        query={query}
        rowsOf={rowsOf}
        keyOf={({ cid }) => cid}
        list={list}
        filters={FILTERS}
        nameLabel={t('connectors.name')}
        {...(kind !== 'HTTP' && { nameWidth: 25 })}
        name={({ cid }) => ({ text: cid, to: pageAddress(kind, cid) })}
        columns={columns}
        rowMenu={(connector) => <RowMenu name={connector.cid} actions={actionsOf(connector)} />}
        toolbar={
          <>
            <SearchField
              label={t(`connectors.${kind}.search`)}
              hint={t(`connectors.${kind}.search`)}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            <ChoiceFilter
              name={t('connectors.state')}
              choices={statesOf(kind).map((state) => ({ value: state, label: wordOf(state) }))}
              chosen={list.values('state')}
              onChange={(state) => list.filter({ state })}
            />
          </>
        }
        empty={
          <>
            <EmptyState
              icon={<ConnectorIcon />}
              title={t(`connectors.${kind}.empty`)}
              text={t(`connectors.${kind}.emptyText`)}
              action={kind === 'GENERIC' ? <Presets /> : create}
            />
            {kind === 'HTTP' && <FirstCall />}
          </>
        }
      />
      {dialog}
    </Page>
  );
}

/** Host and port of an SMPP connector, the address of the others. */
export function carrierOf({ settings }: Connector): string {
  return 'host' in settings ? `${settings.host}:${settings.port}` : settings.url;
}

function useColumns(
  kind: ConnectorKind,
  /** The latest open one of each connector. */
  incidents: ReadonlyMap<string, Incident>,
): Column<Connector>[] {
  const { t } = useTranslation();
  const { number, pace } = useFormat();
  /** The incident of a link that is well itself. */
  const incidentOf = ({ cid, state }: Connector) =>
    state === 'BOUND' ? incidents.get(cid) : undefined;
  const { sentence } = useIncidentSentence();
  const state: Column<Connector> = {
    key: 'state',
    label: t('connectors.state'),
    onPhone: true,
    cell: (connector) => <StateOf live={connector} draft={connector.draft} />,
    value: ({ state: now, wanted }) => now ?? wanted,
  };
  const carrier: Column<Connector> = {
    key: 'carrier',
    label: t(kind === 'SMPP' ? 'connectors.carrier' : 'connectors.address'),
    from: kind === 'HTTP' ? 480 : 1400,
    width: 34,
    onPhone: kind === 'HTTP',
    cell: (connector) => (
      <Tooltip describeChild title={carrierOf(connector)}>
        <span>{carrierOf(connector)}</span>
      </Tooltip>
    ),
    value: carrierOf,
  };
  const configuration: Column<Connector> = {
    key: 'draft',
    label: t('connectors.configuration'),
    from: kind === 'HTTP' ? 700 : 1160,
    cell: ({ draft }) => t(`connectors.draft.${draft}`),
  };
  const usedBy: Column<Connector> = {
    key: 'usedBy',
    label: t('connectors.usedBy'),
    from: 1280,
    width: 20,
    cell: (connector) => (
      <UsedBy
        usedBy={connector.usedBy}
        of={{ cid: connector.cid }}
        none={t('connectors.notUsed')}
      />
    ),
    value: ({ usedBy }) => routesIn(usedBy),
  };
  if (kind === 'HTTP') {
    return [
      state,
      carrier,
      {
        key: 'method',
        label: t('connectors.method'),
        from: 760,
        cell: ({ settings }) => ('method' in settings ? settings.method : ''),
      },
      {
        key: 'signed',
        label: t('connectors.signed'),
        from: 860,
        cell: (connector) =>
          t('signed' in connector && connector.signed ? 'connectors.yes' : 'connectors.no'),
      },
      configuration,
      { ...usedBy, from: 640, onPhone: true },
    ];
  }
  return [
    state,
    {
      key: 'wanted',
      label: t('connectors.wanted'),
      from: 1160,
      cell: ({ wanted }) => t(`connectors.wantedWords.${wanted}`),
    },
    {
      key: 'problem',
      label: t('connectors.problem'),
      from: 700,
      grows: true,
      onPhone: true,
      cell: (connector) => {
        const incident = incidentOf(connector);
        return incident === undefined && connector.lastError === null ? (
          DASH
        ) : (
          <ProblemCell connector={connector} incident={incident} />
        );
      },
      value: (connector) => {
        const incident = incidentOf(connector);
        return incident ? sentence(incident) : connector.lastError;
      },
    },
    {
      key: 'perSecond',
      label: t('connectors.perSecond'),
      figure: true,
      from: 560,
      onPhone: true,
      cell: ({ messagesPerSecond, draft }) => (draft === 'NEW' ? DASH : pace(messagesPerSecond)),
      value: ({ messagesPerSecond }) => messagesPerSecond,
    },
    {
      key: 'window',
      label: t('connectors.window'),
      figure: true,
      from: 740,
      onPhone: true,
      cell: ({ windowInUse, window, draft }) =>
        draft === 'NEW'
          ? DASH
          : t('connectors.windowText', { used: number(windowInUse), size: number(window) }),
      value: ({ windowInUse }) => windowInUse,
    },
    {
      key: 'queue',
      label: t('connectors.queue'),
      figure: true,
      from: 480,
      onPhone: true,
      cell: ({ queueLength, draft }) => (draft === 'NEW' ? DASH : number(queueLength)),
      value: ({ queueLength }) => queueLength,
    },
    {
      key: 'receipts',
      label: t('connectors.receipts'),
      figure: true,
      from: 900,
      onPhone: true,
      cell: ({ receiptsOutstanding, draft }) =>
        receiptsOutstanding === null || draft === 'NEW' ? DASH : number(receiptsOutstanding),
      value: ({ receiptsOutstanding }) => receiptsOutstanding,
    },
    carrier,
    configuration,
    usedBy,
  ];
}
