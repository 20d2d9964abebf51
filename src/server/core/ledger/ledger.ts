import { settled } from '../../infra/database/pipeline.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idempotencyKeyReused, creditInUse, noUnits } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { formatUnits } from '../../../contract/shared/units.ts';
import {
  countFaults,
  findBalances,
  getRootId,
  insertAccounts,
  insertEntries,
  insertNewTransfers,
  insertTransfers,
  lockAccounts,
  updateBalances,
  updateFloor,
} from './ledger.store.ts';
import type { LedgerAccount, AccountKind, LedgerEntry, TransferKind } from './ledger.store.ts';

/** The account that caused a movement; both are unset for the platform itself. */
export type Actor = { actorId?: string; impersonatorId?: string | null };

type AccountKey = { clientId: string; kind: AccountKind };

/**
 * Units that move from one ledger account to another. A repeated `idempotencyKey` books nothing.
 */
type Movement = Actor & {
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

const UNLIMITED = -(2n ** 62n);

/**
 * Opens a client's wallet; the root also gets the platform's accounts. Existing accounts are kept.
 */
export async function openAccounts(tx: Tx, clientId: string): Promise<void> {
  const isRoot = (await getRootId(tx)) === clientId;
  // One-time codes and alerts are charged to the root and must go out at any balance.
  await insertAccounts(tx, clientId, [
    { kind: 'available', floor: isRoot ? UNLIMITED : 0n },
    { kind: 'held', floor: 0n },
  ]);
  if (isRoot)
    await insertAccounts(tx, clientId, [
      { kind: 'mint', floor: UNLIMITED },
      { kind: 'revenue', floor: 0n },
      { kind: 'adjust', floor: UNLIMITED },
    ]);
}

/** A client's wallet in ten-thousandths of a unit; it may spend `available - floor`. */
export async function getBalances(
  tx: Tx,
  clientId: string,
): Promise<{ available: bigint; held: bigint; floor: bigint }> {
  const found = await findBalances(tx, clientId);
  if (!found) throw new Error(`client ${clientId} has no wallet`);
  return found;
}

/** As `getBalances`, and locks the wallet until the transaction ends. */
export async function lockBalances(
  tx: Tx,
  clientId: string,
): Promise<{ available: bigint; held: bigint; floor: bigint }> {
  await lockAccounts(tx, [accountKey(clientId, 'available'), accountKey(clientId, 'held')]);
  return getBalances(tx, clientId);
}

/**
 * Lets a client spend `units` more than it has.
 * @throws Refusal CREDIT_IN_USE if it already owes more
 */
export async function setCreditLimit(tx: Tx, clientId: string, units: bigint): Promise<void> {
  if (!(await updateFloor(tx, clientId, -units)))
    throw creditInUse(formatUnits(-(await getBalances(tx, clientId)).available));
}

/**
 * Moves units of a client's wallet into `held` for a campaign or a single message.
 * @throws Refusal NO_UNITS if the wallet would pass its floor
 */
export async function hold(
  tx: Tx,
  wanted: Actor & {
    clientId: string;
    units: bigint;
    campaignId: string | null;
    idempotencyKey: string;
  },
): Promise<void> {
  await post(tx, [
    {
      ...wanted,
      kind: 'CHARGE',
      from: accountKey(wanted.clientId, 'available'),
      to: accountKey(wanted.clientId, 'held'),
    },
  ]);
}

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

/** True if a client's wallet has no units, held ones included. */
export async function isWalletEmpty(tx: Tx, clientId: string): Promise<boolean> {
  const { available, held } = await getBalances(tx, clientId);
  return available === 0n && held === 0n;
}

/** Captured and released units of one campaign, or of a client's single messages. */
export type Settlement = {
  clientId: string;
  campaignId: string | null;
  idempotencyKey: string;
  captured: bigint;
  released: bigint;
};

/**
 * Settles held units of many campaigns at once: captured units become revenue, released units
 * return to the wallet. Needs the system scope, because revenue is the platform's.
 */
export async function settle(tx: Tx, settlements: Settlement[]): Promise<void> {
  const rootId = await getRootId(tx);
  await post(
    tx,
    settlements.flatMap(({ clientId, campaignId, idempotencyKey, captured, released }) => {
      const from = accountKey(clientId, 'held');
      const movements: Movement[] = [];
      if (captured > 0n)
        movements.push({
          kind: 'CAPTURE',
          idempotencyKey: `${idempotencyKey}:capture`,
          from,
          to: accountKey(rootId, 'revenue'),
          units: captured,
          campaignId,
        });
      if (released > 0n)
        movements.push({
          kind: 'REFUND',
          idempotencyKey: `${idempotencyKey}:release`,
          from,
          to: accountKey(clientId, 'available'),
          units: released,
          campaignId,
        });
      return movements;
    }),
  );
}

/**
 * Creates units in a client's wallet, such as a paid purchase from the platform. Needs the system
 * scope.
 */
export async function purchase(
  tx: Tx,
  bought: Actor & {
    clientId: string;
    units: bigint;
    idempotencyKey: string;
    purchaseId?: string;
    note?: string;
  },
): Promise<void> {
  await post(tx, [
    {
      ...bought,
      kind: 'PURCHASE',
      from: accountKey(await getRootId(tx), 'mint'),
      to: accountKey(bought.clientId, 'available'),
    },
  ]);
}

/** A purchase from another client's stock. */
type Sale = Actor & { sellerId: string; units: bigint; purchaseId: string; idempotencyKey: string };

/**
 * Holds units of a seller's stock while a purchase is being paid. Needs the system scope.
 * @throws Refusal NO_UNITS if the stock is short
 */
export async function reserve(tx: Tx, sale: Sale): Promise<void> {
  await post(tx, [
    {
      ...sale,
      kind: 'CHARGE',
      from: accountKey(sale.sellerId, 'available'),
      to: accountKey(sale.sellerId, 'held'),
    },
  ]);
}

/** Returns a reserve to the seller: the purchase was not paid. */
export async function releaseReserve(tx: Tx, sale: Sale): Promise<void> {
  await post(tx, [
    {
      ...sale,
      kind: 'REFUND',
      from: accountKey(sale.sellerId, 'held'),
      to: accountKey(sale.sellerId, 'available'),
    },
  ]);
}

/** Transfers a reserve to the buyer as `arrives` units: the purchase was paid. */
export async function sellReserve(
  tx: Tx,
  sale: Sale & { buyerId: string; arrives: bigint },
): Promise<void> {
  await post(tx, [
    {
      ...sale,
      kind: 'PURCHASE',
      from: accountKey(sale.sellerId, 'held'),
      to: accountKey(sale.buyerId, 'available'),
    },
  ]);
}

/**
 * Transfers units from one client's wallet to another's, where `arrives` units are credited. Needs
 * the system scope.
 * @returns the id of the transfer
 * @throws Refusal NO_UNITS if the giver's wallet would pass its floor
 */
export async function transfer(
  tx: Tx,
  gift: Actor & {
    fromId: string;
    toId: string;
    units: bigint;
    arrives: bigint;
    idempotencyKey: string;
    note?: string;
  },
): Promise<string> {
  return requireBooked(
    await post(tx, [
      {
        ...gift,
        kind: 'TRANSFER',
        from: accountKey(gift.fromId, 'available'),
        to: accountKey(gift.toId, 'available'),
      },
    ]),
  );
}

/**
 * Corrects a client's wallet by hand; negative units are debited. Needs the system scope.
 * @returns the id of the transfer
 * @throws Refusal NO_UNITS if the wallet would pass its floor
 */
export async function adjust(
  tx: Tx,
  correction: Actor & { clientId: string; units: bigint; idempotencyKey: string; note: string },
): Promise<string> {
  const wallet = accountKey(correction.clientId, 'available');
  const correcting = accountKey(await getRootId(tx), 'adjust');
  const [from, to, units] =
    correction.units > 0n
      ? [correcting, wallet, correction.units]
      : [wallet, correcting, -correction.units];
  return requireBooked(await post(tx, [{ ...correction, kind: 'ADJUSTMENT', from, to, units }]));
}

/** @throws Refusal IDEMPOTENCY_KEY_REUSED if a movement with this key was booked before */
function requireBooked([transferId]: string[]): string {
  if (transferId === undefined) throw idempotencyKeyReused();
  return transferId;
}

function accountKey(clientId: string, kind: AccountKind): AccountKey {
  return { clientId, kind };
}

function textOfKey({ clientId, kind }: AccountKey): string {
  return `${clientId}:${kind}`;
}

/**
 * Books movements together: two entries each, and a third with the mint where units are exchanged.
 * @returns the ids of the new transfers; movements booked before are skipped
 */
async function post(tx: Tx, movements: Movement[]): Promise<string[]> {
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

function accountAt(accounts: Map<string, LedgerAccount>, at: AccountKey): LedgerAccount {
  const account = accounts.get(textOfKey(at));
  if (!account) throw new Error(`client ${at.clientId} has no account ${at.kind}`);
  return account;
}

function debit(account: LedgerAccount, transferId: string, units: bigint): LedgerEntry {
  if (account.balance - units < account.floor) {
    if (account.kind === 'available')
      throw noUnits(formatUnits(units), formatUnits(account.balance - account.floor));
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

function credit(account: LedgerAccount, transferId: string, units: bigint): LedgerEntry {
  account.balance += units;
  return {
    transferId,
    accountId: account.id,
    amount: units,
    balanceAfter: account.balance,
    listed: account.kind === 'available',
  };
}

/** The result of a ledger check: every figure must be zero except `unfolded`. */
export type LedgerCheck = {
  ok: boolean;
  /** Sum of all entries, in ten-thousandths. */
  sum: string;
  /** Accounts below their floor. */
  negative: number;
  /** Accounts whose balance differs from the sum of their entries. */
  drift: number;
  /** Transfers without entries, or whose entries do not sum to zero. */
  unbalanced: number;
  /** Campaigns whose open units differ from the units that the ledger holds for them. */
  holds: number;
  /** Purchases whose reserve differs from the units that the ledger holds for them. */
  reserves: number;
  /** Campaigns that captured and released more than they hold, pending deltas included. */
  overdrawn: number;
  /**
   * Units in deltas that are not aggregated yet, in ten-thousandths: work in progress, not a fault.
   */
  unfolded: string;
};

/** Checks the ledger in one snapshot. Needs the system scope. */
export async function checkLedger(tx: Tx): Promise<LedgerCheck> {
  const found = await countFaults(tx);
  const faults = [
    found.sum,
    found.negative,
    found.drift,
    found.unbalanced,
    found.holds,
    found.reserves,
    found.overdrawn,
  ];
  return {
    ok: faults.every((figure) => figure === 0n),
    sum: String(found.sum),
    negative: Number(found.negative),
    drift: Number(found.drift),
    unbalanced: Number(found.unbalanced),
    holds: Number(found.holds),
    reserves: Number(found.reserves),
    overdrawn: Number(found.overdrawn),
    unfolded: String(found.unfolded),
  };
}
