import CodeIcon from '@mui/icons-material/PinOutlined';
import ProtectIcon from '@mui/icons-material/ShieldOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { VERIFICATION_STATUSES } from '../../../contract/api/rest-verifications.ts';
import { verifications, type Verification } from '../../../contract/api/verifications.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { ClientFilter } from '../../parts/clients/ClientFilter.tsx';
import { useGet, useMe } from '../../parts/queries.ts';
import { AfterList } from '../../ui/data-table/AfterList.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DATE_FILTERS, DateFilter, dateRange, rangeText } from '../../ui/lists/DateFilter.tsx';
import { Time, useFormat, useNow } from '../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../ui/lists/FilterPill.tsx';
import { Rows } from '../../ui/page/layout.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { StatusChip, useStatusWord } from '../../ui/figures/StatusChip.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { CodeCounts } from './CodeCounts.tsx';
import { CodeTexts } from './CodeTexts.tsx';

const FILTERS = ['status', 'client', ...DATE_FILTERS];
/** People watch it while their software sends codes. */
const EVERY = 10_000;

/** One-time codes that software has sent: how many were entered, by country and one by one. */
export function Verifications() {
  const { t } = useTranslation();
  const me = useMe();
  const word = useCodeWord();
  const list = useListAddress();
  const now = useNow();
  const seesTree = reachOf(me.clientAccessLevel, 'messaging.read') !== 'own';
  const { start, end } = dateRange(list, now);
  const clientId = list.value('client');
  const filter = {
    'filter.clientIds': clientId === '' ? [] : [clientId],
    'filter.startTimestamp': start,
    'filter.endTimestamp': end,
  };
  const statuses = VERIFICATION_STATUSES.filter((each) => list.values('status').includes(each));
  const query = useGet(
    verifications.list,
    { pageSize: list.pageSize, pageToken: list.token, ...filter, 'filter.statuses': statuses },
    { keep: true, every: () => EVERY },
  );
  const summary = useGet(verifications.summary, filter, { keep: true, every: () => EVERY });
  return (
    <Page
      title={t('verifications.title')}
      purpose={t('verifications.purpose')}
      actions={
        <Button
          component={Link}
          to="/dashboard/settings/protection"
          variant="outlined"
          color="inherit"
          startIcon={<ProtectIcon />}
        >
          {t('settings.tabs.protection')}
        </Button>
      }
    >
      <Rows gap={5}>
        <CodeCounts
          query={summary}
          days={rangeText(list, t) ?? t('verifications.allDays')}
          onStatus={(status) => list.filter({ status: [status] })}
        />
        <DataTable
          label={t('verifications.list')}
          query={query}
          rowsOf={(page) => page.verifications}
          keyOf={({ verificationId }) => verificationId}
          list={list}
          filters={FILTERS}
          nameLabel={t('verifications.phone')}
          nameWidth={16}
          nameFigure
          isEven
          name={({ phone }) => ({ text: phone })}
          columns={useColumns(seesTree)}
          toolbar={
            <>
              <ChoiceFilter
                name={t('verifications.status')}
                choices={VERIFICATION_STATUSES.map((value) => ({
                  value,
                  label: word(value),
                }))}
                chosen={list.values('status')}
                onChange={(status) => list.filter({ status })}
              />
              {seesTree && (
                <ClientFilter
                  name={t('verifications.client')}
                  clientId={clientId}
                  onChange={(client) => list.filter({ client: client === '' ? [] : [client] })}
                />
              )}
              <DateFilter name={t('verifications.started')} list={list} />
            </>
          }
          empty={
            <EmptyState
              icon={<CodeIcon />}
              title={t('verifications.empty')}
              text={t('verifications.emptyText')}
            />
          }
        />
        {reachOf(me.clientAccessLevel, 'messaging.send') !== undefined && (
          <AfterList query={query}>
            <CodeTexts />
          </AfterList>
        )}
      </Rows>
    </Page>
  );
}

function useColumns(seesTree: boolean): Column<Verification>[] {
  const { t } = useTranslation();
  const word = useCodeWord();
  const { number, country } = useFormat();
  return [
    {
      key: 'status',
      label: t('verifications.status'),
      onPhone: 'chip',
      cell: ({ status }) => <StatusChip status={status} word={word(status)} />,
    },
    {
      key: 'country',
      label: t('verifications.country'),
      from: 640,
      onPhone: 'line',
      cell: (row) => country(row.country),
    },
    {
      key: 'brand',
      label: t('verifications.brand'),
      from: 900,
      width: 20,
      onPhone: 'line',
      cell: ({ brand, test }) => (test ? t('verifications.test', { brand }) : brand),
    },
    ...(seesTree
      ? [
          {
            key: 'client',
            label: t('verifications.client'),
            from: 1000,
            width: 20,
            cell: ({ clientName }: Verification) => clientName,
          },
        ]
      : []),
    {
      key: 'sent',
      label: t('verifications.sent'),
      figure: true,
      from: 760,
      cell: ({ sendCount }) => number(sendCount),
      value: ({ sendCount }) => sendCount,
    },
    {
      key: 'tries',
      label: t('verifications.tries'),
      figure: true,
      from: 760,
      cell: ({ tries }) => number(tries),
      value: ({ tries }) => tries,
    },
    {
      key: 'started',
      label: t('verifications.started'),
      figure: true,
      onPhone: 'amount',
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
}

/** The states of a code: the good one is called entered, and a failed one by its only reason. */
function useCodeWord(): (status: string) => string {
  const { t } = useTranslation();
  const word = useStatusWord();
  return (status) =>
    status === 'VERIFIED'
      ? t('verifications.enteredOne')
      : status === 'FAILED'
        ? t('verifications.wrongCode')
        : word(status);
}
