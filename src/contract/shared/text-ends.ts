/** How a promotional text to a number ends, as a composer shows it while its recipients are being written. */

/** The ends of texts by the beginnings of numbers, as the server lists them. */
export type TextEnds = {
  readonly receivers: readonly {
    readonly country: string;
    readonly network: string;
    readonly prefixes: readonly string[];
    readonly clause: string;
  }[];
  readonly elsewhere: string;
};

/** The receiver that a number as people write it belongs to; undefined for one of another country. */
export function receiverOf(
  { receivers }: TextEnds,
  written: string,
  homeCountry: string,
): TextEnds['receivers'][number] | undefined {
  const digits = written.replace(/\D/g, '').replace(/^00/, '');
  const home = receivers.find(({ country, network }) => country === homeCountry && network === '')
    ?.prefixes[0];
  // Ten digits and fewer are national, as the server reads them.
  const number = digits.length <= 10 && home !== undefined ? home + digits.slice(-9) : digits;
  let found: TextEnds['receivers'][number] | undefined;
  let longest = 0;
  for (const receiver of receivers)
    for (const prefix of receiver.prefixes)
      if (prefix.length > longest && number.startsWith(prefix)) {
        longest = prefix.length;
        found = receiver;
      }
  return found;
}

/** The clause at the end of a text to a number. */
export const endTo = (ends: TextEnds, written: string, homeCountry: string): string =>
  receiverOf(ends, written, homeCountry)?.clause ?? ends.elsewhere;
