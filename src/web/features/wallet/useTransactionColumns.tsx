import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '../../../contract/api/purchases.ts';
import { useMe } from '../../parts/queries.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../ui/figures.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';

/** Units that came in are green with their sign; those that went out are grey. */
export function Moved({ row: { units, balanceAfter } }: { row: Transaction }) {
  const { number } = useFormat();
  const cameIn = units > 0 && balanceAfter !== null;
  return (
    <Box
      component="span"
      sx={(theme) => ({
        fontWeight: 550,
        color: cameIn ? theme.vars?.palette.tone.success.text : theme.vars?.palette.text.secondary,
      })}
    >
      {`${cameIn ? '+' : ''}${number(units)}`}
    </Box>
  );
}

/** The columns of the wallet's transactions. @param seesOthers adds the client */
export function useTransactionColumns({
  seesOthers,
}: {
  seesOthers: boolean;
}): Column<Transaction>[] {
  const { t } = useTranslation();
  const { number, money } = useFormat();
  const { clientId: me } = useMe();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  return [
    {
      key: 'type',
      label: t('wallet.type'),
      onPhone: 'line',
      cell: ({ type }) => t(`wallet.types.${type}`),
    },
    { key: 'ref', label: t('wallet.ref'), from: 1000, cell: ({ ref }) => ref },
    // Beside the balance, which is that client's.
    ...(seesOthers
      ? [
          {
            key: 'client',
            label: t('wallet.client'),
            from: 900,
            onPhone: 'line' as const,
            width: 24,
            // A card says whose it is only where it is somebody else's.
            cell: ({ clientId, clientName }: Transaction) =>
              isPhone && clientId === me ? null : clientName,
            value: ({ clientName }: Transaction) => clientName,
          },
        ]
      : []),
    {
      key: 'units',
      label: t('wallet.units'),
      figure: true,
      onPhone: 'amount',
      cell: (row) => <Moved row={row} />,
      value: ({ units: moved }) => moved,
    },
    {
      key: 'before',
      label: t('wallet.before'),
      figure: true,
      from: 1100,
      cell: ({ balanceBefore }) => (balanceBefore === null ? DASH : number(balanceBefore)),
      value: ({ balanceBefore }) => balanceBefore,
    },
    {
      key: 'after',
      label: t('wallet.after'),
      figure: true,
      from: 480,
      cell: ({ balanceAfter }) => (balanceAfter === null ? DASH : number(balanceAfter)),
      value: ({ balanceAfter }) => balanceAfter,
    },
    {
      key: 'amount',
      label: t('wallet.amount'),
      figure: true,
      from: 760,
      cell: ({ amount, currency }) =>
        amount === null || currency === null ? DASH : money(amount, currency),
      value: ({ amount }) => amount,
    },
    {
      key: 'status',
      label: t('wallet.status'),
      onPhone: 'chip',
      cell: ({ paymentStatus }) => <StatusChip status={paymentStatus} />,
    },
    {
      key: 'when',
      label: t('wallet.when'),
      figure: true,
      from: 560,
      onPhone: 'line',
      cell: ({ createTimestamp }) => <Time at={createTimestamp} />,
    },
  ];
}
