// Clients with wallets, for tests of what moves units and messages.
import { afterAll } from 'vitest';
import { insertClient } from '../../src/server/features/clients/clients.store.ts';
import { openDatabase } from '../../src/server/infra/database/db.ts';
import type { Database } from '../../src/server/infra/database/db.ts';
import type { DatabaseRole } from '../../src/server/infra/database/roles.ts';
import { newId } from '../../src/server/infra/ids.ts';
import { openAccounts, purchase } from '../../src/server/core/ledger/ledger.ts';
import { seedRates } from '../../src/server/core/ledger/rates.ts';
import { systemScope } from '../../src/server/infra/database/scope.ts';
import type { TestDatabase } from './database.ts';

/** The product's own connections to a test's database, closed with the test file. */
export function open(test: TestDatabase, role: DatabaseRole = 'tuma_portal', max = 8): Database {
  const database = openDatabase({ connectionString: test.url }, role, {
    max,
    name: `test ${role}`,
    onLost: () => {},
  });
  afterAll(() => database.close());
  return database;
}

/**
 * Adds a client of the given country under `parentId`, the root with the first prices where that is null, and
 * `units` (ten-thousandths) in its wallet.
 */
export async function addClient(
  database: Database,
  {
    parentId,
    units = 0n,
    country = 'KE',
    name = 'client',
  }: { parentId: string | null; units?: bigint; country?: string; name?: string },
): Promise<string> {
  const clientId = newId();
  await database.run(systemScope(), async (tx) => {
    await insertClient(tx, {
      clientId,
      parentId,
      clientName: name,
      accountType: 'COMPANY',
      email: `${clientId}@example.test`,
      country,
      timezone: 'Africa/Nairobi',
      accessLevel: parentId === null ? 'ADMINISTRATOR' : 'COMPANY',
      clientStatus: 'ACTIVE',
      passwordHash: null,
    });
    await openAccounts(tx, clientId);
    if (parentId === null) await seedRates(tx, clientId);
    if (units > 0n) await purchase(tx, { clientId, units, idempotencyKey: `start:${clientId}` });
  });
  return clientId;
}
