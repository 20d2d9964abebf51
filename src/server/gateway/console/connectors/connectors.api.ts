/** Calls of connectors: edited, started, stopped, tested. */
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { connectorTests } from '../../../../contract/api/connector-tests.ts';
import { connectors } from '../../../../contract/api/connectors.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import { loadConfigInForce } from '../../../core/dispatch/routing/config-version.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import type { PageTokens } from '../../../infra/database/pages.ts';
import { answer } from '../../../infra/http/http.ts';
import type { Route } from '../../../infra/http/http.ts';
import { Outbound } from '../../../infra/http/outbound.ts';
import type { PrivateHosts } from '../../../infra/http/private-hosts.ts';
import { maskText, seesText } from '../../../infra/mask.ts';
import type { SecretKey } from '../../../infra/secrets.ts';
import { newSecrets } from '../../carriers/generic.rules.ts';
import type { GenericSecrets } from '../../carriers/generic.rules.ts';
import { listMinutes } from '../../carriers/link-counts.store.ts';
import { watchTrace } from '../../carriers/trace.store.ts';
import type { ConsoleCall } from '../console-call.ts';
import { encryptConnectorSecret, readGenericSecrets } from './connector-secrets.ts';
import { presentGeneric, presentHttp, presentLive, presentSmpp } from './connectors.present.ts';
import type { ConnectorView } from './connectors.present.ts';
import { listConnectors } from './connectors.store.ts';
import {
  changeConnector,
  controlConnector,
  createConnector,
  getConnector,
  removeConnector,
  viewConnector,
} from './connectors.ts';
import { testHttp, testSmpp } from './test-connection.ts';
import { postToConnector, sendThroughConnector } from './test-connector.ts';

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
  const tested = { database, secretKey, outbound, privateHosts };
  const run = <T>({ scope }: Pick<ConsoleCall, 'scope'>, work: (tx: Tx) => Promise<T>) =>
    database.run(scope, work);
  const encrypt = (cid: string, secret: string) => encryptConnectorSecret(secretKey, cid, secret);
  const showHttp = (view: ConnectorView) => presentHttp(secretKey, view);
  const showGeneric = (view: ConnectorView) => presentGeneric(secretKey, view);

  function list(
    kind: ConnectorKind,
    { pageSize, pageToken, ...filter }: Parsed<typeof connectors.listSmpp>,
    call: ConsoleCall,
  ) {
    return run(call, async (tx) => {
      const config = await loadConfigInForce(tx);
      const { rows, footer } = await listConnectors(
        tx,
        kind,
        {
          query: filter['filter.query'] ?? '',
          states: filter['filter.states'] ?? [],
          imported: filter['filter.imported'] === 'true',
          inForce: config?.connectors.map(({ id }) => id) ?? [],
        },
        tokens.openPage(`connectors ${kind}`, { pageSize, pageToken }),
      );
      return { views: rows.map((row): ConnectorView => ({ row, config })), footer };
    });
  }

  async function remove(kind: ConnectorKind, cid: string, call: ConsoleCall) {
    await run(call, (tx) => removeConnector(tx, call, kind, cid));
    return { ok: true as const };
  }

  const control = (cid: string, order: 'start' | 'stop' | 'restart', call: ConsoleCall) =>
    run(call, async (tx) => presentLive(await controlConnector(tx, call, cid, order)));

  const tests = answer(connectorTests, {
    smpp: (input, call) => testSmpp(tested, call, input),
    http: ({ signing_secret: _secret, ...input }, call) => testHttp(tested, call, 'HTTP', input),
    generic: ({ secret: _secret, ...input }, call) => testHttp(tested, call, 'GENERIC', input),
  });
  const routes = answer(connectors, {
    async listSmpp(input, call) {
      const { views, footer } = await list('SMPP', input, call);
      return { jasminSmppConnectors: views.map(presentSmpp), ...footer };
    },
    getSmpp: ({ cid }, call) =>
      run(call, async (tx) => presentSmpp(await viewConnector(tx, cid, 'SMPP'))),
    createSmpp: ({ cid, password, started, ...settings }, call) =>
      run(call, async (tx) => {
        const secret = encrypt(cid, password);
        return presentSmpp(
          await createConnector(tx, call, privateHosts, {
            cid,
            kind: 'SMPP',
            started,
            settings,
            secret,
          }),
        );
      }),
    updateSmpp: ({ cid, password, ...settings }, call) =>
      run(call, async (tx) => {
        const secretOf = () => (password === undefined ? undefined : encrypt(cid, password));
        return presentSmpp(
          await changeConnector(tx, call, privateHosts, { cid, kind: 'SMPP', settings, secretOf }),
        );
      }),
    removeSmpp: ({ cid }, call) => remove('SMPP', cid, call),

    async listHttp(input, call) {
      const { views, footer } = await list('HTTP', input, call);
      return { httpConnectors: views.map(showHttp), ...footer };
    },
    getHttp: ({ cid }, call) =>
      run(call, async (tx) => showHttp(await viewConnector(tx, cid, 'HTTP'))),
    createHttp: ({ cid, signing_secret, started, ...settings }, call) =>
      run(call, async (tx) => {
        const secret = encrypt(cid, signing_secret);
        return showHttp(
          await createConnector(tx, call, privateHosts, {
            cid,
            kind: 'HTTP',
            started,
            settings,
            secret,
          }),
        );
      }),
    updateHttp: ({ cid, signing_secret, ...settings }, call) =>
      run(call, async (tx) => {
        const secretOf = () =>
          signing_secret === undefined ? undefined : encrypt(cid, signing_secret);
        return showHttp(
          await changeConnector(tx, call, privateHosts, { cid, kind: 'HTTP', settings, secretOf }),
        );
      }),
    removeHttp: ({ cid }, call) => remove('HTTP', cid, call),

    async listGeneric(input, call) {
      const { views, footer } = await list('GENERIC', input, call);
      return { genericConnectors: views.map(showGeneric), ...footer };
    },
    getGeneric: ({ cid }, call) =>
      run(call, async (tx) => showGeneric(await viewConnector(tx, cid, 'GENERIC'))),
    createGeneric: ({ cid, secret, started, ...settings }, call) =>
      run(call, async (tx) =>
        showGeneric(
          await createConnector(tx, call, privateHosts, {
            cid,
            kind: 'GENERIC',
            started,
            settings,
            secret: encrypt(cid, JSON.stringify(newSecrets(secret))),
          }),
        ),
      ),
    updateGeneric: ({ cid, secret, newCallbackSecret, ...settings }, call) =>
      run(call, async (tx) =>
        showGeneric(
          await changeConnector(tx, call, privateHosts, {
            cid,
            kind: 'GENERIC',
            settings,
            secretOf(row) {
              if (secret === undefined && !newCallbackSecret) return undefined;
              const { secret: before, callback } = readGenericSecrets(secretKey, row);
              const fresh = newSecrets(secret ?? before);
              const after: GenericSecrets = newCallbackSecret ? fresh : { ...fresh, callback };
              return encrypt(cid, JSON.stringify(after));
            },
          }),
        ),
      ),
    removeGeneric: ({ cid }, call) => remove('GENERIC', cid, call),

    start: ({ cid }, call) => control(cid, 'start', call),
    stop: ({ cid }, call) => control(cid, 'stop', call),
    restart: ({ cid }, call) => control(cid, 'restart', call),
    live: ({ cid, minutes }, call) =>
      run(call, async (tx) => {
        const row = await getConnector(tx, cid);
        const history = await listMinutes(tx, row.id, minutes);
        return {
          ...presentLive(row),
          history: history.map(({ minute, ...counts }) => ({
            timestamp: minute.getTime() / 1000,
            ...counts,
          })),
        };
      }),
    pdus: ({ cid }, call) =>
      run(call, async (tx) => {
        const row = await getConnector(tx, cid);
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
    testSend: (input, call) => sendThroughConnector(database, call, input),
    testPost: (input, call) => postToConnector({ database, secretKey, outbound }, call, input),
  });
  return [...routes, ...tests];
}
