import type { Tx } from './db.ts';
import { COUNT_LIMIT, pageOf, type Page, type PageRequest } from './pages.ts';
import type { Where } from './scoped-query.ts';

/**
 * The order of a list. Its keys are unique together, since a page continues after one row's keys.
 */
export type ListOrder<Row> = {
  /** SQL of the keys, the most significant first. */
  keys: string[];
  direction: 'asc' | 'desc';
  /**
   * SQL of the same keys at a given row: an expression for each, or a subquery; a `?` for each
   * value.
   */
  at: string;
  valuesOf(place: string): unknown[];
  placeOf(row: Row): string;
};

export type ListQuery<Row> = {
  /** The tables that the conditions read. Tables for display only are not joined for the count. */
  counted: string;
  where: Where;
  order: ListOrder<Row>;
  /** The statement that reads the rows around `page`: its conditions, order and limit. */
  read(page: string): string;
};

/** By one unique key. */
export function orderBy<Row>(
  key: string,
  direction: 'asc' | 'desc',
  placeOf: (row: Row) => string,
): ListOrder<Row> {
  return { keys: [key], direction, at: '?', valuesOf: (place) => [place], placeOf };
}

/** Newest first by an id that follows time, or by an increasing number. */
export function newestFirst<Row extends { id: string | number | bigint }>(
  key = 'id',
): ListOrder<Row> {
  return orderBy(key, 'desc', (row) => String(row.id));
}

/** Reads one page of a list and counts the list, up to one more than `COUNT_LIMIT`. */
export async function listPage<Row>(
  tx: Tx,
  page: PageRequest,
  { counted, where, order, read }: ListQuery<Row>,
): Promise<Page<Row>> {
  const counting = await tx.query<{ counted: number }>(
    `select count(*)::int as counted
     from (select from ${counted} where ${where.sql} limit ${COUNT_LIMIT + 1}) t`,
    [...where.values],
  );
  if (page.after !== undefined)
    where.add(
      `(${order.keys.join(', ')}) ${order.direction === 'asc' ? '>' : '<'} (${order.at})`,
      ...order.valuesOf(page.after),
    );
  const sorted = order.keys.map((key) => `${key} ${order.direction}`).join(', ');
  // One more row than wanted shows whether a page follows.
  const limit = where.value(page.size + 1);
  const { rows } = await tx.query<Row & Record<string, unknown>>(
    read(`where ${where.sql} order by ${sorted} limit ${limit}`),
    where.values,
  );
  return pageOf<Row>(page, rows, order.placeOf, counting.rows[0]!.counted);
}
