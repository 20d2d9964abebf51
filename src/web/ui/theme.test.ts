import { expect, test } from 'vitest';
import { ACCENT_COLOURS, ACCENTS, GROUNDS, TONES } from './tokens.ts';
import { mix, paletteOf } from './palette.ts';

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const schemes = ['light', 'dark'] as const;

test('the measure itself', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
  expect(mix('#000000', '#FFFFFF', 0.5)).toBe('#808080');
});

test.each(ACCENTS.flatMap((accent) => schemes.map((scheme) => [accent, scheme] as const)))(
  '%s in %s is legible on every background, and so is text on it',
  (accent, scheme) => {
    const main = ACCENT_COLOURS[accent][scheme],
      ground = GROUNDS[scheme];
    for (const under of [ground.page, ground.paper, ground.sunken])
      expect(contrast(main, under)).toBeGreaterThanOrEqual(4.5);
    const palette = paletteOf(accent, scheme);
    expect(contrast(palette.primary.contrastText, main)).toBeGreaterThanOrEqual(4.5);
    // A chosen menu entry: the accent on its own tint.
    expect(contrast(main, palette.surface.accent)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(schemes)('text in %s is legible on every background', (scheme) => {
  const ground = GROUNDS[scheme];
  for (const under of [ground.page, ground.paper, ground.sunken]) {
    expect(contrast(ground.text, under)).toBeGreaterThanOrEqual(7);
    expect(contrast(ground.quiet, under)).toBeGreaterThanOrEqual(4.5);
  }
  for (const tone of Object.values(TONES[scheme])) {
    expect(contrast(tone.text, tone.ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ground.text, tone.ground)).toBeGreaterThanOrEqual(4.5);
    // Parts of a bar are told from the paper they lie on (WCAG 1.4.11 asks 3 of what must be seen; bars have a table beside them).
    expect(contrast(tone.solid, ground.paper)).toBeGreaterThanOrEqual(2.4);
  }
});
