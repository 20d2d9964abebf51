/**
 * A simulated SMSC: a real SMPP 3.4 server that accepts, answers and reports as instructed. It
 * keeps accepted messages and each account's deliveries over any number of connections, as a
 * carrier does.
 */
import { listen } from '../../smpp/socket.ts';
import type { Behaviour } from './behaviour.ts';
import type { AcceptedMessage, HandsetMessage } from './records.ts';
import type { Delivery } from './account.ts';
import type { SmscOptions, SmscStats, MobileOriginated } from './options.ts';
import { Carrier } from './carrier.ts';

export interface Smsc {
  readonly port: number;
  stats(): SmscStats;
  /** Accepted messages, oldest first, parts joined. */
  received(): Iterable<AcceptedMessage>;
  /** The screen of a number's phone, oldest first: the latest `most` texts received and written. */
  handset(number: string, most: number): HandsetMessage[];
  /** Up to `most` numbers to which something came lately, the latest first. */
  latestNumbers(most: number): { number: string; at: string }[];
  /**
   * Sends a text from a phone, in parts if it is long; kept until somebody is bound to get it. False: no account yet.
   * Throws PduFieldError for an address that SMPP cannot carry.
   */
  injectMo(message: MobileOriginated): boolean;
  /** Cuts every link, in the middle of whatever they do. Returns how many there were. */
  drop(): number;
  /** Changes how it behaves from now on. */
  behave(behaviour: Partial<Behaviour>): void;
  stop(): Promise<void>;
}

export async function startSmsc(options: SmscOptions = {}): Promise<Smsc> {
  const carrier = new Carrier(options);
  const server = await listen<Delivery>(
    {
      port: options.port ?? 0,
      host: options.host ?? '127.0.0.1',
      window: options.window ?? 50,
      timers: { enquireLink: 0 },
    },
    (link) => carrier.accept(link),
  );
  return {
    port: server.port,
    stats: () => ({
      ...carrier.stats,
      links: server.links.size,
      duplicates: carrier.records.duplicates,
    }),
    received: () => carrier.records.list(),
    handset: (number, most) => carrier.records.handset(number, most),
    latestNumbers: (most) => carrier.records.latestNumbers(most),
    injectMo: (message) => carrier.injectMo(message),
    drop() {
      const links = [...server.links];
      for (const link of links) carrier.cut(link);
      return links.length;
    },
    behave: (behaviour) => carrier.behave(behaviour),
    async stop() {
      carrier.stop();
      await server.close();
    },
  };
}
