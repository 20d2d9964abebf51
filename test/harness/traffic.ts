// Traffic of an installation for proofs that last: campaigns and single messages over the portal's and the customers' calls, and what became of each message.
import { setTimeout as sleep } from 'node:timers/promises';
import { MESSAGE_STATUS } from '../../src/contract/api/messages.ts';
import { insertApiKey } from '../../src/server/features/api-keys/api-keys.store.ts';
import { newApiKey } from '../../src/server/features/api-keys/api-keys.ts';
import { PART_STATE } from '../../src/server/core/dispatch/part-state.rules.ts';
import { publishConfig } from '../../src/server/core/dispatch/routing/config-version.ts';
import { purchase } from '../../src/server/core/ledger/ledger.ts';
import { checkLedger } from '../../src/server/core/ledger/verify-ledger.ts';
import { SANDBOX_PASSWORD } from '../../src/server/features/sandbox/accounts.ts';
import type { Database } from '../../src/server/infra/database/db.ts';
import { systemScope } from '../../src/server/infra/database/scope.ts';
import { newId } from '../../src/server/infra/ids.ts';
import { addConnector, addRoute } from './pipeline.ts';
import type { CarrierProcess } from './processes/processes.ts';

export interface TrafficOptions {
  /** Connectors of one carrier, which share all messages. */
  binds: number;
  window: number;
  /** Messages a second on each bind. */
  rate: number;
}

const SETTLE_MS = 480_000;
/** A call that is refused so often is refused for good, and its proof says so rather than wait. */
const MOST_REFUSALS = 200;
/** Units, in ten-thousandths, that no proof uses up: a thousand million messages. */
export const PLENTY = 10_000_000_000_000n;

/** Adds the connectors with a route over all of them, in place of the sandbox's own, and an API key of its company. */
export async function furnish(
  database: Database,
  carrier: CarrierProcess,
  { binds, window, rate }: TrafficOptions,
): Promise<{ key: string; clientId: string }> {
  const ids: number[] = [];
  await database.run(systemScope(), (tx) => tx.query(`delete from route where direction = 'MT'`));
  for (let at = 0; at < binds; at++) {
    const settings = {
      host: '127.0.0.1',
      port: carrier.port,
      username: `bind${at}`,
      window,
      con_fail_delay: 0.5,
      con_loss_delay: 0.5,
      res_to: 5,
      submit_throughput: rate,
    };
    ids.push((await addConnector(database, at, settings, at + 1)).connectorId);
  }
  return database.run(systemScope(), async (tx) => {
    await tx.query(`delete from route where direction = 'MT' and "order" > 0`);
    if (binds > 1) await addRoute(tx, 10, 'RandomRoundrobinMTRoute', ids);
    await publishConfig(tx, null);
    const {
      rows: [client],
    } = await tx.query<{ id: string }>(
      `select c.id from client c where c.email = 'company@sandbox.test'`,
    );
    await purchase(tx, { clientId: client!.id, units: PLENTY, idempotencyKey: 'traffic' });
    const { key, prefix, keyHash } = newApiKey(false);
    await insertApiKey(tx, {
      id: newId(),
      clientId: client!.id,
      name: 'traffic',
      scopes: ['send'],
      ipList: [],
      test: false,
      prefix,
      keyHash,
    });
    return { key, clientId: client!.id };
  });
}

const phone = (prefix: string, at: number) => `${prefix}${String(at).padStart(6, '0')}`;

/** Software that submits one message after another, each under its own key, and repeats those not answered with 200. */
export function startSingles(apis: readonly string[], key: string, perSecond: number) {
  const acknowledged = new Map<string, string>();
  const answers: Record<string, number> = {};
  let failed = 0;
  const open = new Set<Promise<void>>();
  let stopping = false;
  let count = 0;
  let waiting: (() => void)[] = [];
  const send = async (at: number): Promise<void> => {
    const body = JSON.stringify({
      from: 'TUMA',
      to: phone('+254733', at),
      text: `Your order ${at} is ready.`,
    });
    const toldTo = waiting;
    waiting = [];
    for (let tries = at; ; tries++) {
      const answer = await fetch(`${apis[tries % apis.length]}/v1/messages`, {
        method: 'POST',
        body,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `single-${at}`,
        },
        signal: AbortSignal.timeout(30_000),
      }).then(
        async (response) => ({
          status: response.status,
          retry: response.headers.has('retry-after'),
          body: (await response.json()) as { messageId?: string; error?: string },
        }),
        (error: Error) => ({
          status: 0,
          retry: false,
          body: { error: error.name } as { messageId?: string; error?: string },
        }),
      );
      const name =
        answer.status === 200
          ? '200'
          : answer.status === 0
            ? `none (${answer.body.error})`
            : `${answer.status} ${answer.body.error}${answer.retry ? ' with Retry-After' : ''}`;
      answers[name] = (answers[name] ?? 0) + 1;
      if (answer.status === 200) {
        acknowledged.set(phone('254733', at), answer.body.messageId!);
        for (const each of toldTo) each();
        return;
      }
      failed++;
      if (answer.status >= 400 && answer.status < 500 && tries - at > MOST_REFUSALS)
        throw new Error(`message ${at} is refused for good: ${name}`);
      await sleep(200);
    }
  };
  let refusal: unknown;
  const loop = (async () => {
    for (; !stopping && refusal === undefined; await sleep(1000 / perSecond)) {
      if (open.size >= 500) continue;
      const sending = send(count++)
        .catch((failure: unknown) => {
          refusal ??= failure;
        })
        .finally(() => open.delete(sending));
      open.add(sending);
    }
    await Promise.all(open);
  })();
  const throwIfRefused = () => {
    if (refusal !== undefined) throw refusal;
  };
  return {
    throwIfRefused,
    /** Resolves when a call that begins after this is answered with 200. */
    nextNew: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
      }),
    /** How many calls had another answer than 200, or none. */
    failed: () => failed,
    async stop() {
      stopping = true;
      await loop;
      throwIfRefused();
      return { acknowledged, answers };
    },
  };
}

