import type { ACCOUNT_KINDS } from '../../../contract/api/payments.ts';
import type { TRANSFER_KINDS } from '../../../contract/api/payments.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Place } from '../../infra/database/parameters.ts';
import { newId } from '../../infra/ids.ts';

/** `available` and `held` belong to every client; `mint`, `revenue` and `adjust` to the platform, at the root of the tree. */
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export type LedgerAccount = {
  id: string;
  clientId: string;
  kind: AccountKind;
  balance: bigint;
  floor: bigint;
};

export type LedgerTransfer = {
  id: string;
  kind: TransferKind;
  idempotencyKey: string;
  campaignId: string | null;
  purchaseId: string | null;
  actorId: string | null;
  impersonatorId: string | null;
  note: string | null;
};

/** `listed` marks entries of `available` accounts: lists of transactions show those. */
export type LedgerEntry = {
  transferId: string;
  accountId: string;
  amount: bigint;
  balanceAfter: bigint;
  listed: boolean;
};

/** Inserts the accounts that the client does not have yet. */
export async function insertAccounts(
  tx: Tx,
  clientId: string,
  accounts: { kind: AccountKind; floor: bigint }[],
): Promise<void> {
  await tx.query(
    `insert into ledger_account (id, client_id, kind, floor) select id, $1, kind, floor from unnest($2::uuid[], $3::text[], $4::bigint[]) as t(id, kind, floor)
     on conflict (client_id, kind) do nothing`,
    [
      clientId,
      accounts.map(() => newId()),
      accounts.map((account) => account.kind),
      accounts.map((account) => account.floor),
    ],
  );
}

