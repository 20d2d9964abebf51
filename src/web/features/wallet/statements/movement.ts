import type { TFunction } from 'i18next';
import type { Transaction } from '../../../../contract/api/purchases.ts';

/** The name of a movement: its campaign, the other account or its note, else what such a movement is. */
export function movementName(row: Transaction, t: TFunction): string {
  if (row.campaignName !== null) return row.campaignName;
  if (row.otherClientName !== null)
    return t(`wallet.transferred.${row.units < 0 ? 'TRANSFER_OUT' : 'TRANSFER_IN'}`, {
      name: row.otherClientName,
    });
  // A note that a program gave may be empty.
  if (row.note)
    return row.type === 'PURCHASE' ? t('wallet.paidWith', { name: row.note }) : row.note;
  if (row.type === 'PURCHASE' && row.phone !== null)
    return t('wallet.mobileMoney', { phone: row.phone });
  return t(`wallet.unnamed.${row.type}`);
}

/** The thing that a movement is about: its payment, its campaign, or the account that the units went to or came from. */
export function movementAddress(row: Transaction, seesClients: boolean): { to?: string } {
  if (row.type === 'PURCHASE' && row.amount !== null)
    return { to: `/dashboard/purchases/topup/${row.purchaseId}` };
  if (row.campaignId !== null) return { to: `/dashboard/campaigns/${row.campaignId}` };
  return seesClients && row.otherClientId !== null
    ? { to: `/dashboard/clients/view/${row.otherClientId}` }
    : {};
}
