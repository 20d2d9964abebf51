import DoneIcon from '@mui/icons-material/DoneAllOutlined';
import WriteOffIcon from '@mui/icons-material/RemoveCircleOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  LOSS_REASONS,
  unconfirmed,
  type UnconfirmedMessage,
} from '../../../../contract/api/unconfirmed.ts';
import { ClientFilter } from '../../../parts/clients/ClientFilter.tsx';
import { StatusFrame } from '../../../parts/monitoring/StatusFrame.tsx';
import { useGet } from '../../../parts/queries.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../../ui/lists/FilterPill.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { DecisionDialog, type Decision } from './DecisionDialog.tsx';
import { useCarrierConnectors } from '../useCarrierConnectors.ts';

const FILTERS = ['connector', 'client', 'reason', 'minutes'];
/** Minutes since the submission, as the address has them. */
const AGES = { '5': 'fiveMinutes', '15': 'quarterHour', '60': 'hour' } as const;
const isAge = (minutes: string): minutes is keyof typeof AGES => Object.hasOwn(AGES, minutes);

/** Messages whose answer was lost, to be sent again or written off. */
export function Unconfirmed() {
  const { t } = useTranslation();
  const list = useListAddress();
  const [decision, setDecision] = useState<Decision | null>(null);
  const reasons = LOSS_REASONS.filter((reason) => list.values('reason').includes(reason));
  const age = [list.value('minutes')].find(isAge);
  const query = useGet(
    unconfirmed.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.connectors': list.values('connector'),
      'filter.clientIds': list.values('client'),
      'filter.reasons': reasons,
      'filter.minutes': age,
    },
    { keep: true },
  );
  const connectors = useCarrierConnectors();
  const columns = useColumns();
  return (
    <StatusFrame tab="unconfirmed" purpose={t('unconfirmed.purposes.messages')}>
      <DataTable
        label={t('unconfirmed.tabs.messages')}
        query={query}
        rowsOf={(page) => page.messages}
        keyOf={({ messageId }) => messageId}
        list={list}
        filters={FILTERS}
        nameLabel={t('unconfirmed.phone')}
        nameWidth={15}
        nameFigure
        name={({ phone, messageId }) => ({
          text: phone,
          to: `/dashboard/campaigns/sent-messages/${messageId}`,
        })}
        columns={columns}
        rowMenu={(row) => (
          <RowMenu
            name={row.phone}
            actions={[
              ...(row.obstacle === null
                ? [
                    {
                      key: 'again',
                      label: t('unconfirmed.sendAgain'),
                      icon: <SendIcon />,
                      act: () => setDecision({ kind: 'sendAgain', rows: [row] }),
                    },
                  ]
                : []),
              {
                key: 'off',
                label: t('unconfirmed.writeOff'),
                icon: <WriteOffIcon />,
                act: () => setDecision({ kind: 'writeOff', rows: [row] }),
              },
            ]}
          />
        )}
        selection={{
          actions: (rows, clear) => (
            <>
              <Button
                size="small"
                startIcon={<SendIcon />}
                onClick={() => setDecision({ kind: 'sendAgain', rows, clear })}
              >
                {t('unconfirmed.sendAgain')}
              </Button>
              <Button
                size="small"
                startIcon={<WriteOffIcon />}
                onClick={() => setDecision({ kind: 'writeOff', rows, clear })}
              >
                {t('unconfirmed.writeOff')}
              </Button>
            </>
          ),
        }}
        toolbar={
          <>
            <ChoiceFilter
              name={t('unconfirmed.connector')}
              chosen={list.values('connector')}
              choices={connectors.map((value) => ({ value, label: value }))}
              onChange={(connector) => list.filter({ connector })}
            />
            <ClientFilter
              name={t('unconfirmed.client')}
              clientId={list.value('client')}
              onChange={(clientId) => list.filter({ client: clientId === '' ? [] : [clientId] })}
            />
            <ChoiceFilter
              name={t('unconfirmed.reason')}
              chosen={reasons}
              choices={LOSS_REASONS.map((value) => ({
                value,
                label: t(`unconfirmed.reasons.${value}`),
              }))}
              onChange={(reason) => list.filter({ reason })}
            />
            <ChoiceFilter
              name={t('unconfirmed.age')}
              chosen={age === undefined ? [] : [age]}
              choices={Object.entries(AGES).map(([value, word]) => ({
                value,
                label: t(`unconfirmed.ages.${word}`),
              }))}
              onChange={(minutes) => list.filter({ minutes: minutes.slice(-1) })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<DoneIcon />}
            title={t('unconfirmed.empty')}
            text={t('unconfirmed.emptyText')}
          />
        }
      />
      {decision && <DecisionDialog decision={decision} onClose={() => setDecision(null)} />}
    </StatusFrame>
  );
}

function useColumns(): Column<UnconfirmedMessage>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    {
      key: 'client',
      label: t('unconfirmed.client'),
      onPhone: true,
      grows: true,
      cell: ({ clientName }) => clientName,
    },
    {
      key: 'campaign',
      label: t('unconfirmed.campaign'),
      from: 1500,
      cell: ({ campaignName }) => campaignName ?? DASH,
    },
    {
      key: 'sender',
      label: t('unconfirmed.sender'),
      from: 1300,
      cell: ({ senderId }) => senderId,
    },
    {
      key: 'connector',
      label: t('unconfirmed.connector'),
      cell: ({ connectorId }) => connectorId ?? DASH,
    },
    {
      key: 'reason',
      label: t('unconfirmed.reason'),
      onPhone: true,
      from: 900,
      cell: ({ reason }) => (reason === null ? DASH : t(`unconfirmed.reasons.${reason}`)),
    },
    {
      key: 'submitted',
      label: t('unconfirmed.submitted'),
      figure: true,
      onPhone: true,
      cell: ({ submitTimestamp }) => <Time at={submitTimestamp} />,
    },
    {
      key: 'giveUp',
      label: t('unconfirmed.giveUp'),
      figure: true,
      from: 1100,
      cell: ({ giveUpTimestamp }) => <Time at={giveUpTimestamp} />,
    },
    {
      key: 'units',
      label: t('unconfirmed.units'),
      figure: true,
      cell: ({ units }) => number(units),
      value: ({ units }) => units,
    },
    {
      key: 'again',
      label: t('unconfirmed.sendAgainAllowed'),
      from: 1200,
      cell: ({ obstacle, dupRisk }) =>
        obstacle !== null
          ? t(`unconfirmed.obstacles.${obstacle}`)
          : t(dupRisk ? 'unconfirmed.duplicate' : 'unconfirmed.possible'),
    },
  ];
}
