import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHROMES } from '../../../contract/api/branding.ts';
import { ACCENT_COLOURS, ACCENTS, DATA, GROUNDS, type Hex, TONES } from './tokens.ts';
import { channels, contrast, mix } from './colours.ts';
import { accentColours, paletteOf } from './palette.ts';

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
    // Parts of a bar differ from the paper below them (WCAG 1.4.11 asks 3 of what must be seen; bars have a table beside them).
    expect(contrast(tone.solid, ground.paper)).toBeGreaterThanOrEqual(2.4);
  }
});

/** A few hundred colours: the corners and edges of the cube, the greys, and many between in a fixed order. */
const COLOURS: Hex[] = (() => {
  const steps = ['00', '33', '80', 'cc', 'ff'];
  const cube = steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue): Hex => `#${red}${green}${blue}`)),
  );
  let seed = 20_261_123;
  const between = Array.from({ length: 300 }, (): Hex => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return `#${(seed & 0xffffff).toString(16).padStart(6, '0')}`;
  });
  return cube.concat(between);
})();

test.each(schemes)('any colour of a brand is legible in %s, and so is text on it', (scheme) => {
  const { page, paper, sunken } = GROUNDS[scheme];
  for (const colour of COLOURS) {
    const { primary, surface, link } = paletteOf(colour, scheme);
    const least = Math.min(
      ...[page, paper, sunken, surface.accent, primary.contrastText].map((ground) =>
        contrast(primary.main, ground),
      ),
      ...[page, paper, sunken].map((ground) => contrast(link.main, ground)),
    );
    expect.soft(least, colour).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(CHROMES.flatMap((chrome) => schemes.map((scheme) => [chrome, scheme] as const)))(
  'the menu is legible with the chrome %s in %s, whatever the accent',
  (chrome, scheme) => {
    for (const accent of [...ACCENTS, ...COLOURS]) {
      const { chrome: its, text } = paletteOf(accent, scheme, chrome);
      const pairs: [string, string][] = [
        [its.text, its.ground],
        [its.text, its.sunken],
        [its.text, its.hover],
        [its.quiet, its.ground],
        [its.quiet, its.sunken],
        [its.onSelected, its.selected],
        [its.accent, its.ground],
        [its.warning, its.sunken],
        [text.primary, its.bar],
        [text.secondary, its.bar],
      ];
      const least = Math.min(...pairs.map(([one, other]) => contrast(one, other)));
      expect.soft(least, accent).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test('a colour that is legible stays as it is, and one that is not keeps its hue', () => {
  expect(accentColours('#1e3a8a').light).toBe('#1e3a8a');
  expect(accentColours('#ffff00').light).not.toBe('#ffff00');
  // Yellow has no blue on light ground either, and red and green in equal parts.
  const [red, green, blue] = channels(accentColours('#ffff00').light);
  expect([red, blue]).toEqual([green, 0]);
});

test.each(schemes)(
  'links are never red in %s, and data has one colour for all accents',
  (scheme) => {
    for (const red of ['ruby', '#ff0000', '#c0271f', '#d81b60'] as const)
      expect(paletteOf(red, scheme).link.main).toBe(DATA[scheme]);
    for (const other of ['default', 'amber', 'amethyst', 'sapphire', '#808080', '#0000ff'] as const)
      expect(paletteOf(other, scheme).link.main).toBe(paletteOf(other, scheme).primary.main);
    const { paper, page, sunken } = GROUNDS[scheme];
    for (const ground of [paper, page, sunken])
      expect(contrast(DATA[scheme], ground)).toBeGreaterThanOrEqual(4.5);
  },
);

test('no screen takes a colour from the palette of one scheme', () => {
  const web = join(import.meta.dirname, '../..');
  const fixed = globSync('**/*.tsx', { cwd: web }).filter((file) =>
    // Only `vars` follows the scheme that the person chose.
    /\{[^{}]*\bpalette\b[^{}]*\} = useTheme\(\)|useTheme\(\)\.palette/.test(
      readFileSync(join(web, file), 'utf8'),
    ),
  );
  expect(fixed).toEqual([]);
});
