// Software of an account goes on while a person owes details or a new password: the obligation confines the person alone.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openShops, PASSWORD } from '../../../../test/harness/shops.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { openAcceptor } from '../../core/accept/accept.ts';
import { GatewayAuthenticator } from '../../core/gateway-users/gateway-users.ts';
import { findHolder } from '../../core/gateway-users/gateway-users.store.ts';
import { findKeyHolders } from '../../features/api-keys/api-keys.store.ts';
import { newId } from '../../infra/ids.ts';
import { reasonToUnbind } from './bind-permission.ts';

const db = await createTestDatabase();
const shops = await openShops(db);
const acceptDatabase = open(db, 'tuma_accept', 4);
const gatewayDatabase = open(db, 'tuma_gateway', 2);
const acceptor = openAcceptor({ database: acceptDatabase });
const users = new GatewayAuthenticator(gatewayDatabase);
const keyHash = createHash('sha256').update('key').digest();
let clientId: string;

beforeAll(async () => {
  clientId = await shops.addShop('shop', { units: 100_000_000n });
  await db.query(
    `insert into api_key (id, client_id, name, prefix, key_hash, scopes) values ($1, $2, 'Key', 'tk_x', $3, '{send}')`,
    [newId(), clientId, keyHash],
  );
});

describe.each([
  ['ACTIVE', true],
  ['SHOULD_UPDATE_DETAILS', true],
  ['SHOULD_RESET_PASSWORD_LEGACY', true],
  ['INVITED', false],
  ['PENDING_ACTIVATION', false],
  ['BLOCKED', false],
] as const)('%s', (status, isOpen) => {
  beforeAll(() =>
    db.query('update client set client_status = $2 where id = $1', [clientId, status]),
  );

  test.each(['SMPP', 'HTTP'] as const)('gateway user, %s', async (source) => {
    const admitted = await users.admit({
      username: 'shop',
      password: PASSWORD,
      address: '127.0.0.1',
      source,
    });
    expect('user' in admitted).toBe(isOpen);
    const holder = await findHolder(gatewayDatabase.plain, 'shop');
    const { passwordHash: _, ...user } = holder!;
    expect(reasonToUnbind(holder, { user } as never, '127.0.0.1') === undefined).toBe(isOpen);
    const [outcome] = await acceptor.accept({ source, clientId, user, test: false }, [
      { from: 'SHOP', to: '+254712345678', content: { text: 'Hello' } },
    ]);
    expect('refusal' in outcome! ? outcome.refusal.code : 'accepted').toBe(
      isOpen ? 'accepted' : 'ACCOUNT_NOT_ACTIVE',
    );
  });

  test('API key', async () => {
    expect((await findKeyHolders(acceptDatabase.plain, [keyHash])).size).toBe(isOpen ? 1 : 0);
    const [outcome] = await acceptor.accept({ source: 'REST', clientId, user: null, test: false }, [
      { from: 'SHOP', to: '+254712345678', content: { text: 'Hello' } },
    ]);
    expect('refusal' in outcome!).toBe(!isOpen);
  });
});
