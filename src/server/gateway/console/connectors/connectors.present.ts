/** Connectors as the console shows them. */
import { smppSettings } from '../../../../contract/api/connector-settings.ts';
import {
  genericSettings,
  httpSettings,
} from '../../../../contract/api/connector-generic-settings.ts';
import type {
  GenericConnector,
  HttpConnector,
  SmppConnector,
} from '../../../../contract/api/connectors.ts';
import type {
  ConnectorConfig,
  GatewayConfig,
} from '../../../core/dispatch/routing/gateway-config.ts';
import type { SecretKey } from '../../../infra/secrets.ts';
import { callbackPath } from '../../carriers/generic.rules.ts';
import { decryptConnectorSecret, readGenericSecrets } from './connector-secrets.ts';
import type { ConnectorRow } from './connectors.store.ts';

/** A connector, and the configuration in force that its draft is compared with. */
export type ConnectorView = { row: ConnectorRow; config: GatewayConfig | undefined };

export function presentSmpp({ row, config }: ConnectorView): SmppConnector {
  return { ...presentCommon(row, config), settings: smppSettings.parse(row.settings) };
}

export function presentHttp(key: SecretKey, { row, config }: ConnectorView): HttpConnector {
  return {
    ...presentCommon(row, config),
    settings: httpSettings.parse(row.settings),
    signed: decryptConnectorSecret(key, row) !== '',
  };
}

export function presentGeneric(key: SecretKey, { row, config }: ConnectorView): GenericConnector {
  const settings = genericSettings.parse(row.settings);
  const { secret, callback } = readGenericSecrets(key, row);
  return {
    ...presentCommon(row, config),
    settings,
    hasSecret: secret !== '',
    callbackPath: callbackPath(row.cid, settings, callback),
    callbackSecret: callback,
  };
}

function presentCommon(row: ConnectorRow, config: GatewayConfig | undefined) {
  return {
    connectorId: row.id,
    cid: row.cid,
    ...presentLive(row),
    draft: draftOf(
      row,
      config?.connectors.find(({ id }) => id === row.id),
    ),
    usedBy: row.usedBy,
    createTimestamp: row.createdAt.getTime() / 1000,
    imported: row.imported,
  };
}

export function presentLive(row: ConnectorRow) {
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
