import type { Tx } from './db.ts';
import { COUNT_LIMIT, pageOf, type Page, type PageRequest } from './pages.ts';
import type { Where } from './scoped-query.ts';

/** The order of a list. No two rows share all keys, since a page continues after one row's keys. */
export type ListOrder<Row> = {
  /** SQL of the keys, the most significant first. */
  keys: string[];
  direction: 'asc' | 'desc';
  /** SQL of the same keys at a place: an expression for each, or a subquery; a `?` for each value. */
  at: string;
  valuesOf(place: string): unknown[];
  placeOf(row: Row): string;
};

export type ListQuery<Row> = {
  /** The tables that the conditions read. What is only shown of a row is not joined for the count. */
  counted: string;
  where: Where;
  order: ListOrder<Row>;
  /** The statement that reads the rows around `page`: its conditions, order and limit. */
  read(page: string): string;
};

/** By one key that is unique. */
export function orderBy<Row>(
  key: string,
  direction: 'asc' | 'desc',
  placeOf: (row: Row) => string,
): ListOrder<Row> {
  return { keys: [key], direction, at: '?', valuesOf: (place) => [place], placeOf };
}

/** Newest first by an id that follows time, or by a number that counts up. */
export function newestFirst<Row extends { id: string | number | bigint }>(
  key = 'id',
): ListOrder<Row> {
  return orderBy(key, 'desc', (row) => String(row.id));
}

/** Reads one page of a list and counts the list, to one more than `COUNT_LIMIT`. */
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
  // One more than wanted tells whether a page follows.
  const limit = where.value(page.size + 1);
  const { rows } = await tx.query<Row & Record<string, unknown>>(
    read(`where ${where.sql} order by ${sorted} limit ${limit}`),
    where.values,
  );
  return pageOf<Row>(page, rows, order.placeOf, counting.rows[0]!.counted);
}
