// Payments of every kind against the simulated providers, with what goes wrong with mobile money, and what was credited in the end.
import { setTimeout as sleep } from 'node:timers/promises';
import { insertClient } from '../../../src/server/features/clients/clients.store.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { openAccounts, purchase } from '../../../src/server/core/ledger/ledger.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import { seedRates } from '../../../src/server/core/ledger/rates.ts';
import { upsertRates } from '../../../src/server/core/ledger/rates.store.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { reconcileDue, retrySync } from '../../../src/server/features/wallet/payments/reconcile.ts';
import {
  openPurchase,
  type PaymentService,
} from '../../../src/server/features/wallet/payments/payments.ts';
import { pushPayment } from '../../../src/server/features/wallet/payments/push.ts';
import type { PaymentRow } from '../../../src/server/features/wallet/payments/payments.store.ts';
import { numbers } from '../crash/scenario.ts';
import { callbackPath, startPaymentService } from '../../harness/outside/payment-server.ts';

export interface PaymentOptions {
  databaseUrl: string;
  scenarios: number;
  /** Decides what happens to each payment. */
  seed: number;
  tell?: (line: string) => void;
}

export interface PaymentResult {
  scenarios: number;
  /** How often each thing happened to a payment. */
  happened: Record<string, number>;
  /** Payments that somebody really paid, and what they are worth in units. */
  paid: number;
  paidUnits: string;
  credited: number;
  creditedUnits: string;
  /** Credited without having been paid. */
  forged: number;
  /** Credited with other than what was bought, or more than once. */
  wrong: number;
  /** The faults, payment by payment. */
  wrongLines: string[];
  /** Paid, but the answer and the only callback are lost both, so that nobody on our side can know; each is named as such. */
  unknowable: number;
  /** Prompts that rang twice for one payment. */
  pushedTwice: number;
  open: number;
  /** Credited payments without exactly one invoice, and numbers that are missing in a seller's series. */
  invoiceFaults: number;
  ledgerOk: boolean;
  seconds: number;
}

const AT_ONCE = 24;
const PAYMENTS_A_CLIENT = 4;
/** The ending of a payer who never answers. */
const NEVER = '15';
const COUNTRIES = {
  KE: {
    endings: [
      '99',
      '99',
      '01',
      '02',
      '03',
      '04',
      '05',
      '06',
      '07',
      '08',
      '09',
      '10',
      '11',
      '12',
      '13',
      '14',
      '15',
      '16',
    ],
    phone: (at: number, ending: string) => `+2547${String(at).padStart(6, '0')}${ending}`,
    amount: 80n,
    prices: undefined,
  },
  TZ: {
    endings: [
      '99',
      '99',
      '01',
      '02',
      '03',
      '04',
      '05',
      '06',
      '07',
      '08',
      '09',
      '10',
      '11',
      '12',
      '13',
      '14',
      '15',
      '16',
      '17',
    ],
    phone: (at: number, ending: string) => `+2557${String(at).padStart(6, '0')}${ending}`,
    amount: 1000n,
    prices: ['16', '25', '32', '40', 'TZS'],
  },
  MZ: {
    endings: ['99', '99', '01', '03', '05', '06', '08', '12', '15'],
    phone: (at: number, ending: string) => `+25884${String(at).padStart(5, '0')}${ending}`,
    amount: 75n,
    prices: ['0.60', '0.90', '1.20', '0.75', 'MZN'],
  },
} as const;
type Country = keyof typeof COUNTRIES;

