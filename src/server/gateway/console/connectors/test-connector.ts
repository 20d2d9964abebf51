/** Tries a connector from the console: a message over its link, or a post of an incoming one. */
import type { connectors } from '../../../../contract/api/connectors.ts';
import { httpSettings } from '../../../../contract/api/connector-generic-settings.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import { networkOf } from '../../../../contract/shared/networks.ts';
import { normalizePhone } from '../../../../contract/shared/phone.ts';
import { measureText } from '../../../../contract/shared/sms.ts';
import { record } from '../../../core/audit/audit.ts';
import { loadConfigInForce } from '../../../core/dispatch/routing/config-version.ts';
import { enqueue } from '../../../core/dispatch/queue/enqueue.store.ts';
import { getRootId } from '../../../core/ledger/ledger.store.ts';
import type { Database } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { badInput, conflict } from '../../../infra/errors.ts';
import type { Outbound } from '../../../infra/http/outbound.ts';
import { newId } from '../../../infra/ids.ts';
import type { SecretKey } from '../../../infra/secrets.ts';
import { sentence } from '../../../i18n/sentence.ts';
import { encodeText } from '../../../../smpp/text.ts';
import { postMo } from '../../carriers/http-connector.ts';
import type { ConsoleCall } from '../console-call.ts';
import { decryptConnectorSecret } from './connector-secrets.ts';
import { getConnector } from './connectors.ts';
import { readCountry } from '../routing/routing.store.ts';

const TEST_VALIDITY_MS = 600_000;
const TEST_PRIORITY = 9;

/**
 * Queues a message for this connector alone: its link serves the route with its number negated.
 * Nobody is charged.
 * @throws Refusal BAD_INPUT, NOT_FOUND, CONFLICT
 */
export async function sendThroughConnector(
  database: Database,
  call: ConsoleCall,
  { cid, to, sender, text }: Parsed<typeof connectors.testSend>,
): Promise<{ messageId: string }> {
  const country = await database.run(call.scope, (tx) => readCountry(tx, call.session.clientId));
  const phone = normalizePhone(to, country);
  if (!phone.ok) throw badInput([{ field: 'to', message: sentence(call.language, 'NOT_A_PHONE') }]);
  const { segments, encoding } = measureText(text);
  const { country: served, code: network } = networkOf(phone.e164);
  const messageId = newId();
  await recordTest(database, call, cid);
  await database.run(systemScope(), async (tx) => {
    const row = await getConnector(tx, cid);
    const config = await loadConfigInForce(tx);
    if (row.kind === 'HTTP') throw conflict('connector', row.kind);
    if (!config?.connectors.some(({ id }) => id === row.id))
      throw conflict('connector', 'NOT_IN_FORCE');
    await enqueue(tx, [
      {
        id: messageId,
        clientId: await getRootId(tx),
        campaignId: null,
        destination: phone.e164.slice(1),
        sender,
        text,
        encoding: encoding === 'GSM7' ? 0 : 8,
        segments,
        units: 0n,
        routeId: -row.id,
        configVersion: config.version,
        country: served,
        network,
        class: 'ALERT',
        priority: TEST_PRIORITY,
        expiresAt: new Date(Date.now() + TEST_VALIDITY_MS),
        notBefore: null,
        source: 'PLATFORM',
        clientReference: null,
      },
    ]);
  });
  return { messageId };
}

/** Posts an incoming message to the address of an HTTP connector. @throws Refusal NOT_FOUND, CONFLICT */
export async function postToConnector(
  {
    database,
    secretKey,
    outbound,
  }: { database: Database; secretKey: SecretKey; outbound: Outbound },
  call: ConsoleCall,
  { cid, from, to, text }: Parsed<typeof connectors.testPost>,
) {
  const row = await database.run(call.scope, (tx) => getConnector(tx, cid));
  if (row.kind !== 'HTTP') throw conflict('connector', row.kind);
  await recordTest(database, call, cid);
  const settings = httpSettings.parse(row.settings);
  const { data_coding: coding, octets } = encodeText(text);
  const posted = await postMo(
    outbound,
    { settings, secret: decryptConnectorSecret(secretKey, row) },
    {
      id: newId(),
      from,
      to,
      originConnector: 'test',
      coding,
      binary: octets.toString('hex'),
    },
  );
  // The answer of an internal service is not shown on the screen.
  return settings.allow_private ? { ...posted, answer: null } : posted;
}

function recordTest(database: Database, call: ConsoleCall, cid: string): Promise<void> {
  return database.run(call.scope, (tx) =>
    record(tx, call, {
      action: 'CONNECTOR_TESTED',
      clientId: call.session.clientId,
      after: { cid },
    }),
  );
}
