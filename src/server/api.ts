import { join } from 'node:path';
import * as z from 'zod/mini';
import { authRoutes } from './auth/auth.api.ts';
import { campaignRoutes } from './campaigns/campaigns.api.ts';
import { authenticate } from './auth/auth.ts';
import { openDatabase } from './db.ts';
import { openDoor } from './http.ts';
import { openLimiter } from './limiter.ts';
import { messageRoutes } from './messages/messages.api.ts';
import { openPageTokens } from './pages.ts';
import { purposeKey } from './secrets.ts';
import { sandboxRoutes } from './sandbox.ts';
import { senderRoutes } from './senders/senders.api.ts';
import { serveSite } from './site.ts';
import { taskRoutes } from './tasks/tasks.api.ts';
import type { ProcessContext } from './main.ts';

/** The process that answers people and their software over HTTP. */
export async function run(context: ProcessContext): Promise<{ stop(): Promise<void> }> {
  const { config, log } = context;
  const database = openDatabase(context.database, 'tuma_portal', { max: 20, name: 'tuma api', onLost: (error) => log.warn({ error: error.message }, 'database connection lost') });
  const tokens = openPageTokens(purposeKey(context.secretKey, 'page tokens'));
  const app = await openDoor({
    routes: [
      ...authRoutes({ database, limiter: openLimiter(10, 900), refreshKey: purposeKey(context.secretKey, 'refresh'), sandbox: config.sandbox }),
      ...campaignRoutes({ database, tokens }),
      ...messageRoutes({ database, tokens }),
      ...senderRoutes({ database, tokens }),
      ...taskRoutes({ database, tokens }),
      ...sandboxRoutes(config.sandbox),
    ],
    authenticate: (token) => authenticate(database, token),
    onFault: (error, facts) => log.error({ ...facts, err: error }, 'request failed'),
    secure: config.publicUrl?.startsWith('https:') ?? false,
    trustProxy: config.publicUrl !== undefined,
  });
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async () => z.parse(z.object({ ok: z.boolean() }), (await database.plain.query<{ ok: boolean }>('select true as ok')).rows[0]));
  await serveSite(app, join(import.meta.dirname, '../../dist/web'), config.storageHashKey);
  await app.listen({ port: config.port, host: config.host });
  log.info({ port: config.port, host: config.host }, 'api listened');
  return {
    async stop() {
      await app.close();
      await database.close();
    },
  };
}
