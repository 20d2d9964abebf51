// The portal's server on a test's database, with a mail server that keeps what arrives.
import { createServer } from '../../src/server/infra/http/server.ts';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { API_KEY_SCOPES } from '../../src/contract/shared/key-scopes.ts';
import type { ApiKeyScope } from '../../src/contract/shared/key-scopes.ts';
import type { Role } from '../../src/contract/shared/roles.ts';
import type { SignedIn } from '../../src/contract/api/auth.ts';
import { startMailServer, type Arrived } from '../../src/sim/mail/smtp.ts';
import { openAcceptor } from '../../src/server/core/accept/accept.ts';
import { countRestCall, SoftwareCounter } from '../../src/server/core/software-use/software-use.ts';
import { portalRoutes } from '../../src/server/processes/routes.ts';
import { insertApiKey } from '../../src/server/features/api-keys/api-keys.store.ts';
import { newApiKey, openKeyring } from '../../src/server/features/api-keys/api-keys.ts';
import { recordImpersonatedCall } from '../../src/server/core/audit/audit.ts';
import { authenticate } from '../../src/server/core/auth/auth.ts';
import { hashTestPassword } from './password.ts';
import {
  insertImpersonation,
  insertSession,
} from '../../src/server/core/auth/sessions/session.store.ts';
import { requireStepUp } from '../../src/server/core/auth/second-step/step-up.ts';
import {
  hashesOf,
  hashOf,
  newPair,
  newToken,
} from '../../src/server/core/auth/sessions/session-tokens.ts';
import { insertClient } from '../../src/server/features/clients/clients.store.ts';
import type { Database } from '../../src/server/infra/database/db.ts';
import { newId } from '../../src/server/infra/ids.ts';
import { openAccounts } from '../../src/server/core/ledger/ledger.ts';
import { seedRates } from '../../src/server/core/ledger/rates.ts';
import { openSmtp } from '../../src/server/core/mail/mail.ts';
import type { SendMail } from '../../src/server/core/mail/mail.ts';
import { sendDueMail } from '../../src/server/core/mail/mail.jobs.ts';
import { systemScope } from '../../src/server/infra/database/scope.ts';
import type { TestDatabase } from './database.ts';
import { open } from './wallets.ts';

export const PASSWORD = 'correct horse';
const passwordHash = hashTestPassword(PASSWORD);

export type Person = { clientId: string; email: string; phone: string; token: string };
// oxlint-disable-next-line no-explicit-any -- what a test reads of an answer it also checks
export type Body = Record<string, any>;
export type Answer = {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
  text: string;
  bytes: Buffer;
};

export type TestPortal = {
  database: Database;
  /** Counts the calls of software, which nothing writes but a test. */
  counter: SoftwareCounter;
  /** The faults that the server has logged as its own. */
  faults: readonly unknown[];
  /** One call of the server; `body` is the query of a GET or DELETE. */
  call(
    method: string,
    path: string,
    options?: {
      token?: string | undefined;
      body?: Record<string, unknown>;
      headers?: Record<string, string>;
      address?: string;
    },
  ): Promise<Answer>;
  /** An active client with its wallet, signed in. */
  add(
    name: string,
    accessLevel: Role,
    under: Person | null,
    more?: { clientStatus?: SignedIn['clientStatus']; use2fa?: boolean; firstName?: string | null },
  ): Promise<Person>;
  /** A new API key of a client, for everything unless said. */
  keyOf(
    clientId: string,
    how?: { scopes?: ApiKeyScope[]; ipList?: string[]; test?: boolean },
  ): Promise<string>;
  /** A new session of a client. */
  enter(clientId: string): Promise<string>;
  /** Opens a session's five minutes for what asks for a step-up, by its owner's password; gives its token. */
  stepUp(token: string, password?: string): Promise<string>;
  /** A new session by which `actor` acts for a client. */
  act(actor: string, clientId: string): Promise<string>;
  /** Opens the server on a port of this machine, for software that is not of this process; gives its address. */
  listen(): Promise<string>;
  /** Sends what is due and gives what lies in a mailbox, newest first. */
  mailTo(address: string): Promise<Arrived[]>;
};

/**
 * Opens the server with every route of the portal, as of a real installation unless the simulators of a sandbox
 * are named; closed with the test file.
 */
