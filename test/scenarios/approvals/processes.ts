// The api and the gateway as processes that are killed, and the software of an account that calls them: what was not
// answered is sent again as it was, calls of an API key under their idempotency key.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { encodeUcs2 } from '../../../src/smpp/text.ts';
import { PASSWORD } from '../../harness/shops.ts';
import { testKey } from '../../harness/pipeline.ts';
import { prepareProcess, startKillable } from '../../harness/processes/processes.ts';
import { freePorts } from '../../harness/product.ts';
import { Esme } from '../../harness/outside/smpp-customers.ts';
import type { Software, Submission } from './ways.ts';

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url));
const DIALECTS = 'jasmin,kannel,africastalking,sendsms,twilio,beem';
/** A call that is not answered as accepted after so many times is not lost by a kill. */
const MOST_TIMES = 6000;
const PAUSE_MS = 50;

export type Processes = Awaited<ReturnType<typeof startProcesses>>;

/** Starts both on a test's database. */
export async function startProcesses(databaseUrl: string) {
  const [apiPort, httpPort, smppPort] = (await freePorts(3)) as [number, number, number];
  const settings = {
    SETTINGS_FILE: '/dev/null',
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    HTTP_API_PORT: String(httpPort),
    SMPP_PORT: String(smppPort),
    HTTP_DIALECTS: DIALECTS,
    PRIVATE_HOSTS: '127.0.0.1',
    SECRET_KEY: testKey.bytes.toString('hex'),
  };
  const start = (name: 'api' | 'gateway') =>
    startKillable(() => prepareProcess(PROCESS, [name, databaseUrl, JSON.stringify(settings)]));
  const [api, gateway] = await Promise.all([start('api'), start('gateway')]);
  return {
    /** Kills the api (0) or the gateway (1), and resolves when it works again. */
    kill: serially((which: number) => (which === 0 ? api : gateway).kill()),
    /** The software of an account, which repeats what is not answered. */
    openSoftware: (username: string, key: string) =>
      openSoftware({ username, key, apiPort, httpPort, smppPort }),
    stop: () => Promise.all([api.stop(), gateway.stop()]),
  };
}

/** Attempts beside each other kill the same processes, one kill after the other. */
function serially(work: (which: number) => Promise<void>): (which: number) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (which) => {
    const mine = last.then(() => work(which));
    last = mine.catch(() => {});
    return mine;
  };
}

function openSoftware({
  username,
  key,
  apiPort,
  httpPort,
  smppPort,
}: Record<'username' | 'key', string> &
  Record<'apiPort' | 'httpPort' | 'smppPort', number>): Software & { close(): void } {
  /** Sends until there is an answer that is no fault of the server. */
  async function repeat(
    send: () => Promise<Response>,
  ): Promise<{ statusCode: number; body: string }> {
    let last = 'no answer';
    for (let times = 0; times < MOST_TIMES; times++) {
      const answer = await send().then(
        async (response) => ({ statusCode: response.status, body: await response.text() }),
        (error: Error) => ({ statusCode: 0, body: error.message }), // killed, or not there yet
      );
      if (answer.statusCode >= 200 && answer.statusCode < 300) return answer;
      last = `${answer.statusCode} ${answer.body}`;
      await sleep(PAUSE_MS);
    }
    throw new Error(`never accepted: ${last}`);
  }

  let esme: Esme | undefined;
  /** A bind that lives. */
  async function bound(): Promise<Esme> {
    for (let times = 0; times < MOST_TIMES; times++) {
      if (!esme || esme.closed) esme = new Esme(smppPort, { username, password: PASSWORD });
      // Several calls may wait for one bind, and each of them finds it refused.
      const mine = esme;
      if ((await mine.bound) === 0 && !mine.closed) return mine;
      mine.link.end();
      if (esme === mine) esme = undefined;
      await sleep(PAUSE_MS);
    }
    throw new Error('never bound');
  }
  async function submitOne({ to, text, isOctets }: Submission): Promise<boolean> {
    let last: number | undefined;
    for (let times = 0; times < MOST_TIMES; times++) {
      const link = await bound();
      const response = await link.ask({
        command: 'submit_sm',
        source_addr_ton: 5,
        source_addr: 'SHOP',
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        destination_addr: to,
        ...(isOctets
          ? { data_coding: 4, short_message: Buffer.from(text.slice(0, 140), 'latin1') }
          : {
              data_coding: 8,
              short_message: Buffer.alloc(0),
              tlvs: { message_payload: encodeUcs2(text) },
            }),
      });
      if (response?.command_status === 0) return true;
      last = response?.command_status;
      await sleep(PAUSE_MS);
    }
    throw new Error(`never accepted over SMPP: ${last}`);
  }

  return {
    ask: ({ method, url, headers, payload }) =>
      repeat(() =>
        fetch(`http://127.0.0.1:${httpPort}${url}`, {
          method,
          ...(headers && { headers }),
          ...(payload !== undefined && { body: payload }),
        }),
      ),
    async post(input) {
      const once = randomUUID();
      const { body } = await repeat(() =>
        fetch(`http://127.0.0.1:${apiPort}/v1/messages`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'idempotency-key': once,
          },
          body: JSON.stringify(input),
        }),
      );
      return (JSON.parse(body) as { acceptedCount?: number }).acceptedCount ?? 1;
    },
    submit: (submissions) => Promise.all(submissions.map(submitOne)),
    close: () => esme?.link.end(),
  };
}