/**
 * The portal's calls as a person makes them: a sign-in that ended is made again, and a call is repeated until
 * it is answered with 200.
 */
export function openPortal(apis: readonly string[], username = 'company@sandbox.test') {
  let token: string | undefined;
  const send = async <T>(
    path: string,
    body: object | FormData | undefined,
    headers: Record<string, string>,
    tries: number,
  ): Promise<{ status: number; body: T } | undefined> =>
    fetch(`${apis[tries % apis.length]}/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        ...(body !== undefined &&
          !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    }).then(
      async (response) => ({ status: response.status, body: (await response.json()) as T }),
      () => undefined,
    );
  return async <T>(
    path: string,
    body?: object | FormData,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    for (let tries = 0; ; tries++) {
      token ??= (
        await send<{ token?: string }>(
          '/signIn',
          { username, password: SANDBOX_PASSWORD },
          {},
          tries,
        )
      )?.body.token;
      const answer =
        token === undefined
          ? undefined
          : await send<T>(path, body, { ...headers, authorization: `Bearer ${token}` }, tries);
      if (answer?.status === 200) return answer.body;
      if (answer?.status === 401) token = undefined;
      const code = (answer?.body as { error?: string } | undefined)?.error;
      if (answer && answer.status < 500 && (code === 'UPLOAD_GONE' || tries > MOST_REFUSALS))
        throw new PortalRefusal(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await sleep(250);
    }
  };
}

/** A call that the portal goes on refusing. */
class PortalRefusal extends Error {}

export type PortalCall = ReturnType<typeof openPortal>;

/** Uploads a list of phones and makes a campaign of it. @returns the campaign, once it is prepared and launched */
export async function launchCampaign(
  call: PortalCall,
  phones: readonly string[],
  name: string,
  scheduleTimestamp?: number,
): Promise<string> {
  const form = new FormData();
  const rows = phones.map((number, at) => `${number},Name ${at}`);
  form.set('file', new Blob([['phone,name', ...rows].join('\n')]), 'list.csv');
  const { uploadId } = await call<{ uploadId: string }>('/portal/sms:sendFromFileStep1', form);
  const { campaignId } = await call<{ campaignId: string }>('/portal/sms:sendFromFileStep2', {
    uploadId,
    phoneColumn: 'phone',
    campaignName: name,
    senderId: 'TUMA',
    text: 'Hi #name#',
    ...(scheduleTimestamp !== undefined && { scheduleTimestamp }),
  });
  // Refused until it is prepared.
  await call('/portal/sms:sendCampaign', { campaignId }, { 'idempotency-key': campaignId });
  return campaignId;
}

/**
 * A person who uploads a file and launches it, again and again, so that a campaign is always running.
 * @param options.uploadsExpire the clock jumps: a file that is a day old by it is gone, and is uploaded anew
 */
export function startCampaigns(
  apis: readonly string[],
  {
    binds,
    rate,
    uploadsExpire = false,
  }: Pick<TrafficOptions, 'binds' | 'rate'> & { uploadsExpire?: boolean },
) {
  const size = Math.max(1000, binds * rate * 12);
  const call = openPortal(apis);
  let stopping = false;
  let made = 0;
  const loop = (async () => {
    for (; !stopping; made++) {
      const phones = Array.from({ length: size }, (_, at) => phone('0712', made * size + at));
      const campaignId = await launchCampaign(call, phones, `Traffic ${made}`).catch(
        (failure: unknown) => {
          if (uploadsExpire && failure instanceof PortalRefusal) return undefined;
          throw failure;
        },
      );
      if (campaignId === undefined) continue;
      await waitFor(
        'the campaign is through',
        async () =>
          stopping ||
          ['COMPLETED', 'FAILED'].includes(
            (await call<{ status: string }>(`/portal/campaigns/${campaignId}`)).status,
          ),
        600_000,
      );
    }
  })();
  let refusal: unknown;
  loop.catch((failure: unknown) => {
    refusal = failure;
  });
  return {
    made: () => made,
    throwIfRefused() {
      if (refusal !== undefined) throw refusal;
    },
    async stop() {
      stopping = true;
      await loop;
    },
  };
}

/** Waits until nothing is queued, in flight, without its receipt, or to be booked; fails with what is. */
export async function untilSettled(database: Database): Promise<void> {
  let open = '';
  await waitFor(
    () => `everything settled; there are ${open}`,
    async () => {
      const found = await countOpen(database).catch(() => undefined); // the database is away
      open = JSON.stringify(found);
      return found !== undefined && Object.values(found).every((count) => count === 0);
    },
  );
}

async function countOpen(database: Database): Promise<Record<string, number>> {
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<Record<string, number>>(
      `select (select count(*)::int from chunk where pos < size) as chunks, (select count(*)::int from chunk where stopped) as "of them stopped",
         (select count(*)::int from chunk where not_before > now()) as "of them not due", (select count(*)::int from chunk where owner is not null) as "of them leased", (select count(*)::int from live_part where state = 0) as "in flight",
         (select count(*)::int from live_part where state = 1) as submitted, (select count(*)::int from campaign_delta) as deltas,
         (select count(*)::int from receipt where not matched and received_at > now() - interval '10 seconds') as receipts,
         (select count(*)::int from task where status = 'PENDING') as tasks`,
    ),
  );
  return rows[0]!;
}

/** The outcome of every message of the client. */
export interface Judged {
  /** Answered with 200 and not there, or there and with no carrier and nobody says so. */
  lostAcknowledged: number;
  lost: number;
  /** One key that made two messages, and messages that a phone got twice. */
  doubledByKey: number;
  doubled: number;
  ambiguous: number;
  /** Ended by their time alone: none unless the clock is moved. */
  expired: number;
  unexplained: string[];
  ledgerOk: boolean;
  messages: number;
}

/**
 * Compares the messages of some clients, who are all that send, with what the carrier got and what callers were told.
 * @param mayExpire the clock was moved, so that a message may end by its validity
 */
export async function judgeTraffic(
  database: Database,
  carrier: CarrierProcess,
  clientIds: readonly string[],
  acknowledged: ReadonlyMap<string, string>,
  mayExpire = false,
): Promise<Judged> {
  const got = new Map<string, number>();
  for (const { destination } of await carrier.received())
    got.set(destination, (got.get(destination) ?? 0) + 1);
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<{
      id: string;
      destination: string;
      status: number;
      state: number | null;
      named: boolean;
    }>(
      `select id, destination, status, (select state from live_part s where s.message_id = m.id limit 1) as state,
         exists (select from message_event e where e.message_id = m.id and e.kind = 'AMBIGUOUS') as named
       from message m where client_id = any ($1::uuid[])`,
      [clientIds],
    ),
  );
  const unexplained: string[] = [];
  let [lost, ambiguous, expired] = [0, 0, 0];
  const stored = new Map<string, { id: string; count: number }>();
  for (const { id, destination, status, state, named } of rows) {
    stored.set(destination, { id, count: (stored.get(destination)?.count ?? 0) + 1 });
    const count = got.get(destination) ?? 0;
    // A held message expires after half an hour where no receipt says that the phone has it.
    const isGivenUp =
      count === 0 && state === PART_STATE.GIVEN_UP && status === MESSAGE_STATUS.EXPIRED;
    const isHeld = named && (state === PART_STATE.UNCONFIRMED || isGivenUp);
    const isExpired = mayExpire && status === MESSAGE_STATUS.EXPIRED;
    if (state === PART_STATE.UNCONFIRMED || (named && isGivenUp)) ambiguous++;
    if (isExpired) expired++;
    if (count === 0 && !isHeld && !isExpired) lost++;
    const isDelivered = status === MESSAGE_STATUS.DELIVERED && count > 0 && state === null;
    if (!isDelivered && !isHeld && !isExpired)
      unexplained.push(
        `${destination}: status ${status}, submission ${state}, ${named ? 'named' : 'not named'}, ${count} times with the carrier`,
      );
  }
  unexplained.push(
    ...[...got.keys()]
      .filter((destination) => !stored.has(destination))
      .map((destination) => `${destination}: with the carrier, and nowhere here`),
  );
  const ledger = await database.run(systemScope(), checkLedger);
  return {
    lostAcknowledged: [...acknowledged].filter(
      ([destination, id]) => stored.get(destination)?.id !== id,
    ).length,
    doubledByKey: [...stored.values()].filter(({ count }) => count > 1).length,
    doubled: [...got.values()].filter((count) => count > 1).length,
    lost,
    ambiguous,
    expired,
    unexplained,
    ledgerOk: ledger.ok,
    messages: rows.length,
  };
}

export async function waitFor(
  what: string | (() => string),
  check: () => Promise<boolean>,
  milliseconds = SETTLE_MS,
): Promise<void> {
  for (const deadline = Date.now() + milliseconds; !(await check()); await sleep(100))
    if (Date.now() > deadline)
      throw new Error(`waited in vain: ${typeof what === 'string' ? what : what()}`);
}
