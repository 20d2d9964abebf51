/** Wallets locked together, for transactions that hold units of many clients. */
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { insertEntries, insertNewTransfers, lockAccounts, updateBalances } from './ledger.store.ts';
import { accountKey, textOfKey, accountAt, debit, credit } from './postings.ts';

/** Wallets that are locked until the transaction ends. */
export type LockedWallets = {
  /** Spendable units of each client, in ten-thousandths; no other transaction can debit them. */
  readonly spendable: ReadonlyMap<string, bigint>;
  /**
   * Holds units.
   * @param wanted one movement per client, within `spendable`; the idempotency keys must be new
   * @returns one step per statement; all are already sent, so they may be awaited at the commit
   */
  hold(
    wanted: readonly { clientId: string; units: bigint; idempotencyKey: string }[],
  ): Promise<void>[];
};

/** Locks many wallets in one statement, to hold units of each. */
export async function lockWallets(tx: Tx, clientIds: readonly string[]): Promise<LockedWallets> {
  const accounts = new Map(
    (
      await lockAccounts(
        tx,
        clientIds.flatMap((clientId) => [
          accountKey(clientId, 'available'),
          accountKey(clientId, 'held'),
        ]),
      )
    ).map((account) => [textOfKey(account), account]),
  );
  const spendable = new Map(
    clientIds.map((clientId) => {
      const { balance, floor } = accountAt(accounts, accountKey(clientId, 'available'));
      return [clientId, balance - floor];
    }),
  );
  return {
    spendable,
    hold(wanted) {
      const named = wanted
        .filter(({ units }) => units > 0n)
        .map((each) => ({ ...each, id: newId() }));
      if (named.length === 0) return [];
      const entries = named.flatMap(({ id, clientId, units }) => [
        debit(accountAt(accounts, accountKey(clientId, 'available')), id, units),
        credit(accountAt(accounts, accountKey(clientId, 'held')), id, units),
      ]);
      const touched = named.flatMap(({ clientId }) => [
        accountAt(accounts, accountKey(clientId, 'available')),
        accountAt(accounts, accountKey(clientId, 'held')),
      ]);
      return [
        insertNewTransfers(
          tx,
          named.map(({ id, idempotencyKey }) => ({
            id,
            kind: 'CHARGE',
            idempotencyKey,
            campaignId: null,
            purchaseId: null,
            actorId: null,
            impersonatorId: null,
            note: null,
          })),
        ),
        updateBalances(
          tx,
          touched.map(({ id, balance }) => ({ accountId: id, balance })),
        ),
        insertEntries(tx, entries),
      ];
    },
  };
}
