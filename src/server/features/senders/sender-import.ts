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
import { findApplicant, listSkeletons } from './names.store.ts';
import { checkName } from './request-sender.ts';
import { addEvent } from './sender-events.store.ts';
import { readCountry, readKind } from './sender-import.rules.ts';
import { findLiveSender, insertSenders } from './senders.store.ts';
import type { NewSender } from './senders.store.ts';
import type { Caller } from './senders.ts';

const LIMITS = { brandOwner: 120, sample: 500 };

type Input = Parsed<typeof senderImports.enter>;
type Problem = { field: SenderColumn; message: string };
type ReadRow = { client: NamedClient; senderId: string; kind: SenderKind; country: string };

/** A sender ID that the file enters, with its name as look-alikes are compared. */
type Entry = NewSender & { brandOwner: string | null; sample: string | null; skeleton: string };
type Shown = Omit<SenderImport['rows'][number], 'line'>;

/**
 * Enters every row that names one client and a free name, in one transaction under the system scope;
 * the others are problems. Documents and fee are waived, as they were settled at the former portal;
 * the caller counts as the one who acted for the owner, so that another account marks it ready.
 */
export async function enterSenders(tx: Tx, call: Caller, input: Input): Promise<SenderImport> {
  const { found, entries } = await planSenders(tx, call, input);
  if (entries.length === 0) return found;
  const impersonatorId = call.session.clientId;
  // The inserts come last, because they hold the version of acceptance until the commit; and by name,
  // so that two imports wait for each other in one order.
  await insertSenders(
    tx,
    entries
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .map(({ skeleton: _, ...sender }) => ({ ...sender, impersonatorId })),
  );
  for (const { id, clientId, sender, kind, country } of entries) {
    await addEvent(tx, { id, clientId }, 'REQUESTED', call.session);
    await record(tx, call, {
      action: 'SENDER_REQUESTED',
      clientId,
      after: { senderId: sender, kind, country },
    });
  }
  return found;
}

/** The same without entering anything. */
export async function previewSenders(tx: Tx, call: Caller, input: Input): Promise<SenderImport> {
  return (await planSenders(tx, call, input)).found;
}

const keyOf = ({ country, sender }: Pick<NewSender, 'country' | 'sender'>) =>
  `${country}|${sender.toLowerCase()}`;

/** Checks the rows, each against the names that are there and those of the rows before it. Reads only. */
async function planSenders(
  tx: Tx,
  call: Caller,
  { rows, kind }: Input,
): Promise<{ found: SenderImport; entries: Entry[] }> {
  const found: SenderImport = { rows: [], problems: [] };
  const entries: Entry[] = [];
  const { country } = await findApplicant(tx, call.session.clientId);
  const find = await findNamedClients(
    tx,
    rows.map(({ account }) => account),
    country,
  );
  const skeletons = await listSkeletons(
    tx,
    rows.map(({ senderId }) => senderId.trim()),
  );
  for (const [at, row] of rows.entries()) {
    const read = readRow(row, find(row.account), kind, call);
    const result =
      'field' in read ? read : await checkRow(tx, call, row, read, skeletons[at]!, entries);
    if ('field' in result) {
      found.problems.push({ line: row.line, ...result });
      continue;
    }
    found.rows.push({ line: row.line, ...result.shown });
    if (result.entry) entries.push(result.entry);
  }
  return { found, entries };
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

/** @param before the entries of the rows before */
async function checkRow(
  tx: Tx,
  call: Caller,
  { brandOwner, sample }: SenderFileRow,
  { client, senderId, kind, country }: ReadRow,
  skeleton: string,
  before: readonly Entry[],
): Promise<{ shown: Shown; entry?: Entry } | Problem> {
  const { clientId, clientName, email, phone } = client;
  const shown = { clientId, clientName, contact: email ?? phone, senderId, kind, country };
  const alike = before.filter((each) => each.country === country && each.skeleton === skeleton);
  const same = alike.find((each) => keyOf(each) === keyOf({ country, sender: senderId }));
  const live = same ?? (await findLiveSender(tx, senderId, country));
  if (live?.clientId === clientId)
    return { shown: { ...shown, senderId: live.sender, kind: live.kind, entered: true } };
  const {
    problem: found,
    rule,
    ownName,
  } = await checkName(tx, await findApplicant(tx, clientId), { senderId, country, kind });
  const isAlike = alike.some((each) => each.clientId !== clientId);
  const problem = found ?? (same ? 'TAKEN' : isAlike ? 'ALIKE' : null);
  if (problem)
    return {
      field: problem === 'NOT_OFFERED' ? 'kind' : 'senderId',
      message: sentence(call.language, `SENDER_${problem}`, {
        shortest: rule.shortest,
        longest: rule.longest,
      }),
    };
  return {
    shown: { ...shown, entered: false },
    entry: {
      id: newId(),
      sender: senderId,
      clientId,
      kind,
      country,
      isGeneric: false,
      status: 'WAITING_SETUP',
      brandOwner: ownName ? null : brandOwner.trim() || null,
      sample: sample.trim() || null,
      skeleton,
    },
  };
}
