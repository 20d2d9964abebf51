import type { Tx } from '../db.ts';

export type NewConnector = { cid: string; kind: 'SMPP' | 'HTTP' | 'GENERIC'; carrierAccountId: number; settings: Record<string, unknown>; secret: Buffer | null };

/** Adds a connector as a draft: it runs from the next published configuration on. */
export async function insertConnector(tx: Tx, connector: NewConnector): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    'insert into connector (cid, kind, carrier_account_id, settings, secret) values ($1, $2, $3, $4, $5) returning id',
    [connector.cid, connector.kind, connector.carrierAccountId, JSON.stringify(connector.settings), connector.secret]);
  return rows[0]!.id;
}

export async function findConnector(tx: Tx, cid: string): Promise<{ id: number; settings: Record<string, unknown> } | undefined> {
  const { rows } = await tx.query<{ id: number; settings: Record<string, unknown> }>('select id, settings from connector where cid = $1', [cid]);
  return rows[0];
}

export async function updateConnectorSettings(tx: Tx, id: number, settings: Record<string, unknown>): Promise<void> {
  await tx.query('update connector set settings = $2 where id = $1', [id, JSON.stringify(settings)]);
}

/** Adds an MT or MO route; order 0 is the default route's. */
export async function insertRoute(tx: Tx, route: { direction: 'MT' | 'MO'; order: number; type: string; filterIds: number[]; connectorIds: number[] }): Promise<void> {
  await tx.query('insert into route (direction, "order", type, filter_ids, connector_ids) values ($1, $2, $3, $4, $5)',
    [route.direction, route.order, route.type, route.filterIds, route.connectorIds]);
}
