// Everything that moves units, at random and from many connections at once, while these are killed; and whether every answer was the truth.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { insertClient } from '../../../src/server/features/clients/clients.store.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import type { Database, Tx } from '../../../src/server/infra/database/db.ts';
import { Refusal } from '../../../src/server/infra/errors.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import {
  adjust,
  getBalances,
  transfer,
  hold,
  openAccounts,
  purchase,
  releaseReserve,
  reserve,
  sellReserve,
  settle,
} from '../../../src/server/core/ledger/ledger.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { numbers } from '../crash/scenario.ts';

export interface LedgerOptions {
  databaseUrl: string;
  operations: number;
  connections: number;
  /** How many connections are ended by the server while statements may be running on them. */
  kills: number;
  /** Ends the whole server without warning, and how often. */
  crash?: { times: number; kill(): void };
  /** Decides what is done; the machine decides in which order. */
  seed: number;
  tell?: (line: string) => void;
}

export interface LedgerResult {
  operations: number;
  booked: number;
  /** For want of units: they must leave no trace. */
  refused: number;
  /** Tried again, because nobody can know whether the first try was booked. */
  repeated: number;
  kills: number;
  crashes: number;
  sum: string;
  negative: number;
  drift: number;
  unbalanced: number;
  /** Wallets that are not what the answers say. */
  untrue: number;
  seconds: number;
}

const CLIENTS = 64;
const KINDS = [
  'hold',
  'hold',
  'hold',
  'capture',
  'capture',
  'release',
  'buy',
  'sell',
  'transfer',
  'transfer',
  'exchange',
  'adjust',
  'refund',
] as const;
const LOST =
  /terminat|ECONN|EPIPE|57P0|08\d{3}|connection|starting up|shutting down|recovery mode/i;

/** The balance that a wallet must come to by the answers; nobody has settled `open` of its holds yet. */
type Wallet = { available: bigint; held: bigint; open: bigint };

