/** The columns of lists of sender IDs. */
import Box from '@mui/material/Box';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sender } from '../../../contract/api/senders.ts';
import { useMe } from '../../parts/queries.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures/figures.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { usePhone } from '../../ui/page/usePhone.ts';

export const senderAddress = (senderIdId: string) => `/dashboard/sender-ids/${senderIdId}`;

/** The owner of a sender ID, in words. */
export function useOwnerName(): (sender: Pick<Sender, 'clientName' | 'isGeneric'>) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ clientName, isGeneric }) => (isGeneric ? t('senders.generic') : (clientName ?? DASH)),
    [t],
  );
}

/** @param hasFees false where no row has a fee: its column would be empty */
export function useSenderColumns(hasFees: boolean): readonly Column<Sender>[] {
  const { t } = useTranslation();
  const { clientId: me } = useMe();
  const isPhone = usePhone();
  const { country, money } = useFormat();
  const ownerName = useOwnerName();
  return useMemo(
    () => [
      {
        key: 'status',
        label: t('senders.status'),
        cell: ({ status, lateOperators }) =>
          // As on its own page.
          status === 'WAITING_SETUP' && lateOperators.length > 0 ? (
            <StatusChip status="EXPIRED" word={t('senders.page.lateChip')} />
          ) : (
            <StatusChip status={status} />
          ),
        onPhone: 'amount',
      },
      {
        key: 'kind',
        label: t('senders.kind'),
        cell: ({ kind }) => t(`senders.kinds.${kind}`),
        onPhone: 'line',
        from: 620,
      },
      {
        key: 'country',
        label: t('senders.country'),
        cell: ({ country: code }) => country(code),
        onPhone: 'line',
        from: 540,
      },
      {
        key: 'owner',
        label: t('senders.owner'),
        // A card says whose it is only where it is somebody else's.
        cell: (sender) => (isPhone && sender.clientId === me ? null : ownerName(sender)),
        value: ownerName,
        grows: true,
        onPhone: 'line',
        from: 740,
      },
      {
        key: 'operators',
        label: t('senders.operators.column'),
        cell: ({ notApprovedBy }) =>
          notApprovedBy.length === 0 ? (
            DASH
          ) : (
            <Box
              component="span"
              sx={(theme) => ({ color: theme.vars?.palette.tone.warning.text })}
            >
              {isPhone && <span aria-hidden>{`${t('senders.operators.column')} `}</span>}
              {notApprovedBy.join(', ')}
            </Box>
          ),
        value: ({ notApprovedBy }) => notApprovedBy.join(', '),
        onPhone: 'line',
        width: 18,
        from: 1000,
      },
      ...(hasFees
        ? [
            {
              key: 'fee',
              label: t('senders.fee'),
              figure: true,
              from: 900,
              value: ({ fee, currency }: Sender) => (fee === null ? null : `${fee} ${currency}`),
              cell: ({ fee, currency, paymentStatus }: Sender) =>
                fee === null || currency === null ? (
                  DASH
                ) : (
                  <Box component="span" title={t(`senders.feeStates.${paymentStatus}`)}>
                    {money(fee, currency)}
                  </Box>
                ),
            },
          ]
        : []),
      {
        key: 'since',
        label: t('senders.since'),
        figure: true,
        cell: ({ statusTimestamp }) => <Time at={statusTimestamp} />,
        from: 840,
      },
    ],
    [t, country, money, ownerName, me, isPhone, hasFees],
  );
}
