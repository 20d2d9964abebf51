import { httpSettings } from '../../contract/connectors.ts';
import type { Database, Tx } from '../db.ts';
import { configInForce } from '../dispatch/config-version.ts';
import type { GatewayConfig } from '../dispatch/routing.rules.ts';
import type { Log } from '../log.ts';
import { claimOutgoing, delayOutgoing, endOutgoing } from '../outbox.store.ts';
import type { Claimed } from '../outbox.store.ts';
import type { Outbound } from '../outbound.ts';
import { systemScope } from '../scope.ts';
import { decryptSecret } from '../secrets.ts';
import type { SecretKey } from '../secrets.ts';
import { secretPurpose } from './connector.rules.ts';
import { readOrders } from './connectors.store.ts';
import { postMo } from './http-connector.ts';
import { handToNext } from './mo-routing.ts';
import type { MoHandover } from './mo-routing.ts';

/** Longer than a connector may take to answer: whoever dies meanwhile leaves the row to the next. */
const LEASE_SECONDS = 180;
const AT_ONCE = 50;
const POLL_MILLISECONDS = 2000;
const STOPPED_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 3600;

type Place = { database: Database; secretKey: SecretKey; outbound: Outbound; log: Log };

/**
 * Hands messages from phones to customers' servers as they come, until stopped; any number of processes may run one. What
 * was not answered is handed over again, so that a server may get a message twice, with one `id`, and never loses one.
 */
export function startHandover(at: Place): { wake(): void; stop(): Promise<void> } {
  let stopping = false;
  let wakeUp = () => {};
  let config: GatewayConfig | undefined;
  const running = new Set<Promise<void>>();
  const loop = (async () => {
    while (!stopping) {
      const woken = new Promise<void>((resolve) => { wakeUp = resolve; });
      let found = 0;
      try {
        const free = AT_ONCE - running.size;
        const claimed = free > 0 ? await at.database.run(systemScope(), async (tx) => {
          config = await configInForce(tx, config);
          return { rows: await claimOutgoing(tx, 'HTTP_CONNECTOR', free, LEASE_SECONDS), stopped: (await readOrders(tx)).stopped };
        }) : { rows: [], stopped: new Set<number>() };
        found = claimed.rows.length;
        for (const row of claimed.rows) {
          const work = handOver(at, row, config, claimed.stopped)
            .catch((error: unknown) => at.log.error({ outboxId: String(row.id), err: error }, 'message from a phone is left to its lease'))
            .finally(() => {
              running.delete(work);
              wakeUp();
            });
          running.add(work);
        }
      } catch (error) {
        at.log.error({ err: error }, 'messages from phones could not be handed over');
      }
      if (found > 0 || stopping) continue;
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, POLL_MILLISECONDS);
      await Promise.race([woken, timer.promise]);
      clearTimeout(timeout);
    }
    await Promise.all(running);
  })();
  return {
    wake: () => wakeUp(),
    async stop() {
      stopping = true;
      wakeUp();
      await loop;
    },
  };
}

async function handOver({ database, secretKey, outbound, log }: Place, row: Claimed, config: GatewayConfig | undefined, stopped: ReadonlySet<number>): Promise<void> {
  const system = <T>(work: (tx: Tx) => Promise<T>) => database.run(systemScope(), work);
  const handover = row.payload as MoHandover;
  const connector = config?.connectors.find(({ cid, kind }) => cid === row.target && kind === 'HTTP');
  if (!connector) return system((tx) => handToNext(tx, row, handover, config, 'the connector is not in force'));
  if (stopped.has(connector.id)) return system((tx) => delayOutgoing(tx, row.id, STOPPED_SECONDS, 'the connector is stopped', { tried: false }));
  const settings = httpSettings.parse(connector.settings);
  const secret = connector.secret === null ? '' : decryptSecret(secretKey, secretPurpose(connector.cid), Buffer.from(connector.secret, 'base64'));
  const posted = await postMo(outbound, { settings, secret }, handover.mo);
  const facts = { cid: connector.cid, messageId: handover.mo.id, attempts: row.attempts };
  if (posted.ok) {
    await system((tx) => endOutgoing(tx, row.id, null));
    return log.info(facts, 'message from a phone was handed over');
  }
  const reason = posted.error ?? 'refused';
  log.warn({ ...facts, reason }, 'message from a phone was not taken');
  // Of several targets each is tried once; the last one is tried again.
  if (handover.next.length > 0 || row.attempts > settings.max_retries) return system((tx) => handToNext(tx, row, handover, config, reason));
  await system((tx) => delayOutgoing(tx, row.id, Math.min(LONGEST_WAIT_SECONDS, settings.retry_delay * 2 ** (row.attempts - 1)), reason));
}
