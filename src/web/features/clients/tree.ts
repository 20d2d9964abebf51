import type { ClientNode } from '../../../contract/api/client-fields.ts';

/** A node as a line of the tree: its level and its position among its siblings, both from 1, and its open state. */
export type Line = {
  readonly node: ClientNode;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly open: boolean;
  readonly matches: boolean;
};

/** The lines that show, from the top, where `isOpen` says which nodes are open. */
export function linesOf(
  roots: readonly ClientNode[],
  isOpen: (clientId: string) => boolean,
): Line[] {
  const lines: Line[] = [];
  const walk = (nodes: readonly ClientNode[], level: number) => {
    nodes.forEach((node, index) => {
      const open = node.clients.length > 0 && isOpen(node.clientId);
      lines.push({
        node,
        level,
        position: index + 1,
        siblings: nodes.length,
        open,
        matches: false,
      });
      if (open) walk(node.clients, level + 1);
    });
  };
  walk(roots, 1);
  return lines;
}

/**
 * The lines of the nodes with `text` in their name and of all above them, open as far as they lead to one;
 * and how many have it.
 */
export function linesMatching(
  roots: readonly ClientNode[],
  text: string,
): { lines: Line[]; found: number } {
  const wanted = plain(text);
  let found = 0;
  const keep = (nodes: readonly ClientNode[], level: number): Line[] => {
    const kept = nodes.flatMap((node) => {
      const matches = plain(node.clientName).includes(wanted);
      if (matches) found += 1;
      const under = keep(node.clients, level + 1);
      return matches || under.length > 0 ? [{ node, matches, under }] : [];
    });
    return kept.flatMap(({ node, matches, under }, index) => [
      { node, level, position: index + 1, siblings: kept.length, open: under.length > 0, matches },
      ...under,
    ]);
  };
  return { lines: keep(roots, 1), found };
}

/** How many nodes there are. */
export function countOf(roots: readonly ClientNode[]): number {
  return roots.reduce((sum, node) => sum + 1 + countOf(node.clients), 0);
}

/** Every node that has others under it. */
export function branchesOf(roots: readonly ClientNode[]): string[] {
  return roots.flatMap((node) =>
    node.clients.length === 0 ? [] : [node.clientId, ...branchesOf(node.clients)],
  );
}

/** The index of the line's parent; -1 at the top. */
export function parentLine(lines: readonly Line[], at: number): number {
  const level = lines[at]?.level ?? 0;
  for (let above = at - 1; above >= 0; above -= 1)
    if ((lines[above]?.level ?? 0) < level) return above;
  return -1;
}

/** The next line after `at`, going round, whose name begins with `letters`; -1 for none. */
export function lineBeginning(lines: readonly Line[], at: number, letters: string): number {
  const wanted = plain(letters);
  for (let step = 1; step <= lines.length; step += 1) {
    const index = (at + step) % lines.length;
    if (plain(lines[index]?.node.clientName ?? '').startsWith(wanted)) return index;
  }
  return -1;
}

/** Without case and accents, as people type when they search. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
