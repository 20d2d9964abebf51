import { httpSettings } from '../../../contract/api/connector-generic-settings.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { loadConfigInForce } from '../../core/dispatch/routing/config-version.ts';
import type { GatewayConfig } from '../../core/dispatch/routing/gateway-config.ts';
import { startPoller } from '../../core/background/poller.ts';
import type { Log } from '../../infra/log.ts';
import { claimOutgoing, delayOutgoing, endOutgoing } from '../../core/background/outbox.store.ts';
import type { Claimed } from '../../core/background/outbox.store.ts';
import type { Outbound } from '../../infra/http/outbound.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { decryptSecret } from '../../infra/secrets.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { secretPurpose } from './connector.rules.ts';
import { readOrders } from '../console/connectors/connectors.store.ts';
import { postMo } from './http-connector.ts';
import { passToNextTarget } from '../incoming/incoming-routing.ts';
import type { ForwardedIncoming } from '../incoming/incoming-routing.ts';

/**
 * Longer than a connector's answer may take: when a process dies meanwhile, the row goes to the
 * next.
 */
const LEASE_SECONDS = 180;
const AT_ONCE = 50;
const STOPPED_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 3600;

type Place = { database: Database; secretKey: SecretKey; outbound: Outbound; log: Log };

/**
 * Posts incoming messages to customers' servers until stopped; any number of processes may run this
 * task. An unanswered post is repeated, so that a server may receive a message twice, with one
 * `id`, and never misses one.
 */
export function startMoHandover(at: Place): { wake(): void; stop(): Promise<void> } {
  let config: GatewayConfig | undefined;
  let stopped: ReadonlySet<number> = new Set();
  return startPoller({
    label: 'messages from phones',
    concurrency: AT_ONCE,
    log: at.log,
    claim: (free) =>
      at.database.run(systemScope(), async (tx) => {
        config = await loadConfigInForce(tx, config);
        ({ stopped } = await readOrders(tx));
        return { rows: await claimOutgoing(tx, 'HTTP_CONNECTOR', free, LEASE_SECONDS) };
      }),
    handle: (row) => handOver(at, row, config, stopped),
  });
}

async function handOver(
  { database, secretKey, outbound, log }: Place,
  row: Claimed,
  config: GatewayConfig | undefined,
  stopped: ReadonlySet<number>,
): Promise<void> {
  const system = <T>(work: (tx: Tx) => Promise<T>) => database.run(systemScope(), work);
  const handover = row.payload as ForwardedIncoming;
  const connector = config?.connectors.find(
    ({ cid, kind }) => cid === row.target && kind === 'HTTP',
  );
  if (!connector)
    return system((tx) =>
      passToNextTarget(tx, row, handover, config, 'the connector is not in force'),
    );
  if (stopped.has(connector.id))
    return system((tx) =>
      delayOutgoing(tx, row.id, STOPPED_SECONDS, 'the connector is stopped', { tried: false }),
    );
  const settings = httpSettings.parse(connector.settings);
  const secret =
    connector.secret === null
      ? ''
      : decryptSecret(
          secretKey,
          secretPurpose(connector.cid),
          Buffer.from(connector.secret, 'base64'),
        );
  const posted = await postMo(outbound, { settings, secret }, handover.mo);
  const facts = { cid: connector.cid, messageId: handover.mo.id, attempts: row.attempts };
  if (posted.ok) {
    await system((tx) => endOutgoing(tx, row.id, null));
    return log.info(facts, 'message from a phone was handed over');
  }
  const reason = posted.error ?? 'refused';
  log.warn({ ...facts, reason }, 'message from a phone was not taken');
  // Several targets are tried once each; the last one is tried again.
  if (handover.next.length > 0 || row.attempts > settings.max_retries)
    return system((tx) => passToNextTarget(tx, row, handover, config, reason));
  await system((tx) =>
    delayOutgoing(
      tx,
      row.id,
      Math.min(LONGEST_WAIT_SECONDS, settings.retry_delay * 2 ** (row.attempts - 1)),
      reason,
    ),
  );
}
