import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LINK_PATH } from '../../../contract/shared/stop-clauses.ts';
import { retryAfter } from '../../core/auth/limits/rate-limits.ts';
import { readWindow } from '../../core/auth/limits/rate-limits.store.ts';
import { findBrandOfHosts, withPaths } from '../../core/branding/branding.ts';
import { optInByLink, optOutByLink } from '../../core/opt-outs/opt-outs.ts';
import type { Database } from '../../infra/database/db.ts';
import { askerOf } from '../../infra/http/address-block.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { pageLanguageOf, stopPages } from '../../i18n/receivers.ts';
import type { PageLanguage } from '../../i18n/receivers.ts';
import { LINK_ACTIONS, presentPage } from './stop-links.present.ts';
import type { LinkAction, PageBrand, PageState } from './stop-links.present.ts';

/**
 * Taps on links that do not exist, from one address (an IPv6 /64 counts as one). Those on links that do are not counted: a whole
 * city may share the address of its operator. So many misses that only a program makes them end that: else a limit on misses
 * alone would stop no guess.
 */
const MISSES = { most: 60, seconds: 600 };
const MISSES_OF_PROGRAMS = 1000;

/** The characters of tokens. */
const TOKEN = /^[A-Za-z0-9]+$/;

/**
 * Serves the short addresses at the end of promotional messages. A page that is opened changes nothing, so
 * scanners and previews opt nobody out; only its button does. Every answer is the same for a token that
 * exists and for one that does not.
 */
export async function serveStopLinks(
  app: FastifyInstance,
  { database, platformName }: { database: Database; platformName: string },
): Promise<void> {
  const scope = systemScope();

  async function brandOf(host: string): Promise<PageBrand> {
    const found = await database.run(scope, (tx) => findBrandOfHosts(tx, [host.toLowerCase()]));
    if (!found) return { name: platformName, logo: null, logoDark: null, accent: null };
    const { brandName, brandLogoPath, brandLogoDarkPath, accentColour } = withPaths(found);
    return {
      name: brandName,
      logo: brandLogoPath,
      logoDark: brandLogoDarkPath,
      accent: accentColour,
    };
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    state: PageState,
    chosen: unknown,
  ) {
    return reply
      .code(state === 'tooMany' ? 429 : 200)
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
      .send(presentPage(state, readLanguage(request, chosen), await brandOf(request.hostname)));
  }

  /** @returns false where the address guesses too often */
  async function act(token: string, action: LinkAction, address: string): Promise<boolean> {
    return database.run(scope, async (tx) => {
      const key = `stop link ${askerOf(address).asker}`;
      if ((await readWindow(tx, key)).used >= MISSES_OF_PROGRAMS) return false;
      const isKnown =
        TOKEN.test(token) &&
        (action === 'start'
          ? await optInByLink(tx, token)
          : await optOutByLink(tx, token, action === 'stop' ? 'PROMOTIONAL' : 'EVERYTHING'));
      return isKnown || (await retryAfter(tx, [{ key, ...MISSES }])) === 0;
    });
  }

  await app.register(async (links) => {
    links.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1000 },
      (_request, body, parsed) => parsed(null, new URLSearchParams(body as string)),
    );
    links.get<{ Params: { token: string }; Querystring: { language?: string } }>(
      `${LINK_PATH}:token`,
      (request, reply) => answer(request, reply, 'ask', request.query.language),
    );
    links.post<{ Params: { token: string }; Body: URLSearchParams | undefined }>(
      `${LINK_PATH}:token`,
      async (request, reply) => {
        const form = request.body instanceof URLSearchParams ? request.body : undefined;
        const action = LINK_ACTIONS.find((each) => each === form?.get('action')) ?? 'stop';
        const mayGoOn = await act(request.params.token, action, request.ip);
        const state = mayGoOn ? AFTER[action] : 'tooMany';
        return answer(request, reply, state, form?.get('language'));
      },
    );
  });
}

/** The page after a button was pressed. */
const AFTER = {
  stop: 'stopped',
  stopAll: 'stoppedAll',
  start: 'started',
} as const satisfies Record<LinkAction, PageState>;

/** The language that was chosen on the page, else that of the phone. */
function readLanguage({ headers }: FastifyRequest, chosen: unknown): PageLanguage {
  const languages = Object.keys(stopPages) as PageLanguage[];
  return languages.find((each) => each === chosen) ?? pageLanguageOf(headers['accept-language']);
}
