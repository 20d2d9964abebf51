// A gateway with its SMPP server open, a carrier behind it, and customers with users, senders and units.
import { pino } from 'pino';
import { mtMessagingCred, smppsCred } from '../../../src/contract/api/gateway-credentials.ts';
import type { MtMessagingCred, SmppsCred } from '../../../src/contract/api/gateway-credentials.ts';
import { hashTestPassword } from '../password.ts';
import { insertUser } from '../../../src/server/core/gateway-users/gateway-users.store.ts';
import { insertGroup } from '../../../src/server/core/gateway-users/gateway-groups.store.ts';
import type { Database } from '../../../src/server/infra/database/db.ts';
import { run } from '../../../src/server/processes/gateway.ts';
import { newId } from '../../../src/server/infra/ids.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { startSmsc } from '../../../src/sim/smsc/smsc.ts';
import type { Smsc } from '../../../src/sim/smsc/smsc.ts';
import type { SmscOptions } from '../../../src/sim/smsc/options.ts';
import { connect } from '../../../src/smpp/socket.ts';
import type { BindCommand, OutgoingOf, PduOf, Request } from '../../../src/smpp/pdus.ts';
import type { CloseReason } from '../../../src/smpp/effects.ts';
import type { Link, Outcome } from '../../../src/smpp/link.ts';
import { addConnector, testKey } from '../pipeline.ts';
import { addClient } from '../wallets.ts';

type GatewayOptions = {
  tls?: { port: number; certFile: string; keyFile: string };
  /** Receives each line of its log, of every level. */
  onLog?: (line: string) => void;
};

export type SmppWorld = Awaited<ReturnType<typeof openSmppWorld>>;

/** A carrier, a default route to it, and a gateway process's work. @param database as the portal */
export async function openSmppWorld(
  databaseUrl: string,
  database: Database,
  carrier: SmscOptions = {},
  options: GatewayOptions = {},
) {
  const smsc: Smsc = await startSmsc({
    systemId: 'tuma',
    password: 'secret',
    ...carrier,
    behaviour: { receiptDelay: 10, ...carrier.behaviour },
  });
  await addConnector(
    database,
    0,
    {
      host: '127.0.0.1',
      port: smsc.port,
      username: 'tuma',
      window: 50,
      con_loss_delay: 1,
      con_fail_delay: 1,
    },
    1,
  );
  const rootId = await addClient(database, { parentId: null });
  const open = () =>
    run({
      database: { connectionString: databaseUrl },
      secretKey: testKey,
      log: options.onLog
        ? pino({ level: 'trace' }, { write: options.onLog })
        : pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
      config: {
        httpApiPort: 0,
        httpDialects: new Map(),
        smppPort: 0,
        smppTls: options.tls,
        host: '127.0.0.1',
        trustedProxies: ['127.0.0.1'],
        connectionsPerAddress: 256,
        privateHosts: ['127.0.0.1'],
        sandbox: false,
        webhookHosts: ['127.0.0.1'],
      },
    });
  let gateway = await open();
  return {
    smsc,
    rootId,
    get port() {
      return gateway.smppPort!;
    },
    get tlsPort() {
      return gateway.smppTlsPort;
    },
    /** A second process beside the first. */
    open,
    async restart() {
      await gateway.stop();
      gateway = await open();
    },
    async stop() {
      await gateway.stop();
      await smsc.stop();
    },
  };
}

export type Customer = {
  clientId: string;
  username: string;
  password: string;
  sender: string;
  userId: number;
};

/** A client with units and a sender of its own, and a user of it. */
export async function addCustomer(
  database: Database,
  rootId: string,
  of: {
    units?: bigint;
    mt?: { [Section in keyof MtMessagingCred]?: Partial<MtMessagingCred[Section]> };
    smpps?: { [Section in keyof SmppsCred]?: Partial<SmppsCred[Section]> };
  } = {},
): Promise<Customer> {
  const clientId = await addClient(database, {
    parentId: rootId,
    units: of.units ?? 1_000_000_000n,
  });
  const name = `u${newId().slice(-10)}`;
  const sender = `S${name.slice(-8).toUpperCase()}`;
  const password = 'pass1234';
  const passwordHash = await hashTestPassword(password);
  return database.run(systemScope(), async (tx) => {
    await insertGroup(tx, 'customers');
    await insertUser(tx, {
      uid: name,
      gid: 'customers',
      username: name,
      clientId,
      enabled: true,
      passwordHash,
      mtMessagingCred: mtMessagingCred.parse(of.mt ?? {}),
      smppsCred: smppsCred.parse(of.smpps ?? {}),
    });
    await tx.query(
      `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING')`,
      [newId(), sender, clientId],
    );
    const {
      rows: [user],
    } = await tx.query<{ id: number }>('select id from gateway_user where uid = $1', [name]);
    return { clientId, username: name, password, sender, userId: user!.id };
  });
}

/** A customer's software, of our own client: it keeps what comes and answers deliveries with `status`. */
export class Esme {
  readonly delivered: PduOf<'deliver_sm'>[] = [];
  readonly link: Link<(outcome: Outcome<unknown>) => void>;
  closed: CloseReason | undefined;
  /** The status that deliveries are answered with; undefined leaves them unanswered. */
  status: number | undefined = 0;
  /** The answer to the bind, with ESME_ROK or not. */
  readonly bound: Promise<number>;

  constructor(
    port: number,
    { username, password }: { username: string; password: string },
    how: { command?: BindCommand; version?: number; window?: number; tls?: boolean } = {},
  ) {
    const bound = Promise.withResolvers<number>();
    this.bound = bound.promise;
    this.link = connect<(outcome: Outcome<unknown>) => void>(
      {
        host: '127.0.0.1',
        port,
        window: how.window ?? 100,
        ...(how.tls && { tls: { rejectUnauthorized: false } }),
        bind: {
          command: how.command ?? 'bind_transceiver',
          system_id: username,
          password,
          interface_version: how.version ?? 0x34,
        },
      },
      {
        bound: (response) => bound.resolve(response.command_status),
        outcomes: (batch) => {
          for (const outcome of batch) outcome.context(outcome as Outcome<unknown>);
        },
        requests: (batch) => {
          for (const pdu of batch) {
            if (pdu.command !== 'deliver_sm') continue;
            this.delivered.push(pdu);
            if (this.status !== undefined)
              this.link.respond(pdu, { command: 'deliver_sm_resp', command_status: this.status });
          }
        },
        closed: (reason) => {
          this.closed = reason;
          bound.resolve(-1);
        },
      },
    );
  }

  /** Sends a request; the response, or undefined where none came. Waits for room in the window. */
  async ask(
    pdu: OutgoingOf<Request>,
  ): Promise<{ command_status: number; message_id?: string; message_state?: number } | undefined> {
    const answer = Promise.withResolvers<{ command_status: number } | undefined>();
    while (
      !this.link.send(pdu, (outcome) =>
        answer.resolve(outcome.effect === 'unanswered' ? undefined : outcome.response),
      )
    ) {
      if (this.closed) return undefined;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return answer.promise;
  }
}
