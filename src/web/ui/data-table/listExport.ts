import { Fragment, isValidElement, type ReactNode } from 'react';
import { CSV_START, csvLine } from '../../../contract/shared/csv.ts';
import type { Column } from './column.ts';
import { wholeLabel } from './over.ts';
import { DASH, Time } from '../figures/figures.tsx';
import { StatusChip } from '../figures/StatusChip.tsx';

type Words = { exact(timestamp: number): string; statusWord(status: string): string };

/**
 * The text of a cell: texts and figures unchanged, a time exact and in the viewer's zone, a status by its
 * label. Undefined for a cell that has no readable text.
 */
export function textOf(node: ReactNode, words: Words): string | undefined {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint')
    return node === DASH ? '' : String(node);
  if (Array.isArray(node)) return joined(node as ReactNode[], words);
  if (!isValidElement<Record<string, unknown>>(node)) return undefined;
  if (node.type === Time)
    return typeof node.props['at'] === 'number' ? words.exact(node.props['at']) : '';
  if (node.type === StatusChip)
    return typeof node.props['word'] === 'string'
      ? node.props['word']
      : words.statusWord(String(node.props['status']));
  const children = node.props['children'] as ReactNode;
  return children === undefined && node.type !== Fragment ? undefined : textOf(children, words);
}

function joined(nodes: readonly ReactNode[], words: Words): string | undefined {
  const texts = nodes.map((node) => textOf(node, words));
  return texts.every((text) => text === undefined) && texts.length > 0
    ? undefined
    : texts.map((text) => text ?? '').join('');
}

/** Rows as a CSV file, the name first; a column of which no row can be read is left out. Cells never run in a spreadsheet. */
export function csvOf<T>(
  rows: readonly T[],
  nameLabel: string,
  nameOf: (row: T) => string,
  columns: readonly Column<T>[],
  words: Words,
): string {
  const read = columns.map((column) => ({
    // A file has one line of headings.
    label: wholeLabel(column),
    cells: rows.map((row) =>
      column.value ? String(column.value(row) ?? '') : textOf(column.cell(row), words),
    ),
  }));
  const kept = read.filter(
    ({ cells }) => cells.length === 0 || cells.some((cell) => cell !== undefined),
  );
  const lines = rows.map((row, index) =>
    csvLine([nameOf(row), ...kept.map(({ cells }) => cells[index] ?? '')]),
  );
  return CSV_START + csvLine([nameLabel, ...kept.map(({ label }) => label)]) + lines.join('');
}

/** The name of a file: the list's name and the day, such as `Sent messages 2026-11-21.csv`. */
export function fileNameOf(label: string, now: Date): string {
  return `${label.replace(/[\s\\/:*?"<>|]+/g, ' ').trim()} ${now.toISOString().slice(0, 10)}.csv`;
}
