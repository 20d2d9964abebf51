// Customers' software on SMPP binds and phones that answer, for as long as a soak lasts.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import type { CarrierProcess } from '../../harness/processes/processes.ts';
import { PLENTY } from '../../harness/traffic.ts';
import { addCustomer, Esme } from '../../harness/outside/smpp-customers.ts';

/** A customer that binds to any gateway, binds again when it is cut off, and counts what was answered with ESME_ROK. */
export async function startSmppCustomer(
  database: Database,
  ports: readonly number[],
  perSecond: number,
) {
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<{ id: string }>('select id from client where parent_id is null'),
  );
  const customer = await addCustomer(database, rows[0]!.id, { units: PLENTY });
  const acknowledged = new Map<string, string>();
  const answers: Record<string, number> = {};
  const open = new Set<Promise<void>>();
  let stopping = false;
  let bind: Esme | undefined;
  const loop = (async () => {
    for (let at = 0; !stopping; at++) {
      if (!bind || bind.closed) {
        bind = new Esme(ports[at % ports.length]!, customer, { window: 10 });
        if ((await bind.bound) !== 0) {
          bind.link.destroy();
          bind = undefined;
          await sleep(500);
          continue;
        }
      }
      // No message is repeated: one without an answer may or may not have been accepted.
      const phone = `254735${String(at).padStart(6, '0')}`;
      const asked = bind
        .ask({
          command: 'submit_sm',
          source_addr: customer.sender,
          dest_addr_ton: 1,
          dest_addr_npi: 1,
          destination_addr: phone,
          registered_delivery: 1,
          short_message: Buffer.from(`Your parcel ${at} has arrived.`),
        })
        .then((answer) => {
          const name = answer ? `SMPP ${answer.command_status}` : 'SMPP none';
          answers[name] = (answers[name] ?? 0) + 1;
          if (answer?.command_status === 0) acknowledged.set(phone, answer.message_id!);
        })
        .finally(() => open.delete(asked));
      open.add(asked);
      await sleep(1000 / perSecond);
    }
    await Promise.all(open);
    bind?.link.destroy();
  })();
  loop.catch(() => {}); // told when it is stopped
  return {
    clientId: customer.clientId,
    async stop() {
      stopping = true;
      await loop;
      return { acknowledged, answers };
    },
  };
}

/** Phones that write, each text once. */
export function startPhones(carrier: CarrierProcess, perSecond: number) {
  let stopping = false;
  const loop = (async () => {
    for (let at = 0; !stopping; at++) {
      await carrier
        .write({
          source: `254736${String(at % 1_000_000).padStart(6, '0')}`,
          destination: '40404',
          text: `Soak ${at}`,
        })
        .catch(() => {}); // no link is bound
      await sleep(1000 / perSecond);
    }
  })();
  return {
    async stop() {
      stopping = true;
      await loop;
    },
  };
}

/** Texts of phones that are stored more than once, and how many are stored. */
export async function judgePhones(
  database: Database,
): Promise<{ stored: number; storedTwice: number }> {
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<{ stored: number; texts: number }>(
      `select count(*)::int as stored, count(distinct text)::int as texts from incoming_message where text like 'Soak %'`,
    ),
  );
  return { stored: rows[0]!.stored, storedTwice: rows[0]!.stored - rows[0]!.texts };
}
