// A night shift: six carriers break in turn while traffic runs, each in its own way, and the
// operations screen names each in under a minute: in the answer that it reads, and on the screen of
// an operator who only looks. Everything is the product's own, from its start to its browser.
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { findJourneyBrowser, installBrowser } from '../../tools/browser.ts';
import type { StatusPage } from '../../src/contract/api/monitoring.ts';
import { openDatabase } from '../../src/server/infra/database/db.ts';
import type { Database } from '../../src/server/infra/database/db.ts';
import { runningPostgres } from '../../src/server/infra/database/postgres.ts';
import { startSmsc, type Smsc } from '../../src/sim/smsc/smsc.ts';
import { en } from '../../src/web/i18n/en.ts';
import type { Check } from '../check.ts';
import { openApi } from '../harness/api.ts';
import { enqueueAll, makeMessage } from '../harness/pipeline.ts';
import { startProduct } from '../harness/product.ts';
import { enterAs } from '../harness/browser/sign-in.ts';

/** Named in less. */
const LIMIT_S = 60;
/** Traffic before anything breaks, so that there is something to compare with. */
const CALM_S = 100;
/** Messages a second over each carrier, to two networks by turns. */
const RATE = 16;
const [SAFARICOM, AIRTEL] = [1, 2];

type Fault = {
  name: string;
  cid: string;
  kind: StatusPage['problems'][number]['kind'];
  /** The words that an operator must be able to read beside the connector's name. */
  says: RegExp;
  breaks(): Promise<void> | void;
};

class Carriers {
  readonly #smscs = new Map<string, Smsc>();

  async start(cid: string): Promise<number> {
    const smsc = await startSmsc({
      systemId: 'tuma',
      password: 'password',
      behaviour: { receiptDelay: 300, receiptJitter: 900, rules: cid === 'one-network' },
    });
    this.#smscs.set(cid, smsc);
    return smsc.port;
  }

  get(cid: string): Smsc {
    return this.#smscs.get(cid)!;
  }

  /** The carrier comes back on its port with another password. */
  async changePassword(cid: string): Promise<void> {
    const { port } = this.get(cid);
    await this.get(cid).stop();
    this.#smscs.set(cid, await startSmsc({ port, systemId: 'tuma', password: 'another' }));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#smscs.values()].map((smsc) => smsc.stop().catch(() => {})));
  }
}

/** Sends to every route, second by second, until stopped; `losing` is sent to numbers of which 70 % are lost. */
class Traffic {
  readonly #database: Database;
  readonly #clientId: string;
  readonly #routes: ReadonlyMap<string, number>;
  readonly #ending = new AbortController();
  readonly #sending: Promise<void>;
  losing: string | undefined;
  #phone = 100_000;

  constructor(database: Database, clientId: string, routes: ReadonlyMap<string, number>) {
    this.#database = database;
    this.#clientId = clientId;
    this.#routes = routes;
    this.#sending = this.#send();
  }

  async #send(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const messages = [...this.#routes].flatMap(([name, routeId]) =>
        Array.from({ length: RATE }, (_, at) => {
          const network = at % 2 === 0 ? SAFARICOM : AIRTEL;
          const isLost = this.losing === name && network === SAFARICOM && at % 10 < 7;
          const prefix = network === SAFARICOM ? '25471' : '25473';
          const destination = `${prefix}${String(this.#phone++)
            .padStart(5, '0')
            .slice(-5)}${isLost ? '07' : '30'}`;
          return makeMessage({
            clientId: this.#clientId,
            routeId,
            network,
            destination,
            units: 0n,
          });
        }),
      );
      await enqueueAll(this.#database, messages);
      await sleep(1000, undefined, { signal: this.#ending.signal }).catch(() => {});
    }
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#sending;
  }
}

/** A day of history of the connectors that heal, which nobody waits for here. */
const RANGES = `insert into healing_range (connector_id, route_id, network, due_seconds, usual, low, usual_seconds, hours)
  select c.id, $1::int, network, 8, 0.98, 0.95, 1, 24 from connector c cross join (values (1), (2)) as n (network)
  where c.cid in ('one-network', 'beside')`;

const CIDS = ['link-down', 'wrong-password', 'refusing', 'silent', 'throttling'];

