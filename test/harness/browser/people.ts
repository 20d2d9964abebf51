// People of a test file's own on a product that several files share: the accounts of a sandbox once more, under other
// names, with their own units, so that no file finds what another has left in them.
import { insertClient } from '../../../src/server/features/clients/clients.store.ts';
import { SANDBOX_ACCOUNTS } from '../../../src/server/features/sandbox/accounts.ts';
import { openAccounts, purchase } from '../../../src/server/core/ledger/ledger.ts';
import { runningPostgres } from '../../../src/server/infra/database/postgres.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { withPortal } from '../../../src/server/ops/start.ts';
import { UNIT } from '../../../src/contract/shared/units.ts';
import type { SharedProduct } from './journey.ts';

const UNITS = 100_000n * UNIT;
/** One for each file of a worker; short enough for a sender ID. */
const FAMILIES = [
  'Kestrel',
  'Ibis',
  'Weaver',
  'Plover',
  'Sunbird',
  'Hornbill',
  'Turaco',
  'Barbet',
  'Bulbul',
  'Lapwing',
  'Nightjar',
  'Oriole',
  'Shrike',
  'Spurfowl',
  'Wagtail',
  'Waxbill',
  'Whydah',
  'Bustard',
  'Courser',
  'Cordonbleu',
  'Roller',
  'Hoopoe',
  'Mousebird',
  'Coucal',
  'Drongo',
  'Cisticola',
  'Tchagra',
  'Batis',
] as const;
let families = 0;

/** The product as the people of one file see it. */
export interface PeopledProduct extends SharedProduct {
  /** The first word of their names, such as `Kestrel`; `Kestrel Reseller` is the reseller's. */
  family: string;
  /** The email address of an account, by its name in the sandbox, such as `reseller`. */
  emailOf(name: string): string;
}

/**
 * Adds the accounts of a sandbox but the administrator, who is the platform's: each with the
 * sandbox's password, all but the approver with 100,000 units.
 */
export async function addPeople(product: SharedProduct): Promise<PeopledProduct> {
  const at = families++;
  const family = FAMILIES[at];
  if (family === undefined) throw new Error('more test files than families: add a name');
  const emailOf = (name: string) =>
    `${name}@${name === 'administrator' ? 'sandbox' : family.toLowerCase()}.test`;
  await withPortal(runningPostgres(product.dataDir)!, (database) =>
    database.run(systemScope(), async (tx) => {
      const { rows } = await tx.query<{ id: string; password_hash: string }>(
        'select id, password_hash from client where email = $1',
        [emailOf('administrator')],
      );
      const { id: root, password_hash: passwordHash } = rows[0]!;
      const ids = new Map([['administrator', root]]);
      for (const [number, account] of SANDBOX_ACCOUNTS.entries()) {
        if (account.under === null) continue;
        const clientId = newId();
        ids.set(account.name, clientId);
        const role = account.name
          .split('-')
          .map((word) => word[0]!.toUpperCase() + word.slice(1))
          .join(' ');
        await insertClient(tx, {
          clientId,
          parentId: ids.get(account.under)!,
          clientName: `${family} ${role}`,
          accountType: account.accessLevel === 'CLIENT' ? 'INDIVIDUAL' : 'COMPANY',
          firstName: role,
          lastName: family,
          companyName: `${family} ${role}`,
          email: emailOf(account.name),
          phone: `+2547010${String(at * 100 + number).padStart(5, '0')}`,
          country: 'KE',
          timezone: 'Africa/Nairobi',
          accessLevel: account.accessLevel,
          clientStatus: 'ACTIVE',
          passwordHash,
        });
        await openAccounts(tx, clientId);
        if (account.units)
          await purchase(tx, { clientId, units: UNITS, idempotencyKey: `people:${clientId}` });
      }
      // Attempts that another file has made count for nobody here.
      await tx.query('delete from rate_limit');
    }),
  );
  await product.resetCarrier();
  return { ...product, family, emailOf };
}
