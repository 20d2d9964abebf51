// A client that can send: a sender, a route, a wallet, and the portal's calls without the server.
import type { Readable } from 'node:stream';
import { pino } from 'pino';
import * as z from 'zod/mini';
import type { Endpoint, Input, Output } from '../../src/contract/endpoint.ts';
import type { Role } from '../../src/contract/shared/roles.ts';
import type { SenderKind } from '../../src/contract/shared/sender-names.ts';
import { reachOf } from '../../src/contract/shared/roles.ts';
import { expandCampaign } from '../../src/server/features/campaigns/expand/expand.jobs.ts';
import { prepareCampaign } from '../../src/server/features/campaigns/prepare/prepare.jobs.ts';
import type { Database } from '../../src/server/infra/database/db.ts';
import { emptyGroup } from '../../src/server/features/contacts/groups/empty-group.jobs.ts';
import { ContactLimit } from '../../src/server/features/contacts/contact-limit.ts';
import {
  checkContacts,
  importContacts,
} from '../../src/server/features/contacts/imports/imports.jobs.ts';
import { publishConfig } from '../../src/server/core/dispatch/routing/config-version.ts';
import type { Route } from '../../src/server/infra/http/http.ts';
import type { Messenger } from '../../src/server/core/mail/notifications.ts';
import { newId } from '../../src/server/infra/ids.ts';
import { scopeOf, systemScope } from '../../src/server/infra/database/scope.ts';
import { insertSender } from '../../src/server/features/senders/senders.store.ts';
import { startRunner } from '../../src/server/core/background/runner.ts';

export const silent = pino({ level: 'silent' });

/** Writes mail that nobody sends. */
export const messenger: Messenger = {
  secretKey: { bytes: Buffer.alloc(32, 9) },
  origin: 'https://sms.tuma.test',
  platformName: 'Tuma',
  sendPlatformSms: undefined,
};

/** Puts one connector and a default route to it into force. */
export async function addRoute(database: Database): Promise<void> {
  await database.run(systemScope(), async (tx) => {
    await tx.query(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{}')`,
    );
    await tx.query(
      `insert into route (direction, "order", type, connector_ids) values ('MT', 0, 'DefaultRoute', array(select id from connector))`,
    );
    await publishConfig(tx, null);
  });
}

/** Adds a sender ID that is ready. */
export async function addSender(
  database: Database,
  clientId: string,
  sender: string,
  kind: SenderKind = 'TRANSACTIONAL',
): Promise<void> {
  await database.run(systemScope(), (tx) =>
    insertSender(tx, {
      id: newId(),
      sender,
      clientId,
      kind,
      country: 'KE',
      status: 'READY_FOR_SENDING',
      isGeneric: false,
    }),
  );
}

/** Works on campaigns' tasks as the worker does. */
export function startTasks(database: Database, limit = new ContactLimit()) {
  return startRunner({
    database,
    log: silent,
    concurrency: 2,
    handlers: {
      prepareCampaign: prepareCampaign(database),
      expandCampaign: expandCampaign(database),
      checkContacts: checkContacts(database, limit),
      importContacts: importContacts(database, limit),
      clearGroup: emptyGroup(database),
      deleteGroup: emptyGroup(database),
    },
  });
}

export type Caller = { clientId: string; accessLevel: Role; path: string };

/** Calls an endpoint's handler as somebody, without the server. */
export async function call<E extends Endpoint>(
  routes: Route[],
  endpoint: E,
  as: Caller,
  input: Input<E>,
  more: { key?: string; file?: { fileName: string; stream: Readable } } = {},
): Promise<Output<E>> {
  const route = routes.find((each) => each.endpoint === endpoint)!;
  const reach =
    endpoint.who === 'public' || endpoint.who === 'signedIn'
      ? 'own'
      : reachOf(as.accessLevel, endpoint.who);
  if (!reach) throw new Error(`${as.accessLevel} may not ${endpoint.path}`);
  const parsed = z.parse(endpoint.input, input);
  const handler = route.handler as (input: unknown, call: unknown) => Promise<Output<E>>;
  return handler(parsed, {
    scope: scopeOf(as, reach),
    own: scopeOf(as, 'own'),
    session: {
      ...as,
      sessionId: newId(),
      clientStatus: 'ACTIVE',
      impersonatorId: null,
      isSteppedUp: false,
    },
    requestId: newId(),
    language: 'en',
    address: '127.0.0.1',
    userAgent: 'test',
    idempotency: endpoint.idempotent
      ? { key: more.key ?? newId(), bodyHash: Buffer.from(JSON.stringify(parsed)) }
      : undefined,
    file: more.file,
  });
}
