import { connectors } from '../../../contract/api/connectors.ts';
import {
  genericSettings,
  httpSettings,
  smppSettings,
} from '../../../contract/api/connector-settings.ts';
import type { ConnectorKind } from '../../../contract/api/connector-settings.ts';
import type {
  GenericConnector,
  HttpConnector,
  SmppConnector,
} from '../../../contract/api/connectors.ts';
import { networkOf } from '../../../contract/shared/networks.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import { measureText } from '../../../contract/shared/sms.ts';
import { record } from '../../core/audit/audit.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { loadConfigInForce } from '../../core/dispatch/config-version.ts';
import { enqueue } from '../../core/dispatch/enqueue.store.ts';
import type { ConnectorConfig, GatewayConfig } from '../../core/dispatch/gateway-config.ts';
import { badInput, conflict, inUse, notFound, taken } from '../../infra/errors.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { answer } from '../../infra/http/http.ts';
import type { Call, Route } from '../../infra/http/http.ts';
import { newId } from '../../infra/ids.ts';
import { getRootId } from '../../core/ledger/ledger.store.ts';
import { maskText, seesText } from '../../infra/mask.ts';
import { Outbound } from '../../infra/http/outbound.ts';
import type { PrivateHosts } from '../../infra/http/private-hosts.ts';
import type { PageTokens } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { decryptSecret, encryptSecret } from '../../infra/secrets.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { sentence } from '../../i18n/sentence.ts';
import type { Language } from '../../i18n/language.ts';
import { secretPurpose } from '../carriers/connector.rules.ts';
import {
  deleteConnector,
  findConnector,
  insertConnector,
  listConnectors,
  lockConnector,
  orderConnector,
  updateConnector,
} from './connectors.store.ts';
import { watchTrace } from '../carriers/trace.store.ts';
import { listMinutes } from '../carriers/link-counts.store.ts';
import type { ConnectorRow } from './connectors.store.ts';
import { recordEdit } from './edits.ts';
import { callbackPath, newSecrets, readSecrets } from '../carriers/generic.rules.ts';
import type { GenericSecrets } from '../carriers/generic.rules.ts';
import { postMo } from '../carriers/http-connector.ts';
import { whyRefused } from './settings.rules.ts';

const TEST_VALIDITY_MS = 600_000;
const TEST_PRIORITY = 9;

type Caller = Pick<
  Call<typeof connectors.createSmpp>,
  'session' | 'scope' | 'language' | 'address' | 'userAgent'
>;
type Settings = Record<string, unknown>;
const SCHEMAS = { SMPP: smppSettings, HTTP: httpSettings, GENERIC: genericSettings };

