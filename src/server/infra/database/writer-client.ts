// Connections to the one host, of several, that accepts writes.
import type { Socket } from 'node:net';
import pg from 'pg';
import { READ_ONLY } from './failures.ts';
import { hostsOf } from './hosts.ts';

/** The time limit for a host's answer if there are others. */
export const HOST_MS = 2_000;
/**
 * A connection that refuses a read-only server: a standby, or a primary that is being demoted. The
 * server's greeting reports both (since PostgreSQL 14).
 */
export class WriterClient extends pg.Client {
  #refused: Error | undefined;

  constructor(settings: pg.ClientConfig) {
    super(settings);
    // A connection that breaks in use fails its statement; without a listener it would end the
    // process as well.
    this.on('error', () => {});
    (this as unknown as Wired).connection.on(
      'parameterStatus',
      ({ parameterName, parameterValue }) => {
        if (
          (parameterName !== 'in_hot_standby' &&
            parameterName !== 'default_transaction_read_only') ||
          parameterValue !== 'on'
        )
          return;
        this.#refused ??= Object.assign(
          new Error(`${this.host}:${this.port} takes no writes (${parameterName})`),
          { code: READ_ONLY },
        );
      },
    );
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    const connected = super.connect().then(async () => {
      if (this.#refused) {
        await this.end();
        throw this.#refused;
      }
      return this;
    });
    if (!callback) return connected;
    const told = callback as (error?: Error) => void; // without an error, which its types leave out
    connected.then(() => told(), told);
  }
}

/** Members of the driver that its types omit. */
export type Wired = {
  connection: {
    stream: Socket;
    on(
      event: 'parameterStatus',
      heard: (status: { parameterName: string; parameterValue: string }) => void,
    ): void;
  };
};

/**
 * Connects to the host that accepts writes, for callers without a pool; the caller ends it.
 * @throws the error of the last host that was tried
 */
export async function connectToWriter(
  connectionString: string,
  settings: pg.ClientConfig = {},
): Promise<pg.Client> {
  const hosts = hostsOf(connectionString);
  for (let at = 0; ; at++) {
    const client = new WriterClient({
      ...settings,
      ...(hosts.length > 1 && { connectionTimeoutMillis: HOST_MS }),
      connectionString: hosts[at]!,
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (at === hosts.length - 1) throw error;
    }
  }
}
