/** The messages that confirm to phones what their words did, accepted like any other of their accounts. */
import type { Acceptor } from '../../core/accept/accept.ts';
import { startPoller } from '../../core/background/poller.ts';
import { claimOutgoing, delayOutgoing, endOutgoing } from '../../core/background/outbox.store.ts';
import type { Claimed } from '../../core/background/outbox.store.ts';
import type { OptOutAnswer } from '../../core/opt-outs/answers.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Log } from '../../infra/log.ts';

const AT_ONCE = 20;
const LEASE_SECONDS = 60;
const FULL_SECONDS = 60;
/** A confirmation that comes a day later confirms nothing. */
const LATEST_MS = 86_400_000;

type Place = { database: Database; acceptor: Acceptor; log: Log };

/** Sends answers until stopped; any number of processes may run this task. */
export function startOptOutAnswers(at: Place): { wake(): void; stop(): Promise<void> } {
  return startPoller({
    label: 'answers to opt-outs',
    concurrency: AT_ONCE,
    log: at.log,
    claim: async (free) => ({
      rows: await at.database.run(systemScope(), (tx) =>
        claimOutgoing(tx, 'OPT_OUT_ANSWER', free, LEASE_SECONDS),
      ),
    }),
    handle: (row) => sendAnswer(at, row),
  });
}

async function sendAnswer({ database, acceptor, log }: Place, row: Claimed): Promise<void> {
  const system = (work: (tx: Tx) => Promise<void>) => database.run(systemScope(), work);
  const { from, to, text, isOwn, at } = row.payload as OptOutAnswer; // this kind's payload
  const clientId = row.clientId!;
  if (Date.now() - at > LATEST_MS) return system((tx) => endOutgoing(tx, row.id, 'too late'));
  const key = `opt-out answer ${row.id}`;
  const [outcome] = await acceptor.accept(
    { source: 'REST', clientId, user: null, test: false },
    [
      {
        from,
        to: `+${to}`,
        content: { text },
        confirmsOptOut: isOwn ? 'OWN_TEXT' : 'PLATFORM_TEXT',
      },
    ],
    // A process that dies before the row ends leaves no second message.
    { key, bodyHash: Buffer.from(key) },
  );
  if (!('refusal' in outcome!)) return system((tx) => endOutgoing(tx, row.id, null));
  const { code } = outcome.refusal;
  log.info({ clientId, code }, 'answer to an opt-out was refused');
  return system((tx) =>
    code === 'QUEUE_FULL'
      ? delayOutgoing(tx, row.id, FULL_SECONDS, code)
      : endOutgoing(tx, row.id, code),
  );
}