/** Does it on a database that has no clients yet. */
export async function stormLedger(options: LedgerOptions): Promise<LedgerResult> {
  const began = performance.now();
  const database = openDatabase({ connectionString: options.databaseUrl }, 'tuma_portal', {
    max: options.connections,
    name: 'ledger storm',
    onLost: () => {},
  });
  const random = numbers(options.seed);
  const whole = (below: number) => Math.floor(random() * below);
  try {
    const clients = await seed(database);
    const wallets = new Map<string, Wallet>(
      clients.map((clientId) => [clientId, { available: 10_000_000n, held: 0n, open: 0n }]),
    );
    const count = { operations: 0, booked: 0, refused: 0, repeated: 0, kills: 0, crashes: 0 };
    const one = () => clients[whole(clients.length)]!;
    const units = () => BigInt(1 + whole(random() < 0.1 ? 20_000_000 : 200_000));

    /** Until its end is known; true where it was booked, false where it was refused. */
    async function certain(work: (tx: Tx) => Promise<unknown>): Promise<boolean> {
      for (;;) {
        try {
          await database.run(systemScope(), work);
          return true;
        } catch (error) {
          // A repeat whose first try was booked.
          if (error instanceof Refusal) return error.code === 'IDEMPOTENCY_KEY_REUSED';
          if (/would pass its floor/.test(String(error))) return false;
          if (!LOST.test(`${(error as { code?: string }).code ?? ''} ${String(error)}`))
            throw error;
          count.repeated += 1;
          await sleep(20 + 80 * random());
        }
      }
    }

    async function operate(): Promise<void> {
      const idempotencyKey = newId();
      const kind = KINDS[whole(KINDS.length)]!;
      const [clientId, otherId, amount] = [one(), one(), units()];
      const moved = (who: string, available: bigint, held: bigint) => {
        const wallet = wallets.get(who)!;
        wallet.available += available;
        wallet.held += held;
      };
      const end = (booked: boolean, ...changes: (readonly [string, bigint, bigint])[]) => {
        count.operations += 1;
        count[booked ? 'booked' : 'refused'] += 1;
        if (booked) for (const change of changes) moved(...change);
      };
      if (kind === 'hold') {
        const booked = await certain((tx) =>
          hold(tx, { clientId, units: amount, campaignId: null, idempotencyKey }),
        );
        end(booked, [clientId, -amount, amount]);
        if (booked) wallets.get(clientId)!.open += amount;
      }
      if (kind === 'buy')
        end(await certain((tx) => purchase(tx, { clientId, units: amount, idempotencyKey })), [
          clientId,
          amount,
          0n,
        ]);
      if (kind === 'refund' || kind === 'adjust') {
        const by = kind === 'refund' ? amount : -amount;
        end(
          await certain((tx) => adjust(tx, { clientId, units: by, idempotencyKey, note: kind })),
          [clientId, by, 0n],
        );
      }
      if ((kind === 'transfer' || kind === 'exchange') && clientId !== otherId) {
        const arrives = kind === 'transfer' ? amount : (amount * 2n) / 3n + 1n;
        end(
          await certain((tx) =>
            transfer(tx, {
              fromId: clientId,
              toId: otherId,
              units: amount,
              arrives,
              idempotencyKey,
            }),
          ),
          [clientId, -amount, 0n],
          [otherId, arrives, 0n],
        );
      }
      if (kind === 'capture' || kind === 'release') {
        // Several wallets at once, as the fold does it: for each of them one operation.
        const chosen = [...new Set(Array.from({ length: 12 }, one))].flatMap((each) => {
          const wallet = wallets.get(each)!;
          const part = wallet.open / BigInt(2 + whole(8));
          wallet.open -= part;
          return part > 0n
            ? [
                {
                  clientId: each,
                  campaignId: null,
                  idempotencyKey: `${idempotencyKey}:${each}`,
                  captured: kind === 'capture' ? part : 0n,
                  released: kind === 'release' ? part : 0n,
                },
              ]
            : [];
        });
        if (chosen.length === 0) return;
        const booked = await certain((tx) => settle(tx, chosen));
        for (const each of chosen)
          end(booked, [each.clientId, each.released, -each.captured - each.released]);
      }
      if (kind === 'sell' && clientId !== otherId) {
        const purchaseId = newId();
        const sale = { sellerId: clientId, units: amount, purchaseId };
        const booked = await certain((tx) =>
          reserve(tx, { ...sale, idempotencyKey: `reserve:${idempotencyKey}` }),
        );
        end(booked, [clientId, -amount, amount]);
        if (!booked) return;
        const arrives = amount + BigInt(whole(3));
        if (random() < 0.7)
          end(
            await certain((tx) =>
              sellReserve(tx, {
                ...sale,
                buyerId: otherId,
                arrives,
                idempotencyKey: `sold:${idempotencyKey}`,
              }),
            ),
            [clientId, 0n, -amount],
            [otherId, arrives, 0n],
          );
        else
          end(
            await certain((tx) =>
              releaseReserve(tx, { ...sale, idempotencyKey: `released:${idempotencyKey}` }),
            ),
            [clientId, amount, -amount],
          );
      }
    }

    let over = false;
    const killer = killAtRandom(
      options,
      () => count.operations,
      () => over,
      count,
      random,
    );
    await Promise.all(
      Array.from({ length: options.connections }, async () => {
        while (count.operations < options.operations) await operate();
      }),
    );
    over = true;
    await killer;
    const check = await patient(() => database.run(systemScope(), checkLedger));
    const untrue = await patient(() =>
      database.run(systemScope(), async (tx) => {
        let wrong = 0;
        for (const [clientId, { available, held }] of wallets) {
          const real = await getBalances(tx, clientId);
          if (real.available !== available || real.held !== held) wrong += 1;
        }
        return wrong;
      }),
    );
    return {
      ...count,
      sum: check.sum,
      negative: check.negative,
      drift: check.drift,
      unbalanced: check.unbalanced + check.reserves,
      untrue,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await database.close();
  }
}

async function patient<T>(work: () => Promise<T>): Promise<T> {
  for (let time = 0; ; time++) {
    try {
      return await work();
    } catch (error) {
      if (time === 50) throw error;
      await sleep(200);
    }
  }
}

async function seed(database: Database): Promise<string[]> {
  const add = async (parentId: string | null, name: string) => {
    const clientId = newId();
    await database.run(systemScope(), async (tx) => {
      await insertClient(tx, {
        clientId,
        parentId,
        clientName: name,
        accountType: 'COMPANY',
        email: `${clientId}@example.test`,
        country: 'KE',
        timezone: 'Africa/Nairobi',
        accessLevel: parentId === null ? 'ADMINISTRATOR' : 'COMPANY',
        clientStatus: 'ACTIVE',
        passwordHash: null,
      });
      await openAccounts(tx, clientId);
      if (parentId !== null)
        await purchase(tx, { clientId, units: 10_000_000n, idempotencyKey: `start:${clientId}` });
    });
    return clientId;
  };
  const rootId = await add(null, 'Root');
  const clients: string[] = [];
  for (let at = 0; at < CLIENTS; at++) clients.push(await add(rootId, `Client ${at}`));
  return clients;
}

/** Spread over the whole of it: connections that are busy are ended, and the server is ended without warning. */
async function killAtRandom(
  options: LedgerOptions,
  done: () => number,
  isOver: () => boolean,
  count: { kills: number; crashes: number },
  random: () => number,
): Promise<void> {
  const crashes = options.crash?.times ?? 0;
  const plan = [
    ...Array<'connection'>(options.kills).fill('connection'),
    ...Array<'server'>(crashes).fill('server'),
  ]
    .map((what) => ({ what, at: random() * 0.95 * options.operations }))
    .toSorted((a, b) => a.at - b.at);
  for (const { what, at } of plan) {
    while (done() < at && !isOver()) await sleep(2);
    if (isOver()) return;
    if (what === 'server') {
      options.crash!.kill();
      count.crashes += 1;
      options.tell?.(`server killed after ${done()} operations`);
      continue;
    }
    count.kills += await patient(() => killConnection(options.databaseUrl));
    if (count.kills % 20 === 0)
      options.tell?.(`${count.kills} connections killed after ${done()} operations`);
  }
}

async function killConnection(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => {}); // the server itself may be killed meanwhile
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where application_name = 'ledger storm' and state <> 'idle' order by random() limit 1) busy`,
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
