/** Red, green and blue of #RRGGBB, each 0 to 255. */
export const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The colour that lies `share` of the way from one to the other; both as #RRGGBB. */
export function mix(from: string, to: string, share: number): string {
  const [start, end] = [channels(from), channels(to)];
  return `#${start
    .map((channel, at) =>
      Math.round(channel * (1 - share) + end[at]! * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Relative luminance, WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour)
    .map((channel) => channel / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio, WCAG 2.2: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The first colour on the way to `end` that is good enough: the colour itself where it is. */
export function tune(colour: string, end: string, isGood: (tried: string) => boolean): string {
  for (let percent = 0; percent < 100; percent++) {
    const tried = mix(colour, end, percent / 100);
    if (isGood(tried)) return tried;
  }
  return end;
}
