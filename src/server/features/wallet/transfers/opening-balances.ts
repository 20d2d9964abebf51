/** Enters the balances that clients bring from another portal, each at most once. */
import type { openingBalances, Openings } from '../../../../contract/api/opening-balances.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import { formatDecimal, unitsToNumber } from '../../../../contract/shared/units.ts';
import { record } from '../../../core/audit/audit.ts';
import { findNamedClients } from '../../../core/client-tree/named-clients.ts';
import { adjust } from '../../../core/ledger/ledger.ts';
import { guardPlatformWallet, readAmount } from '../../../core/second-approval/second-approval.ts';
import { lockAmount, sumDirectOf } from '../../../core/second-approval/second-approval.store.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { fill } from '../../../i18n/fill.ts';
import type { Language } from '../../../i18n/language.ts';
import { sentence } from '../../../i18n/sentence.ts';
import { texts } from '../../../i18n/texts.ts';
import { decideOpenings, matchOpenings } from './opening-balances.rules.ts';
import type { OpeningPlan } from './opening-balances.rules.ts';
import { findBooked, listAvailable } from './opening-balances.store.ts';
import { findWalletClient } from '../wallet.store.ts';
import { ownScope } from '../../../infra/database/scope.ts';
import type { Scope } from '../../../infra/database/scope.ts';

type Call = {
  session: { clientId: string; impersonatorId: string | null };
  scope: Scope;
  language: Language;
  address: string;
  userAgent: string;
};
type Input = Parsed<typeof openingBalances.enter>;

/**
 * Enters every row that names one client and its units, in one transaction; the others are problems.
 * A client that got a balance under this reference before gets none again, whatever the file. An
 * amount that would need a second administrator is left for an adjustment by hand.
 */
export async function enterOpenings(tx: Tx, call: Call, input: Input): Promise<Openings> {
  // Two imports, and changes by hand, wait for each other here: the plan is read behind the lock.
  await lockAmount(tx);
  const plan = await planOpenings(tx, call, input);
  const { reference } = input;
  const { clientId: actorId } = call.session;
  // The order is one whatever the file's, as wallets are locked one after the other.
  const entered = plan.rows
    .filter(({ isBooked }) => !isBooked)
    .toSorted((a, b) => (a.client.clientId < b.client.clientId ? -1 : 1));
  for (const { client, units } of entered) {
    const { clientId } = client;
    await guardPlatformWallet(tx, actorId, clientId, units);
    await adjust(tx, {
      clientId,
      units,
      note: reference,
      idempotencyKey: keyOf(reference, clientId),
      actorId,
    });
    await record(tx, call, {
      action: 'WALLET_ADJUSTED',
      clientId,
      after: { units: unitsToNumber(units), note: reference },
    });
  }
  // The units that a wallet spent beside the plan are known once it is locked.
  const available = await listAvailable(tx, clientIdsOf(plan.rows));
  return present(call.language, {
    ...plan,
    rows: plan.rows.map((row) => ({
      ...row,
      balanceAfter: available.get(row.client.clientId) ?? 0n,
    })),
  });
}

/** The same without entering anything, and without a lock. */
export async function previewOpenings(tx: Tx, call: Call, input: Input): Promise<Openings> {
  return present(call.language, await planOpenings(tx, call, input));
}

const keyOf = (reference: string, clientId: string) =>
  `opening:${reference.toLowerCase()}:${clientId}`;
const clientIdsOf = (rows: readonly { client: { clientId: string } }[]) =>
  rows.map(({ client }) => client.clientId);

/** Reads all that decides about the rows, each once, and decides. */
async function planOpenings(
  tx: Tx,
  { session, scope }: Call,
  { reference, rows }: Input,
): Promise<OpeningPlan> {
  const own = await findWalletClient(tx, ownScope(scope), session.clientId);
  const find = await findNamedClients(
    tx,
    rows.map(({ account }) => account),
    own?.country ?? 'KE',
  );
  const found = matchOpenings(rows, find);
  const clientIds = clientIdsOf(found.matched);
  const booked = await findBooked(
    tx,
    clientIds.map((clientId) => keyOf(reference, clientId)),
  );
  return decideOpenings(found, {
    isBooked: (clientId) => booked.has(keyOf(reference, clientId)),
    available: await listAvailable(tx, clientIds),
    direct: {
      amount: await readAmount(tx),
      ...(await sumDirectOf(tx, session.clientId, clientIds)),
    },
  });
}

function present(
  language: Language,
  { rows, problems, emptyCount, amount }: OpeningPlan,
): Openings {
  const words = texts[language].wallet.openings;
  const { named } = texts[language].clients;
  const total = rows.reduce((sum, { isBooked, units }) => (isBooked ? sum : sum + units), 0n);
  return {
    rows: rows.map(({ line, client: { clientId, clientName }, units, balanceAfter, isBooked }) => ({
      line,
      clientId,
      clientName,
      units: unitsToNumber(units),
      balanceAfter: unitsToNumber(balanceAfter),
      entered: isBooked,
    })),
    problems: problems.map(({ row, field, reason }) => ({
      line: row.line,
      field,
      message:
        reason === 'SECOND_APPROVAL'
          ? sentence(language, 'SECOND_PERSON_NEEDED', {
              above: { decimal: formatDecimal(amount ?? 0n) },
            })
          : fill(reason === 'UNITS' || reason === 'TWICE' ? words[reason] : named[reason], row),
    })),
    emptyCount,
    total: unitsToNumber(total),
  };
}
