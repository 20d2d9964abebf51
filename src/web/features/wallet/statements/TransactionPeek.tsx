import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Transaction } from '../../../../contract/api/purchases.ts';
import { useReason } from '../../../parts/outcomes/useReason.ts';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Facts } from '../../../ui/page/Page.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { Moved, paidFor, typeWord } from './useTransactionColumns.tsx';

/** One movement of a wallet, with the balance before and after it. */
export function TransactionPeek({ row, seesOthers }: { row: Transaction; seesOthers: boolean }) {
  const { t } = useTranslation();
  const { number, money, exact } = useFormat();
  const reason = useReason();
  const fact = (name: string, value: string | null) =>
    value === null ? null : ([name, value] as const);
  const paid = paidFor(row);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3 }}>
        <Box sx={{ fontSize: 28, lineHeight: '36px' }}>
          <Moved row={row} />
        </Box>
        <StatusChip status={row.paymentStatus} />
      </Box>
      <Facts
        rows={[
          [t('wallet.type'), typeWord(row, t)],
          [t('wallet.when'), exact(row.createTimestamp)],
          seesOthers ? [t('wallet.client'), row.clientName] : null,
          fact(t('wallet.otherClient'), row.otherClientName),
          row.campaignId === null
            ? null
            : [
                t('messages.campaign'),
                <Link
                  key="campaign"
                  component={RouterLink}
                  to={`/dashboard/campaigns/${row.campaignId}`}
                >
                  {row.campaignName}
                </Link>,
              ],
          paid === null ? null : [t('wallet.amount'), money(paid.amount, paid.currency)],
          row.balanceBefore === null ? null : [t('wallet.before'), number(row.balanceBefore)],
          row.balanceAfter === null ? null : [t('wallet.after'), number(row.balanceAfter)],
          fact(t('wallet.phone'), row.phone),
          fact(t('wallet.payment.code'), row.receipt),
          fact(t('wallet.note'), row.note),
          fact(t('messages.errorCode'), row.reason === null ? null : reason(row.reason)),
          [
            t('wallet.ref'),
            <Box key="ref" component="span" sx={{ display: 'inline-flex', gap: 1 }}>
              {row.ref}
              <CopyButton value={row.ref} name={t('wallet.ref')} />
            </Box>,
          ],
        ]}
      />
    </>
  );
}
