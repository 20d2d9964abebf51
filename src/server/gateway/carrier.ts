/** The carrier that an installation starts with. */
import { smppSettings } from '../../contract/connectors.ts';
import type { Tx } from '../db.ts';
import { publishConfig } from '../dispatch/config-version.ts';
import { encryptSecret } from '../secrets.ts';
import type { SecretKey } from '../secrets.ts';
import { secretPurpose } from './connector.rules.ts';
import { upsertCarrier } from './connectors.store.ts';
import { insertDefaultRoute } from './routing.store.ts';

/**
 * Makes or renews the SMPP connector `cid` of an installation that has no other way to a carrier, with a default route
 * to it, and puts them into force where anything changed. For the sandbox's simulated carrier, whose port moves.
 */
export async function ensureCarrier(tx: Tx, secretKey: SecretKey, carrier: { cid: string; host: string; port: number; username: string; password: string; window: number }): Promise<void> {
  const { cid, password, ...rest } = carrier;
  const connectorId = await upsertCarrier(tx, cid, smppSettings.parse({ ...rest, requeue_delay: 5 }), encryptSecret(secretKey, secretPurpose(cid), password));
  if (connectorId === undefined) return;
  await insertDefaultRoute(tx, connectorId);
  await publishConfig(tx, null);
}
