import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { fileUnreadable, uploadGone } from '../../../infra/errors.ts';
import { UploadRefused } from '../../../core/files/upload-refused.ts';
import { openRows } from '../../../core/files/rows.ts';
import type { FileLayout } from '../../../core/files/rows.ts';
import type { Row } from '../../../core/files/source.ts';
import { newId } from '../../../infra/ids.ts';
import { optOut } from '../../../core/opt-outs/opt-outs.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { RunningTask, TaskHandler } from '../../../core/background/runner.ts';
import { openUpload } from '../../../core/uploads/uploads.ts';
import { ContactLimit } from '../contact-limit.ts';
import { getCountry, listKnown, lockContacts, putContacts } from '../contacts.store.ts';
import { unreadColumns } from '../export.rules.ts';
import { addMembers, lockGroups } from '../groups/groups.store.ts';
import { storeConsents } from './import-consents.ts';
import { addTally, NOTHING, openRowReader } from './imports.rules.ts';
import type { PartReason, Person, Read, RowReason, Tally } from './imports.rules.ts';
import {
  advanceImport,
  findImport,
  insertRefusedRows,
  moveImport,
  setExpected,
} from './imports.store.ts';
import type { ImportRow } from './imports.store.ts';
import { NumberSet } from '../number-set.ts';
import { listOptedOut } from '../opt-outs/opt-out-list.store.ts';

const STEP = 5_000;

/**
 * A row without a person is left out; one with both is taken in without a part of it. `declined` is
 * the number of a person who did not agree, in a row that is left out.
 */
type ReadRow = { row: Row; person?: Person; reason?: RowReason | PartReason; declined?: string };

/** Reads a file of contacts once and says what would come of it. Writes nothing, so after whatever happened it begins again. */
export function checkContacts(database: Database, limit = new ContactLimit()): TaskHandler {
  return onImport(database, 'CHECKING', async (task, row) => {
    let tally = NOTHING;
    for await (const rows of readSteps(database, row)) {
      if (task.stopRequested) return stop(database, row);
      const phones = rows.flatMap(({ person }) => (person ? [person.phone] : []));
      tally = await database.run(systemScope(), async (tx) => {
        const known =
          row.kind === 'OPT_OUTS'
            ? await listOptedOut(tx, row.clientId, phones)
            : await listKnown(tx, row.clientId, phones);
        await task.advance(
          tx,
          Math.min(0.99, (tally.rows + rows.length) / Math.max(1, row.rowCount)),
        );
        return addTally(tally, {
          rows: rows.length,
          new: phones.length - known.length,
          existing: known.length,
          updates: row.existing === 'UPDATE' && row.kind === 'CONTACTS',
          reasons: reasonsOf(rows),
          consents: rows.filter(({ person }) => person?.consent).length,
        });
      });
      await turn();
    }
    await database.run(systemScope(), async (tx) => {
      await task.advance(tx, 0.99);
      if (row.kind === 'CONTACTS') await limit.mustHaveRoom(tx, row.clientId, tally.new);
      await setExpected(tx, row.id, tally);
      await moveImport(tx, row.id, 'READY');
    });
    return { done: { importId: row.id, rows: tally.rows } };
  });
}

/**
 * Imports a file's rows as contacts, or into the opt-out list. Each step of 5,000 rows is one transaction
 * that also commits the position in the file: after a crash it resumes there, and no row is imported twice.
 */
export function importContacts(database: Database, limit = new ContactLimit()): TaskHandler {
  return onImport(database, 'RUNNING', async (task, row) => {
    let at = row.atRow;
    let tally = row.counts ?? NOTHING;
    async function storeStep(rows: ReadRow[]): Promise<void> {
      tally = await database.run(systemScope(), async (tx) => {
        const next = await store(tx, row, tally, rows);
        if (row.kind === 'CONTACTS') await limit.mustHold(tx, row.clientId, next.new - tally.new);
        await task.advance(tx, Math.min(0.99, next.rows / Math.max(1, row.rowCount)));
        if (!(await advanceImport(tx, row.id, at, rows.at(-1)!.row.number, next)))
          throw new NotOurs();
        return next;
      });
      at = rows.at(-1)!.row.number;
    }
    // A step is read while the database stores the one before.
    let storing: Promise<void> = Promise.resolve();
    try {
      for await (const rows of readSteps(database, row)) {
        await storing;
        if (task.stopRequested) return await stop(database, row);
        // Steps done before a restart are read again for the numbers in them.
        if (rows.at(-1)!.row.number <= at) continue;
        const left = rows.filter((each) => each.row.number > at);
        storing = storeStep(left);
        storing.catch(() => {}); // thrown where it is awaited
        await turn();
      }
      await storing;
    } finally {
      await storing.catch(() => {});
    }
    if (task.stopRequested) return stop(database, row);
    await database.run(systemScope(), async (tx) => {
      await task.advance(tx, 0.99);
      await moveImport(tx, row.id, 'COMPLETED');
    });
    return { done: { importId: row.id, rows: tally.rows, new: tally.new } };
  });
}

class NotOurs extends Error {}

