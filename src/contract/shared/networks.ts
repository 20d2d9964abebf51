/**
 * The mobile network that issued a number. Numbers can be ported in Kenya and Tanzania, and ranges
 * change hands, so it is an estimate for reports and routing; information from a carrier takes
 * precedence.
 */

export type Network = {
  /** The code in the database (smallint). It is never reused; 0 is an unknown network. */
  readonly code: number;
  /** ISO 3166; empty where unknown. */
  readonly country: string;
  /** The trade name; empty where unknown. */
  readonly network: string;
};

type NetworkRanges = Network & {
  /** Prefixes of the number, without the plus. */
  readonly prefixes: readonly string[];
};

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}

// The carrier tables of google/libphonenumber. Ranges that they lack (newer Kenyan ones, 83 and 85
// to 87 in Mozambique) are public knowledge and not verified with a regulator. yu's ranges went to
// Airtel, Zantel's to Yas (formerly Tigo), Tangerine's to Lycamobile.
const RANGES: readonly NetworkRanges[] = [
  {
    code: 1,
    country: 'KE',
    network: 'Safaricom',
    prefixes: [
      ...range(25470, 25472),
      '25479',
      ...range(254740, 254743),
      ...range(254745, 254746),
      '254748',
      ...range(254757, 254759),
      ...range(254768, 254769),
      '25411',
      ...range(254140, 254143),
      ...range(254180, 254182),
    ],
  },
  {
    code: 2,
    country: 'KE',
    network: 'Airtel',
    prefixes: [
      '25473',
      ...range(254750, 254756),
      '254762',
      '254767',
      '25478',
      ...range(254100, 254108),
    ],
  },
  { code: 3, country: 'KE', network: 'Telkom', prefixes: ['25477'] },
  { code: 4, country: 'KE', network: 'Equitel', prefixes: range(254763, 254766) },
  { code: 5, country: 'KE', network: 'Faiba', prefixes: ['254747'] },

  {
    code: 11,
    country: 'TZ',
    network: 'Vodacom',
    prefixes: ['25572', '25574', '25575', '25576', '25579'],
  },
  { code: 12, country: 'TZ', network: 'Airtel', prefixes: ['25566', '25568', '25569', '25578'] },
  {
    code: 13,
    country: 'TZ',
    network: 'Yas',
    prefixes: ['25565', '25567', '25570', '25571', '25577'],
  },
  { code: 14, country: 'TZ', network: 'Halotel', prefixes: ['25561', '25562', '25563'] },
  { code: 15, country: 'TZ', network: 'TTCL', prefixes: ['25573'] },

  { code: 21, country: 'UG', network: 'MTN', prefixes: ['25676', '25677', '25678'] },
  { code: 22, country: 'UG', network: 'Airtel', prefixes: ['25670', '25674', '25675'] },
  { code: 23, country: 'UG', network: 'Uganda Telecom', prefixes: ['25671'] },
  { code: 24, country: 'UG', network: 'Lycamobile', prefixes: ['256726', '256727'] },

  { code: 31, country: 'MZ', network: 'Vodacom', prefixes: ['25884', '25885'] },
  { code: 32, country: 'MZ', network: 'Tmcel', prefixes: ['25882', '25883'] },
  { code: 33, country: 'MZ', network: 'Movitel', prefixes: ['25886', '25887'] },
];

const UNKNOWN: Network = { code: 0, country: '', network: '' };

/** Every network by its code, the unknown one (0) included. */
export const NETWORKS: ReadonlyMap<number, Network> = new Map(
  [UNKNOWN, ...RANGES.map(({ code, country, network }) => ({ code, country, network }))].map(
    (network) => [network.code, network],
  ),
);

const BY_PREFIX: ReadonlyMap<string, Network> = new Map(
  RANGES.flatMap(({ code, prefixes }) =>
    prefixes.map((prefix) => [prefix, NETWORKS.get(code) ?? UNKNOWN]),
  ),
);

/** The known networks with their ranges, by country. */
export function rangesOfNetworks(): readonly NetworkRanges[] {
  return RANGES;
}

/** The codes of networks by their names, as filters of lists give them; null where none is named. */
export function networkCodes(names: readonly string[] = []): number[] | null {
  if (names.length === 0) return null;
  return [...NETWORKS.values()]
    .filter(({ network }) => names.includes(network))
    .map(({ code }) => code);
}

/** The network that issued a number (E.164, with or without its plus), or the unknown network, code 0. */
export function networkOf(e164: string): Network {
  const start = e164.startsWith('+') ? 1 : 0;
  return (
    BY_PREFIX.get(e164.slice(start, start + 6)) ??
    BY_PREFIX.get(e164.slice(start, start + 5)) ??
    UNKNOWN
  );
}