/** The console's connectors: create, change, start, stop, watch and test. */
export function connectorRoutes({
  database,
  tokens,
  secretKey,
  privateHosts,
}: {
  database: Database;
  tokens: PageTokens;
  secretKey: SecretKey;
  privateHosts: PrivateHosts;
}): Route[] {
  const outbound = new Outbound(privateHosts);
  const encrypt = (cid: string, secret: string) =>
    encryptSecret(secretKey, secretPurpose(cid), secret);
  const decrypt = ({ cid, secret }: ConnectorRow) =>
    secret === null
      ? ''
      : decryptSecret(secretKey, secretPurpose(cid), Buffer.from(secret, 'base64'));

  return answer(connectors, {
    listSmpp: (input, call) =>
      list('SMPP', input, call, (items, page) => ({
        jasminSmppConnectors: items.map(showSmpp),
        ...page,
      })),
    getSmpp: (input, call) => get('SMPP', input.cid, call).then(showSmpp),
    createSmpp: ({ cid, password, started, ...settings }, call) =>
      create('SMPP', { cid, started, settings, secret: encrypt(cid, password) }, call).then(
        showSmpp,
      ),
    updateSmpp: ({ cid, password, ...settings }, call) =>
      change(
        'SMPP',
        cid,
        settings,
        () => (password === undefined ? undefined : encrypt(cid, password)),
        call,
      ).then(showSmpp),
    removeSmpp: ({ cid }, call) => remove('SMPP', cid, call),

    listHttp: (input, call) =>
      list('HTTP', input, call, (items, page) => ({
        httpConnectors: items.map(showHttp),
        ...page,
      })),
    getHttp: (input, call) => get('HTTP', input.cid, call).then(showHttp),
    createHttp: ({ cid, signing_secret, started, ...settings }, call) =>
      create('HTTP', { cid, started, settings, secret: encrypt(cid, signing_secret) }, call).then(
        showHttp,
      ),
    updateHttp: ({ cid, signing_secret, ...settings }, call) =>
      change(
        'HTTP',
        cid,
        settings,
        () => (signing_secret === undefined ? undefined : encrypt(cid, signing_secret)),
        call,
      ).then(showHttp),
    removeHttp: ({ cid }, call) => remove('HTTP', cid, call),

    listGeneric: (input, call) =>
      list('GENERIC', input, call, (items, page) => ({
        genericConnectors: items.map(showGeneric),
        ...page,
      })),
    getGeneric: (input, call) => get('GENERIC', input.cid, call).then(showGeneric),
    createGeneric: ({ cid, secret, started, ...settings }, call) =>
      create(
        'GENERIC',
        { cid, started, settings, secret: encrypt(cid, JSON.stringify(newSecrets(secret))) },
        call,
      ).then(showGeneric),
    updateGeneric: ({ cid, secret, newCallbackSecret, ...settings }, call) =>
      change(
        'GENERIC',
        cid,
        settings,
        (row) => {
          if (secret === undefined && !newCallbackSecret) return undefined;
          const { secret: before, callback } = secretsOf(row);
          const fresh = newSecrets(secret ?? before);
          return encrypt(
            cid,
            JSON.stringify(
              newCallbackSecret ? fresh : ({ ...fresh, callback } satisfies GenericSecrets),
            ),
          );
        },
        call,
      ).then(showGeneric),
    removeGeneric: ({ cid }, call) => remove('GENERIC', cid, call),

    start: ({ cid }, call) => order(cid, 'start', call),
    stop: ({ cid }, call) => order(cid, 'stop', call),
    restart: ({ cid }, call) => order(cid, 'restart', call),
    live: ({ cid, minutes }, call) =>
      database.run(call.scope, async (tx) => {
        const row = await known(tx, cid);
        const history = await listMinutes(tx, row.id, minutes);
        return {
          ...live(row),
          history: history.map(({ minute, ...counts }) => ({
            timestamp: minute.getTime() / 1000,
            ...counts,
          })),
        };
      }),
    pdus: ({ cid }, call) =>
      database.run(call.scope, async (tx) => {
        const row = await known(tx, cid);
        const { watching, pdus } = await watchTrace(tx, row.id);
        const open = row.settings['logprivacy'] !== true && seesText(call.session, '');
        return {
          watching,
          pdus: pdus.map((pdu) => ({
            ...pdu,
            text: pdu.text === null || open ? pdu.text : maskText(pdu.text),
          })),
        };
      }),
    testSend: (input, call) => testSend(input, call),
    async testPost({ cid, from, to, text }, call) {
      const row = await database.run(call.scope, (tx) => known(tx, cid));
      if (row.kind !== 'HTTP') throw conflict('connector', row.kind);
      await database.run(call.scope, (tx) =>
        record(tx, call, {
          action: 'CONNECTOR_TESTED',
          clientId: call.session.clientId,
          after: { cid },
        }),
      );
      const settings = httpSettings.parse(row.settings);
      const posted = await postMo(
        outbound,
        { settings, secret: decrypt(row) },
        {
          id: newId(),
          from,
          to,
          originConnector: 'test',
          text,
          coding: 0,
          binary: Buffer.from(text).toString('hex'),
        },
      );
      // The answer of an internal service is not shown on the screen.
      return settings.allow_private ? { ...posted, answer: null } : posted;
    },
  });

  async function list<T>(
    kind: ConnectorKind,
    {
      pageSize,
      pageToken,
      'filter.query': query = '',
      'filter.states': states = [],
    }: Parsed<typeof connectors.listSmpp>,
    { scope }: Caller,
    show: (
      items: [ConnectorRow, GatewayConfig | undefined][],
      page: { nextPageToken: string; collectionCount: number },
    ) => T,
  ): Promise<T> {
    const listName = `connectors ${kind}`;
    return database.run(scope, async (tx) => {
      const config = await loadConfigInForce(tx);
      const page = await listConnectors(
        tx,
        kind,
        {
          query,
          states,
          inForce: config?.connectors.map(({ id }) => id) ?? [],
        },
        tokens.openPage(listName, { pageSize, pageToken }),
      );
      return show(
        page.rows.map((row) => [row, config]),
        page.footer,
      );
    });
  }

  function get(
    kind: ConnectorKind,
    cid: string,
    { scope }: Pick<Caller, 'scope'>,
  ): Promise<[ConnectorRow, GatewayConfig | undefined]> {
    return database.run(scope, async (tx) => [
      await known(tx, cid, kind),
      await loadConfigInForce(tx),
    ]);
  }

  async function known(tx: Tx, cid: string, kind?: ConnectorKind): Promise<ConnectorRow> {
    const row = await findConnector(tx, cid);
    if (!row || (kind && row.kind !== kind)) throw notFound('connector');
    return row;
  }

  async function create(
    kind: ConnectorKind,
    of: { cid: string; started: boolean; settings: Settings; secret: Buffer },
    call: Caller,
  ): Promise<[ConnectorRow, GatewayConfig | undefined]> {
    check(kind, of.settings, privateHosts, call.language);
    return database.run(call.scope, async (tx) => {
      if (!(await insertConnector(tx, { ...of, kind })))
        throw taken('cid', of.cid, sentence(call.language, 'TAKEN', { value: of.cid }));
      await recordEdit(tx, call, 'CONNECTOR', of.cid, {
        before: null,
        after: { kind, ...of.settings },
      });
      return [await known(tx, of.cid), await loadConfigInForce(tx)];
    });
  }

  async function change(
    kind: ConnectorKind,
    cid: string,
    given: Settings,
    secretOf: (row: ConnectorRow) => Buffer | undefined,
    call: Caller,
  ): Promise<[ConnectorRow, GatewayConfig | undefined]> {
    return database.run(call.scope, async (tx) => {
      await lockConnector(tx, cid);
      const row = await known(tx, cid, kind);
      // Null restores the default: the key is dropped before the schema fills in defaults.
      const wanted = Object.entries({
        ...row.settings,
        ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      }).filter(([, value]) => value !== null);
      const settings = SCHEMAS[kind].parse(Object.fromEntries(wanted)) as Settings;
      check(kind, settings, privateHosts, call.language);
      const secret = secretOf(row);
      await updateConnector(tx, { cid, kind, settings, secret });
      await recordEdit(tx, call, 'CONNECTOR', cid, {
        before: row.settings,
        after: { ...settings, ...(secret && { secret: 'new' }) },
      });
      return [await known(tx, cid), await loadConfigInForce(tx)];
    });
  }

  async function remove(kind: ConnectorKind, cid: string, call: Caller): Promise<{ ok: true }> {
    await database.run(call.scope, async (tx) => {
      await lockConnector(tx, cid);
      const row = await known(tx, cid, kind);
      if (row.usedBy.length > 0)
        throw inUse(
          'connector',
          row.usedBy.map(({ direction, order: at, type }) => `${direction} ${at} (${type})`),
        );
      await deleteConnector(tx, cid);
      await recordEdit(tx, call, 'CONNECTOR', cid, { before: row.settings, after: null });
    });
    return { ok: true };
  }

  async function order(cid: string, what: 'start' | 'stop' | 'restart', call: Caller) {
    return database.run(call.scope, async (tx) => {
      await known(tx, cid);
      await orderConnector(tx, cid, what);
      await record(tx, call, {
        action:
          what === 'start'
            ? 'CONNECTOR_STARTED'
            : what === 'stop'
              ? 'CONNECTOR_STOPPED'
              : 'CONNECTOR_RESTARTED',
        clientId: call.session.clientId,
        after: { cid },
      });
      return live(await known(tx, cid));
    });
  }

  /**
   * Queues a message for this connector alone: its link serves the route with its number negated.
   * Nobody is charged.
   */
  async function testSend(
    { cid, to, sender, text }: { cid: string; to: string; sender: string; text: string },
    call: Caller,
  ) {
    const phone = normalizePhone(to, 'KE');
    if (!phone.ok)
      throw badInput([{ field: 'to', message: sentence(call.language, 'NOT_A_PHONE') }]);
    const { segments, encoding } = measureText(text);
    const { country, code: network } = networkOf(phone.e164);
    const messageId = newId();
    await database.run(call.scope, (tx) =>
      record(tx, call, {
        action: 'CONNECTOR_TESTED',
        clientId: call.session.clientId,
        after: { cid },
      }),
    );
    await database.run(systemScope(), async (tx) => {
      const row = await known(tx, cid);
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
          country,
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

  // --- answers -----------------------------------------------------------------------------------
  // -----------------

  function showSmpp([row, config]: [ConnectorRow, GatewayConfig | undefined]): SmppConnector {
    return { ...shown(row, config), settings: smppSettings.parse(row.settings) };
  }

  function showHttp([row, config]: [ConnectorRow, GatewayConfig | undefined]): HttpConnector {
    return {
      ...shown(row, config),
      settings: httpSettings.parse(row.settings),
      signed: decrypt(row) !== '',
    };
  }

  function showGeneric([row, config]: [ConnectorRow, GatewayConfig | undefined]): GenericConnector {
    const { secret, callback } = secretsOf(row);
    return {
      ...shown(row, config),
      settings: genericSettings.parse(row.settings),
      hasSecret: secret !== '',
      callbackPath: callbackPath(row.cid, genericSettings.parse(row.settings), callback),
      callbackSecret: callback,
    };
  }

  function secretsOf(row: ConnectorRow): GenericSecrets {
    return readSecrets(decrypt(row));
  }
}

function shown(row: ConnectorRow, config: GatewayConfig | undefined) {
  return {
    connectorId: row.id,
    cid: row.cid,
    ...live(row),
    draft: draftOf(
      row,
      config?.connectors.find(({ id }) => id === row.id),
    ),
    usedBy: row.usedBy,
    createTimestamp: row.createdAt.getTime() / 1000,
  };
}

function live(row: ConnectorRow) {
  const sends = row.kind !== 'HTTP';
  return {
    wanted: row.started ? ('STARTED' as const) : ('STOPPED' as const),
    state: sends ? (row.state ?? ('CLOSED' as const)) : null,
    stateSinceTimestamp: row.since && row.since.getTime() / 1000,
    lastError: row.lastError,
    messagesPerSecond: row.submittedPerSecond ?? 0,
    windowInUse: row.inWindow ?? 0,
    window: row.windowSize ?? Number(row.settings['window'] ?? 0),
    queueLength: row.queueLength,
    receiptsOutstanding: row.receiptsOutstanding,
  };
}

function draftOf(
  row: ConnectorRow,
  inForce: ConnectorConfig | undefined,
): 'IN_FORCE' | 'NEW' | 'CHANGED' {
  if (!inForce) return 'NEW';
  // Both come from jsonb, which brings keys into one order.
  return JSON.stringify(inForce.settings) === JSON.stringify(row.settings) &&
    inForce.secret?.replaceAll('\n', '') === row.secret?.replaceAll('\n', '')
    ? 'IN_FORCE'
    : 'CHANGED';
}

function check(
  kind: ConnectorKind,
  settings: Settings,
  privateHosts: PrivateHosts,
  language: Language,
): void {
  const refused = whyRefused(kind, settings, privateHosts);
  if (refused.length > 0)
    throw badInput(
      refused.map(({ field, code, why }) => ({
        field,
        message: sentence(language, code, { why }),
      })),
    );
}