/** Does it on a database that has no clients yet. */
export async function stormPayments({
  databaseUrl,
  scenarios,
  seed,
  tell,
}: PaymentOptions): Promise<PaymentResult> {
  const began = performance.now();
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
    max: AT_ONCE + 4,
    name: 'payments storm',
    onLost: () => {},
  });
  const { service, mpesa, openApi, stop } = await startPaymentService(database);
  const random = numbers(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const chance = (share: number) => random() < share;
  const happened: Record<string, number> = {};
  const note = (what: string, story?: string[]) => {
    happened[what] = (happened[what] ?? 0) + 1;
    story?.push(what);
  };
  const phones = new Map<string, string>();
  const stories = new Map<string, string[]>();
  try {
    const clients = await seedClients(database, scenarios);
    const genuine: unknown[] = [];

    const post = (path: string, body: unknown) =>
      fetch(service.callbackOrigin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((heard) => heard.arrayBuffer());
    const bodyOf = (checkoutId: string | null, amount: number, receipt: string) => ({
      Body: {
        stkCallback: {
          MerchantRequestID: 'x',
          CheckoutRequestID: checkoutId ?? 'ws_CO_guess',
          ResultCode: 0,
          ResultDesc: 'ok',
          CallbackMetadata: {
            Item: [
              { Name: 'Amount', Value: amount },
              { Name: 'MpesaReceiptNumber', Value: receipt },
            ],
          },
        },
      },
    });

    /** Somebody who wants units for nothing. */
    async function forge(payment: PaymentRow): Promise<void> {
      const kind = (
        [
          'secret guessed',
          'unpaid, all facts right',
          'wrong amount',
          'callback of another',
          'no payment at all',
        ] as const
      )[whole(5)]!;
      note(`forged: ${kind}`);
      const right = callbackPath({ mpesa }, payment.id);
      if (kind === 'secret guessed')
        await post(
          `/v1/payments/stk/guess/${payment.id}`,
          bodyOf(payment.checkoutId, Number(payment.amount), `F${newId()}`),
        );
      if (kind === 'unpaid, all facts right')
        await post(
          right,
          bodyOf(payment.checkoutId, Number(payment.amount), `F${newId().slice(-12)}`),
        );
      if (kind === 'wrong amount')
        await post(right, bodyOf(payment.checkoutId, 1, `F${newId().slice(-12)}`));
      if (kind === 'callback of another' && genuine.length > 0)
        await post(right, genuine[whole(genuine.length)]);
      if (kind === 'no payment at all')
        await post('/v1/payments/stk/guess/nothing', bodyOf(null, 80, 'F1'));
    }

    async function scenario(at: number): Promise<void> {
      const { clientId, country } = clients[Math.floor(at / PAYMENTS_A_CLIENT)]!;
      const { endings, phone, amount } = COUNTRIES[country];
      const ending = endings[whole(endings.length)]!;
      const payer = phone(at, ending);
      note(`${country} ${ending}`);
      const opened = await database
        .run(systemScope(), (tx) =>
          openPurchase(
            tx,
            service,
            { clientId, impersonatorId: null },
            { amount: amount * BigInt(1 + whole(3)) },
            payer,
          ),
        )
        .catch(mustBeKnown);
      if (!opened) return note('stock short');
      phones.set(opened.id, payer);
      const dies = chance(0.25);
      const story = [ending];
      stories.set(opened.id, story);
      const [step, when] = [1 + whole(4), chance(0.5) ? ('before' as const) : ('after' as const)];
      if (dies) note(`killed ${when} transaction ${step}`, story);
      const first = dies ? dyingService(service, step, when) : service;
      // Impatient people press twice.
      const presses = chance(0.15) ? 3 : 1;
      if (presses > 1) note('pressed three times', story);
      await Promise.all(
        Array.from({ length: presses }, (_, press) =>
          pushPayment(press === 0 ? first : service, opened.id, payer).catch((error: unknown) =>
            mustBeKnown(error),
          ),
        ),
      );
      const row = await rowOf(database, opened.id);
      if (chance(0.3)) await forge(row);
      if (chance(0.05)) {
        // The payer has answered by then; nobody has asked.
        await sleep(200);
        note('nobody asks for a week', story);
        await database.run(systemScope(), (tx) =>
          tx.query(
            `update payment set pushed_at = now() - interval '8 days', next_query_at = now() where id = $1 and pushed_at is not null`,
            [opened.id],
          ),
        );
      }
      if (chance(0.2)) await sleep(20);
      if (chance(0.3)) {
        const dying = chance(0.3);
        if (dying) note('killed while it asked', story);
        await retrySync(
          dying ? dyingService(service, 1 + whole(3), chance(0.5) ? 'before' : 'after') : service,
          opened.id,
        ).catch((error: unknown) => mustBeKnown(error));
      }
      if (chance(0.3)) await reconcileDue(service, 5).catch((error: unknown) => mustBeKnown(error));
      const told =
        country === 'KE' && chance(0.3)
          ? mpesa.payments().findLast((each) => `+${each.phone}` === payer)
          : undefined;
      if (told?.receipt) {
        const body = bodyOf(told.checkoutRequestId, told.amount, told.receipt);
        genuine.push(body);
        note('callback said again', story);
        for (let time = 0; time < 5; time++) await post(callbackPath({ mpesa }, row.id), body);
      }
      if (chance(0.1)) await forge(await rowOf(database, opened.id));
    }

    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let at = next++; at < scenarios; at = next++) {
          await scenario(at);
          if (at > 0 && at % 1_000 === 0) tell?.(`${at} of ${scenarios}`);
        }
      }),
    );
    await sleep(400); // until late callbacks begin, and prompts that are open still
    const unheard = () =>
      mpesa
        .payments()
        .some(
          ({ phone, resultCode, callbacksSent, callbacksDone }) =>
            callbacksDone < callbacksSent || (resultCode === null && !phone.endsWith(NEVER)),
        );
    for (const deadline = Date.now() + 60_000; unheard() && Date.now() < deadline;) await sleep(20);
    await followAll(service);
    const result = await judge(
      database,
      phones,
      stories,
      paidPhones(mpesa.payments(), openApi.payments()),
    );
    const ledger = await database.run(systemScope(), checkLedger);
    return {
      scenarios,
      happened,
      ...result,
      ledgerOk: ledger.ok,
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await stop();
    await database.close();
  }
}

