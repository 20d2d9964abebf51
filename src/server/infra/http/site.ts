import { existsSync } from 'node:fs';
import { trimHeaders } from './guard-headers.ts';
import { StartupError } from '../startup-error.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Serves the built browser application: hashed assets with unlimited caching, pages uncached.
 * Sign-in is a separate page, so that entering a password does not load the shell, and so is the
 * API documentation. The user manual is served without sign-in.
 * @param folder with the builds, `web` and `manual`
 * @param page values for the pages: the key for the stored session's encryption, and whether this
 * is a sandbox
 */
export async function serveSite(
  app: FastifyInstance,
  builds: string,
  { storageHashKey, sandbox }: { storageHashKey: string; sandbox: boolean },
): Promise<void> {
  const folder = join(builds, 'web');
  if (!existsSync(join(folder, 'index.html')))
    throw new StartupError(
      `The screens are not built: ${folder} has no index.html. Run npm run build, or start with npm, which builds them.`,
    );
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
    setHeaders: trimHeaders,
    decorateReply: false,
  });
  const page = async (name: string) =>
    (await readFile(join(folder, name), 'utf8'))
      .replace('%STORAGE_HASH_KEY%', encodeURIComponent(storageHashKey))
      .replace('%SANDBOX%', sandbox ? '1' : '');
  const signIn = await page('index.html');
  const shell = await page('app.html');
  const apiDocs = await page('api-docs.html');
  const send = (html: string) => (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .code(isFile(request.url) ? 404 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(html);
  app.get('/api-docs', send(apiDocs));
  app.get('/dashboard', send(shell));
  app.get('/dashboard/*', send(shell));
  await serveManual(app, join(builds, 'manual'));
  app.get('/*', send(signIn));
}

/** Every file that exists has a route of its own; a page's address ends in no file's name. */
const isFile = (url: string) => /\.[a-z0-9]{1,8}$/i.test(url.split('?', 1)[0]!);

const MANUALS = ['en', 'pt'] as const;

/** The language chosen in the portal, which it keeps for this path, else the browser's, else English. */
function manualLanguage({ cookie, 'accept-language': accepted }: IncomingHttpHeaders): string {
  const [, chosen] = /(?:^|;\s*)tuma_language=(\w+)/.exec(cookie ?? '') ?? [];
  return (
    MANUALS.find((language) => language === chosen) ??
    MANUALS.find((language) => accepted?.toLowerCase().startsWith(language)) ??
    'en'
  );
}

/**
 * `/manual/en/send` and the like are pages, `/manual/en.pdf` is all of them on paper; `/manual` leads to the
 * reader's language.
 */
async function serveManual(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder))
    throw new StartupError(
      `The manual is not built: there is no ${folder}. Run npm run build, or start with npm, which builds it.`,
    );
  const [missing, contents] = await Promise.all(
    ['missing', 'index'].map((page) =>
      Promise.all(
        MANUALS.map((language) => readFile(join(folder, language, `${page}.html`), 'utf8')),
      ),
    ),
  );
  const send = (reply: FastifyReply, html: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
  await app.register(
    async (manual) => {
      // A repeated request is compared by its tag, since files keep their names between versions.
      await manual.register(fastifyStatic, {
        root: folder,
        prefix: '/',
        extensions: ['html'],
        index: false,
        maxAge: 0,
        decorateReply: false,
      });
      manual.setNotFoundHandler((request, reply) =>
        send(reply.code(404), missing![request.url.startsWith('/manual/pt/') ? 1 : 0]!),
      );
    },
    { prefix: '/manual' },
  );
  app.get('/manual', (request, reply) =>
    reply.redirect(`/manual/${manualLanguage(request.headers)}/`),
  );
  // The router treats an address with and without its slash alike; links of the contents are
  // relative to it.
  for (const [at, language] of MANUALS.entries())
    app.get(`/manual/${language}`, (request, reply) =>
      request.url.split('?', 1)[0]!.endsWith('/')
        ? send(reply, contents![at]!)
        : reply.redirect(`/manual/${language}/`),
    );
}
