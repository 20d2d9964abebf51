/** Units (ten-thousandths) that were changed without a second administrator within the last 24 hours. */
export type Used = { byAuthor: bigint; onClient: bigint };

/**
 * Whether a change needs a second administrator: by itself, or together with what its author changed of any wallet, or
 * anybody changed of this wallet, within 24 hours. So neither small steps nor many wallets get round it.
 * @param amount above which it does; null: never
 */
export function needsSecondPerson(amount: bigint | null, units: bigint, used: Used): boolean {
  if (amount === null || units <= 0n) return false;
  return units + used.byAuthor > amount || units + used.onClient > amount;
}
