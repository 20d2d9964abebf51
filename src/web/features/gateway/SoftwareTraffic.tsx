import TrafficIcon from '@mui/icons-material/SwapVertOutlined';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { softwareUses, type CredentialUse } from '../../../contract/api/software-use.ts';
import { ClientFilter } from '../../parts/ClientFilter.tsx';
import { useGet } from '../../parts/queries.ts';
import { useTrafficWords } from '../../parts/useTrafficWords.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { Time, useFormat } from '../../ui/figures.tsx';
import { Page } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';

/** Processes write their counts this often. */
const WRITTEN_MS = 5000;

/** Calls and messages of customers' software by credential, with the refusals by code. */
export function SoftwareTraffic() {
  const { t } = useTranslation();
  const list = useListAddress();
  const query = useGet(
    softwareUses.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.clientIds': list.values('client'),
    },
    { keep: true, every: () => WRITTEN_MS },
  );
  const columns = useColumns();
  return (
    <Page
      title={t('softwareUse.title')}
      purpose={t('softwareUse.purpose')}
      back={{ to: '/dashboard/jasmin/users', label: t('gateway.users.title') }}
    >
      <DataTable
        label={t('softwareUse.title')}
        query={query}
        rowsOf={(page) => page.credentials}
        keyOf={({ clientId, source, name, keyPrefix }) =>
          [clientId, source, keyPrefix ?? '', name].join(' ')
        }
        list={list}
        filters={['client']}
        nameLabel={t('softwareUse.credential')}
        name={({ name, keyPrefix }) => ({ text: keyPrefix ? `${name} (${keyPrefix}…)` : name })}
        columns={columns}
        toolbar={
          <ClientFilter
            name={t('softwareUse.client')}
            clientId={list.value('client')}
            onChange={(id) => list.filter({ client: id === '' ? [] : [id] })}
          />
        }
        empty={
          <EmptyState
            icon={<TrafficIcon />}
            title={t('softwareUse.empty')}
            text={t('softwareUse.emptyText')}
          />
        }
      />
    </Page>
  );
}

function useColumns(): Column<CredentialUse>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { codes, refusedCount } = useTrafficWords();
  const refused = (use: CredentialUse) => [number(refusedCount(use)), codes(use)].filter(Boolean);
  return [
    {
      key: 'client',
      label: t('softwareUse.client'),
      from: 560,
      width: 24,
      cell: ({ clientName }) => clientName,
    },
    {
      key: 'source',
      label: t('softwareUse.source'),
      from: 760,
      cell: ({ source }) => t(`softwareUse.sources.${source}`),
    },
    {
      key: 'refused',
      label: t('softwareUse.refused'),
      onPhone: true,
      width: 40,
      cell: (use) => (
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {refused(use).join(' · ')}
        </Box>
      ),
      value: (use) => refused(use).join(' · '),
    },
    {
      key: 'accepted',
      label: t('softwareUse.accepted'),
      figure: true,
      onPhone: true,
      cell: ({ acceptedCount }) => number(acceptedCount),
      value: ({ acceptedCount }) => acceptedCount,
    },
    {
      key: 'perMinute',
      label: t('softwareUse.perMinute'),
      figure: true,
      from: 900,
      cell: ({ callsPerMinute }) => number(callsPerMinute),
      value: ({ callsPerMinute }) => callsPerMinute,
    },
    {
      key: 'lastCall',
      label: t('softwareUse.lastCall'),
      figure: true,
      onPhone: true,
      cell: ({ lastCallTimestamp }) => <Time at={lastCallTimestamp} />,
    },
  ];
}
