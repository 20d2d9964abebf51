/** Reads a report slice by slice, each in a short transaction in the scope of the requester. */
import type { Database, Tx } from '../../infra/database/db.ts';
import { notAllowed } from '../../infra/errors.ts';
import type { Cell } from '../../core/files/table-types.ts';
import { idFloor, idTime } from '../../infra/ids.ts';
import { idBounds } from '../../core/messages/messages.rules.ts';
import { scopeOf, systemScope } from '../../infra/database/scope.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { FIRST_WINDOW, narrower, nextWindow, reachFor, SLICE } from './reports.rules.ts';
import { findRequester } from './requester.store.ts';
import type { Requester } from './requester.store.ts';
import type { ReportRow } from './reports.store.ts';

const READ_SECONDS = 30;
const QUERY_CANCELED = '57014';

/** A slice's rows, the place of the next (undefined after the last), and the report's progress with it. */
type Slice = { rows: Cell[][]; next: unknown; progress: number };
export type ReadSlice = (place: unknown) => Promise<Slice>;
type Viewer = { scope: Scope; requester: Requester };

/**
 * Reads in the present scope of the requester, never a wider one than at the request. @throws Refusal
 * NOT_ALLOWED where nothing is left of it
 */
export async function runAsRequester<T>(
  database: Database,
  report: ReportRow,
  work: (tx: Tx, viewer: Viewer) => Promise<T>,
): Promise<T> {
  const requester = await database.run(systemScope(), (tx) => findRequester(tx, report.clientId));
  const reach =
    requester?.clientStatus === 'ACTIVE'
      ? narrower(report.reach, reachFor(requester.accessLevel, report.kind))
      : undefined;
  if (!requester || !reach) throw notAllowed();
  const scope = scopeOf(requester, reach);
  return database.run(scope, async (tx) => {
    await tx.query(`select set_config('statement_timeout', $1, true)`, [`${READ_SECONDS}s`]);
    return work(tx, { scope, requester });
  });
}

/** From the first moment to before the last, milliseconds: what was asked for, and nothing later than the request. */
type Span = { from: number; to: number };

export async function readSpan(
  database: Database,
  { filters, createdAt }: ReportRow,
  first: (tx: Tx) => Promise<number | undefined>,
): Promise<Span> {
  const { from, to } = idBounds(filters.startTimestamp, filters.endTimestamp);
  const earliest = (await database.run(systemScope(), first)) ?? createdAt.getTime();
  return {
    from: Math.max(from ?? earliest, earliest),
    to: Math.min(to ?? Infinity, createdAt.getTime()),
  };
}

/** The place of a walk through time: the next id to read, and how much time to read at once (milliseconds). */
type Walk = { from: string; window: number; done: number };

/**
 * Walks through rows by their ids, which carry the time.
 * @param total how many there will be, where that is known
 */
export function walk<Row extends { id: string }>(
  database: Database,
  report: ReportRow,
  span: Span,
  total: number | null,
  read: (tx: Tx, viewer: Viewer, window: { from: string; to: string }) => Promise<Row[]>,
  present: (tx: Tx, viewer: Viewer, rows: Row[]) => Promise<Cell[][]>,
): ReadSlice {
  return async (place) => {
    let { from, window, done } = (place ?? {
      from: idFloor(span.from),
      window: FIRST_WINDOW,
      done: 0,
    }) as Walk;
    for (;;) {
      const end = Math.min(span.to, idTime(from) + window);
      const began = Date.now();
      const found = await runAsRequester(database, report, async (tx, viewer) => {
        const rows = await read(tx, viewer, { from, to: idFloor(end) });
        return {
          full: rows.length === SLICE,
          last: rows.at(-1)?.id,
          read: rows.length,
          rows: await present(tx, viewer, rows),
        };
      }).catch((error: unknown) => {
        // Too much for one query: again, with a shorter window.
        if (
          (error as { code?: string }).code === QUERY_CANCELED &&
          window > nextWindow(window, { full: true, rows: 0, milliseconds: 0 })
        )
          return undefined;
        throw error;
      });
      window = nextWindow(window, {
        full: found?.full ?? true,
        rows: found?.read ?? 0,
        milliseconds: Date.now() - began,
      });
      if (!found) continue;
      from = found.full ? nextId(found.last!) : idFloor(end);
      done += found.read;
      const through = span.to <= span.from ? 1 : (idTime(from) - span.from) / (span.to - span.from);
      return {
        rows: found.rows,
        next: !found.full && end >= span.to ? undefined : ({ from, window, done } satisfies Walk),
        progress: total !== null && total > 0 ? done / total : through,
      };
    }
  };
}

/** The least id that is greater. */
export function nextId(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
