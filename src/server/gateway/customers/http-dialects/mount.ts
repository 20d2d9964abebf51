/** Mounts the HTTP dialects that an operator has switched on. */
import type { FastifyInstance } from 'fastify';
import type { HttpDialect } from '../../../../contract/shared/http-dialects.ts';
import { addAfricasTalkingRoutes } from './africastalking.ts';
import { addBeemRoutes } from './beem.ts';
import { routeAdder } from './dialect.ts';
import type { AddRoute, HttpDialectContext } from './dialect.ts';
import { addJasminRoutes } from './jasmin.ts';
import { addKannelRoutes } from './kannel.ts';
import { addSendsmsRoutes } from './sendsms.ts';
import { addTwilioRoutes } from './twilio.ts';

const DIALECTS = {
  jasmin: addJasminRoutes,
  kannel: addKannelRoutes,
  africastalking: addAfricasTalkingRoutes,
  sendsms: addSendsmsRoutes,
  twilio: addTwilioRoutes,
  beem: addBeemRoutes,
} satisfies Record<HttpDialect, (add: AddRoute, path: string, at: HttpDialectContext) => void>;

/** @param dialects those that are switched on, each with the path that it is mounted under */
export function mountHttpDialects(
  app: FastifyInstance,
  dialects: ReadonlyMap<HttpDialect, string>,
  context: Omit<HttpDialectContext, 'dialect'>,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    for (const [dialect, path] of dialects) {
      const own = { ...context, dialect };
      DIALECTS[dialect](routeAdder(scope, own), path, own);
    }
  });
}
