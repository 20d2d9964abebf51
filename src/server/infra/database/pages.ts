import { createHmac, timingSafeEqual } from 'node:crypto';
import { badPageToken } from '../errors.ts';
import { acceptedKeys, signingKey, type PurposeKeys } from '../secrets.ts';

/**
 * The largest list size that is counted exactly; above it a list reports only that there are more.
 */
export const COUNT_LIMIT = 10_000;

/** The page that a caller requests. */
export type PageRequest = {
  size: number;
  /** The position that it continues after; undefined for the first page. */
  after: string | undefined;
  /** Converts the position of a page's last row to the token of the next page. */
  tokenOf(place: string): string;
};

/** The fields of every list's answer beside its rows. */
export type PageFooter = {
  /** Empty on the last page. */
  nextPageToken: string;
  collectionCount: number;
  collectionCountIsLowerBound?: true;
};

export type Page<Row> = { rows: Row[]; footer: PageFooter };

/** Signs the positions at which pages begin, so that tokens cannot be forged. */
export type PageTokens = {
  /** @param list names the list, so that a token of one list is invalid in another */
  encode(list: string, place: string): string;
  /**
   * The position, or undefined for the first page (an empty token).
   * @throws Refusal BAD_PAGE_TOKEN for an invalid token
   */
  decode(list: string, token: string): string | undefined;
  /** The page that the input of a list requests. @throws Refusal BAD_PAGE_TOKEN */
  openPage(list: string, input: { pageSize: number; pageToken: string }): PageRequest;
};

/** @param keys of the installation, for this purpose alone */
export function openPageTokens(keys: PurposeKeys): PageTokens {
  const sign = (key: Buffer, list: string, place: string) =>
    createHmac('sha256', key).update(`${list}\0${place}`).digest().subarray(0, 16);
  const tokens: PageTokens = {
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
    openPage: (list, { pageSize, pageToken }) => ({
      size: pageSize,
      after: tokens.decode(list, pageToken),
      tokenOf: (place) => tokens.encode(list, place),
    }),
  };
  return tokens;
}

/** A page for the server's own reads: its token is the plain position. */
export function unsignedPage(size: number, after: string | undefined): PageRequest {
  return { size, after, tokenOf: (place) => place };
}

/**
 * Builds the page from rows read with one more than wanted.
 * @param placeOf the position of a row, which the next page continues after
 * @param counted the size of the list, counted up to `COUNT_LIMIT + 1`
 * @param isExact for a size that is known beyond the limit
 */
export function pageOf<Row>(
  { size, tokenOf }: PageRequest,
  rows: Row[],
  placeOf: (row: Row) => string,
  counted: number,
  isExact?: boolean,
): Page<Row> {
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    rows: rows.slice(0, size),
    footer: {
      nextPageToken: last === undefined ? '' : tokenOf(placeOf(last)),
      ...shownCount(counted, isExact),
    },
  };
}

/** The count in a list's answer, from one limited to `COUNT_LIMIT + 1`. */
export function shownCount(
  counted: number,
  isExact = counted <= COUNT_LIMIT,
): {
  collectionCount: number;
  collectionCountIsLowerBound?: true;
} {
  return isExact
    ? { collectionCount: counted }
    : { collectionCount: COUNT_LIMIT, collectionCountIsLowerBound: true };
}
