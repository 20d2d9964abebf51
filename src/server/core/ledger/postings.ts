/** Double-entry bookings: each movement debits one ledger account and credits another. */
import { formatDecimal } from '../../../contract/shared/units.ts';
import { settled } from '../../infra/database/pipeline.ts';
import type { Tx } from '../../infra/database/db.ts';
import { noUnits } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import {
  getRootId,
  insertEntries,
  insertTransfers,
  lockAccounts,
  updateBalances,
} from './ledger.store.ts';
import type { LedgerAccount, AccountKind, LedgerEntry, TransferKind } from './ledger.store.ts';

/** The account that caused a movement; both are unset for the platform itself. */
export type Actor = { actorId?: string; impersonatorId?: string | null };

type AccountKey = { clientId: string; kind: AccountKind };

/**
 * Units that move from one ledger account to another. A repeated `idempotencyKey` books nothing.
 */
export type Movement = Actor & {
  kind: TransferKind;
  idempotencyKey: string;
  from: AccountKey;
  to: AccountKey;
  /** Ten-thousandths of a unit; positive. */
  units: bigint;
  /**
   * Units that arrive, if the two accounts have different homes; the platform's mint absorbs or
   * creates the difference.
   */
  arrives?: bigint;
  campaignId?: string | null;
  purchaseId?: string | null;
  note?: string;
};

export function accountKey(clientId: string, kind: AccountKind): AccountKey {
  return { clientId, kind };
}

export function textOfKey({ clientId, kind }: AccountKey): string {
  return `${clientId}:${kind}`;
}

/**
 * Books movements together: two entries each, and a third with the mint where units are exchanged.
 * @returns the ids of the new transfers; movements booked before are skipped
 */
export async function post(tx: Tx, movements: Movement[]): Promise<string[]> {
  if (movements.length === 0) return [];
  const named = movements.map((movement) => ({ ...movement, id: newId() }));
  const fresh = await insertTransfers(
    tx,
    named.map((m) => ({
      id: m.id,
      kind: m.kind,
      idempotencyKey: m.idempotencyKey,
      campaignId: m.campaignId ?? null,
      purchaseId: m.purchaseId ?? null,
      actorId: m.actorId ?? null,
      impersonatorId: m.impersonatorId ?? null,
      note: m.note ?? null,
    })),
  );
  const wanted = named.filter((movement) => fresh.has(movement.id));
  if (wanted.length === 0) return [];

  const mint = wanted.some(isExchange) ? accountKey(await getRootId(tx), 'mint') : undefined;
  const places = new Map(
    [...wanted.flatMap(({ from, to }) => [from, to]), ...(mint ? [mint] : [])].map((each) => [
      textOfKey(each),
      each,
    ]),
  );
  const accounts = new Map(
    (await lockAccounts(tx, [...places.values()])).map((account) => [textOfKey(account), account]),
  );
  const entries: LedgerEntry[] = [];
  for (const { id, from, to, units, arrives = units } of wanted) {
    entries.push(
      debit(accountAt(accounts, from), id, units),
      credit(accountAt(accounts, to), id, arrives),
    );
    if (arrives < units) entries.push(credit(accountAt(accounts, mint!), id, units - arrives));
    if (arrives > units) entries.push(debit(accountAt(accounts, mint!), id, arrives - units));
  }
  await settled([
    updateBalances(
      tx,
      [...accounts.values()].map((account) => ({
        accountId: account.id,
        balance: account.balance,
      })),
    ),
    insertEntries(tx, entries),
  ]);
  return wanted.map(({ id }) => id);
}

function isExchange({ units, arrives = units }: Movement): boolean {
  return arrives !== units;
}

export function accountAt(accounts: Map<string, LedgerAccount>, at: AccountKey): LedgerAccount {
  const account = accounts.get(textOfKey(at));
  if (!account) throw new Error(`client ${at.clientId} has no account ${at.kind}`);
  return account;
}

export function debit(account: LedgerAccount, transferId: string, units: bigint): LedgerEntry {
  if (account.balance - units < account.floor) {
    if (account.kind === 'available')
      throw noUnits(formatDecimal(units), formatDecimal(account.balance - account.floor));
    throw new Error(`account ${account.id} (${account.kind}) would pass its floor`);
  }
  account.balance -= units;
  return {
    transferId,
    accountId: account.id,
    amount: -units,
    balanceAfter: account.balance,
    listed: account.kind === 'available',
  };
}

export function credit(account: LedgerAccount, transferId: string, units: bigint): LedgerEntry {
  account.balance += units;
  return {
    transferId,
    accountId: account.id,
    amount: units,
    balanceAfter: account.balance,
    listed: account.kind === 'available',
  };
}
