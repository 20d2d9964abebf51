/** Mounts the HTTP dialects that an operator has switched on. */
import type { FastifyInstance } from 'fastify';
import { addAfricasTalkingRoutes } from './africastalking.ts';
import { routeAdder } from './dialect.ts';
import type { HttpDialectContext } from './dialect.ts';
import { addJasminRoutes } from './jasmin.ts';
import { addKannelRoutes } from './kannel.ts';
import { addSendsmsRoutes } from './sendsms.ts';

const DIALECTS = {
  jasmin: addJasminRoutes,
  kannel: addKannelRoutes,
  africastalking: addAfricasTalkingRoutes,
  sendsms: addSendsmsRoutes,
} as const;

export type DialectName = keyof typeof DIALECTS;

/** @param dialects those that are switched on, each with the path that it is mounted under */
export function mountHttpDialects(
  app: FastifyInstance,
  dialects: ReadonlyMap<DialectName, string>,
  context: HttpDialectContext,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const add = routeAdder(scope, context.log);
    for (const [name, path] of dialects) DIALECTS[name](add, path, context);
  });
}
