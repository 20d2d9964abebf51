/** The groups of a kannel.conf: variables under a `group` line, with comments, quotes and included files. */
import { note } from './import-report.ts';
import type { Listing } from './jasmin-listings.rules.ts';

/** A group of the file: its variables with their lines, the first of a name. */
export type Group = {
  kind: string;
  line: number;
  variables: Map<string, { value: string; line: number }>;
};

/** The groups of the file in its order; included files and rows that are none are reported. */
export function readGroups(text: string, listing: Listing): Group[] {
  const groups: Group[] = [];
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = at + 1;
    const bare = raw.trim();
    if (bare === '' || bare.startsWith('#')) continue;
    const [, key, written] = /^([\w-]+)\s*=\s*(.*)$/.exec(bare) ?? [];
    if (key === undefined || written === undefined) {
      listing.unread.push({ line, text: bare.slice(0, 80) });
      continue;
    }
    const value = /^"(.*)"$/.exec(written.trim())?.[1] ?? written.trim();
    if (key === 'include')
      listing.notTaken.push({
        line,
        entity: 'include',
        id: value,
        said: note('include'),
      });
    else if (key === 'group') groups.push({ kind: value, line, variables: new Map() });
    else if (groups.length === 0) listing.unread.push({ line, text: bare.slice(0, 80) });
    else if (!groups.at(-1)!.variables.has(key)) groups.at(-1)!.variables.set(key, { value, line });
  }
  return groups;
}

/** The value of a variable; empty where the group has none. */
export const of = ({ variables }: Group, name: string): string => variables.get(name)?.value ?? '';
/** The entries of a list, which Kannel separates by semicolons. */
export const listOf = (value: string): string[] =>
  value
    .split(/[;,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Names the variables of a group that nothing reads. */
export function leaveOthers(
  group: Group,
  listing: Listing,
  { entity, id, read }: { entity: 'user' | 'service'; id: string; read: ReadonlySet<string> },
): void {
  for (const [name, { line }] of group.variables)
    if (!read.has(name))
      listing.notTaken.push({ line, entity, id, said: note('leftOut', { name }) });
}
