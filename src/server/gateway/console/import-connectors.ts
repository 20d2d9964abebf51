/** Imports one connector of a Jasmin configuration. */
import { smppSettings } from '../../../contract/api/connector-settings.ts';
import type { Tx } from '../../infra/database/db.ts';
import { insertConnector } from './connectors.store.ts';
import { recordEdit } from './edits.ts';
import { yesOrNo } from './import.rules.ts';
import type { ListedConnector } from './import.rules.ts';
import type { ConsoleCall } from '../customers/console-call.ts';
import type { ReportLine } from './import-report.ts';

const NUMBERS = new Set(['true', 'false', 'yes', 'no']);

export async function importConnector(
  tx: Tx,
  call: ConsoleCall,
  { cid, line, settings: listed }: ListedConnector,
  addLine: ReportLine,
): Promise<void> {
  if (listed.size === 0)
    return addLine(
      'refused',
      'SMPP connector',
      cid,
      line,
      `Add what "smppccm -s ${cid}" shows: a list alone has no settings.`,
    );
  const settings: Record<string, unknown> = {};
  const names = new Set(Object.keys(smppSettings.shape));
  let hasPassword = false;
  for (const [key, { value, line: at }] of listed) {
    if (key === 'cid') continue;
    if (key === 'password') hasPassword = value !== '';
    else if (IGNORED.has(key))
      addLine(
        'changed',
        'SMPP connector',
        cid,
        at,
        `${key} is left out: it names the other gateway's own files.`,
      );
    else if (!names.has(key))
      addLine(
        'changed',
        'SMPP connector',
        cid,
        at,
        `${key} is left out: there is no such setting here.`,
      );
    else if (key === 'custom_tlvs' && !/^(none|null)?$/i.test(value))
      addLine(
        'changed',
        'SMPP connector',
        cid,
        at,
        'custom_tlvs is left out. Write each that messages may bring as tag,type,longest,optional, and with a value after it if every other message carries that one.',
      );
    else if (!/^(none|null)?$/i.test(value)) settings[key] = readSetting(key, value);
  }
  const parsed = smppSettings.safeParse(settings);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return addLine(
      'refused',
      'SMPP connector',
      cid,
      line,
      `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    );
  }
  if (
    !(await insertConnector(tx, {
      cid,
      kind: 'SMPP',
      settings: parsed.data,
      secret: null,
      started: false,
      imported: true,
    }))
  )
    return addLine(
      'refused',
      'SMPP connector',
      cid,
      line,
      'There is one of this name already; it stays as it is.',
    );
  await recordEdit(tx, call, 'CONNECTOR', cid, {
    before: null,
    after: { kind: 'SMPP', ...parsed.data },
  });
  addLine(
    'changed',
    'SMPP connector',
    cid,
    line,
    hasPassword
      ? 'Made, stopped and without its password, so that two gateways never bind at once. Enter it, then start.'
      : 'Made, stopped.',
  );
}

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
