import { StartupError } from '../infra/startup-error.ts';
import { findRoot, insertClient } from '../features/clients/clients.store.ts';
import { hashPassword } from '../core/auth/passwords/passwords.ts';
import type { Database, Tx } from '../infra/database/db.ts';
import { ensureCarrier } from '../gateway/carriers/first-carrier.ts';
import { newId } from '../infra/ids.ts';
import { openAccounts, purchase } from '../core/ledger/ledger.ts';
import { seedRates } from '../core/ledger/rates.ts';
import { SANDBOX_ACCOUNTS, SANDBOX_PASSWORD } from '../features/sandbox/accounts.ts';
import { systemScope } from '../infra/database/scope.ts';
import type { SecretKey } from '../infra/secrets.ts';
import { getRule, upsertRule } from '../features/senders/sender-rules.store.ts';
import { insertSender } from '../features/senders/senders.store.ts';
import { UNIT } from '../../contract/shared/units.ts';

const SANDBOX_UNITS = 100_000n * UNIT;

/**
 * Gives an empty database its first people: a sandbox's eight accounts, or the administrator of a
 * real installation. Does nothing where there is a root already.
 * @throws StartupError where a real installation names no administrator
 */
export async function firstStart(
  database: Database,
  how: { sandbox: boolean; adminEmail: string | undefined; adminPassword: string | undefined },
): Promise<void> {
  await database.run(systemScope(), async (tx) => {
    // Two starts at once on an external database: the second waits, then finds the root.
    await tx.query(`select pg_advisory_xact_lock(hashtext('tuma first start'))`);
    if (await findRoot(tx)) return;
    if (how.sandbox) await seedSandbox(tx);
    else await seedAdministrator(tx, how.adminEmail, how.adminPassword);
  });
}

async function seedAdministrator(
  tx: Tx,
  email: string | undefined,
  password: string | undefined,
): Promise<void> {
  if (!email || !password)
    throw new StartupError(
      'The database is empty and this is not a sandbox: set ADMIN_EMAIL and ADMIN_PASSWORD for the first administrator.',
    );
  const clientId = newId();
  await insertClient(tx, {
    clientId,
    parentId: null,
    clientName: email,
    accountType: 'COMPANY',
    email,
    country: 'KE',
    timezone: 'Africa/Nairobi',
    accessLevel: 'ADMINISTRATOR',
    clientStatus: 'ACTIVE',
    passwordHash: await hashPassword(password),
  });
  await openAccounts(tx, clientId);
  await seedRates(tx, clientId);
}

async function seedSandbox(tx: Tx): Promise<void> {
  const passwordHash = await hashPassword(SANDBOX_PASSWORD);
  const ids = new Map<string, string>();
  for (const account of SANDBOX_ACCOUNTS) {
    const clientId = newId();
    ids.set(account.name, clientId);
    await insertClient(tx, {
      clientId,
      parentId: account.under ? ids.get(account.under)! : null,
      clientName: account.companyName ?? `${account.firstName} ${account.lastName}`,
      accountType: account.companyName === null ? 'INDIVIDUAL' : 'COMPANY',
      firstName: account.firstName,
      lastName: account.lastName,
      companyName: account.companyName,
      email: account.email,
      phone: account.phone,
      country: 'KE',
      timezone: 'Africa/Nairobi',
      accessLevel: account.accessLevel,
      clientStatus: 'ACTIVE',
      passwordHash,
    });
    await openAccounts(tx, clientId);
    if (account.under === null) await seedRates(tx, clientId);
    if (account.units)
      await purchase(tx, {
        clientId,
        units: SANDBOX_UNITS,
        idempotencyKey: `sandbox:${clientId}`,
        note: 'sandbox',
      });
  }
  await insertSender(tx, {
    id: newId(),
    sender: 'TUMA',
    clientId: ids.get('administrator')!,
    kind: 'TRANSACTIONAL',
    country: 'KE',
    status: 'READY_FOR_SENDING',
    isGeneric: true,
  });
  // So that there is a fee to pay.
  await upsertRule(tx, {
    ...(await getRule(tx, 'KE', 'TRANSACTIONAL')),
    fee: '3500',
    currency: 'KES',
  });
}

/** Points the sandbox's connector at the simulated carrier, whose port is another at each start. */
export async function connectSandbox(
  database: Database,
  secretKey: SecretKey,
  port: number,
): Promise<void> {
  await database.run(systemScope(), (tx) =>
    ensureCarrier(tx, secretKey, {
      cid: 'sandbox',
      host: '127.0.0.1',
      port,
      username: 'tuma',
      password: 'sandbox',
      window: 50,
    }),
  );
}
