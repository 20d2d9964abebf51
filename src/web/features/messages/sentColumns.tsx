import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Message } from '../../../contract/api/messages.ts';
import { useAdvice } from '../../parts/outcomes/useAdvice.ts';
import { type Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures/figures.tsx';
import { CarrierChip, StatusChip } from '../../ui/figures/StatusChip.tsx';

export function useColumns({ seesOthers }: { seesOthers: boolean }): Column<Message>[] {
  const { t } = useTranslation();
  const { number, network: networkName } = useFormat();
  return [
    {
      key: 'status',
      label: t('messages.status'),
      cell: ({ status }) => <StatusChip status={status} />,
      onPhone: 'chip',
    },
    {
      key: 'carrier',
      label: t('messages.carrierStatus'),
      // The status beside it says the same in plain words.
      from: 1200,
      width: 12,
      cell: ({ carrierStatus }) =>
        carrierStatus === null ? DASH : <CarrierChip status={carrierStatus} />,
      value: ({ carrierStatus }) => carrierStatus,
    },
    {
      key: 'sender',
      label: t('messages.sender'),
      from: 560,
      cell: ({ senderId }) => senderId,
      onPhone: 'line',
    },
    {
      key: 'text',
      label: t('messages.text'),
      from: 620,
      grows: true,
      cell: (row) => <TextWithReason row={row} />,
      value: ({ text }) => text,
      onPhone: 'text',
    },
    {
      key: 'campaign',
      label: t('messages.campaign'),
      from: seesOthers ? 1300 : 1080,
      width: 17,
      cell: ({ campaignId, campaignName }) =>
        campaignId === null ? (
          t('messages.single')
        ) : (
          <Link component={RouterLink} to={`/dashboard/campaigns/${campaignId}`}>
            {campaignName}
          </Link>
        ),
      value: ({ campaignName }) => campaignName ?? t('messages.single'),
      onPhone: 'line',
    },
    ...(seesOthers
      ? [
          {
            key: 'owner',
            label: t('messages.owner'),
            from: 1000,
            width: 16,
            cell: ({ clientName }: Message) => clientName,
          },
        ]
      : []),
    {
      key: 'network',
      label: t('messages.network'),
      from: 1260,
      cell: ({ network, country }) => networkName(network, country) ?? DASH,
    },
    {
      key: 'segments',
      label: t('messages.segments'),
      figure: true,
      from: seesOthers ? 1340 : 1240,
      cell: ({ segments }) => number(segments),
      value: ({ segments }) => segments,
    },
    {
      key: 'units',
      label: t('messages.units'),
      figure: true,
      from: 860,
      cell: ({ units }) => number(units),
      value: ({ units }) => units,
    },
    {
      key: 'created',
      label: t('messages.sent'),
      figure: true,
      cell: ({ createTimestamp }) => <Time clock at={createTimestamp} />,
      onPhone: 'amount',
    },
  ];
}

/** The text of a message, and under it why it was not delivered. */
function TextWithReason({ row }: { row: Message }) {
  const advice = useAdvice(row);
  if (advice === undefined) return row.text;
  return (
    <>
      {row.text}
      <Box
        component="span"
        sx={{
          display: 'block',
          color: 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
        }}
      >
        {advice.title}
      </Box>
    </>
  );
}
