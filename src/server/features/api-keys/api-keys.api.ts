/** Calls of API keys. */
import { apikeys, type ApiKey } from '../../../contract/api/api-keys.ts';
import type { SoftwareUse } from '../../../contract/api/software-use.ts';
import { record } from '../../core/audit/audit.ts';
import { readUses } from '../../core/software-use/software-use.ts';
import type { Database } from '../../infra/database/db.ts';
import { badInput, conflict, notFound } from '../../infra/errors.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import { newId } from '../../infra/ids.ts';
import { isFull } from '../../infra/database/limit.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { sentence } from '../../i18n/sentence.ts';
import { isRange } from '../../infra/http/ip-ranges.ts';
import {
  countLiveApiKeys,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
  type ApiKeyRow,
} from './api-keys.store.ts';
import { newApiKey } from './api-keys.ts';

const MOST_KEYS = 50;

export function apiKeyRoutes({
  database,
  tokens,
}: {
  database: Database;
  tokens: PageTokens;
}): Route[] {
  return answer(apikeys, {
    list: ({ pageSize, pageToken }, { own }) =>
      database.run(own, async (tx) => {
        const page = await listApiKeys(
          tx,
          own,
          tokens.openPage('apikeys', { pageSize, pageToken }),
        );
        const ids = page.rows.map(({ id }) => id);
        const uses = await readUses(tx, 'apiKeyId', ids);
        return {
          apiKeys: page.rows.map((row) => presentApiKey(row, uses.get(row.id))),
          ...page.footer,
        };
      }),
    async create({ name, scopes, ipList, test }, call) {
      const wrong = ipList.filter((range) => !isRange(range));
      if (wrong.length > 0)
        throw badInput(
          wrong.map((range) => ({
            field: 'ipList',
            message: sentence(call.language, 'NOT_A_RANGE', { range }),
          })),
        );
      const { clientId } = call.session;
      const { key, prefix, keyHash } = newApiKey(test);
      return database.run(call.own, async (tx) => {
        if (await isFull(tx, 'API keys', clientId, MOST_KEYS, countLiveApiKeys))
          throw conflict('list of keys', 'FULL', { limit: MOST_KEYS });
        const row = await insertApiKey(tx, {
          id: newId(),
          clientId,
          name,
          scopes: [...new Set(scopes)],
          ipList,
          test,
          prefix,
          keyHash,
        });
        await record(tx, call, {
          action: 'API_KEY_CREATED',
          clientId,
          after: { apiKeyId: row.id, name, scopes: row.scopes, ipList, test },
        });
        return { ...presentApiKey(row), key };
      });
    },
    revoke: ({ apiKeyId }, call) =>
      database.run(call.own, async (tx) => {
        const row = await revokeApiKey(tx, call.own, apiKeyId);
        if (!row) throw notFound('API key');
        await record(tx, call, {
          action: 'API_KEY_REVOKED',
          clientId: row.clientId,
          before: { apiKeyId, name: row.name },
        });
        return presentApiKey(row, (await readUses(tx, 'apiKeyId', [row.id])).get(row.id));
      }),
  });
}

function presentApiKey(row: ApiKeyRow, uses: readonly SoftwareUse[] = []): ApiKey {
  return {
    apiKeyId: row.id,
    name: row.name,
    scopes: row.scopes,
    ipList: row.ipList,
    test: row.test,
    prefix: row.prefix,
    createTimestamp: row.createdAt.getTime() / 1000,
    lastUseTimestamp: row.lastUsedAt && row.lastUsedAt.getTime() / 1000,
    revokeTimestamp: row.revokedAt && row.revokedAt.getTime() / 1000,
    use: uses[0] ?? null,
  };
}
