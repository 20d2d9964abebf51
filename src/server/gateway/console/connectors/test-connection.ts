/** Tests settings of a connector before they are saved: a bind, or a call of the address. */
import type { ConnectorKind, SmppSettings } from '../../../../contract/api/connector-settings.ts';
import type {
  GenericSettings,
  HttpSettings,
} from '../../../../contract/api/connector-generic-settings.ts';
import type { ConnectionTest } from '../../../../contract/api/connector-tests.ts';
import { STATUS } from '../../../../smpp/pdus.ts';
import { record } from '../../../core/audit/audit.ts';
import type { Database } from '../../../infra/database/db.ts';
import { badInput } from '../../../infra/errors.ts';
import { OutboundFailure } from '../../../infra/http/outbound.ts';
import type { Outbound } from '../../../infra/http/outbound.ts';
import type { PrivateHosts } from '../../../infra/http/private-hosts.ts';
import type { SecretKey } from '../../../infra/secrets.ts';
import { sentence } from '../../../i18n/sentence.ts';
import { guardedWire } from '../../carriers/ports.ts';
import { connectionOf, describe } from '../../carriers/smpp-connection.ts';
import type { ConsoleCall } from '../console-call.ts';
import { decryptConnectorSecret } from './connector-secrets.ts';
import { checkSettings } from './connectors.ts';
import { findConnector } from './connectors.store.ts';
import type { ConnectorRow } from './connectors.store.ts';

/** A person waits for the outcome. */
const LONGEST_SECONDS = 15;
const UNBIND_MS = 2000;
/** Statuses of an address that leads to nothing. */
const NOTHING_THERE = [404, 410];

type TestContext = {
  database: Database;
  secretKey: SecretKey;
  outbound: Outbound;
  privateHosts: PrivateHosts;
};
type Outcome = Pick<ConnectionTest, 'verdict' | 'step' | 'status' | 'error'>;

/**
 * Binds once and unbinds. A connector that is bound now with the same account keeps its link to
 * itself: some carriers end the first bind at the second, so only the connection is tested.
 * @throws Refusal BAD_INPUT for settings that are not allowed, or without a password
 */
export async function testSmpp(
  at: TestContext,
  call: ConsoleCall,
  { cid, password, ...settings }: SmppSettings & { cid?: string; password?: string },
): Promise<ConnectionTest> {
  checkSettings('SMPP', settings, at.privateHosts, call.language);
  const row = await findSaved(at, call, 'SMPP', cid);
  // The saved password goes to no other account than its own.
  const isSameAccount = (['host', 'port', 'username'] as const).every(
    (name) => row?.settings[name] === settings[name],
  );
  const secret =
    password ??
    (row !== undefined && isSameAccount ? decryptConnectorSecret(at.secretKey, row) : undefined);
  if (secret === undefined)
    throw badInput([{ field: 'password', message: sentence(call.language, 'PASSWORD_TO_TEST') }]);
  const address = `${settings.host}:${settings.port}`;
  return measure(at, call, { cid, address }, () =>
    row?.state === 'BOUND' && isSameAccount
      ? reach(at, settings)
      : bindOnce(at.privateHosts, settings, secret),
  );
}

/**
 * Calls the address with a HEAD request, which carries no message and no secret.
 * @throws Refusal BAD_INPUT for settings that are not allowed
 */
export async function testHttp(
  at: TestContext,
  call: ConsoleCall,
  kind: 'HTTP' | 'GENERIC',
  { cid, ...settings }: (HttpSettings | GenericSettings) & { cid?: string },
): Promise<ConnectionTest> {
  checkSettings(kind, settings, at.privateHosts, call.language);
  const url = settings.url.replaceAll(/\{\{[^}]*\}\}/g, 'x');
  return measure(at, call, { cid, address: new URL(url).origin }, async () => {
    const { status } = await at.outbound.call({
      method: 'HEAD',
      url,
      timeoutMs: Math.min(settings.timeout, LONGEST_SECONDS) * 1000,
      keep: 1024,
      allowListed: settings.allow_private,
    });
    const isSure = status < 500 && !NOTHING_THERE.includes(status);
    return {
      verdict: isSure ? 'OK' : 'UNSURE',
      step: 'ANSWER',
      status,
      error: isSure ? null : `HTTP ${status}`,
    };
  });
}

/** The saved connector of the name, which the test of an edit compares with. */
async function findSaved(
  { database }: TestContext,
  { scope }: ConsoleCall,
  kind: ConnectorKind,
  cid: string | undefined,
): Promise<ConnectorRow | undefined> {
  if (cid === undefined) return undefined;
  const row = await database.run(scope, (tx) => findConnector(tx, cid));
  return row?.kind === kind ? row : undefined;
}

async function measure(
  { database }: TestContext,
  call: ConsoleCall,
  { cid, address }: { cid: string | undefined; address: string },
  work: () => Promise<Outcome>,
): Promise<ConnectionTest> {
  await database.run(call.scope, (tx) =>
    record(tx, call, {
      action: 'CONNECTOR_TESTED',
      clientId: call.session.clientId,
      after: { ...(cid !== undefined && { cid }), address },
    }),
  );
  const began = performance.now();
  const outcome = await work().catch((error: unknown): Outcome => {
    if (!(error instanceof OutboundFailure)) throw error;
    return { verdict: 'FAILED', step: 'CONNECTION', status: null, error: error.message };
  });
  return { ...outcome, address, milliseconds: Math.round(performance.now() - began) };
}

async function reach(
  { outbound }: TestContext,
  { host, port }: Pick<SmppSettings, 'host' | 'port'>,
): Promise<Outcome> {
  const name = host.includes(':') ? `[${host}]` : host;
  await outbound.reach(`http://${name}:${port}/`, {
    timeoutMs: LONGEST_SECONDS * 1000,
    allowListed: true,
  });
  return { verdict: 'OK', step: 'CONNECTION', status: null, error: null };
}

function bindOnce(
  privateHosts: PrivateHosts,
  settings: SmppSettings,
  password: string,
): Promise<Outcome> {
  const options = connectionOf(
    { ...settings, bind_to: Math.min(settings.bind_to, LONGEST_SECONDS) },
    password,
  );
  return new Promise((resolve) => {
    const wire = guardedWire(privateHosts)(options, {
      bound(response) {
        if (response.command_status !== STATUS.ESME_ROK) return;
        resolve({ verdict: 'OK', step: 'BIND', status: null, error: null });
        wire.unbind();
        setTimeout(() => wire.destroy(), UNBIND_MS).unref();
      },
      outcomes() {},
      requests() {},
      closed: (reason) =>
        resolve({
          verdict: 'FAILED',
          step: reason.kind === 'bind refused' ? 'BIND' : 'CONNECTION',
          status: null,
          error: describe(reason),
        }),
    });
  });
}
