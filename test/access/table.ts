// Reads table.md: what the access tests expect of every endpoint and of every field of an account.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../../src/contract/shared/roles.ts';

/** The owner that a relation names, seen from the account that calls. */
export const RELATIONS = [
  'own',
  'child',
  'grandchild',
  'sibling',
  'parent',
  'stranger',
  'ebu',
] as const;
export type Relation = (typeof RELATIONS)[number];

/** The outcome of a call on a thing: done, refused with 403, or answered as if there were no such thing. */
export type Outcome = 'done' | 'refused' | 'absent';

export type Row = {
  /** By role; `-` where the role may not call it at all. */
  readonly reach: Readonly<Record<Role, string>>;
  readonly isForSelf: boolean;
  readonly isForActing: boolean;
  readonly stepUp: '' | 'yes' | 'if';
};

export type Field = {
  readonly field: string;
  readonly another: 'edit' | 'reset' | '-';
  readonly isForActing: boolean;
  readonly needsStepUp: boolean;
};

const LETTERS: Readonly<Record<string, Role>> = {
  A: 'ADMINISTRATOR',
  I: 'IT_SUPPORT',
  B: 'BD_CLIENT',
  P: 'EBU_APPROVER',
  R: 'RESELLER',
  O: 'COMPANY',
  E: 'EBU_CLIENT',
  C: 'CLIENT',
};
const WITHIN: Readonly<Record<string, readonly Relation[]>> = {
  own: ['own'],
  tree: ['own', 'child', 'grandchild'],
  ebu: ['ebu'],
  all: RELATIONS,
};

/** Every row of every table of the page: cells by the heading of their column. */
function readRows(): Record<string, string>[] {
  const rows: Record<string, string>[] = [];
  let heading: string[] | undefined;
  for (const line of readFileSync(join(import.meta.dirname, 'table.md'), 'utf8').split('\n')) {
    if (!line.startsWith('|')) heading = undefined;
    else if (!line.startsWith('|---')) {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (heading)
        rows.push(Object.fromEntries(heading.map((name, at) => [name, cells[at] ?? ''])));
      else heading = cells;
    }
  }
  return rows;
}

function readRow(cells: Record<string, string>): Row {
  const { endpoint, self, acting, 'step-up': stepUp } = cells;
  const reach = Object.fromEntries(
    Object.entries(LETTERS).map(([letter, role]) => {
      const word = cells[letter] ?? '';
      const isKnown = word === '-' || word.split('/').every((part) => part in WITHIN);
      if (!isKnown) throw new Error(`${endpoint}, ${letter}: "${word}" is no reach of table.md`);
      return [role, word];
    }),
  ) as Record<Role, string>;
  const isWrong =
    !['', 'no'].includes(self!) ||
    !['', 'no'].includes(acting!) ||
    !['', 'yes', 'if'].includes(stepUp!);
  if (isWrong)
    throw new Error(`${endpoint}: a word in self, acting or step-up is not one of table.md`);
  return {
    reach,
    isForSelf: self !== 'no',
    isForActing: acting !== 'no',
    stepUp: stepUp as Row['stepUp'],
  };
}

const rows = readRows();
const calls = rows.filter((cells) => cells['endpoint']);

/** Endpoints that need no session. */
export const PUBLIC: readonly string[] = calls
  .filter((cells) => !('A' in cells))
  .map((cells) => cells['endpoint']!);

/** Every other endpoint, by its group and its name. */
export const ACCESS: ReadonlyMap<string, Row> = new Map(
  calls.filter((cells) => 'A' in cells).map((cells) => [cells['endpoint']!, readRow(cells)]),
);
const counted = ACCESS.size + PUBLIC.length;
if (counted !== calls.length)
  throw new Error(`table.md has ${calls.length - counted} endpoints twice`);

/** The fields of an account. */
export const FIELDS: readonly Field[] = rows
  .filter((cells) => cells['field'])
  .map((cells) => ({
    field: cells['field']!,
    another: cells['another'] as Field['another'],
    isForActing: cells['acting'] !== 'no',
    needsStepUp: cells['step-up'] === 'yes',
  }));

/** The outcome of a call of `role` on a thing of `relation`; undefined where the role may not call it at all. */
export function expectedOutcome(row: Row, role: Role, relation: Relation): Outcome | undefined {
  const [seen = '-', changed = seen] = row.reach[role].split('/');
  if (seen === '-') return undefined;
  if (!WITHIN[seen]!.includes(relation)) return 'absent';
  if (!WITHIN[changed]!.includes(relation)) return 'refused';
  return relation === 'own' && !row.isForSelf ? 'refused' : 'done';
}