/** Inserts transfers. @returns the ids of those whose key was new; the others were booked before */
export async function insertTransfers(tx: Tx, transfers: LedgerTransfer[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `${INSERT_TRANSFERS} on conflict (idem) do nothing returning id`,
    columnsOf(transfers),
    'transfers',
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Inserts transfers whose keys are new; a repeated key fails the statement and with it the
 * transaction.
 */
export async function insertNewTransfers(tx: Tx, transfers: LedgerTransfer[]): Promise<void> {
  await tx.query(INSERT_TRANSFERS, columnsOf(transfers), 'new transfers');
}

const INSERT_TRANSFERS = `insert into ledger_transfer (id, kind, idem, campaign_id, purchase_id, actor_id, impersonator_id, note)
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[])`;

function columnsOf(transfers: LedgerTransfer[]): unknown[] {
  // Sorted by key, so that concurrent repeats wait for each other instead of deadlocking.
  const sorted = transfers.toSorted((a, b) => (a.idempotencyKey < b.idempotencyKey ? -1 : 1));
  return [
    sorted.map((t) => t.id),
    sorted.map((t) => t.kind),
    sorted.map((t) => t.idempotencyKey),
    sorted.map((t) => t.campaignId),
    sorted.map((t) => t.purchaseId),
    sorted.map((t) => t.actorId),
    sorted.map((t) => t.impersonatorId),
    sorted.map((t) => t.note),
  ];
}

/** Locks accounts in order of their ids, so that crossing transfers never deadlock. */
export async function lockAccounts(
  tx: Tx,
  keys: { clientId: string; kind: AccountKind }[],
): Promise<LedgerAccount[]> {
  const { rows } = await tx.query<LedgerAccount>(
    `select id, client_id as "clientId", kind, balance, floor from ledger_account
     where (client_id, kind) in (select * from unnest($1::uuid[], $2::text[])) order by id for update`,
    [keys.map((key) => key.clientId), keys.map((key) => key.kind)],
    'lock-accounts',
  );
  return rows;
}

/** Stores the balances that result from entries; the caller holds the accounts' locks. */
export async function updateBalances(
  tx: Tx,
  balances: { accountId: string; balance: bigint }[],
): Promise<void> {
  await tx.query(
    'update ledger_account a set balance = t.balance from unnest($1::uuid[], $2::bigint[]) as t(id, balance) where a.id = t.id',
    [balances.map((row) => row.accountId), balances.map((row) => row.balance)],
    'balances',
  );
}

export async function insertEntries(tx: Tx, entries: LedgerEntry[]): Promise<void> {
  await tx.query(
    'insert into ledger_entry (transfer_id, account_id, amount, balance_after, listed) select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::boolean[])',
    [
      entries.map((e) => e.transferId),
      entries.map((e) => e.accountId),
      entries.map((e) => e.amount),
      entries.map((e) => e.balanceAfter),
      entries.map((e) => e.listed),
    ],
    'entries',
  );
}

/**
 * Common table expressions that hold units of one client as one step of a larger statement. `debited`
 * has a row where they did.
 * @param condition of the statement, which has to be true too
 */
export function holdingUnits(
  place: Place,
  { clientId, units, idempotencyKey }: { clientId: string; units: bigint; idempotencyKey: string },
  condition: string,
): string {
  const [client, amount] = [`${place(clientId)}::uuid`, `${place(units)}::bigint`];
  const transfer = `${place(newId())}::uuid`;
  return `debited as (update ledger_account set balance = balance - ${amount} where client_id = ${client} and kind = 'available' and balance - ${amount} >= floor and ${condition} returning id, balance),
    credited as (update ledger_account set balance = balance + ${amount} where client_id = ${client} and kind = 'held' and exists (select from debited) returning id, balance),
    booked as (insert into ledger_transfer (id, kind, idem) select ${transfer}, 'CHARGE', ${place(idempotencyKey)} from debited),
    entries as (insert into ledger_entry (transfer_id, account_id, amount, balance_after, listed)
      select ${transfer}, id, -${amount}, balance, true from debited union all select ${transfer}, id, ${amount}, balance, false from credited)`;
}

/** The balances of one client's wallet, in ten-thousandths; undefined if it has none. */
export async function findBalances(
  tx: Tx,
  clientId: string,
): Promise<{ available: bigint; held: bigint; floor: bigint } | undefined> {
  const { rows } = await tx.query<{ kind: AccountKind; balance: bigint; floor: bigint }>(
    `select kind, balance, floor from ledger_account where client_id = $1 and kind in ('available', 'held')`,
    [clientId],
  );
  const available = rows.find((row) => row.kind === 'available');
  const held = rows.find((row) => row.kind === 'held');
  return (
    available &&
    held && { available: available.balance, held: held.balance, floor: available.floor }
  );
}

/** Sets the lowest balance that the wallet may reach; false if it is already below. */
export async function updateFloor(tx: Tx, clientId: string, floor: bigint): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update ledger_account set floor = $2 where client_id = $1 and kind = 'available' and balance >= $2`,
    [clientId, floor],
  );
  return rowCount === 1;
}

/** The client at the root of the tree, which owns the platform's accounts. */
export async function getRootId(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from client where parent_id is null order by number limit 1',
  );
  if (!rows[0])
    throw new Error(
      'the root client is not visible: platform accounts move under the system scope only',
    );
  return rows[0].id;
}

/** Counts the faults that a balanced ledger has none of; see `checkLedger`. */
export async function countFaults(tx: Tx) {
  const { rows } = await tx.query<
    Record<
      'sum' | 'negative' | 'drift' | 'unbalanced' | 'holds' | 'reserves' | 'unfolded' | 'overdrawn',
      bigint
    >
  >(
    `with moved as (select account_id, sum(amount)::bigint as total from ledger_entry group by account_id),
      campaigns as (
        select c.id, c.units_held - c.units_captured - c.units_refunded as open,
          c.units_captured + c.units_released + coalesce(d.units, 0) > c.units_held as overdrawn
        from campaign c
        left join (select campaign_id, sum(captured + released)::bigint as units from campaign_delta group by campaign_id) d on d.campaign_id = c.id
        -- Messages that software sent are held and settled one by one.
        where c.units_held > 0 and c.source <> 'SOFTWARE'),
      held as (
        select t.campaign_id, sum(e.amount)::bigint as open from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id
        where a.kind = 'held' and t.campaign_id is not null group by t.campaign_id),
      reserved as (
        select t.purchase_id, sum(e.amount)::bigint as open from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id
        where a.kind = 'held' and t.purchase_id is not null group by t.purchase_id)
     select
       (select coalesce(sum(amount), 0)::bigint from ledger_entry) as sum,
       (select count(*) from ledger_account where balance < floor) as negative,
       (select count(*) from ledger_account a left join moved m on m.account_id = a.id where a.balance <> coalesce(m.total, 0)) as drift,
       (select count(*) from (select from ledger_entry group by transfer_id having sum(amount) <> 0 or count(*) < 2) t)
         + (select count(*) from ledger_transfer t where not exists (select from ledger_entry e where e.transfer_id = t.id)) as unbalanced,
       (select count(*) from campaigns c full join held h on h.campaign_id = c.id where coalesce(c.open, 0) <> coalesce(h.open, 0)) as holds,
       (select count(*) from (select id, seller_units as units from payment where reserved) p full join (select * from reserved where open <> 0) r on r.purchase_id = p.id
         where p.units is distinct from r.open) as reserves,
       (select count(*) from campaigns where overdrawn) as overdrawn,
       (select coalesce(sum(captured + released), 0)::bigint from campaign_delta) as unfolded`,
  );
  return rows[0]!;
}
