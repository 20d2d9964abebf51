import Box from '@mui/material/Box';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sender } from '../../../contract/api/senders.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';

export const senderAddress = (senderIdId: string) => `/dashboard/sender-ids/${senderIdId}`;

/** The owner of a sender ID, in words. */
export function useOwnerName(): (sender: Pick<Sender, 'clientName' | 'isGeneric'>) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ clientName, isGeneric }) => (isGeneric ? t('senders.generic') : (clientName ?? DASH)),
    [t],
  );
}

export function useSenderColumns(): readonly Column<Sender>[] {
  const { t } = useTranslation();
  const { country, money } = useFormat();
  const ownerName = useOwnerName();
  return useMemo(
    () => [
      {
        key: 'status',
        label: t('senders.status'),
        cell: ({ status }) => <StatusChip status={status} />,
        onPhone: true,
      },
      {
        key: 'kind',
        label: t('senders.kind'),
        cell: ({ kind }) => t(`senders.kinds.${kind}`),
        onPhone: true,
        from: 620,
      },
      {
        key: 'country',
        label: t('senders.country'),
        cell: ({ country: code }) => country(code),
        from: 540,
      },
      {
        key: 'owner',
        label: t('senders.owner'),
        cell: (sender) => ownerName(sender),
        grows: true,
        onPhone: true,
        from: 740,
      },
      {
        key: 'operators',
        label: t('senders.operators.column'),
        cell: ({ notApprovedBy }) => notApprovedBy.join(', ') || DASH,
        width: 18,
        from: 1000,
      },
      {
        key: 'fee',
        label: t('senders.fee'),
        figure: true,
        from: 900,
        value: ({ fee, currency }) => (fee === null ? null : `${fee} ${currency}`),
        cell: ({ fee, currency, paymentStatus }) =>
          fee === null || currency === null ? (
            DASH
          ) : (
            <Box component="span" title={t(`senders.feeStates.${paymentStatus}`)}>
              {money(fee, currency)}
            </Box>
          ),
      },
      {
        key: 'since',
        label: t('senders.since'),
        figure: true,
        cell: ({ statusTimestamp }) => <Time at={statusTimestamp} />,
        onPhone: true,
        from: 840,
      },
    ],
    [t, country, money, ownerName],
  );
}