/** A process that dies at the `at`th transaction: before it, or after its commit. */
function dyingService(
  service: PaymentService,
  at: number,
  when: 'before' | 'after',
): PaymentService {
  let count = 0;
  return {
    ...service,
    onFault: () => {},
    database: {
      ...service.database,
      async run(scope, work) {
        count += 1;
        // Dead is dead.
        if (count > at || (count === at && when === 'before')) throw new Killed();
        const result = await service.database.run(scope, work);
        if (count >= at) throw new Killed();
        return result;
      },
    },
  };
}

class Killed extends Error {}

/** The errors that a caller may get: that it is dead, or that what it wanted is done or refused. */
function mustBeKnown(error: unknown): void {
  if (error instanceof Killed) return;
  if (error instanceof AggregateError) return error.errors.forEach(mustBeKnown);
  if (
    ['CONFLICT', 'STOCK_SHORT', 'TOO_MANY_REQUESTS'].includes(
      (error as { code?: string }).code ?? '',
    )
  )
    return;
  throw error;
}

async function rowOf(database: Database, id: string): Promise<PaymentRow> {
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<PaymentRow>(
      'select *, checkout_id as "checkoutId", amount::text as amount from payment where id = $1',
      [id],
    ),
  );
  return rows[0]!;
}

async function seedClients(
  database: Database,
  scenarios: number,
): Promise<{ clientId: string; country: Country }[]> {
  const add = async (
    parentId: string | null,
    country: Country,
    units: bigint,
    prices?: readonly string[],
  ) => {
    const clientId = newId();
    await database.run(systemScope(), async (tx) => {
      await insertClient(tx, {
        clientId,
        parentId,
        clientName: 'Payer',
        accountType: 'COMPANY',
        email: `${clientId}@example.test`,
        country,
        timezone: 'Africa/Nairobi',
        accessLevel: parentId === null ? 'ADMINISTRATOR' : 'COMPANY',
        clientStatus: 'ACTIVE',
        passwordHash: null,
      });
      await openAccounts(tx, clientId);
      if (parentId === null) await seedRates(tx, clientId);
      if (prices)
        await upsertRates(
          tx,
          clientId,
          ['254', '255', '256', '258'].map((prefix, at) => ({
            regionName: ['Kenya', 'Tanzania', 'Uganda', 'Mozambique'][at]!,
            regionFilters: [prefix],
            costPrice: prices[at]!,
            currency: prices[4]!,
          })),
        );
      if (units > 0n) await purchase(tx, { clientId, units, idempotencyKey: `start:${clientId}` });
    });
    return clientId;
  };
  const rootId = await add(null, 'KE', 0n);
  // A reseller whose stock runs out now and then.
  const resellers = [
    await add(rootId, 'KE', 10n ** 14n),
    await add(rootId, 'KE', 100_000_000n * BigInt(Math.ceil(scenarios / 100))),
  ];
  const clients: { clientId: string; country: Country }[] = [];
  for (let at = 0; at * PAYMENTS_A_CLIENT < scenarios; at++) {
    const country = (['KE', 'KE', 'TZ', 'MZ'] as const)[at % 4]!;
    clients.push({
      country,
      clientId: await add([rootId, ...resellers][at % 3]!, country, 0n, COUNTRIES[country].prices),
    });
  }
  return clients;
}

