/**
 * The values and fragments that the statements of dispatch share: batch sizes, times, arrays.
 *
 * Each function that a store of `core/dispatch` exports is a step of one transaction that the caller
 * commits; a crash between any two steps leaves rows that say where to continue.
 *
 * The hot statements (claim, settle, receive) are plain text and free of joins: on tables that were
 * never analysed the planner turns `update ... from unnest()` into a nested scan that is fifty times
 * slower. Values come to their rows by `width_bucket(key, sorted keys)`, which is a binary search
 * for the key's place, so their arrays are sorted.
 */
import { textArray } from '../../infra/database/arrays.ts';
import type { Place } from '../../infra/database/parameters.ts';

/** Rows of one hot statement at most: settle and receive are called with no more. */
export const BATCH = 400;

/** The encoding of a message that is octets. */
export const BINARY = 4;

/**
 * An array of ids or numbers as PostgreSQL reads it. The driver would quote and escape each value, which is a
 * good part of a message's cost.
 */
export function list(values: readonly (string | number | bigint)[]): string {
  return `{${values.join(',')}}`;
}

/** Texts that need no quotes in an array of PostgreSQL: no quote, comma, brace or blank, and not the word null. */
const PLAIN_TEXT = /^(?!null$)[\w.+:-]+$/i;

/** An array of short texts, such as phones and carriers' ids: as `list` where each is plain, else the driver quotes them. */
export function textList(values: readonly string[]): string | readonly string[] {
  return values.every((value) => PLAIN_TEXT.test(value)) ? list(values) : values;
}

/** A column of rows that a statement is given: its name, its type, and its value in each row. */
export type Column = readonly [
  name: string,
  type: string,
  values: readonly (string | number | bigint | null)[],
];

/**
 * Rows as the table `t` of a statement. A row that is alone is given as plain values, because each array costs the
 * server a scan of its own: the two forms are two statements.
 */
export function rowsOf(place: Place, columns: readonly Column[]): string {
  const isAlone = columns[0]![2].length === 1;
  if (!isAlone) return arraysOf(place, columns);
  return `(select ${columns.map(([name, type, [value]]) => `${place(value)}::${type} as ${name}`).join(', ')}) t`;
}

/** Any number of rows as the table `t` of a statement. */
export function arraysOf(place: Place, columns: readonly Column[]): string {
  const arrays = columns.map(
    ([, type, values]) =>
      `${place(type === 'text' ? textArray(values as (string | null)[]) : list(values.map((value) => value ?? 'null')))}::${type}[]`,
  );
  return `unnest(${arrays.join(', ')}) as t (${columns.map(([name]) => name).join(', ')})`;
}

export function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
}

/** Distinguishes a claim of a message from the next one; after 30,000 it starts again at 1. */
export const nextAttempt = ({ attempt }: { attempt: number }) => (attempt % 30_000) + 1;

/** A long message is never sent again as a whole: some of its parts may be with the carrier. */
export const holdsAmbiguous = (part: { policy: string; parts: number }) =>
  part.policy === 'h' || part.parts > 1;

/** An unconfirmed part is given up after this time, where its connector names no other. */
export const HOLD_SECONDS = 1800;

/** A receipt is waited for this much longer than the message is valid. */
export const RECEIPT_GRACE_MS = 3_600_000;

/**
 * The hot statement looks for the submission of a receipt among messages of the last hours; those of
 * older ones are found one by one. Each day more is one more index to look into.
 */
export const RECENT_HOURS = 26;
