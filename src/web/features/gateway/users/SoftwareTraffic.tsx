import TrafficIcon from '@mui/icons-material/SwapVertOutlined';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { softwareUses, type CredentialUse } from '../../../../contract/api/software-use.ts';
import { ClientFilter } from '../../../parts/clients/ClientFilter.tsx';
import { useGet, useMe } from '../../../parts/queries.ts';
import { useTrafficWords } from '../../../parts/outcomes/useTrafficWords.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { Dotted } from '../../../ui/figures/Dotted.tsx';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { FigureRow } from '../../../ui/figures/FigureRow.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { Page, Section } from '../../../ui/page/Page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';

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
  const { clientId: myId } = useMe();
  return (
    <Page
      title={t('softwareUse.title')}
      purpose={t('softwareUse.purpose')}
      back={{ to: '/dashboard/jasmin/users', label: t('gateway.users.title') }}
    >
      <Rows isFluid>
        {query.data && query.data.credentials.length > 0 && <Total of={query.data.total} />}
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
          nameWidth={26}
          name={({ clientId, name, keyPrefix }) =>
            keyPrefix
              ? {
                  text: `${name} (${keyPrefix}…)`,
                  // The keys of others have no page: their owners alone see them.
                  ...(clientId === myId && { to: '/dashboard/settings/api-keys' }),
                }
              : { text: name, to: `/dashboard/jasmin/users?q=${encodeURIComponent(name)}` }
          }
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
      </Rows>
    </Page>
  );
}

/** Messages of all rows of the list, those of its other pages too. */
function Total({ of }: { of: Pick<CredentialUse, 'acceptedCount' | 'refused'> }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { refusedCount } = useTrafficWords();
  const refused = useRefusedShare();
  return (
    <Section>
      <FigureRow
        figures={[
          [t('softwareUse.messages'), number(of.acceptedCount + refusedCount(of))],
          [t('softwareUse.sumAccepted'), number(of.acceptedCount)],
          [t('softwareUse.sumRefused'), refused(of)],
        ]}
      />
    </Section>
  );
}

/** The refused messages, with their share of all: "3 (25%)". */
function useRefusedShare() {
  const { number, percent } = useFormat();
  const { refusedCount } = useTrafficWords();
  return (use: Pick<CredentialUse, 'acceptedCount' | 'refused'>) => {
    const refused = refusedCount(use);
    return refused === 0
      ? number(0)
      : `${number(refused)} (${percent(refused / (refused + use.acceptedCount))})`;
  };
}

function useColumns(): Column<CredentialUse>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { codes, reasons, refusedCount } = useTrafficWords();
  const refusedShare = useRefusedShare();
  return [
    {
      key: 'client',
      label: t('softwareUse.client'),
      from: 560,
      width: 24,
      onPhone: true,
      cell: ({ clientId, clientName }) => (
        <MuiLink component={Link} to={`/dashboard/clients/view/${clientId}`}>
          {clientName}
        </MuiLink>
      ),
      value: ({ clientName }) => clientName,
    },
    {
      key: 'source',
      label: t('softwareUse.source'),
      from: 760,
      onPhone: true,
      cell: ({ source }) => t(`softwareUse.sources.${source}`),
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
      key: 'refused',
      label: t('softwareUse.refused'),
      figure: true,
      onPhone: true,
      cell: refusedShare,
      value: refusedCount,
    },
    {
      key: 'why',
      label: t('softwareUse.why'),
      from: 640,
      grows: true,
      onPhone: true,
      cell: (use) =>
        use.refused.length === 0 ? null : (
          <Tooltip describeChild title={codes(use)}>
            <Box
              component="span"
              sx={(theme) => ({
                // Reasons that find no room in one line go on in the next: none is cut.
                whiteSpace: 'normal',
                // A phone has a reason in each line, at the edge of the other figures.
                [theme.breakpoints.down('sm')]: {
                  display: 'block',
                  textAlign: 'end',
                  '& > span > span': { ml: 0 },
                  '& > span > span > span': {
                    display: 'block',
                    pl: 0,
                    '&::before': { content: 'none' },
                  },
                },
              })}
            >
              <Dotted>
                {reasons(use).map((reason) => (
                  <span key={reason}>{reason}</span>
                ))}
              </Dotted>
            </Box>
          </Tooltip>
        ),
      value: codes,
    },
    {
      key: 'perMinute',
      label: t('softwareUse.perMinute'),
      figure: true,
      from: 900,
      onPhone: true,
      cell: ({ callsLastMinute }) => number(callsLastMinute),
      value: ({ callsLastMinute }) => callsLastMinute,
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
