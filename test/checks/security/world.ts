// A sandbox that probes attack from outside: over HTTP, over sockets, and with the database's clock moved.
import { Agent, request } from 'node:http';
import { Client } from 'pg';
import { runningPostgres } from '../../../src/server/infra/database/postgres.ts';
import { SANDBOX_PASSWORD } from '../../../src/server/features/sandbox/accounts.ts';
import { startProduct, type Product } from '../../harness/product.ts';

export type Answer = {
  status: number;
  error: string;
  // oxlint-disable-next-line no-explicit-any -- the probes check what they read of an answer
  body: any;
  text: string;
  headers: Record<string, unknown>;
};
export type Asked = {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** The address that the call is said to come from, by a trusted proxy. */
  from?: string;
  /** The loopback address that the connection comes from; 127.0.0.1 is a trusted proxy, others are not. */
  via?: string;
};
export type Session = { token: string; refreshToken: string; clientId: string; address: string };

/** A probe's finding: undefined where the product held, else what happened, for a person. */
export type Finding = string | undefined;
export type Probe = { name: string; run(world: World): Promise<Finding> };

let nextAddress = 0;
/** An address that no other call has come from, so that no limit of another probe is met. */
export function newAddress(): string {
  nextAddress += 1;
  return `198.51.${100 + (nextAddress >> 8)}.${nextAddress & 255}`;
}

export class World {
  readonly product: Product;
  readonly port: number;
  readonly databaseUrl: string;
  readonly #agents = new Map<string, Agent>();
  readonly #database: Client;

  private constructor(product: Product, databaseUrl: string, database: Client) {
    this.product = product;
    this.port = Number(new URL(product.baseUrl).port);
    this.databaseUrl = databaseUrl;
    this.#database = database;
  }

  static async open(): Promise<World> {
    const product = await startProduct({ SANDBOX: '1' });
    const databaseUrl = runningPostgres(product.dataDir)!;
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    return new World(product, databaseUrl, database);
  }

  async close(): Promise<void> {
    for (const agent of this.#agents.values()) agent.destroy();
    await this.#database.end();
    await this.product.stop();
  }

  /** Runs a statement as the database's owner: moves clocks, and looks at what was stored. */
  async sql<Row extends Record<string, unknown>>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    return (await this.#database.query(text, values)).rows as Row[];
  }

  /** One call under /v1; `path` begins with a slash. */
  call(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const via = asked.via ?? '127.0.0.1';
    const agent =
      this.#agents.get(via) ?? new Agent({ keepAlive: true, maxSockets: 20, localAddress: via });
    this.#agents.set(via, agent);
    const isQuery = method === 'GET' || method === 'DELETE';
    const query =
      isQuery && asked.body ? `?${new URLSearchParams(asked.body as Record<string, string>)}` : '';
    const body = isQuery ? undefined : JSON.stringify(asked.body ?? {});
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: this.port,
          agent,
          method,
          path: `/v1${path}${query}`,
          headers: {
            'x-forwarded-for': asked.from ?? newAddress(),
            ...(asked.token && { authorization: `Bearer ${asked.token}` }),
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
            ...asked.headers,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          response.once('end', () => {
            const isJson = /json/.test(String(response.headers['content-type']));
            const answer = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
            const error = String(answer['error'] ?? '');
            resolve({
              status: response.statusCode ?? 0,
              error,
              body: answer,
              text,
              headers: response.headers,
            });
          });
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  }

  /** A call under /v1/portal. */
  portal(
    session: Pick<Session, 'token'>,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.call(method, `/portal/${path}`, { token: session.token, body, headers });
  }

  /** Signs in an account of the sandbox by its name, such as `reseller`, or any by its address. */
  async signIn(name: string, password = SANDBOX_PASSWORD): Promise<Session> {
    const username = name.includes('@') ? name : `${name}@sandbox.test`;
    const from = newAddress();
    const answer = await this.call('POST', '/signIn', { body: { username, password }, from });
    if (answer.status !== 200 || !answer.body.token)
      throw new Error(`sign-in of ${name}: ${answer.status} ${answer.text}`);
    const { token, refreshToken, client } = answer.body;
    return { token, refreshToken, clientId: client.clientId, address: from };
  }

  /** Proves by the password who a session belongs to, where the product asks for that. */
  async stepUp(session: Session, password = SANDBOX_PASSWORD): Promise<Session> {
    await this.portal(session, 'POST', 'clients:stepUp', { password });
    return session;
  }

  /** A token with which one account acts for another. */
  async actFor(actor: Session, clientId: string): Promise<Session> {
    const { status, body, text } = await this.portal(actor, 'POST', 'clients/impersonate', {
      clientId,
    });
    if (status !== 200) throw new Error(`impersonation: ${status} ${text}`);
    return { token: body.token, refreshToken: '', clientId, address: '' };
  }

  /** Opens an active account, with the password of the sandbox, and signs it in. */
  async addAccount(
    accessLevel: string,
    under: Session,
    more: { email?: string } = {},
  ): Promise<Session & { email: string }> {
    nextAddress += 1;
    const email = more.email ?? `probe${nextAddress}@probe.example`;
    const body = {
      email,
      accessLevel,
      phone: `+2547${50_000_000 + nextAddress}`,
      parentId: under.clientId,
      firstName: 'A',
      lastName: 'Probe',
      companyName: `Probe ${nextAddress}`,
      country: 'KE',
    };
    const made = await this.portal(under, 'POST', 'clients:createClientInternal', body);
    if (made.status !== 200) throw new Error(`account: ${made.status} ${made.text}`);
    await this.sql(
      `update client set client_status = 'ACTIVE', password_hash = (
         select password_hash from client where email = 'administrator@sandbox.test') where id = $1`,
      [made.body.clientId],
    );
    return { ...(await this.signIn(email)), email };
  }

  /** The mails that lie in a mailbox of the sandbox, newest first. */
  async mails(address: string): Promise<{ subject: string; text: string }[]> {
    const { body } = await this.call('GET', '/sandbox/mailbox', { body: { address } });
    return body.mails ?? [];
  }

  /** Waits until a mail is in a mailbox that `isIt` knows. */
  async mail(address: string, isIt: (text: string) => boolean): Promise<string> {
    for (let tries = 0; tries < 300; tries++) {
      const found = (await this.mails(address)).find(({ text }) => isIt(text));
      if (found) return found.text;
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
    throw new Error(`no such mail to ${address}`);
  }

  /** Waits until everything that was mailed before this moment has arrived. */
  async settleMail(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const [row] = await this.sql<{ left: number }>(
        `select count(*)::int as left from outbox where kind = 'MAIL' and done_at is null`,
      );
      if (row?.left === 0) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
    throw new Error('mails do not leave');
  }
}
