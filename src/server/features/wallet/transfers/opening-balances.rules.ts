/** Reads a file of accounts and balances, and decides about its rows. */
import type { Opening } from '../../../../contract/api/opening-balances.ts';
import { parseDecimal } from '../../../../contract/shared/units.ts';
import { readDumpedTable } from '../../../core/files/mysql-dump.rules.ts';
import type { DumpedTable } from '../../../core/files/mysql-dump.rules.ts';
import type { Found } from '../../../core/client-tree/named-clients.ts';
import type { NamedClient } from '../../../core/client-tree/named-clients.store.ts';
import { openDirectChanges } from '../../../core/second-approval/second-approval.rules.ts';
import type { DirectFacts } from '../../../core/second-approval/second-approval.rules.ts';

/** The most units of one row: as for an adjustment by hand. */
const MOST_UNITS = 1_000_000_000n * 10_000n;

/**
 * Units (ten-thousandths) as people and portals write them: `1234.5`, `1,234.50`, `1 234.5`; undefined
 * for `1,234`, which is a thousand times less where the comma is before the decimals.
 */
export function readUnits(text: string): bigint | undefined {
  const bare = text.trim().replaceAll(/[\s\u00A0\u202F']/g, '');
  const plain = /^\d{1,3}((,\d{3})+\.\d+|(,\d{3}){2,})$/.test(bare)
    ? bare.replaceAll(',', '')
    : bare;
  // Spreadsheets and databases write zeros beyond the decimals that there are.
  const [, number] = /^(\d{1,15}(?:\.\d{1,4})?)0*$/.exec(plain) ?? [];
  if (number === undefined || !/^\d+(\.\d+)?$/.test(plain)) return undefined;
  const units = parseDecimal(/^\d+$/.test(plain) ? plain : number);
  return units <= MOST_UNITS ? units : undefined;
}

/**
 * The columns of playSMS's table of users that a balance needs (db/playsms.sql of
 * github.com/playsms/playsms): none of its passwords and tokens.
 */
const PLAYSMS_COLUMNS = ['username', 'name', 'email', 'mobile', 'credit'];

/** The users in a dump of playSMS; undefined for any other text. */
export function readPlaysmsUsers(text: string, most: number): DumpedTable | undefined {
  const table = readDumpedTable(text, (name) => /_tblUser$/i.test(name), most);
  if (!table?.columns.includes('credit')) return undefined;
  const columns = PLAYSMS_COLUMNS.filter((name) => table.columns.includes(name));
  const places = columns.map((name) => table.columns.indexOf(name));
  return {
    columns,
    rows: table.rows.map(({ line, cells }) => ({
      line,
      cells: places.map((place) => cells[place] ?? ''),
    })),
  };
}

const ACCOUNT =
  /^(e-?mail|correio|account|conta|client|cliente|customer|phone|telefone|mobile|username)\b/i;
const BALANCE = /^(units?|unidades|balance|saldo|credits?|cr[eé]ditos?)\b/i;

/** The columns that look like the account and its units, by name, else an account by its at-signs. */
export function guessColumns({ columns, rows }: DumpedTable): {
  accountColumn: number | null;
  unitsColumn: number | null;
} {
  const filled = (at: number) =>
    rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '');
  const mails = columns.findIndex((_, at) => {
    const cells = filled(at);
    return cells.length > 0 && cells.every((cell) => /^[^\s@]+@\S+$/.test(cell));
  });
  const named = columns.findIndex((name) => ACCOUNT.test(name.trim()));
  const units = columns.findIndex((name) => BALANCE.test(name.trim()));
  const account = mails >= 0 ? mails : named;
  return {
    accountColumn: account >= 0 ? account : null,
    unitsColumn: units >= 0 ? units : null,
  };
}

type Matched = { row: Opening; client: NamedClient; units: bigint };
type Problem = { row: Opening } & (
  | { field: 'account'; reason: Extract<Found, { problem: unknown }>['problem'] | 'TWICE' }
  | { field: 'units'; reason: 'UNITS' | 'SECOND_APPROVAL' }
);
type MatchedOpenings = { matched: Matched[]; problems: Problem[]; emptyCount: number };

/** The rows with one client each; the others are problems, or empty. */
export function matchOpenings(
  rows: readonly Opening[],
  find: (account: string) => Found,
): MatchedOpenings {
  const result: MatchedOpenings = { matched: [], problems: [], emptyCount: 0 };
  const seen = new Set<string>();
  for (const row of rows) {
    const units = readUnits(row.units);
    if (row.units.trim() === '' || units === 0n) {
      result.emptyCount++;
      continue;
    }
    if (units === undefined) {
      result.problems.push({ row, field: 'units', reason: 'UNITS' });
      continue;
    }
    const found = find(row.account);
    if ('problem' in found) result.problems.push({ row, field: 'account', reason: found.problem });
    else if (seen.has(found.client.clientId))
      result.problems.push({ row, field: 'account', reason: 'TWICE' });
    else {
      seen.add(found.client.clientId);
      result.matched.push({ row, client: found.client, units });
    }
  }
  return result;
}

export type OpeningPlan = {
  /** Rows that are entered, or were under this name before; by line. */
  rows: {
    line: number;
    client: NamedClient;
    units: bigint;
    balanceAfter: bigint;
    isBooked: boolean;
  }[];
  problems: Problem[];
  emptyCount: number;
  /** Above this a change needs a second administrator. */
  amount: bigint | null;
};

/** Decides about the matched rows in the file's order, from facts that were read before. */
export function decideOpenings(
  { matched, problems: unmatched, emptyCount }: MatchedOpenings,
  {
    isBooked,
    available,
    direct,
  }: {
    isBooked(clientId: string): boolean;
    available: ReadonlyMap<string, bigint>;
    direct: DirectFacts;
  },
): OpeningPlan {
  const mayChange = openDirectChanges(direct);
  const rows: OpeningPlan['rows'] = [];
  const problems = [...unmatched];
  for (const { row, client, units } of matched) {
    const { clientId } = client;
    const isEntered = isBooked(clientId);
    if (!isEntered && !mayChange(clientId, units)) {
      problems.push({ row, field: 'units', reason: 'SECOND_APPROVAL' });
      continue;
    }
    const before = available.get(clientId) ?? 0n;
    const balanceAfter = isEntered ? before : before + units;
    rows.push({ line: row.line, client, units, balanceAfter, isBooked: isEntered });
  }
  return {
    rows: rows.toSorted((a, b) => a.line - b.line),
    problems: problems.toSorted((a, b) => a.row.line - b.row.line),
    emptyCount,
    amount: direct.amount,
  };
}
