/** Customers' endpoints. */
import type { WebhookEvent } from '../../../contract/api/webhooks.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

export type WebhookRow = {
  id: string;
  clientId: string;
  /** Null for the one that signs callbacks of single messages. */
  url: string | null;
  description: string;
  events: WebhookEvent[];
  enabled: boolean;
  failingSince: Date | null;
  oldSecretUntil: Date | null;
  createdAt: Date;
};
/** A webhook as it is called. */
export type Target = {
  id: string;
  clientId: string;
  url: string | null;
  events: string[];
  enabled: boolean;
  failing: boolean;
  secret: Buffer;
  oldSecret: Buffer | null;
};

const COLUMNS = `id, client_id as "clientId", url, description, events, enabled, failing_since as "failingSince", case when old_secret_until > now() then old_secret_until end as "oldSecretUntil", created_at as "createdAt"`;
const TARGET = `id, client_id as "clientId", url, events, enabled, failing_since is not null as failing, secret, case when old_secret_until > now() then old_secret end as "oldSecret"`;

/** Undefined where the client has one for callbacks already. */
export async function insertWebhook(
  tx: Tx,
  row: Pick<WebhookRow, 'id' | 'clientId' | 'url' | 'description' | 'events'> & { secret: Buffer },
): Promise<WebhookRow | undefined> {
  const { rows } = await tx.query<WebhookRow>(
    `insert into webhook (id, client_id, url, description, events, secret) values ($1, $2, $3, $4, $5, $6) on conflict (client_id) where url is null do nothing returning ${COLUMNS}`,
    [row.id, row.clientId, row.url, row.description, row.events, row.secret],
  );
  return rows[0];
}

export async function listWebhooks(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
): Promise<Page<WebhookRow>> {
  const where = whereWithin(scope, 'client_id');
  return listPage<WebhookRow>(tx, page, {
    counted: 'webhook',
    where,
    order: newestFirst(),
    read: (rows) => `select ${COLUMNS} from webhook ${rows}`,
  });
}

/** @param lock until the transaction ends */
export async function findWebhook(
  tx: Tx,
  scope: Scope,
  id: string,
  lock = false,
): Promise<WebhookRow | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rows } = await tx.query<WebhookRow>(
    `select ${COLUMNS} from webhook where ${where.sql}${lock ? ' for update' : ''}`,
    where.values,
  );
  return rows[0];
}

/** Changes the fields that are given. */
export async function updateWebhook(
  tx: Tx,
  id: string,
  change: Partial<Pick<WebhookRow, 'url' | 'description' | 'events' | 'enabled'>>,
): Promise<WebhookRow> {
  const { rows } = await tx.query<WebhookRow>(
    `update webhook set url = coalesce($2, url), description = coalesce($3, description), events = coalesce($4, events), enabled = coalesce($5, enabled) where id = $1 returning ${COLUMNS}`,
    [id, change.url, change.description, change.events, change.enabled],
  );
  return rows[0]!;
}

/** Sets a new secret; the old one also signs for the given seconds. */
export async function rotateSecret(
  tx: Tx,
  id: string,
  secret: Buffer,
  seconds: number,
): Promise<WebhookRow> {
  const { rows } = await tx.query<WebhookRow>(
    `update webhook set old_secret = secret, old_secret_until = now() + $3 * interval '1 second', secret = $2 where id = $1 returning ${COLUMNS}`,
    [id, secret, seconds],
  );
  return rows[0]!;
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from webhook where id = $1', [id]);
}

export async function countWebhooks(tx: Tx, clientId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from webhook where client_id = $1 and url is not null',
    [clientId],
  );
  return rows[0]!.count;
}

/** Webhooks of these clients, or of these ids, as they are called. */
export async function readTargets(
  tx: Tx,
  of: { clientIds: readonly string[] } | { ids: readonly string[] },
): Promise<Target[]> {
  const byClient = 'clientIds' in of;
  const { rows } = await tx.query<Target>(
    `select ${TARGET} from webhook where ${byClient ? 'client_id' : 'id'} = any ($1::uuid[]) order by id`,
    [byClient ? of.clientIds : of.ids],
    byClient ? 'targets by client' : 'targets',
  );
  return rows;
}

/** Notes that it fails, or does not any more. */
export async function noteHealth(tx: Tx, id: string, ok: boolean): Promise<void> {
  await tx.query(
    `update webhook set failing_since = case when $2 then null else coalesce(failing_since, now()) end where id = $1 and (failing_since is null) <> $2`,
    [id, ok],
  );
}