function onImport(
  database: Database,
  status: ImportRow['status'],
  work: (task: RunningTask, row: ImportRow) => Promise<Awaited<ReturnType<TaskHandler['run']>>>,
): TaskHandler {
  return {
    async run(task) {
      const row = await database.run(systemScope(), (tx) =>
        findImport(tx, systemScope(), String(task.input['importId'])),
      );
      if (!row || row.status !== status) return 'canceled';
      try {
        return await work(task, row);
      } catch (error) {
        if (error instanceof NotOurs) return 'canceled';
        if (error instanceof UploadRefused) throw fileUnreadable(error);
        throw error;
      }
    },
    async failed(tx, task) {
      await moveImport(tx, String(task.input['importId']), 'FAILED');
    },
  };
}

async function stop(database: Database, row: ImportRow): Promise<'canceled'> {
  await database.run(systemScope(), (tx) => moveImport(tx, row.id, 'CANCELED'));
  return 'canceled';
}

/** The rows of an import's file as people, in steps; a number that came before is refused. */
async function* readSteps(database: Database, row: ImportRow): AsyncGenerator<ReadRow[]> {
  const scope = systemScope();
  const upload = await openUpload(database, scope, row.uploadId);
  if (!upload.info) throw uploadGone();
  const { layout, mended } = upload.info as { layout: FileLayout; mended: boolean };
  // Another header was chosen since the columns were explained.
  const explained = row.mapping.map(({ column }) => column);
  if (!isDeepStrictEqual(explained, layout.columns)) throw uploadGone();
  const country = await database.run(scope, (tx) => getCountry(tx, row.clientId));
  const read = openRowReader({
    mapping: row.mapping,
    columns: layout.columns,
    country,
    mended: mended || (layout.format === 'TEXT' && unreadColumns(layout.columns).length > 0),
    consent: row.consent,
  });
  const seen = new NumberSet(row.rowCount);
  const declined = new NumberSet(row.rowCount);
  let step: ReadRow[] = [];
  for await (const batch of openRows(upload.source, layout)) {
    for (const each of batch) step.push(judge(each, read(each.cells), seen, declined));
    // Buffered rows arrive without waiting: nothing else would have a turn before the step is full.
    await turn();
    if (step.length < STEP) continue;
    yield letNoWin(step, declined);
    step = [];
  }
  if (step.length > 0) yield letNoWin(step, declined);
}

/** Adds the row's number to those that came before, and to those of people who did not agree. */
function judge(row: Row, read: Read, seen: NumberSet, declined: NumberSet): ReadRow {
  const no = declinedIn(read);
  if (no !== undefined) declined.add(no);
  const left = no === undefined ? {} : { declined: no };
  if ('refused' in read) return { row, reason: read.refused, ...left };
  if (!seen.add(read.person.phone)) return { row, reason: 'DUPLICATE', ...left };
  return { row, person: read.person, ...(read.leftOut && { reason: read.leftOut }) };
}

/** The number of a row whose person did not agree. */
function declinedIn(read: Read): string | undefined {
  if ('refused' in read) return read.declined;
  return read.person.consent === null ? read.person.phone : undefined;
}

/** A person of whom another row, up to the end of this step, says that they did not agree has not agreed. */
function letNoWin(step: readonly ReadRow[], declined: NumberSet): ReadRow[] {
  return step.map((each) =>
    each.person && declined.has(each.person.phone)
      ? { ...each, person: { ...each.person, consent: null } }
      : each,
  );
}

function reasonsOf(rows: readonly ReadRow[]): (RowReason | PartReason)[] {
  return rows.flatMap(({ reason }) => (reason ? [reason] : []));
}

/** Stores a step's rows and gives what the import has come to with them. */
async function store(tx: Tx, row: ImportRow, tally: Tally, rows: ReadRow[]): Promise<Tally> {
  const people = rows.flatMap(({ person }) => (person ? [person] : []));
  await insertRefusedRows(
    tx,
    row,
    rows.flatMap(({ row: { number, cells }, reason }) =>
      reason ? [{ rowNo: number, cells, reason }] : [],
    ),
  );
  const added =
    row.kind === 'OPT_OUTS'
      ? (
          await optOut(tx, {
            clientId: row.clientId,
            destinations: people.map(({ phone }) => phone),
            source: 'IMPORT',
            notes: people.map(({ note }) => note),
          })
        ).length
      : await storePeople(tx, row, people);
  const consents = row.kind === 'CONTACTS' ? await storeConsents(tx, row, rows) : 0;
  return addTally(tally, {
    rows: rows.length,
    new: added,
    existing: people.length - added,
    updates: row.existing === 'UPDATE' && row.kind === 'CONTACTS',
    reasons: reasonsOf(rows),
    consents,
  });
}

/** @returns how many were new */
async function storePeople(tx: Tx, row: ImportRow, people: Person[]): Promise<number> {
  // None of them is deleted before this step is stored; one that was meanwhile is left out.
  const groups = await lockGroups(tx, row.clientId, row.groupIds);
  const fresh = people.map(({ note: _, consent, ...person }) => ({
    ...person,
    id: newId(),
    // Those who did not agree did not agree to the words of the import either.
    consent: consent === null ? null : row.consent,
  }));
  // The order is the same for all, so that two imports of the same people wait for each other and no more than that.
  const stored = await putContacts(
    tx,
    row.clientId,
    fresh.toSorted((a, b) => (a.phone < b.phone ? -1 : 1)),
    row.existing,
  );
  const made = fresh.filter(({ id, phone }) => stored.get(phone) === id).length;
  if (groups.length > 0) {
    const ids = [...stored.values()];
    const held =
      row.existing === 'UPDATE' ? ids : await lockContacts(tx, row.clientId, ids, 'to keep');
    for (const group of groups) await addMembers(tx, group, held);
  }
  return made;
}
