import { existsSync } from 'node:fs';
import { CannotStart } from './cannot-start.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Serves the built browser application: hashed assets for ever, pages never from a cache. Sign-in
 * is a page of its own, so that nobody loads the shell to type a password, and so is the API documentation.
 * @param folder where the build stands
 * @param page what goes into the pages: the key that the stored session's encryption takes from there, and whether this is a sandbox
 */
export async function serveSite(app: FastifyInstance, folder: string, { storageHashKey, sandbox }: { storageHashKey: string; sandbox: boolean }): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) throw new CannotStart(`The screens are not built: ${folder} has no index.html. Run npm run build, or start with npm, which builds them.`);
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'), prefix: '/assets/', preCompressed: true, maxAge: '365d', immutable: true, decorateReply: false,
  });
  const page = async (name: string) => (await readFile(join(folder, name), 'utf8')).replace('%STORAGE_HASH_KEY%', encodeURIComponent(storageHashKey)).replace('%SANDBOX%', sandbox ? '1' : '');
  const signIn = await page('index.html');
  const shell = await page('app.html');
  const apiDocs = await page('api-docs.html');
  const send = (html: string) => (_request: unknown, reply: FastifyReply) => reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
  app.get('/api-docs', send(apiDocs));
  app.get('/dashboard', send(shell));
  app.get('/dashboard/*', send(shell));
  app.get('/*', send(signIn));
}
