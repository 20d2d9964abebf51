import { pino } from 'pino';
import { smppSettings } from '../../../src/contract/api/connector-settings.ts';
import type { Submit } from '../../../src/server/gateway/carriers/connector.rules.ts';
import { CarrierLink } from '../../../src/server/gateway/carriers/link/link.ts';
import type { Clock, Sql, Wire, WireLink } from '../../../src/server/gateway/carriers/ports.ts';
import { Claimer } from '../../../src/server/gateway/carriers/claimer.ts';
import { Settler } from '../../../src/server/gateway/carriers/settler.ts';
import { SmppDialect } from '../../../src/server/gateway/carriers/smpp-dialect.ts';
import { Ring } from '../../../src/server/gateway/carriers/trace.ts';
import { acceptIncoming } from '../../../src/server/gateway/incoming/incoming.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import type { LinkHandlers } from '../../../src/smpp/link.ts';
import { WINDOW, type Mortal, type Scheduler } from './world-ports.ts';

const silent = pino({ level: 'silent' });

/** One gateway process with its link; its clock stands still until the scheduler moves it. */
export class GatewayProcess implements Mortal {
  readonly link: CarrierLink<Submit>;
  dead = false;
  onLost: () => void = () => {};
  #now = 0;
  #timers: { at: number; work: () => void }[] = [];

  constructor(world: Scheduler) {
    const { connectorId, carrierAccountId, routeId, gateway } = world.options;
    const clock: Clock = {
      now: () => this.#now,
      // A little behind, so that what waits for a second may go at once.
      date: () => new Date(Date.now() - 60_000 + world.clockAhead),
      after: (milliseconds, work) => {
        const timer = { at: this.#now + milliseconds, work };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer);
        };
      },
    };
    // A send reaches the database when the scheduler says, and its answer comes back when it says.
    const step = <T>(name: string, execute: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        world.add({
          name,
          owner: this,
          run: async () => {
            const [outcome] = await Promise.allSettled([execute()]);
            if (this.dead) return;
            world.add({
              name: `${name}: ${outcome.status === 'fulfilled' ? 'done' : String(outcome.reason)}`,
              owner: this,
              run: () =>
                outcome.status === 'fulfilled'
                  ? resolve(outcome.value)
                  : reject(outcome.reason as Error), // a reason is what was thrown
            });
          },
        });
      });
    const sql: Sql = {
      run: (work) => step('transaction', () => gateway.run(systemScope(), work)),
      single: (work) => step('claim', () => gateway.run(systemScope(), work)),
      lock: (_, onLost) =>
        step('lock', async () => {
          if (!world.tryLock(this)) return undefined;
          this.onLost = onLost;
          return { release: async () => world.unlock(this) };
        }),
    };
    const wire: Wire = (_, handlers) =>
      world.connect(this, handlers as LinkHandlers<unknown>) as WireLink<never>; // contexts pass through unread
    const settler = new Settler(sql, clock, silent, carrierAccountId);
    const settings = smppSettings.parse({ host: 'carrier', username: 'world', window: WINDOW });
    this.link = new CarrierLink(
      new SmppDialect(
        {
          connectorId,
          cid: 'world',
          carrierAccountId,
          settings,
          password: '',
          codeKeys: Buffer.alloc(32),
        },
        wire,
        new Ring(),
      ),
      [routeId],
      {
        clock,
        sql,
        claimer: new Claimer(sql),
        settler,
        inbox: { take: (mo) => sql.run((tx) => acceptIncoming(tx, mo)) },
        log: silent,
        holder: 'world',
        random: world.random,
      },
    );
  }

  get hasTimer(): boolean {
    return this.#timers.length > 0;
  }

  fireTimer(): void {
    const [first] = this.#timers.sort((a, b) => a.at - b.at);
    if (!first) return;
    this.#timers.shift();
    this.#now = Math.max(this.#now, first.at);
    first.work();
  }
}
