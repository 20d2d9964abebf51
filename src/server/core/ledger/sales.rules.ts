/**
 * SQL condition on a completed `payment`: its units came from its seller's stock, and its money is the seller's. Where the
 * stock was gone when a failed payment came through after all, the platform sold, as its invoice says.
 */
export function cameFromStock(payment: string): string {
  return `not exists (select from invoice i where i.payment_id = ${payment}.id and i.seller_id <> ${payment}.seller_id)`;
}
