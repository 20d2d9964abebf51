/** Connectors as an operator edits, starts and stops them: settings are the draft, until it is reloaded. */
import { smppSettings } from '../../../../contract/api/connector-settings.ts';
import {
  genericSettings,
  httpSettings,
} from '../../../../contract/api/connector-generic-settings.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { record } from '../../../core/audit/audit.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { loadConfigInForce } from '../../../core/dispatch/routing/config-version.ts';
import { badInput, inUse, notFound, taken } from '../../../infra/errors.ts';
import type { PrivateHosts } from '../../../infra/http/private-hosts.ts';
import { sentence } from '../../../i18n/sentence.ts';
import type { Language } from '../../../i18n/language.ts';
import type { ConsoleCall } from '../console-call.ts';
import type { ConnectorView } from './connectors.present.ts';
import {
  deleteConnector,
  findConnector,
  insertConnector,
  lockConnector,
  orderConnector,
  updateConnector,
} from './connectors.store.ts';
import type { ConnectorRow } from './connectors.store.ts';
import { recordEdit } from '../edits.ts';
import { whyRefused } from './settings.rules.ts';

type Settings = Record<string, unknown>;
const SCHEMAS = { SMPP: smppSettings, HTTP: httpSettings, GENERIC: genericSettings };
const ORDERED = {
  start: 'CONNECTOR_STARTED',
  stop: 'CONNECTOR_STOPPED',
  restart: 'CONNECTOR_RESTARTED',
} as const;

/** @throws Refusal NOT_FOUND, also where it is of another kind */
export async function getConnector(
  tx: Tx,
  cid: string,
  kind?: ConnectorKind,
): Promise<ConnectorRow> {
  const row = await findConnector(tx, cid);
  if (!row || (kind && row.kind !== kind)) throw notFound('connector');
  return row;
}

/** A connector beside the configuration in force. @throws Refusal NOT_FOUND */
export async function viewConnector(
  tx: Tx,
  cid: string,
  kind?: ConnectorKind,
): Promise<ConnectorView> {
  return { row: await getConnector(tx, cid, kind), config: await loadConfigInForce(tx) };
}

/** @throws Refusal BAD_INPUT for settings that are not allowed, TAKEN */
export async function createConnector(
  tx: Tx,
  call: ConsoleCall,
  privateHosts: PrivateHosts,
  connector: {
    cid: string;
    kind: ConnectorKind;
    started: boolean;
    settings: Settings;
    secret: Buffer;
  },
): Promise<ConnectorView> {
  const { cid, kind, settings } = connector;
  checkSettings(kind, settings, privateHosts, call.language);
  if (!(await insertConnector(tx, connector)))
    throw taken('cid', cid, sentence(call.language, 'TAKEN', { value: cid }));
  await recordEdit(tx, call, 'CONNECTOR', cid, { before: null, after: { kind, ...settings } });
  return viewConnector(tx, cid);
}

/**
 * Changes the given settings; null restores a default.
 * @param change.secretOf the new secret; undefined keeps the one before
 * @throws Refusal NOT_FOUND, BAD_INPUT
 */
export async function changeConnector(
  tx: Tx,
  call: ConsoleCall,
  privateHosts: PrivateHosts,
  change: {
    cid: string;
    kind: ConnectorKind;
    settings: Settings;
    secretOf: (row: ConnectorRow) => Buffer | undefined;
  },
): Promise<ConnectorView> {
  const { cid, kind } = change;
  await lockConnector(tx, cid);
  const row = await getConnector(tx, cid, kind);
  // Null restores the default: the key is dropped before the schema fills in defaults.
  const wanted = Object.entries({
    ...row.settings,
    ...Object.fromEntries(
      Object.entries(change.settings).filter(([, value]) => value !== undefined),
    ),
  }).filter(([, value]) => value !== null);
  const settings = SCHEMAS[kind].parse(Object.fromEntries(wanted)) as Settings;
  checkSettings(kind, settings, privateHosts, call.language);
  const secret = change.secretOf(row);
  await updateConnector(tx, { cid, kind, settings, secret });
  await recordEdit(tx, call, 'CONNECTOR', cid, {
    before: row.settings,
    after: { ...settings, ...(secret && { secret: 'new' }) },
  });
  return viewConnector(tx, cid);
}

/** @throws Refusal NOT_FOUND, IN_USE where a route or a filter names it */
export async function removeConnector(
  tx: Tx,
  call: ConsoleCall,
  kind: ConnectorKind,
  cid: string,
): Promise<void> {
  await lockConnector(tx, cid);
  const row = await getConnector(tx, cid, kind);
  if (row.usedBy.length > 0)
    throw inUse(
      'connector',
      row.usedBy.map(({ direction, order, type }) => `${direction} ${order} (${type})`),
    );
  await deleteConnector(tx, cid);
  await recordEdit(tx, call, 'CONNECTOR', cid, { before: row.settings, after: null });
}

/** Starts, stops or restarts the link, which its gateway reads from the row. @throws Refusal NOT_FOUND */
export async function controlConnector(
  tx: Tx,
  call: ConsoleCall,
  cid: string,
  order: keyof typeof ORDERED,
): Promise<ConnectorRow> {
  await getConnector(tx, cid);
  await orderConnector(tx, cid, order);
  await record(tx, call, {
    action: ORDERED[order],
    clientId: call.session.clientId,
    after: { cid },
  });
  return getConnector(tx, cid);
}

/** @throws Refusal BAD_INPUT for settings that are not allowed */
export function checkSettings(
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
