/** Rows of API keys. */
import type { ApiKeyScope } from '../../../contract/shared/key-scopes.ts';
import type { KeySession } from '../../infra/http/caller.ts';
import { USABLE } from '../../core/auth/sessions/session.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

export type ApiKeyRow = {
  id: string;
  clientId: string;
  name: string;
  scopes: ApiKeyScope[];
  ipList: string[];
  test: boolean;
  prefix: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

const COLUMNS = `id, client_id as "clientId", name, scopes, ip_list as "ipList", test, prefix, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"`;

export async function insertApiKey(
  tx: Tx,
  key: Pick<ApiKeyRow, 'id' | 'clientId' | 'name' | 'scopes' | 'ipList' | 'test' | 'prefix'> & {
    keyHash: Buffer;
  },
): Promise<ApiKeyRow> {
  const { rows } = await tx.query<ApiKeyRow>(
    `insert into api_key (id, client_id, name, scopes, ip_list, prefix, key_hash, test) values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [key.id, key.clientId, key.name, key.scopes, key.ipList, key.prefix, key.keyHash, key.test],
  );
  return rows[0]!;
}

export async function listApiKeys(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
): Promise<Page<ApiKeyRow>> {
  const where = whereWithin(scope, 'client_id');
  return listPage<ApiKeyRow>(tx, page, {
    counted: 'api_key',
    where,
    order: newestFirst(),
    read: (rows) => `select ${COLUMNS} from api_key ${rows}`,
  });
}

export async function countLiveApiKeys(tx: Tx, clientId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from api_key where client_id = $1 and revoked_at is null',
    [clientId],
  );
  return rows[0]!.count;
}

/** Revokes a key within reach; one that is revoked stays as it is. Undefined where there is none. */
export async function revokeApiKey(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<ApiKeyRow | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rows } = await tx.query<ApiKeyRow>(
    `update api_key set revoked_at = coalesce(revoked_at, now()) where ${where.sql} returning ${COLUMNS}`,
    where.values,
  );
  return rows[0];
}

/** Revokes every key of a client that works; gives how many they were. */
export async function revokeApiKeys(tx: Tx, clientId: string): Promise<number> {
  const { rowCount } = await tx.query(
    'update api_key set revoked_at = now() where client_id = $1 and revoked_at is null',
    [clientId],
  );
  return rowCount;
}

export type KeyHolder = KeySession & { keyHash: Buffer; usedRecently: boolean };

/** Holders of these keys by the hex of their hashes, where neither the key nor the account is out of use. */
export async function findKeyHolders(
  tx: Tx,
  hashes: readonly Buffer[],
): Promise<Map<string, KeyHolder>> {
  const { rows } = await tx.query<KeyHolder>(
    `select k.id as "apiKeyId", k.client_id as "clientId", c.path, c.access_level as "accessLevel", k.scopes, k.ip_list as "ipList", k.test, k.key_hash as "keyHash",
       coalesce(k.last_used_at > now() - interval '1 minute', false) as "usedRecently"
     from api_key k join client c on c.id = k.client_id where k.key_hash = any ($1::bytea[]) and k.revoked_at is null and c.client_status in ${USABLE}`,
    [hashes],
    'key holders',
  );
  return new Map(rows.map((row) => [row.keyHash.toString('hex'), row]));
}

export async function noteUse(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    `update api_key set last_used_at = now() where id = any ($1::uuid[])`,
    [ids],
    'note use',
  );
}