export async function openPortal(
  test: TestDatabase,
  sandbox?: { sandboxSmscControlPort: number; sandboxMailControlPort: number },
  dnsServers: string[] = [],
): Promise<TestPortal> {
  const database = open(test, 'tuma_portal', 12);
  const accepting = open(test, 'tuma_accept', 5);
  const secretKey = { bytes: Buffer.alloc(32, 9) };
  const mail = await startMailServer();
  const smtp = openSmtp({ smtpUrl: `smtp://127.0.0.1:${mail.port}`, from: 'no-reply@tuma.test' });
  const faults: unknown[] = [];
  const counter = new SoftwareCounter();
  const app = await createServer({
    routes: portalRoutes({
      database,
      secretKey,
      smtp,
      acceptor: openAcceptor({ database: accepting }),
      counter,
      config: {
        sandbox: sandbox !== undefined,
        sandboxSmscControlPort: sandbox?.sandboxSmscControlPort,
        sandboxMailControlPort: sandbox?.sandboxMailControlPort,
        publicUrl: 'https://sms.tuma.test',
        port: 1,
        brandWord: 'Tuma',
        smppPort: 2775,
        smppTls: undefined,
        httpApiPort: 1401,
        httpDialects: new Map([['jasmin' as const, '']]),
        mpesa: undefined,
        mpesaOpenApi: [],
        mpesaCallbackUrl: undefined,
        mpesaCallbackNetworks: [],
        webhookHosts: ['127.0.0.1'],
        privateHosts: ['127.0.0.1'],
        dnsServers,
        invitations: { standard: 200, newcomer: 20 },
        contactsPerAccount: 5_000_000,
      },
      onFault: (error) => {
        faults.push(error);
      },
    }),
    authenticate: (token, expired) => authenticate(database, token, expired),
    authenticateKey: openKeyring(accepting),
    requireStepUp: (session) => database.run(systemScope(), (tx) => requireStepUp(tx, session)),
    onActed: (session, facts) => recordImpersonatedCall(database, session, facts),
    onFault: (error) => {
      faults.push(error);
    },
    onAnswered: (facts) => countRestCall(counter, facts),
    secure: true,
    trustProxy: [],
  });
  afterAll(async () => {
    await app.close();
    smtp.close();
    await mail.stop();
  });
  let number = 0;
  // One after another, in the order in which they were written: over several connections at once they would arrive in any.
  let lastMail: Promise<unknown> = Promise.resolve();
  const inOrder: SendMail = {
    ...smtp,
    send(letter, attached) {
      const sent = lastMail.then(() => smtp.send(letter, attached));
      lastMail = sent.catch(() => {});
      return sent;
    },
  };

  const from = { address: '192.0.2.1', userAgent: 'test' };

  async function openSession(clientId: string): Promise<{ sessionId: string; token: string }> {
    const pair = newPair();
    const sessionId = newId();
    await database.run(systemScope(), (tx) =>
      insertSession(tx, { sessionId, clientId, ...hashesOf(pair), ...from }),
    );
    return { sessionId, token: pair.token };
  }

  const enter = async (clientId: string) => (await openSession(clientId)).token;

  async function act(actor: string, clientId: string): Promise<string> {
    const { sessionId: actorSessionId } = await openSession(actor);
    const token = newToken();
    const session = { sessionId: newId(), clientId, impersonatorId: actor, actorSessionId };
    await database.run(systemScope(), (tx) =>
      insertImpersonation(tx, { ...session, accessHash: hashOf(token), ...from }),
    );
    return token;
  }

  async function stepUp(token: string, password = PASSWORD): Promise<string> {
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/portal/clients:stepUp',
      remoteAddress: '192.0.2.1',
      headers: { authorization: `Bearer ${token}` },
      payload: { password },
    });
    if (answer.statusCode !== 200) throw new Error(`step-up: ${answer.statusCode} ${answer.body}`);
    return token;
  }

  return {
    database,
    faults,
    counter,
    enter,
    stepUp,
    act,
    async keyOf(
      clientId,
      { scopes = [...API_KEY_SCOPES], ipList = [], test: isTest = false } = {},
    ) {
      const { key, prefix, keyHash } = newApiKey(isTest);
      await database.run(systemScope(), (tx) =>
        insertApiKey(tx, {
          id: newId(),
          clientId,
          name: 'test',
          scopes,
          ipList,
          test: isTest,
          prefix,
          keyHash,
        }),
      );
      return key;
    },
    async call(method, path, { token, body, headers = {}, address = '192.0.2.1' } = {}) {
      const query = method === 'GET' || method === 'DELETE';
      const response = await app.inject({
        method: method as 'GET',
        url: path,
        remoteAddress: address,
        ...(query ? { query: body as Record<string, string> } : { payload: body ?? {} }),
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      });
      if (response.statusCode === 500) throw faults.at(-1);
      return {
        status: response.statusCode,
        body: /[/+]json\b/.test(String(response.headers['content-type'])) ? response.json() : {},
        headers: response.headers,
        text: response.body,
        bytes: response.rawPayload,
      };
    },
    async add(name, accessLevel, under, more = {}) {
      const clientId = newId();
      const person = {
        clientId,
        email: `${name}@example.com`,
        phone: `+2547${String(10_000_000 + ++number)}`,
      };
      await database.run(systemScope(), async (tx) => {
        await insertClient(tx, {
          ...person,
          parentId: under?.clientId ?? null,
          clientName: name,
          accountType: 'COMPANY',
          firstName: 'First',
          lastName: 'Last',
          companyName: name,
          country: 'KE',
          timezone: 'Africa/Nairobi',
          accessLevel,
          clientStatus: more.clientStatus ?? 'ACTIVE',
          passwordHash: await passwordHash,
          ...(more.firstName !== undefined && { firstName: more.firstName }),
        });
        await openAccounts(tx, clientId);
        if (!under) await seedRates(tx, clientId);
        if (more.use2fa)
          await tx.query('update client set use_2fa = true where id = $1', [clientId]);
      });
      return { ...person, token: await enter(clientId) };
    },
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    async mailTo(address) {
      while (
        (await sendDueMail({
          database,
          secretKey,
          smtp: inOrder,
          log: pino({ level: 'silent' }),
        })) > 0
      );
      return mail.messages().filter((message) => message.rcptTo.includes(address));
    },
  };
}
