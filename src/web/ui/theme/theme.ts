import { createTheme, type Theme } from '@mui/material/styles';
import {
  type Accent,
  type Chrome,
  type Corners,
  type Hex,
  SHELL,
  type Tone,
  type ToneColours,
} from './tokens.ts';
import { type ChromeColours, paletteOf } from './palette.ts';
import { FIGURES, SANS } from './typefaces.ts';
import { components, type OwnWords } from './themeComponents.ts';

declare module '@mui/material/styles' {
  interface Palette {
    tone: Record<Tone, ToneColours>;
    surface: { sunken: string; control: string; accent: string };
    /** Text that leads somewhere. */
    link: { main: string };
    /** Bars and lines of data, whatever the accent. */
    data: { main: string };
    chrome: ChromeColours;
  }
  interface PaletteOptions {
    tone?: Record<Tone, ToneColours>;
    surface?: { sunken: string; control: string; accent: string };
    link?: { main: string };
    data?: { main: string };
    chrome?: ChromeColours;
  }
  interface TypographyVariants {
    figure: React.CSSProperties;
  }
  interface TypographyVariantsOptions {
    figure?: React.CSSProperties;
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    figure: true;
  }
}

/** The parts of the look that a brand chooses. */
export type Style = { accent: Accent | Hex; chrome: Chrome; corners: Corners };

/** The whole look, light and dark. Colours are CSS variables, so a change of scheme repaints without a render. */
export function makeTheme(
  { accent, chrome, corners }: Style,
  { open, close, clear }: OwnWords,
): Theme {
  return createTheme({
    cssVariables: { cssVarPrefix: 'tuma', colorSchemeSelector: 'data-scheme' },
    colorSchemes: {
      light: { palette: paletteOf(accent, 'light', chrome) },
      dark: { palette: paletteOf(accent, 'dark', chrome) },
    },
    spacing: 4,
    shape: { borderRadius: corners },
    breakpoints: { values: { xs: 0, sm: 600, md: SHELL.narrow, lg: 1224, xl: 1536 } },
    // People who ask their system for less motion get none: without this even a transition of no length waits.
    motion: { reducedMotion: 'system' },
    transitions: {
      duration: {
        shortest: 150,
        shorter: 150,
        short: 180,
        standard: 200,
        complex: 225,
        enteringScreen: 225,
        leavingScreen: 195,
      },
    },
    typography: {
      fontFamily: SANS,
      fontSize: 14,
      fontWeightMedium: 550,
      fontWeightBold: 600,
      h1: { fontSize: 20, lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.01em' },
      h2: { fontSize: 16, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.006em' },
      h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
      body1: { fontSize: 14, lineHeight: '20px' },
      body2: { fontSize: 13, lineHeight: '18px' },
      subtitle1: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
      subtitle2: { fontSize: 13, lineHeight: '18px', fontWeight: 600 },
      caption: { fontSize: 12, lineHeight: '16px' },
      button: {
        fontSize: 14,
        lineHeight: '20px',
        fontWeight: 550,
        textTransform: 'none',
        letterSpacing: 0,
      },
      overline: {
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 550,
        textTransform: 'none',
        letterSpacing: 0,
      },
      figure: {
        fontFamily: SANS,
        fontSize: 28,
        lineHeight: '36px',
        fontWeight: 600,
        letterSpacing: '-0.02em',
        ...FIGURES,
      },
    },
    components: components({ open, close, clear }, corners),
  });
}
