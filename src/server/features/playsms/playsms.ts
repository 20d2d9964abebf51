/** Brings the clients, phone books and templates of a playSMS in: read, previewed, then in the background. */
import { Readable } from 'node:stream';
import type { playsmsImports, PlaysmsImport } from '../../../contract/api/playsms-imports.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import { record } from '../../core/audit/audit.ts';
import type { Actor } from '../../core/audit/audit.ts';
import { addTask } from '../../core/background/tasks.ts';
import { UploadRefused } from '../../core/files/upload-refused.ts';
import { dropUpload, openUpload, storeUpload } from '../../core/uploads/uploads.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { conflict, notFound } from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { readPlaysmsDump } from './dump.ts';
import type { PlaysmsDump } from './dump.ts';
import { planImport } from './plan.ts';
import type { Known, PlanStep } from './plan.ts';
import {
  findImport,
  findPlatform,
  insertImport,
  listAccounts,
  listHeld,
  listTakenPhones,
  moveImport,
  setOperation,
} from './playsms.store.ts';
import type { ImportRow } from './playsms.store.ts';

const MEBIBYTE = 1024 * 1024;
/** A dump of the database with its history is larger; the tables that are read are not. */
export const MOST_DUMP_MEBIBYTES = 32;
/** The plan repeats what it takes from the dump, with the names of fields. */
const MOST_PLAN_BYTES = 8 * MOST_DUMP_MEBIBYTES * MEBIBYTE;

/**
 * Reads a dump and stores the plan of its import, which holds no password.
 * @throws UploadRefused for a text without the table of users, or with too many rows
 */
export async function readImport(
  database: Database,
  own: Scope,
  { bytes, fileName }: { bytes: Buffer; fileName: string },
): Promise<PlaysmsImport> {
  const dump = await readPlaysmsDump(bytes.toString('utf8'));
  if (!dump) throw new UploadRefused('NO_PLAYSMS_USERS');
  const known = await database.run(systemScope(), (tx) => readKnown(tx, dump));
  const { steps, preview } = await planImport(dump, known);
  const uploadId = await storeUpload(database, own, {
    purpose: 'PLAYSMS',
    fileName,
    stream: Readable.from(linesOf(steps), { objectMode: false }),
    limitBytes: MOST_PLAN_BYTES,
  });
  const id = newId();
  try {
    return await database.run(own, async (tx) => {
      const { clientId } = own;
      await insertImport(tx, {
        id,
        clientId,
        uploadId,
        stepCount: steps.length,
        fileName,
        preview,
      });
      return presentImport(await getImport(tx, own, id));
    });
  } catch (error) {
    await dropUpload(database, own, uploadId);
    throw error;
  }
}

// A reader of lines takes these two for ends of lines, and JSON leaves them as they are.
const BREAKS = /[\u2028\u2029]/g;
const escapeBreak = (character: string) => `\\u${character.charCodeAt(0).toString(16)}`;

function* linesOf(steps: readonly PlanStep[]): Generator<Buffer> {
  for (const step of steps)
    yield Buffer.from(`${JSON.stringify(step).replace(BREAKS, escapeBreak)}\n`);
}

/** The accounts, addresses and numbers that a dump meets here. */
async function readKnown(tx: Tx, { users }: PlaysmsDump): Promise<Known> {
  const platform = await findPlatform(tx);
  if (!platform) throw new Error('there is no account at the root');
  const { country } = platform;
  const emails = users.map(({ email }) => email.trim().toLowerCase()).filter((each) => each !== '');
  const phones = users.flatMap(({ mobile }) => {
    const phone = normalizePhone(mobile, country);
    return phone.ok ? [phone.e164] : [];
  });
  const accounts = await listAccounts(tx, emails);
  return {
    accounts: new Map(accounts.map((account) => [account.email, account])),
    held: new Set(await listHeld(tx, [...emails, ...phones])),
    phones: new Set(await listTakenPhones(tx, phones)),
    country,
  };
}

/** The call of an administrator; the worker repeats its circumstances in the audit log. */
type Call = Required<Actor> & { scope: Scope };

/** Starts an import that was previewed. @throws Refusal NOT_FOUND, CONFLICT, UPLOAD_GONE */
export async function startImport(
  database: Database,
  call: Call,
  { importId, sendInvitations }: Parsed<typeof playsmsImports.start>,
): Promise<PlaysmsImport> {
  const { scope, address, userAgent } = call;
  const found = await database.run(scope, (tx) => getImport(tx, scope, importId));
  if (found.status !== 'READY') throw conflict('import', found.status);
  await openUpload(database, scope, found.uploadId);
  return database.run(scope, async (tx) => {
    if (!(await moveImport(tx, importId, 'RUNNING'))) throw conflict('import', 'RUNNING');
    const operationId = await addTask(tx, {
      clientId: scope.clientId,
      kind: 'importPlaysms',
      description: found.fileName,
      input: { importId, sendInvitations, address, userAgent },
    });
    await setOperation(tx, importId, operationId);
    const count = found.preview.users.filter(({ outcome }) => outcome !== 'LEFT_OUT').length;
    await record(tx, call, {
      action: 'PLAYSMS_IMPORTED',
      clientId: scope.clientId,
      after: { name: found.fileName, count },
    });
    return presentImport(await getImport(tx, scope, importId));
  });
}

/** @throws Refusal NOT_FOUND */
export async function getImport(tx: Tx, scope: Scope, importId: string): Promise<ImportRow> {
  const found = await findImport(tx, scope, importId);
  if (!found) throw notFound('import');
  return found;
}

export function presentImport({
  id,
  clientId,
  fileName,
  status,
  preview,
  counts,
  operationId,
  createdAt,
  endedAt,
}: ImportRow): PlaysmsImport {
  return {
    importId: id,
    clientId,
    fileName,
    status,
    preview,
    counts,
    operationId,
    createTimestamp: createdAt.getTime() / 1000,
    endTimestamp: endedAt === null ? null : endedAt.getTime() / 1000,
  };
}
