import DoneIcon from '@mui/icons-material/DoneAllOutlined';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { healing, INCIDENT_STATUSES, type Incident } from '../../../../contract/api/healing.ts';
import { StatusFrame } from '../../../parts/monitoring/StatusFrame.tsx';
import { useGet } from '../../../parts/queries.ts';
import { type Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../../ui/lists/FilterPill.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { useCarrierConnectors } from '../useCarrierConnectors.ts';
import { IncidentStatus } from './IncidentStatus.tsx';
import { useIncidentWords } from './useIncidentWords.ts';

const EVERY = 10_000;

/** Connectors that left their normal range for a network, and what was moved away from them. */
export function Incidents() {
  const { t } = useTranslation();
  const list = useListAddress();
  const statuses = INCIDENT_STATUSES.filter((status) => list.values('status').includes(status));
  const query = useGet(
    healing.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.statuses': statuses,
      'filter.connectors': list.values('connector'),
    },
    { keep: true, every: () => EVERY },
  );
  const connectors = useCarrierConnectors();
  const columns = useColumns();
  const { title } = useIncidentWords();
  return (
    <StatusFrame
      tab="incidents"
      purpose={t('incidents.purpose')}
      actions={
        <Tooltip describeChild title={t('incidents.limits.openHelp')}>
          <Button
            component={Link}
            to="/dashboard/status/healing-limits"
            variant="outlined"
            color="inherit"
          >
            {t('incidents.limits.open')}
          </Button>
        </Tooltip>
      }
    >
      <DataTable
        label={t('monitoring.tabs.incidents')}
        query={query}
        rowsOf={(page) => page.incidents}
        keyOf={({ incidentId }) => incidentId}
        list={list}
        filters={['status', 'connector']}
        nameLabel={t('incidents.incident')}
        nameWidth={28}
        name={(incident) => ({
          text: title(incident),
          to: `/dashboard/status/incidents/${incident.incidentId}`,
        })}
        columns={columns}
        toolbar={
          <>
            <ChoiceFilter
              name={t('incidents.status')}
              chosen={statuses}
              choices={INCIDENT_STATUSES.map((value) => ({
                value,
                label: t(`incidents.statuses.${value}`),
              }))}
              onChange={(status) => list.filter({ status })}
            />
            <ChoiceFilter
              name={t('incidents.connector')}
              chosen={list.values('connector')}
              choices={connectors.map((value) => ({ value, label: value }))}
              onChange={(connector) => list.filter({ connector })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<DoneIcon />}
            title={t('incidents.empty')}
            text={t('incidents.emptyText')}
          />
        }
      />
    </StatusFrame>
  );
}

function useColumns(): Column<Incident>[] {
  const { t } = useTranslation();
  const { rate, percent } = useFormat();
  const { route } = useIncidentWords();
  return [
    {
      key: 'status',
      label: t('incidents.status'),
      onPhone: true,
      cell: (incident) => <IncidentStatus incident={incident} />,
    },
    {
      key: 'onTime',
      label: t('incidents.onTime'),
      figure: true,
      onPhone: true,
      cell: ({ figures }) => (figures.sent === 0 ? rate(0) : rate(figures.onTime / figures.sent)),
    },
    {
      key: 'usual',
      label: t('incidents.usual'),
      figure: true,
      from: 700,
      onPhone: true,
      cell: ({ figures }) => rate(figures.usual),
    },
    {
      key: 'moved',
      label: t('incidents.moved'),
      figure: true,
      from: 560,
      onPhone: true,
      cell: ({ keep }) => (keep < 1 ? percent(1 - keep) : t('incidents.nothingMoved')),
      value: ({ keep }) => percent(1 - keep),
    },
    { key: 'route', label: t('incidents.route'), from: 1160, cell: route },
    {
      key: 'reason',
      label: t('incidents.reason'),
      grows: true,
      from: 860,
      onPhone: true,
      cell: ({ reason }) => t(`incidents.reasons.${reason}`),
    },
    {
      key: 'began',
      label: t('incidents.began'),
      figure: true,
      from: 600,
      onPhone: true,
      cell: ({ beganTimestamp }) => <Time at={beganTimestamp} />,
    },
  ];
}
