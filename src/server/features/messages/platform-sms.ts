import { measureText } from '../../../contract/shared/sms.ts';
import { networkOf } from '../../../contract/shared/networks.ts';
import type { Tx } from '../../infra/database/db.ts';
import { loadConfigInForce } from '../../core/dispatch/routing/config-version.ts';
import { enqueue } from '../../core/dispatch/queue/enqueue.store.ts';
import { compileRoutes } from '../../core/dispatch/routing/routing.rules.ts';
import { newId } from '../../infra/ids.ts';
import { hold } from '../../core/ledger/ledger.ts';
import { getRootId } from '../../core/ledger/ledger.store.ts';
import { loadPriceTable } from '../../core/ledger/rates.ts';
import { anyBound, findGenericSender } from './messages.store.ts';

/** A one-time code that arrives late is worse than none; an alert may wait a day. */
const VALIDITY_SECONDS = { OTP: 600, ALERT: 86_400 };
/** Before every campaign; codes before alerts. */
const PRIORITY = { OTP: 9, ALERT: 5 };

/**
 * Puts an SMS of the platform's own into the queue, in the caller's transaction, charged to the
 * root, under a generic sender that the number's operator has approved, where there is one.
 * @param sms.to E.164 with the plus
 * @returns false where there is no price, sender, or route with a connector that is bound: then it goes another way
 */
export async function sendPlatformSms(
  tx: Tx,
  sms: { to: string; text: string; class: 'OTP' | 'ALERT' },
): Promise<boolean> {
  const clientId = await getRootId(tx);
  const { country, code: network } = networkOf(sms.to);
  const [sender, config, prices] = [
    await findGenericSender(tx, country, network),
    await loadConfigInForce(tx),
    await loadPriceTable(tx, clientId),
  ];
  const price = prices?.priceOf(sms.to);
  if (!sender || !config || !price) return false;
  const destination = sms.to.slice(1);
  const now = Date.now();
  const { routeId, connectorIds } = compileRoutes(config)({
    sender,
    destination,
    text: sms.text,
    userId: null,
    groupId: null,
    tags: [],
    at: new Date(now),
  });
  if (routeId === null || !(await anyBound(tx, connectorIds))) return false;
  const { segments, encoding } = measureText(sms.text);
  const id = newId();
  const units = price.unitsFor(segments);
  await hold(tx, { clientId, units, campaignId: null, idempotencyKey: `message:${id}` });
  await enqueue(tx, [
    {
      id,
      clientId,
      campaignId: null,
      destination,
      sender,
      text: sms.text,
      encoding: encoding === 'GSM7' ? 0 : 8,
      segments,
      units,
      routeId,
      configVersion: config.version,
      country,
      network,
      class: sms.class,
      priority: PRIORITY[sms.class],
      expiresAt: new Date(now + VALIDITY_SECONDS[sms.class] * 1000),
      notBefore: null,
      source: 'PLATFORM',
      clientReference: null,
      facts: { at: now },
    },
  ]);
  return true;
}
