import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '../../../../contract/api/purchases.ts';
import { useMe } from '../../../parts/queries.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../../ui/figures/figures.tsx';
import { StatusChip, useStatusWord } from '../../../ui/figures/StatusChip.tsx';
import { usePhone } from '../../../ui/page/usePhone.ts';

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

/** The type of a movement; a seller's units that a client pays for are a sale. */
export const typeWord = ({ type, units, sale }: Transaction, t: TFunction): string =>
  sale === null
    ? t(`wallet.types.${type}`)
    : t(units < 0 ? 'wallet.sales.SALE' : 'wallet.sales.RETURNED');

/** The money of a movement: paid by the account itself, or by a client for its units. */
export const paidFor = ({
  amount,
  currency,
  sale,
}: Transaction): { amount: string; currency: string } | null => {
  if (amount !== null && currency !== null) return { amount, currency };
  return sale === null || sale.amount === null
    ? null
    : { amount: sale.amount, currency: sale.currency };
};

/**
 * The columns of the wallet's transactions.
 * @param seesOthers adds the client
 * @param isOwn the rows are those of the own account: the client stands in the list by choice alone
 * @param isSettled every row is completed: so does the status. Undefined before there are rows
 * @param hasAmounts a row was paid for: without one the amount stands there by choice too. Undefined before there are rows
 */
export function useTransactionColumns({
  seesOthers,
  isOwn,
  isSettled = true,
  // Units of a reseller's own account are mostly issued and passed on, others buy theirs.
  hasAmounts = !(seesOthers && isOwn),
}: {
  seesOthers: boolean;
  isOwn: boolean;
  isSettled: boolean | undefined;
  hasAmounts: boolean | undefined;
}): Column<Transaction>[] {
  const { t } = useTranslation();
  const { number, money } = useFormat();
  const statusWord = useStatusWord();
  const { clientId: me } = useMe();
  const isPhone = usePhone();
  return [
    {
      key: 'type',
      label: t('wallet.type'),
      onPhone: 'line',
      cell: (row) => typeWord(row, t),
    },
    { key: 'ref', label: t('wallet.ref'), from: 1000, cell: ({ ref }) => ref },
    // Beside the balance, which is that client's.
    ...(seesOthers
      ? [
          {
            key: 'client',
            label: t('wallet.client'),
            from: isOwn ? Infinity : 900,
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
      onPhone: 'chip',
      cell: ({ balanceAfter }) => {
        if (balanceAfter === null) return DASH;
        if (!isPhone) return number(balanceAfter);
        return <Quiet>{`${t('wallet.balance')} ${number(balanceAfter)}`}</Quiet>;
      },
      value: ({ balanceAfter }) => balanceAfter,
    },
    {
      key: 'amount',
      label: t('wallet.amount'),
      figure: true,
      from: hasAmounts ? 760 : Infinity,
      cell: (row) => {
        const paid = paidFor(row);
        return paid === null ? DASH : money(paid.amount, paid.currency);
      },
      value: (row) => paidFor(row)?.amount ?? null,
    },
    {
      key: 'status',
      label: t('wallet.status'),
      ...(isSettled && { from: Infinity }),
      onPhone: 'chip',
      cell: ({ paymentStatus }) => {
        if (paymentStatus !== 'COMPLETED') return <StatusChip status={paymentStatus} />;
        // Among others the exception alone stands out; a column of one word was chosen.
        return isPhone || !isSettled ? null : <Quiet>{statusWord(paymentStatus)}</Quiet>;
      },
      value: ({ paymentStatus }) => statusWord(paymentStatus),
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

const Quiet = ({ children }: { children: string }) => (
  <Typography component="span" variant="body2" color="textSecondary" className="figure">
    {children}
  </Typography>
);
