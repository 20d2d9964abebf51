/** Imports one connector of a Jasmin configuration. */
import { readCustomTlvs } from '../../../../contract/shared/custom-tlvs.ts';
import { connectorName } from '../../../../contract/api/gateway-names.ts';
import {
  password as connectorPassword,
  smppSettings,
} from '../../../../contract/api/connector-settings.ts';
import type { PrivateHosts } from '../../../infra/http/private-hosts.ts';
import { sentence } from '../../../i18n/sentence.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { insertConnector } from '../connectors/connectors.store.ts';
import { recordEdit } from '../edits.ts';
import { yesOrNo } from './values.rules.ts';
import type { ListedConnector } from './jasmin-listings.rules.ts';
import type { ConsoleCall } from '../console-call.ts';
import { faultOf, note } from './import-report.ts';
import type { Note, ReportLine } from './import-report.ts';
import { whyRefused } from '../connectors/settings.rules.ts';

export type EncryptSecret = (cid: string, secret: string) => Buffer;

const NUMBERS = new Set(['true', 'false', 'yes', 'no']);

export async function importConnector(
  tx: Tx,
  call: ConsoleCall,
  { cid, line, settings: listed }: ListedConnector,
  { encrypt, privateHosts }: { encrypt: EncryptSecret; privateHosts: PrivateHosts },
  addLine: ReportLine,
): Promise<void> {
  if (!connectorName.safeParse(cid).success)
    return addLine(
      'refused',
      'smpp',
      cid,
      line,
      note('nameUnusable', { field: 'cid', value: cid }),
    );
  // Without its host it would get the standard one, as where the list was cut off.
  if (!listed.has('host'))
    return addLine('refused', 'smpp', cid, line, note('settingsMissing', { cid }));
  const settings: Record<string, unknown> = {};
  const names = new Set(Object.keys(smppSettings.shape));
  let password: string | undefined;
  for (const [key, { value, line: at }] of listed) {
    if (key === 'cid') continue;
    if (key === 'password') password = value;
    else if (IGNORED.has(key)) addLine('changed', 'smpp', cid, at, note('ownFiles', { key }));
    else if (!names.has(key)) addLine('changed', 'smpp', cid, at, note('noSuchSetting', { key }));
    else if (key === 'custom_tlvs' && !/^(none|null)?$/i.test(value) && !isExact(value, at))
      addLine('changed', 'smpp', cid, at, note('customTlvs'));
    else if (!/^(none|null)?$/i.test(value)) settings[key] = readSetting(key, value);
  }
  const isUsable = password !== undefined && connectorPassword.safeParse(password).success;
  const parsed = smppSettings.safeParse(settings);
  if (!parsed.success) {
    return addLine('refused', 'smpp', cid, line, faultOf(parsed.error.issues));
  }
  if (
    !(await insertConnector(tx, {
      cid,
      kind: 'SMPP',
      settings: parsed.data,
      secret: isUsable ? encrypt(cid, password ?? '') : null,
      started: false,
      imported: true,
    }))
  )
    return addLine('refused', 'smpp', cid, line, note('exists'));
  await recordEdit(tx, call, 'CONNECTOR', cid, {
    before: null,
    after: { kind: 'SMPP', ...parsed.data },
  });
  addLine(
    'changed',
    'smpp',
    cid,
    line,
    note(
      isUsable
        ? 'connectorWithPassword'
        : password === undefined
          ? 'connectorStopped'
          : 'connectorPasswordUnusable',
    ),
  );
  const refused = noteAddress(call, 'SMPP', parsed.data, privateHosts);
  if (refused) addLine('changed', 'smpp', cid, line, refused);
}

/** Why a connector may not call its address here as things are; a person lifts that, or gives another one. */
export function noteAddress(
  { language }: ConsoleCall,
  kind: 'SMPP' | 'HTTP',
  settings: Record<string, unknown>,
  privateHosts: PrivateHosts,
): Note | undefined {
  const [refused] = whyRefused(kind, settings, privateHosts);
  if (!refused) return undefined;
  const { code, why } = refused;
  return note('addressRefused', { said: sentence(language, code, { why }) });
}

/**
 * True if TLVs are those of a store. In a listing the third part is a length or a value, by the
 * release of Jasmin, and a number says not which.
 */
const isExact = (tlvs: string, line: number | null) =>
  line === null && readCustomTlvs(tlvs) !== undefined;

function readSetting(key: string, value: string): unknown {
  if (NUMBERS.has(value.toLowerCase())) return yesOrNo(value);
  const text = [
    'host',
    'username',
    'systype',
    'bind',
    'addr_range',
    'src_addr',
    'service_type',
  ].includes(key);
  return !text && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

/** Keys of a connector that serve only the other gateway's own files. */
export const IGNORED = new Set(['logfile', 'logrotate', 'loglevel']);
