import { createHmac, timingSafeEqual } from 'node:crypto';
import { badPageToken } from '../errors.ts';
import { acceptedKeys, signingKey, type PurposeKeys } from '../secrets.ts';

/** What a list answers of its size: exact to this many, beyond only that there are more. */
export const COUNT_LIMIT = 10_000;

/** Signs the places at which pages begin, so that nobody makes up one. */
export type PageTokens = {
  /** @param list names the list, so that a token of one is none of another's */
  encode(list: string, place: string): string;
  /** The place, or undefined for the first page (an empty token). @throws Refusal BAD_PAGE_TOKEN for a token that is not ours */
  decode(list: string, token: string): string | undefined;
};

/** @param keys of the installation, for this purpose alone */
export function openPageTokens(keys: PurposeKeys): PageTokens {
  const sign = (key: Buffer, list: string, place: string) =>
    createHmac('sha256', key).update(`${list}\0${place}`).digest().subarray(0, 16);
  return {
    encode: (list, place) =>
      `${Buffer.from(place).toString('base64url')}.${sign(signingKey(keys), list, place).toString('base64url')}`,
    decode(list, token) {
      if (token === '') return undefined;
      const [text = '', given = ''] = token.split('.');
      const place = Buffer.from(text, 'base64url').toString();
      const sealed = Buffer.from(given, 'base64url');
      const isGenuine = acceptedKeys(keys).some((key) => {
        const expected = sign(key, list, place);
        return sealed.length === expected.length && timingSafeEqual(sealed, expected);
      });
      if (!isGenuine) throw badPageToken();
      return place;
    },
  };
}

/**
 * Cuts the page out of rows that were read one more than wanted.
 * @param placeOf the key that the next page continues after
 */
export function cutPage<Row>(
  rows: Row[],
  pageSize: number,
  placeOf: (row: Row) => string,
): { rows: Row[]; next: string | undefined } {
  const last = rows[pageSize - 1];
  return rows.length > pageSize && last !== undefined
    ? { rows: rows.slice(0, pageSize), next: placeOf(last) }
    : { rows, next: undefined };
}

/** The count that a list answers, from one made with a limit of `COUNT_LIMIT + 1`. */
export function shownCount(counted: number): {
  collectionCount: number;
  collectionCountIsLowerBound?: true;
} {
  return counted > COUNT_LIMIT
    ? { collectionCount: COUNT_LIMIT, collectionCountIsLowerBound: true }
    : { collectionCount: counted };
}