/** Time passes until everybody has been asked about for a week. */
async function followAll(service: PaymentService): Promise<void> {
  const pass = async (more = '') => {
    await service.database.run(systemScope(), (tx) =>
      tx.query(`update payment set next_query_at = now()${more} where next_query_at is not null`),
    );
    for (let due = 1; due > 0;) due = await reconcileDue(service, AT_ONCE);
  };
  for (let time = 0; time < 4; time++) {
    await pass();
    await sleep(50);
  }
  await pass(`, pushed_at = now() - interval '11 minutes'`);
  await pass(`, pushed_at = now() - interval '8 days'`);
  await pass();
}

/** The payers by the providers' own books, with how often each paid. */
function paidPhones(
  daraja: readonly { phone: string; resultCode: number | null }[],
  openApi: readonly { phone: string; status: string | null }[],
): { paid: Map<string, number>; pushed: Map<string, number> } {
  const [paid, pushed] = [new Map<string, number>(), new Map<string, number>()];
  const add = (phone: string, isPaid: boolean) => {
    pushed.set(`+${phone}`, (pushed.get(`+${phone}`) ?? 0) + 1);
    if (isPaid) paid.set(`+${phone}`, (paid.get(`+${phone}`) ?? 0) + 1);
  };
  for (const { phone, resultCode } of daraja) add(phone, resultCode === 0);
  for (const { phone, status } of openApi) add(phone, status === 'Completed');
  return { paid, pushed };
}

async function judge(
  database: Database,
  phones: ReadonlyMap<string, string>,
  stories: ReadonlyMap<string, readonly string[]>,
  { paid, pushed }: ReturnType<typeof paidPhones>,
): Promise<Omit<PaymentResult, 'scenarios' | 'happened' | 'ledgerOk' | 'seconds'>> {
  const { rows } = await database.run(systemScope(), (tx) =>
    tx.query<{
      id: string;
      status: string;
      reason: string | null;
      checkoutId: string | null;
      units: bigint;
      credited: bigint;
      times: number;
      booked: boolean;
    }>(
      `select p.id, p.status, p.reason, p.checkout_id as "checkoutId", p.units, coalesce(sum(e.amount), 0)::bigint as credited, count(e.amount)::int as times
     from payment p left join ledger_transfer t on t.purchase_id = p.id and t.kind = 'PURCHASE' left join ledger_account a on a.client_id = p.client_id and a.kind = 'available'
     left join ledger_entry e on e.transfer_id = t.id and e.account_id = a.id group by p.id`,
    ),
  );
  const {
    rows: [invoices],
  } = await database.run(systemScope(), (tx) =>
    tx.query<{ faults: number }>(
      `select ((select count(*) from payment p where (p.status = 'COMPLETED') <> exists (select from invoice i where i.payment_id = p.id))
       + (select coalesce(sum(last_number - issued), 0) from (select s.last_number, (select count(*) from invoice i where i.seller_id = s.seller_id and i.number between 1 and s.last_number) as issued from invoice_series s) t))::int as faults`,
    ),
  );
  const wrongLines: string[] = [];
  const result = {
    wrongLines,
    invoiceFaults: invoices!.faults,
    paid: 0,
    credited: 0,
    forged: 0,
    wrong: 0,
    unknowable: 0,
    open: 0,
  };
  let [paidUnits, creditedUnits] = [0n, 0n];
  for (const row of rows) {
    const payer = phones.get(row.id)!;
    const isPaid = (paid.get(payer) ?? 0) > 0;
    if (row.status === 'PENDING' && pushed.has(payer)) result.open += 1;
    if (row.times > 0) {
      result.credited += 1;
      creditedUnits += row.credited;
      if (!isPaid) result.forged += 1;
      if (row.times !== 1 || row.credited !== row.units || row.status !== 'COMPLETED')
        result.wrong += 1;
    }
    if (!isPaid) continue;
    if (row.times === 0 && row.checkoutId === null && row.reason === 'NO_WORD') {
      result.unknowable += 1;
      continue;
    }
    result.paid += 1;
    paidUnits += row.units;
    if (row.times > 0) continue;
    result.wrong += 1;
    wrongLines.push(
      `${row.id}: paid and not credited, ${row.status} ${row.reason}, ${row.checkoutId}: ${stories.get(row.id)!.join(', ')}`,
    );
  }
  return {
    ...result,
    paidUnits: String(paidUnits),
    creditedUnits: String(creditedUnits),
    pushedTwice: [...pushed.values()].filter((times) => times > 1).length,
  };
}
