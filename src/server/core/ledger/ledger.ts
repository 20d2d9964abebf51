import { formatDecimal } from '../../../contract/shared/units.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idempotencyKeyReused, creditInUse } from '../../infra/errors.ts';
import {
  findBalances,
  getRootId,
  insertAccounts,
  lockAccounts,
  updateFloor,
} from './ledger.store.ts';
import type { Actor, Movement } from './postings.ts';
import { accountKey, post } from './postings.ts';
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
 * Lets a client spend `units` more than its balance.
 * @throws Refusal CREDIT_IN_USE if it already owes more
 */
export async function setCreditLimit(tx: Tx, clientId: string, units: bigint): Promise<void> {
  if (!(await updateFloor(tx, clientId, -units)))
    throw creditInUse(formatDecimal(-(await getBalances(tx, clientId)).available));
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
