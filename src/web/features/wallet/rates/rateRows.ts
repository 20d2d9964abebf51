import { COUNTRIES } from '../../../../contract/shared/countries.ts';
import { networkOf, rangesOfNetworks } from '../../../../contract/shared/networks.ts';

/** The country whose numbers begin with these prefixes; undefined where they belong to several. */
export function countryOf(prefixes: readonly string[]): string | undefined {
  const found = new Set(prefixes.map(countryOfPrefix));
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

function countryOfPrefix(prefix: string): string | undefined {
  const { country } = networkOf(prefix);
  if (country !== '') return country;
  const fits = COUNTRIES.filter(({ phonePrefix }) => prefix.startsWith(phonePrefix.slice(1)));
  const longest = Math.max(0, ...fits.map(({ phonePrefix }) => phonePrefix.length));
  const codes = fits.filter(({ phonePrefix }) => phonePrefix.length === longest);
  // One prefix may belong to several countries, as 1 and 44 do.
  return codes.length === 1 ? codes[0]!.code : undefined;
}

/**
 * The networks some of whose numbers a price is for: the longest prefix of all prices decides.
 * @param all the prefixes of every price in force, this one's among them
 */
export function networksOf(
  prefixes: readonly string[],
  all: readonly (readonly string[])[],
): string[] {
  const others = all.filter((each) => each !== prefixes).flat();
  return rangesOfNetworks()
    .filter(({ prefixes: ranges }) =>
      ranges.some((range) => reach(prefixes, range) > reach(others, range, true)),
    )
    .map(({ network }) => network);
}

/** The length of the longest prefix that a range begins with; without `isWhole` also of one within the range. */
const reach = (prefixes: readonly string[], range: string, isWhole = false) =>
  Math.max(
    0,
    ...prefixes
      .filter((prefix) => range.startsWith(prefix) || (!isWhole && prefix.startsWith(range)))
      .map((prefix) => prefix.length),
  );