export const check: Check = {
  async run() {
    const carriers = new Carriers();
    const product = await startProduct({ PRIVATE_HOSTS: '127.0.0.1' });
    const browser = await openBrowser();
    let database: Database | undefined;
    let traffic: Traffic | undefined;
    const open: string[] = [];
    const figures: Record<string, number> = {};
    try {
      const { get, signIn } = openApi(product);
      const { token } = await signIn('it-support');
      const { clientId } = await signIn('client');
      for (const cid of [...CIDS, 'one-network', 'beside'])
        await get('POST', '/portal/jasmin/smpp-connectors', {
          token,
          body: {
            cid,
            host: '127.0.0.1',
            port: await carriers.start(cid),
            username: 'tuma',
            password: 'password',
          },
        });
      const routes = new Map<string, number>();
      for (const cid of CIDS) routes.set(cid, await addRoute(get, token, 'StaticMTRoute', [cid]));
      routes.set(
        'one-network',
        await addRoute(get, token, 'RandomRoundrobinMTRoute', ['one-network', 'beside']),
      );
      await get('POST', '/portal/jasmin:reload', { token, body: {} });
      await product.sql(RANGES, [routes.get('one-network')]);
      database = openDatabase(
        { connectionString: runningPostgres(product.dataDir)! },
        'tuma_portal',
        {
          max: 4,
          name: 'night shift',
          onLost: () => {},
        },
      );
      traffic = new Traffic(database, clientId, routes);
      const readStatus = () => get<StatusPage>('GET', '/portal/status', { token });
      const page = await browser.newPage({
        viewport: { width: 1440, height: 900 },
        locale: 'en-GB',
      });
      await enterAs(page, product, 'it-support');
      await page.goto(`${product.baseUrl}/dashboard/status`);
      await sleep(CALM_S * 1000);
      const cids = new Set([...CIDS, 'one-network', 'beside']);
      for (const { kind, subject } of (await readStatus()).problems)
        if (cids.has(subject)) open.push(`before anything broke: ${kind} ${subject}`);
      for (const fault of faultsOf(carriers, traffic)) {
        const seconds = await find(fault, { readStatus, page });
        if (seconds === undefined) {
          const { problems } = await readStatus();
          open.push(
            `${fault.name}: not named in ${LIMIT_S} s; there is ${JSON.stringify(problems)}`,
          );
        } else figures[fault.cid.replaceAll('-', '_')] = seconds;
      }
    } finally {
      await traffic?.stop();
      await database?.close();
      await browser.close();
      await carriers.stop();
      await product.stop();
    }
    const tried = CIDS.length + 1;
    return { tried, held: tried - open.length, open, figures };
  },
};

function faultsOf(carriers: Carriers, traffic: Traffic): Fault[] {
  const behave = (cid: string, behaviour: Parameters<Smsc['behave']>[0]) => () =>
    carriers.get(cid).behave(behaviour);
  return [
    {
      name: 'the link is down',
      cid: 'link-down',
      kind: 'CONNECTOR_DOWN',
      says: /nothing answers|not bound/i,
      breaks: () => carriers.get('link-down').stop(),
    },
    {
      name: 'the password is wrong',
      cid: 'wrong-password',
      kind: 'CONNECTOR_DOWN',
      says: /password/i,
      breaks: () => carriers.changePassword('wrong-password'),
    },
    {
      name: '15 % end in ESME_RSYSERR',
      cid: 'refusing',
      kind: 'REFUSALS_HIGH',
      says: /ESME_RSYSERR/,
      breaks: behave('refusing', { failures: 0.15 }),
    },
    {
      name: 'receipts stop',
      cid: 'silent',
      kind: 'RECEIPTS_MISSING',
      says: /receipts/i,
      breaks: behave('silent', { missing: 1 }),
    },
    {
      name: 'the carrier throttles',
      cid: 'throttling',
      kind: 'THROTTLED',
      says: /throttle/i,
      breaks: behave('throttling', { rate: 4 }),
    },
    {
      name: 'one network is delivered at 30 %',
      cid: 'one-network',
      kind: 'DELIVERY_LOW',
      says: /Safaricom/,
      breaks() {
        traffic.losing = 'one-network';
      },
    },
  ];
}

/** Breaks something, and looks until it is named. @returns the seconds until then */
async function find(
  { breaks, kind, cid, says }: Fault,
  { readStatus, page }: { readStatus(): Promise<StatusPage>; page: Page },
): Promise<number | undefined> {
  await breaks();
  const began = Date.now();
  const passed = () => (Date.now() - began) / 1000;
  const title = en.monitoring.kinds[kind].replace('{{subject}}', cid);
  // A problem that is not the first in the verdict stands among the alerts.
  const named = page
    .getByRole('region', { name: en.monitoring.alerts })
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: says })
    .first();
  for (let isAnswered = false; passed() < LIMIT_S; await sleep(500)) {
    isAnswered ||= (await readStatus()).problems.some(
      (each) => each.kind === kind && each.subject === cid,
    );
    if (isAnswered && (await named.isVisible())) return Math.round(passed());
  }
  return undefined;
}

async function addRoute(
  get: ReturnType<typeof openApi>['get'],
  token: string,
  type: string,
  connectors: readonly string[],
): Promise<number> {
  const { routeId } = await get<{ routeId: number }>('POST', '/portal/routes/mt', {
    token,
    body: { type, connectors },
  });
  return routeId;
}

async function openBrowser(): Promise<Browser> {
  const path = findJourneyBrowser() ?? installBrowser();
  return chromium.launch({
    ...(path !== undefined && { executablePath: path }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}
