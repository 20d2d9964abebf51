import { alpha } from '@mui/material/styles';
import {
  type Accent,
  ACCENT_COLOURS,
  type Chrome,
  DATA,
  GROUNDS,
  type Hex,
  TONES,
} from './tokens.ts';
import { channels, contrast, mix, tune } from './colours.ts';

type Scheme = 'light' | 'dark';
const ON_ACCENT = { light: '#FFFFFF', dark: '#0B1117' } as const;
/** How much of the ground is in the tint behind a selected entry. */
const TINT = { light: 0.92, dark: 0.84 } as const;
const LEAST_CONTRAST = 4.5;

/** The accent on light and on dark grounds; a brand's own colour becomes darker or lighter until it is legible. */
export function accentColours(accent: Accent | Hex): Record<Scheme, string> {
  if (!isHex(accent)) return ACCENT_COLOURS[accent];
  return { light: legible(accent, 'light'), dark: legible(accent, 'dark') };
}

const isHex = (accent: Accent | Hex): accent is Hex => accent.startsWith('#');

function legible(colour: Hex, scheme: Scheme): string {
  const { page, paper, sunken } = GROUNDS[scheme];
  return tune(colour, scheme === 'light' ? '#000000' : '#FFFFFF', (tried) =>
    [page, paper, sunken, mix(tried, paper, TINT[scheme]), ON_ACCENT[scheme]].every(
      (ground) => contrast(tried, ground) >= LEAST_CONTRAST,
    ),
  );
}

/** Links in red would read as failures, so a red accent leaves them to the colour of data. */
function linkColour(main: string, scheme: Scheme): string {
  return isRed(main) ? DATA[scheme] : main;
}

function isRed(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  const least = Math.min(green, blue);
  const spread = red - least;
  const isPure = green > blue ? (green - blue) * 3 <= spread : (blue - green) * 2 <= spread;
  // Less than 20 degrees to the side of orange and 30 to that of pink, and clearly coloured.
  return red > green && red > blue && spread > 60 && isPure;
}

/** Every colour of one accent in one scheme. */
export function paletteOf(accent: Accent | Hex, scheme: Scheme, chrome: Chrome = 'WHITE') {
  const ground = GROUNDS[scheme],
    tones = TONES[scheme],
    colours = accentColours(accent),
    main = colours[scheme];
  const onAccent = ON_ACCENT[scheme];
  const surface = {
    sunken: ground.sunken,
    control: ground.control,
    accent: mix(main, ground.paper, TINT[scheme]),
  };
  return {
    primary: {
      main,
      dark: mix(main, scheme === 'light' ? '#000000' : '#FFFFFF', 0.14),
      contrastText: onAccent,
    },
    link: { main: linkColour(main, scheme) },
    data: { main: DATA[scheme] },
    error: { main: scheme === 'light' ? '#C0271F' : '#F98B83', contrastText: onAccent },
    warning: { main: tones.warning.text, contrastText: onAccent },
    success: { main: tones.success.text, contrastText: onAccent },
    info: { main: tones.info.text, contrastText: onAccent },
    background: { default: ground.page, paper: ground.paper },
    text: {
      primary: ground.text,
      secondary: ground.quiet,
      disabled: mix(ground.quiet, ground.paper, 0.35),
    },
    divider: ground.line,
    action: {
      // Signs in and beside fields: icons of searches, arrows, units. MUI's own are white in the dark.
      active: ground.quiet,
      hover: alpha(ground.text, 0.05),
      selected: alpha(main, scheme === 'light' ? 0.1 : 0.16),
      focus: alpha(main, 0.12),
      hoverOpacity: 0.05,
    },
    tone: tones,
    surface,
    chrome: chromeOf(chrome, scheme, colours),
  };
}

export type ChromeColours = {
  /** The top bar. */
  bar: string;
  /** The menu and its items. */
  ground: string;
  sunken: string;
  line: string;
  text: string;
  quiet: string;
  hover: string;
  selected: string;
  onSelected: string;
  /** The accent, the balance that runs low and their ring, as they are legible on the menu. */
  accent: string;
  warning: string;
};

function chromeOf(chrome: Chrome, scheme: Scheme, colours: Record<Scheme, string>): ChromeColours {
  const ground = GROUNDS[scheme],
    main = colours[scheme];
  const lit = (base: string, share: number) => mix(base, '#FFFFFF', share);
  if (chrome === 'DARK') {
    const dark = scheme === 'light' ? mix('#10171E', colours.light, 0.12) : '#0B1015';
    return {
      bar: ground.paper,
      ground: dark,
      sunken: lit(dark, 0.05),
      line: lit(dark, 0.13),
      text: '#EDF1F5',
      quiet: '#B4BFCA',
      hover: lit(dark, 0.07),
      selected: lit(dark, 0.14),
      onSelected: '#FFFFFF',
      accent: tune(colours.dark, '#FFFFFF', (tried) => contrast(tried, dark) >= LEAST_CONTRAST),
      warning: TONES.dark.warning.text,
    };
  }
  const tinted = chrome === 'TINTED';
  const under = tinted ? mix(main, ground.paper, scheme === 'light' ? 0.94 : 0.93) : ground.paper;
  return {
    bar: under,
    ground: under,
    sunken: tinted ? mix(main, ground.paper, 0.9) : ground.sunken,
    line: tinted ? mix(main, ground.paper, 0.84) : ground.line,
    text: ground.text,
    quiet: ground.quiet,
    hover: mix(tinted ? main : ground.text, ground.paper, tinted ? 0.9 : 0.95),
    selected: mix(main, ground.paper, tinted ? 0.84 : TINT[scheme]),
    onSelected: tinted ? ground.text : main,
    accent: main,
    warning: TONES[scheme].warning.text,
  };
}
