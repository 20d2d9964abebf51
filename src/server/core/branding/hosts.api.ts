/** Calls of proving, releasing and refusing hosts. */
import { brandHosts } from '../../../contract/api/brand-hosts.ts';
import { consume } from '../auth/limits/rate-limits.ts';
import { notFound } from '../../infra/errors.ts';
import { answer, type Route } from '../../infra/http/http.ts';
import { findOwner } from './branding.store.ts';
import { presentBrand } from './branding.ts';
import { checkHost, presentHosts, refuseHost, releaseHost, type HostServices } from './hosts.ts';
import { listOpenProposals } from './hosts.store.ts';

const done = { ok: true } as const;
const MOST_PROPOSED = 200;
const CHECKS = { most: 30, seconds: 600 };

export function brandHostRoutes(at: HostServices): Route[] {
  const { database } = at;
  return answer(brandHosts, {
    async check({ clientId = '', host }, call) {
      const id = clientId || call.scope.clientId;
      if (!(await database.run(call.scope, (tx) => findOwner(tx, call.scope, id))))
        throw notFound('client');
      await consume(database, [{ key: `host check ${id}`, ...CHECKS }]);
      await checkHost(at, call, { clientId: id, host });
      return database.run(call.scope, async (tx) =>
        presentBrand(tx, id, await presentHosts(tx, id)),
      );
    },
    proposed: (_input, { scope }) =>
      database.run(scope, async (tx) => ({
        proposedHosts: (await listOpenProposals(tx, MOST_PROPOSED)).map(
          ({ createdAt, expiresAt, checkedAt, ...row }) => ({
            ...row,
            createTimestamp: createdAt.getTime() / 1000,
            expiryTimestamp: expiresAt.getTime() / 1000,
            checkedTimestamp: checkedAt && checkedAt.getTime() / 1000,
          }),
        ),
      })),
    async release(input, call) {
      await releaseHost(at, call, input);
      return done;
    },
    async refuse(input, call) {
      await refuseHost(at, call, input);
      return done;
    },
  });
}
