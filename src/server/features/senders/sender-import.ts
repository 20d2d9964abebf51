/** Enters sender IDs that clients bring from another portal, where operators have registered them. */
import type {
  SenderColumn,
  SenderFileRow,
  senderImports,
  SenderImport,
} from '../../../contract/api/sender-imports.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import type { SenderKind } from '../../../contract/shared/sender-names.ts';
import { record } from '../../core/audit/audit.ts';
import { findNamedClients } from '../../core/client-tree/named-clients.ts';
import type { Found } from '../../core/client-tree/named-clients.ts';
import type { NamedClient } from '../../core/client-tree/named-clients.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { fill } from '../../i18n/fill.ts';
import { sentence } from '../../i18n/sentence.ts';
import { texts } from '../../i18n/texts.ts';
import { findApplicant } from './names.store.ts';
import { checkName } from './request.ts';
import { addEvent } from './sender-events.store.ts';
import { readCountry, readKind } from './sender-import.rules.ts';
import { findLiveSender, insertSender } from './senders.store.ts';
import type { Caller } from './senders.ts';

const LIMITS = { brandOwner: 120, sample: 500 };

type Input = Parsed<typeof senderImports.enter>;
type Problem = { field: SenderColumn; message: string };
type ReadRow = { client: NamedClient; senderId: string; kind: SenderKind; country: string };

/**
 * Enters every row that names one client and a free name, in one transaction under the system scope;
 * the others are problems. Documents and fee are waived, as they were settled at the former portal;
 * the caller counts as the one who acted for the owner, so that another account marks it ready.
 */
export async function enterSenders(
  tx: Tx,
  call: Caller,
  { rows, kind }: Input,
): Promise<SenderImport> {
  const into: SenderImport = { rows: [], problems: [] };
  const { country } = await findApplicant(tx, call.session.clientId);
  const find = await findNamedClients(
    tx,
    rows.map(({ account }) => account),
    country,
  );
  for (const row of rows) {
    const read = readRow(row, find(row.account), kind, call);
    const result = 'field' in read ? read : await enterRow(tx, call, row, read);
    if ('field' in result) into.problems.push({ line: row.line, ...result });
    else into.rows.push({ line: row.line, ...result });
  }
  return into;
}

/** The client, kind and country of a row, or the column that is wrong. */
function readRow(
  row: SenderFileRow,
  found: Found,
  standard: SenderKind,
  { language }: Caller,
): ReadRow | Problem {
  const words = texts[language].senders.import;
  if ('problem' in found)
    return {
      field: 'account',
      message: fill(texts[language].clients.named[found.problem], { account: row.account }),
    };
  const kind = row.kind.trim() === '' ? standard : readKind(row.kind);
  if (kind === undefined) return { field: 'kind', message: fill(words.KIND, { kind: row.kind }) };
  const { client } = found;
  const country = row.country.trim() === '' ? client.country : readCountry(row.country);
  if (country === undefined)
    return { field: 'country', message: fill(words.COUNTRY, { country: row.country }) };
  for (const field of ['brandOwner', 'sample'] as const)
    if (row[field].trim().length > LIMITS[field])
      return { field, message: fill(words.TOO_LONG, { most: LIMITS[field] }) };
  return { client, senderId: row.senderId.trim(), kind, country };
}

async function enterRow(
  tx: Tx,
  call: Caller,
  { brandOwner, sample }: SenderFileRow,
  { client, senderId, kind, country }: ReadRow,
): Promise<Omit<SenderImport['rows'][number], 'line'> | Problem> {
  const { clientId, clientName, email, phone } = client;
  const shown = { clientId, clientName, contact: email ?? phone, senderId, kind, country };
  const live = await findLiveSender(tx, senderId, country);
  if (live?.clientId === clientId)
    return { ...shown, senderId: live.sender, kind: live.kind, entered: true };
  const { problem, rule, ownName } = await checkName(tx, await findApplicant(tx, clientId), {
    senderId,
    country,
    kind,
  });
  if (problem)
    return {
      field: problem === 'NOT_OFFERED' ? 'kind' : 'senderId',
      message: sentence(call.language, `SENDER_${problem}`, {
        shortest: rule.shortest,
        longest: rule.longest,
      }),
    };
  const id = newId();
  await insertSender(tx, {
    id,
    sender: senderId,
    clientId,
    kind,
    country,
    isGeneric: false,
    status: 'WAITING_SETUP',
    brandOwner: ownName ? null : brandOwner.trim() || null,
    sample: sample.trim() || null,
    impersonatorId: call.session.clientId,
  });
  await addEvent(tx, { id, clientId }, 'REQUESTED', call.session);
  await record(tx, call, {
    action: 'SENDER_REQUESTED',
    clientId,
    after: { senderId, kind, country },
  });
  return { ...shown, entered: false };
}
