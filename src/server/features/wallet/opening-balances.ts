/** Enters the balances that clients bring from another portal, each at most once. */
import type { openingBalances, Opening, Openings } from '../../../contract/api/opening-balances.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { record } from '../../core/audit/audit.ts';
import { findNamedClients } from '../../core/client-tree/named-clients.ts';
import type { NamedClient } from '../../core/client-tree/named-clients.store.ts';
import { adjust, getBalances } from '../../core/ledger/ledger.ts';
import { guardPlatformWallet } from '../../core/second-approval/second-approval.ts';
import type { Tx } from '../../infra/database/db.ts';
import { Refusal } from '../../infra/errors.ts';
import { fill } from '../../i18n/fill.ts';
import type { Language } from '../../i18n/language.ts';
import { sentence } from '../../i18n/sentence.ts';
import { texts } from '../../i18n/texts.ts';
import { readUnits } from './opening-balances.rules.ts';
import { findBooked } from './opening-balances.store.ts';
import { findWalletClient } from './wallet.store.ts';
import { ownScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';

type Call = {
  session: { clientId: string; impersonatorId: string | null };
  scope: Scope;
  language: Language;
  address: string;
  userAgent: string;
};

/**
 * Enters every row that names one client and its units, in one transaction; the others are problems.
 * A client that got a balance under this reference before gets none again, whatever the file. An
 * amount that would need a second administrator is left for an adjustment by hand.
 */
export async function enterOpenings(
  tx: Tx,
  call: Call,
  { reference, rows }: Parsed<typeof openingBalances.enter>,
): Promise<Openings> {
  const found: Openings = { rows: [], problems: [], emptyCount: 0, total: 0 };
  const matched = await matchRows(tx, call, rows, found);
  const keyOf = (clientId: string) => `opening:${reference.toLowerCase()}:${clientId}`;
  const booked = await findBooked(
    tx,
    matched.map(({ client }) => keyOf(client.clientId)),
  );
  let total = 0n;
  // In one order whatever the file's, so that two imports wait for each other and do not lock crosswise.
  for (const { row, client, units } of matched.toSorted((a, b) =>
    a.client.clientId < b.client.clientId ? -1 : 1,
  )) {
    const { clientId, clientName } = client;
    const entered = booked.has(keyOf(clientId));
    if (!entered) {
      try {
        await guardPlatformWallet(tx, call.session.clientId, clientId, units);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const message = sentence(call.language, error.code, error.values);
        found.problems.push({ line: row.line, field: 'units', message });
        continue;
      }
      await adjust(tx, {
        clientId,
        units,
        note: reference,
        idempotencyKey: keyOf(clientId),
        actorId: call.session.clientId,
      });
      await record(tx, call, {
        action: 'WALLET_ADJUSTED',
        clientId,
        after: { units: unitsToNumber(units), note: reference },
      });
      total += units;
    }
    const balanceAfter = unitsToNumber((await getBalances(tx, clientId)).available);
    found.rows.push({
      line: row.line,
      clientId,
      clientName,
      units: unitsToNumber(units),
      balanceAfter,
      entered,
    });
  }
  found.rows.sort((a, b) => a.line - b.line);
  found.problems.sort((a, b) => a.line - b.line);
  found.total = unitsToNumber(total);
  return found;
}

/** Rows with one client each; everything else becomes a problem, or is empty. */
async function matchRows(
  tx: Tx,
  { session, scope, language }: Call,
  given: readonly Opening[],
  into: Openings,
): Promise<{ row: Opening; client: NamedClient; units: bigint }[]> {
  const words = texts[language].wallet.openings;
  const own = await findWalletClient(tx, ownScope(scope), session.clientId);
  const find = await findNamedClients(
    tx,
    given.map(({ account }) => account),
    own?.country ?? 'KE',
  );
  const seen = new Set<string>();
  return given.flatMap((row) => {
    const problem = (field: 'account' | 'units', text: string) => {
      into.problems.push({ line: row.line, field, message: fill(text, row) });
      return [];
    };
    const units = readUnits(row.units);
    if (row.units.trim() === '' || units === 0n) {
      into.emptyCount++;
      return [];
    }
    if (units === undefined) return problem('units', words.UNITS);
    const found = find(row.account);
    if ('problem' in found) return problem('account', texts[language].clients.named[found.problem]);
    const { client } = found;
    if (seen.has(client.clientId)) return problem('account', words.TWICE);
    seen.add(client.clientId);
    return [{ row, client, units }];
  });
}
